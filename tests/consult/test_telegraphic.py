"""Statements in note form: targets beside values, operations and stays in a few words, habits, devices, the day of a visit."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult.extraction import extract_context, extract_findings, extract_measurements
from osler.core.terminology import bundled_vocabularies

NOW = dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC)
VOCABULARIES = bundled_vocabularies()


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("target is under 140/90, today I got 151/94", [151, 94]),
        ("aiming for under 7, latest a1c was 7.4 in May", [7.4]),
        ("trying to get below 80 kg, weighed 84 on Monday", [84]),
        ("I'm supposed to get to 75 kg, today the scales say 81 kg", [81]),
        ("target 75 kg, today 81", [81]),
        ("bp 150/90, target 130/80", [150, 90]),
        ("my target weight is 70 kg by Christmas", []),
        ("a1c target 7", []),
    ],
)
def test_beside_a_target_the_real_value_is_noted(said: str, values: list[float]) -> None:
    assert [entry.value for entry in extract_measurements(said, NOW).measurements] == values


@pytest.mark.parametrize(
    "said",
    [
        "weighed 78 kg today, have I lost weight?",
        "BP 124/79 just now is that lower than before?",
        "sodium 135 today - better than the last one?",
    ],
)
def test_a_value_before_a_question_without_a_mark_between_is_told(said: str) -> None:
    assert extract_measurements(said, NOW).measurements


@pytest.mark.parametrize(
    ("said", "operation"),
    [
        ("C section two years ago", ("caesarean section (C-section)", "2019")),
        ("appendix out 2011", ("appendectomy", "2011")),
    ],
)
def test_an_operation_in_a_few_words(said: str, operation: tuple[str, str]) -> None:
    found = extract_context(said, NOW, VOCABULARIES).operations
    assert [(entry.name, entry.date) for entry in found] == [operation]


def test_what_somebody_was_admitted_for_was_there() -> None:
    said = "Admitted to Royal Infirmary 12-15 Feb for pneumonia"
    assert [one.type for one in extract_context(said, NOW, VOCABULARIES).encounters] == ["inpatient"]
    found = extract_findings(said, NOW, VOCABULARIES).conditions
    assert [(entry.name, entry.onset, entry.status) for entry in found] == [("pneumonia", "2021-02-12", "resolved")]


@pytest.mark.parametrize(
    "said",
    [
        "hospitalised in May for suspected stroke",
        "admitted for observation overnight last week",
        "my sister was admitted for pneumonia in May",
    ],
)
def test_what_is_suspected_or_another_has_is_not(said: str) -> None:
    assert not extract_findings(said, NOW, VOCABULARIES).conditions


@pytest.mark.parametrize(
    ("said", "conditions"),
    [
        ("I have COPD, ex smoker", ["COPD"]),
        ("type 2 diabetic, non-smoker, vegetarian, drinks socially", ["type 2 diabetic"]),
        ("teetotal, gluten free diet, ex-heavy drinker", []),
        ("I am alcoholic", ["alcoholic"]),
    ],
)
def test_how_somebody_lives_is_no_illness(said: str, conditions: list[str]) -> None:
    assert [entry.name for entry in extract_findings(said, NOW, VOCABULARIES).conditions] == conditions


def test_a_device_is_no_medicine() -> None:
    assert not extract_context("my insulin pump broke", NOW, VOCABULARIES).medications
    assert extract_context("I take insulin 10 units a day", NOW, VOCABULARIES).medications


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("saw Dr Novak at Mercy Clinic yesterday, she started me on amlodipine 5 mg once daily", "2021-06-01"),
        ("Saw Dr Patel last Monday. She started me on lisinopril 10 mg daily.", "2021-05-31"),
        ("saw the cardiologist in March, who stopped my aspirin", "2021-03"),
        ("saw Dr Novak yesterday, I take amlodipine 5 mg", None),
    ],
)
def test_what_a_visit_brought_has_its_day(said: str, day: str | None) -> None:
    assert [entry.date for entry in extract_context(said, NOW, VOCABULARIES).medications] == [day]
