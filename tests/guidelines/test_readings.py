"""What a sentence may leave out, and how it may put it, without saying anything else than its source."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.checking.readings import in_plain_words, readings_of

WARFARIN = (
    "Warfarin is contraindicated in people with active bleeding, severe liver disease or a recent stroke. "
    "Do not start warfarin unless the INR can be checked every week."
)
LITHIUM = (
    "Lithium should be offered as the first drug, except in people with an eGFR below 30 mL/min, in whom valproate may be "
    "considered. The dose of lithium should not exceed 1200 mg daily."
)
SCAN = "A scan should be repeated before discharge if the first one was not diagnostic."
ROW = "Enoxaparin; Usual dose: 40 mg once daily; Creatinine clearance below 30 mL/min: 20 mg once daily"


def faults(sentence: str, source: str, heading: str = "") -> list[str]:
    return [one.message for one in check_sentence(sentence, [SourceText("s", source, heading)], bundled_vocabularies())]


def test_each_member_of_a_list_of_conditions_is_a_rule_of_its_own() -> None:
    readings = readings_of(
        "Warfarin is contraindicated in people with active bleeding, severe liver disease or stroke."
    )
    assert "Warfarin is contraindicated in people with stroke." in readings


def test_conditions_that_hold_together_are_not_parted() -> None:
    assert not readings_of("Offer it to adults with a stoma and with an eGFR above 30.")
    assert not readings_of("Use it in adults without fever or cough.")


def test_one_wording_stands_for_phrases_that_say_the_same() -> None:
    assert in_plain_words("10,000 mg per kg") == "10000 mg/kg"
    assert in_plain_words("people with no fever") == in_plain_words("people without fever")


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Do not give warfarin to someone who has had a recent stroke.", WARFARIN),
        ("Warfarin is to be started only if the INR can be checked weekly.", WARFARIN),
        ("If the eGFR is less than 30 mL/min, valproate may be considered.", LITHIUM),
        ("Lithium is limited to 1.2 g a day.", LITHIUM),
        ("A scan should be repeated before the patient goes home if the first one was not diagnostic.", SCAN),
        ("Do not start warfarin unless the INR can be checked every week.", WARFARIN),
    ],
)
def test_a_true_sentence_in_other_words_holds(sentence: str, source: str) -> None:
    assert not faults(sentence, source)


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Warfarin can be given to people with a recent stroke.", WARFARIN),
        ("Start warfarin in everyone.", WARFARIN),
        ("Lithium should be offered to people with an eGFR below 30 mL/min.", LITHIUM),
        ("Lithium 1200 mg daily should be given.", LITHIUM),
        ("A scan should be repeated after discharge.", SCAN),
        ("The usual dose of enoxaparin is 20 mg once daily.", ROW),
    ],
)
def test_a_rule_that_was_turned_round_or_lost_its_condition_does_not(sentence: str, source: str) -> None:
    assert faults(sentence, source)


def test_a_whole_sentence_of_the_source_needs_no_comparison() -> None:
    assert not faults(
        "A second dose may be given; the total must not exceed 10 g.",
        "A second dose may be given; the total must not exceed 10 g.",
    )
