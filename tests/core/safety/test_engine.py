"""The parts of the engine: phrases with marks, conditions, values in any unit, and what is known of the patient."""

from __future__ import annotations

import datetime as dt
from typing import get_args

import pytest

from osler.core.language import analyse
from osler.core.safety import PatientContext, Reading, note_red_flags, red_flags, urgent
from osler.core.safety.conditions import AgeCondition, FindingCondition, ValueCondition, parse_condition
from osler.core.safety.patterns import PhraseTable
from osler.core.safety.quotes import Kind, kinds
from osler.core.safety.ruleset import ruleset
from osler.core.safety.values import written_values


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("vomit*", "She vomited twice.", True),
        ("plan*", "Planned for March.", True),
        ("plan*", "Another planet.", False),
        ("stop*", "He stopped it.", True),
        ("tonsil*", "Tonsillitis again.", True),
        ("numb*", "Numbness of the hand.", True),
        ("numb*", "A number of them.", False),
        ("pregnan*", "Her second pregnancy.", True),
        ("(chest|belly) pain", "Belly pain.", True),
        ("(left|right)? arm", "His arm.", True),
        ("pain .. arm", "pain in the left arm", True),
        ("pain .. arm", "pain in the back, neck and left arm", False),
        ("pain .. arm", "No pain. Arm is fine.", False),
        ("haemorrhage", "hemorrhages", True),
        ("(take* (all|many)|swallow*) .. pills", "he takes all of the pills", True),
        ("cut", "acute", False),
    ],
)
def test_the_marks_of_a_phrase(phrase: str, text: str, found: bool) -> None:
    assert bool(PhraseTable([(phrase, "x")]).find(text)) is found


def test_conditions_are_read_as_they_are_written() -> None:
    assert parse_condition("sudden severe headache") == FindingCondition("headache", ("sudden", "severe"))
    assert parse_condition("not copd") == FindingCondition("copd", absent=True)
    assert parse_condition("age < 3 mo") == AgeCondition("<", 0.25)
    converted = parse_condition("glucose < 3 mmol/L")
    assert isinstance(converted, ValueCondition)
    assert converted.threshold == pytest.approx(54.05, abs=0.1)
    with pytest.raises(ValueError, match="cannot read"):
        parse_condition("glucose = 3")


@pytest.mark.parametrize(
    ("text", "measure", "value"),
    [
        ("Glucose 1.8.", "glucose", 32.4),
        ("Blood sugar is 450.", "glucose", 450),
        ("K 7.4", "potassium", 7.4),
        ("BP 60/30", "sbp", 60),
        ("blood pressure was 85 over 40", "sbp", 85),
        ("Temperature of 104\u00b0F", "temperature", 40),
        ("fever 102", "temperature", 38.9),
        ("pH 7.05", "arterial_ph", 7.05),
        ("capillary refill of 4 s", "capillary_refill", 4),
        ("GCS 9/15", "gcs", 9),
    ],
)
def test_values_are_read_in_the_unit_in_which_they_are_possible(text: str, measure: str, value: float) -> None:
    values = {item.measure: item.value for item in written_values(analyse(text))}
    assert values[measure] == pytest.approx(value, abs=0.1)


def test_a_reference_range_is_no_value() -> None:
    assert [item.value for item in written_values(analyse("Potassium 4.2 mmol/L (normal 3.5-5.0)"))] == [4.2]


def test_age_decides_and_the_context_goes_before_the_text() -> None:
    assert urgent(red_flags(note="He has a fever.", context=PatientContext(age_years=0.04)))
    assert not red_flags(note="He has a fever.", context=PatientContext(age_years=40))
    slow = [Reading(measure="sbp", value=65.0)]
    assert not urgent(red_flags(context=PatientContext(age_years=0.02, readings=slow)))
    assert urgent(red_flags(context=PatientContext(age_years=40, readings=slow)))


def test_pregnancy_may_come_from_the_record() -> None:
    text = "Severe headache since this morning."
    assert not urgent(note_red_flags("Severe headache."))
    assert "pre-eclampsia" in {flag.rule_id for flag in red_flags(note=text, context=PatientContext(pregnant=True))}
    known_not = PatientContext(pregnant=False)
    assert "pre-eclampsia" not in {flag.rule_id for flag in red_flags(note=f"{text} Pregnant.", context=known_not)}


def test_a_caller_is_heard_and_a_family_history_is_not() -> None:
    assert urgent(note_red_flags("My husband has crushing chest pain right now."))
    assert not urgent(note_red_flags("His father had crushing chest pain before he died."))


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        ("Left arm BP 90/60 right arm 150/80.", 60),
        ("R arm 178/90, L arm 142/80.", 36),
        ("BP difference of 35 mmHg between arms.", 35),
        ("Left arm 120/80, left arm 150/80.", None),
        ("BP 120/80, later 150/80.", None),
    ],
)
def test_the_pressures_of_both_arms_give_a_difference(text: str, difference: float | None) -> None:
    found = [one.value for one in written_values(analyse(text)) if one.measure == "arm_pressure_difference"]
    assert found == ([] if difference is None else [difference])


@pytest.mark.parametrize("text", ["ECG shows ST elevation in II, III, aVF.", "New left bundle branch block."])
def test_a_flag_claims_no_result_that_nobody_had(text: str) -> None:
    (flag,) = urgent(note_red_flags(text))
    assert "troponin" not in f"{flag.title} {flag.reason}".lower()


@pytest.mark.parametrize(
    "text",
    ["Subarachnoid haemorrhage in 2009, fully recovered, today well.", "Suicidal thoughts as a teenager, none now."],
)
def test_what_is_told_as_history_asks_for_no_emergency_action(text: str) -> None:
    flags = red_flags(note=text, context=PatientContext(reference=dt.date(2026, 11, 1)))
    assert flags
    for flag in flags:
        assert flag.standing == "past"
        assert flag.title.endswith("(told as history)")
        assert "pathway" not in flag.recommended_action
        assert "today" not in flag.recommended_action


def test_every_kind_of_emergency_is_written_in_known_findings() -> None:
    assert set(kinds()) == {*get_args(Kind), "any"} - {"other"}
    assert {name for names in kinds().values() for name in names} <= set(ruleset().findings)


def test_what_is_treated_on_the_spot_stands_first() -> None:
    note = "14-month-old girl, drowsy, vomiting and diarrhoea, mottled, HR 190, refill 5 s, GCS 10, glucose 1.4 mmol/L"
    flags = red_flags(note=note)
    assert len(urgent(flags)) > 1
    assert "glucose" in flags[0].rule_id
