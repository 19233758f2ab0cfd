"""Time expressions as ages, dates, durations and weeks of gestation."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest

from osler.core.language import time_expressions


@pytest.mark.parametrize(
    ("text", "words", "years"),
    [
        ("present at birth", "at birth", 0.0),
        ("since birth", "since birth", 0.0),
        ("congenital hypotonia", "congenital", 0.0),
        ("neonatal onset", "neonatal", 0.0),
        ("noted in infancy", "in infancy", 0.5),
        ("as a toddler", "as a toddler", 2.0),
        ("since starting school", "since starting school", 5.0),
        ("in childhood", "in childhood", 6.0),
        ("as a teenager", "as a teenager", 13.0),
        ("in adulthood", "in adulthood", 20.0),
        ("at the 18-month checkup", "at the 18-month checkup", 1.5),
        ("began at 4 months of age", "at 4 months of age", 0.3333),
        ("at the age of 3", "at the age of 3", 3.0),
        ("until age 2", "until age 2", 2.0),
        ("achieved at 28 months", "at 28 months", 2.3333),
        ("at age 2 years and 6 months", "at age 2 years and 6 months", 2.5),
        ("at the age of five years", "at the age of five years", 5.0),
        ("in the first year of life", "in the first year of life", 0.5),
        ("in his early 40s", "in his early 40s", 42.0),
        ("in the fourth decade", "in the fourth decade", 35.0),
        ("onset at 13 years old", "at 13 years old", 13.0),
    ],
)
def test_ages(text: str, words: str, years: float) -> None:
    (time,) = time_expressions(text)
    assert (time.kind, time.text) == ("age", words)
    assert time.years == pytest.approx(years, abs=1e-3)


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("A 5-year-old boy", 5.0),
        ("a 7-month-old infant", 0.5833),
        ("45 y/o male", 45.0),
        ("a 42yo F with cough", 42.0),
        ("He is 5 years old.", 5.0),
        ("Girl 6 y 2 m, seen in clinic", 6.1667),
        ("Man aged 41 with chorea.", 41.0),
        ("45 year old with weakness.", 45.0),
        ("Boy, 3 yrs 11 mths", 3.9167),
    ],
)
def test_the_age_of_the_patient_now(text: str, years: float) -> None:
    (time,) = time_expressions(text)
    assert time.kind == "current_age"
    assert time.years == pytest.approx(years, abs=1e-3)


@pytest.mark.parametrize(
    ("text", "kind", "years", "since"),
    [
        ("over the past 2 years", "duration", 2.0, True),
        ("for the past year", "duration", 1.0, True),
        ("for three weeks", "duration", 0.0575, True),
        ("a 2 year history of cough", "duration", 2.0, True),
        ("a 3-year follow-up", "duration", 3.0, False),
        ("two weeks ago", "ago", 0.0383, False),
        ("last year", "ago", 1.0, False),
    ],
)
def test_lengths_of_time(text: str, kind: str, years: float, since: bool) -> None:
    (time,) = time_expressions(text)
    assert (time.kind, time.since) == (kind, since)
    assert time.years == pytest.approx(years, abs=1e-3)


@pytest.mark.parametrize(
    ("text", "date", "precision", "since"),
    [
        ("since 2019", dt.date(2019, 1, 1), "year", True),
        ("in 2019", dt.date(2019, 1, 1), "year", False),
        ("March 2021", dt.date(2021, 3, 1), "month", False),
        ("since March 2021", dt.date(2021, 3, 1), "month", True),
        ("on 2021-03-04", dt.date(2021, 3, 4), "day", False),
        ("3/14/2020", dt.date(2020, 3, 14), "day", False),
        ("14/3/2020", dt.date(2020, 3, 14), "day", False),
        ("12 March 2021", dt.date(2021, 3, 12), "day", False),
        ("March 12th, 2021", dt.date(2021, 3, 12), "day", False),
    ],
)
def test_dates(text: str, date: dt.date, precision: str, since: bool) -> None:
    (time,) = time_expressions(text)
    assert (time.kind, time.date, time.date_precision, time.since) == ("date", date, precision, since)


@pytest.mark.parametrize(
    ("text", "weeks"),
    [
        ("born at 36 weeks", 36.0),
        ("32+4 weeks of gestation", 32.57),
        ("a gestational age of 31 weeks", 31.0),
        ("at 28 weeks' gestation", 28.0),
    ],
)
def test_gestation(text: str, weeks: float) -> None:
    (time,) = time_expressions(text)
    assert (time.kind, time.weeks) == ("gestation", weeks)


@pytest.mark.parametrize("text", ["", "31/31/2020", "June 31 2020", "three times a day", "no time at all", "age 999"])
def test_what_is_no_time(text: str) -> None:
    assert time_expressions(text) == []


def test_expressions_stand_where_they_say_in_order_and_apart() -> None:
    text = "Born at 36 weeks. Seizures began at 4 months of age. Since 2019 stable for 2 years. İ at birth."
    found = time_expressions(text)
    assert [time.text for time in found] == [text[time.start : time.end] for time in found]
    assert len(found) == 5
    assert all(before.end <= after.start for before, after in itertools.pairwise(found))


def test_halves_and_quarters_are_part_of_an_age() -> None:
    ages = [time.years for time in time_expressions("A 2½-year-old boy. Ataxia at 3 ¼ years.")]
    assert ages == pytest.approx([2.5, 3.25])


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Previous pregnancy: pre-eclampsia at 37 weeks", "gestation"),
        ("miscarriage at 14 weeks", "gestation"),
        ("uneventful pregnancy, seizures at 16 weeks", "age"),
        ("the pregnancy was normal. He smiled at 16 weeks", "age"),
        ("vomiting in pregnancy and a rash at 6 weeks", "age"),
    ],
)
def test_weeks_behind_a_pregnancy_are_its_own_and_not_the_age_of_anybody(text: str, kind: str) -> None:
    assert [found.kind for found in time_expressions(text)] == [kind]
