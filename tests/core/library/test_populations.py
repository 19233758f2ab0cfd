"""Whom a text speaks of, read from its words."""

from __future__ import annotations

import pytest

from osler.core.library import age_ranges, conditions_of, people_of, population_of, pregnancy_of


@pytest.mark.parametrize(
    ("text", "low", "below"),
    [
        ("adults aged 50 to 75 years", 50, 76),
        ("women 65 years and older", 65, None),
        ("children younger than 3 years", None, 3),
        ("children ages 6 to 24 months", 0.5, 2.083),
        ("from birth through age 5 years", 0, 6),
        ("people over 50", 51, None),
        ("adults", 18, None),
        ("adolescents", 12, 19),
        ("everyone", None, None),
        ("Adults younger than 55 years", 18, 55),
        ("Children older than 3 months", 0.251, 18),
        ("Children older than 1 year", 1.001, 18),
        ("adults and young people", 10, None),
        ("Perform a lumbar puncture in infants younger than 1 month with fever unless contraindicated", None, 0.083),
        ("starting at age 50 years and continuing until age 75 years", 50, 76),
    ],
)
def test_ages(text: str, low: float | None, below: float | None) -> None:
    population = population_of(text)
    assert (population.age_from, population.age_below) == (low, below)


@pytest.mark.parametrize(
    "text",
    [
        "every 3 years",
        "within the past 15 years",
        "a 20 pack-year history",
        "blood pressure over 140/90 mmHg",
        "for 5 years",
        "above 2000 ng/L",
    ],
)
def test_what_is_no_age(text: str) -> None:
    assert age_ranges(text) == []


def test_two_ranges_span_the_ages_between_them() -> None:
    text = "women aged 21 to 29 years, and women aged 30 to 65 years"
    assert (population_of(text).age_from, population_of(text).age_below) == (21.0, 66.0)
    assert len(age_ranges(text)) == 2
    assert population_of("Children 3 months and over").age_below == 18


def test_sex_pregnancy_and_conditions() -> None:
    assert population_of("pregnant women").sex == "female"
    assert pregnancy_of("nonpregnant adults") is False
    assert pregnancy_of("women who are planning or capable of pregnancy") is None
    assert pregnancy_of("adults, including pregnant and postpartum women") is None
    assert conditions_of("Men aged 65 to 75 years who have ever smoked") == ("who have ever smoked",)
    assert conditions_of("persons not at increased risk for preterm delivery")[0].startswith("not at increased risk")


def test_what_is_done_with_people_is_no_condition_of_theirs() -> None:
    assert conditions_of("Adults should be screened for depression with the PHQ-9 questionnaire.") == ()
    assert conditions_of("Women with a T-score of -2.5 or lower should receive alendronate.") == (
        "with a T-score of -2.5 or lower",
    )


def test_each_value_has_its_own_people() -> None:
    groups = people_of("The HbA1c target is 7.0% in most adults and 8.0% in frail adults aged 75 years or older.")
    assert [age_ranges(one) for one in groups] == [[], [(75.0, None)]]
