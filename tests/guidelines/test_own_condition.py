"""A dose belongs to the clause of its condition, a limit keeps its direction, and what narrows advice is not dropped."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.steps.safety import Caution, excluded_of

EDOXABAN = "Edoxaban is given at 60 mg once daily. Use 30 mg once daily when creatinine clearance is 15 to 50 mL/min."
FEVER = "Refer infants under 2 months with fever to hospital. Give paracetamol to children with distress."
STROKE = (
    "Offer warfarin to adults with non-rheumatic mitral disease and a HAS-BLED score of 2 or less (Grade B). "
    "Offer statins to adults with ischaemic stroke."
)
EPILEPSY = "Valproate must not be used in pregnancy. Use lamotrigine instead."


def faults(text: str, source: str, heading: str = "") -> list[str]:
    return [one.message for one in check_sentence(text, [SourceText("a", source, heading)], bundled_vocabularies())]


@pytest.mark.parametrize(
    ("lie", "source", "heading"),
    [
        ("Use edoxaban 60 mg once daily when creatinine clearance is 15 to 50 mL/min.", EDOXABAN, ""),
        ("Edoxaban 60 mg once daily is used when creatinine clearance is 15 to 50 mL/min.", EDOXABAN, ""),
        ("Refer infants over 2 months with fever to hospital.", FEVER, "Infants 2 months and over"),
        ("Refer infants above 2 months with fever to hospital.", FEVER, "Infants 2 months and over"),
        ("Offer warfarin to adults with non-rheumatic mitral disease.", STROKE, ""),
        ("Offer warfarin to adults with mitral disease and a HAS-BLED score of 2 or less.", STROKE, ""),
        ("Use lamotrigine instead of valproate.", EPILEPSY, "Pregnancy"),
        ("Lamotrigine is used instead of valproate.", EPILEPSY, "Pregnancy"),
    ],
)
def test_what_a_clause_binds_together_is_not_taken_apart(lie: str, source: str, heading: str) -> None:
    assert faults(lie, source, heading)


@pytest.mark.parametrize(
    ("true", "source", "heading"),
    [
        ("Edoxaban 30 mg once daily is used when creatinine clearance is 15 to 50 mL/min.", EDOXABAN, ""),
        ("Edoxaban is given at 60 mg once daily.", EDOXABAN, ""),
        ("Infants under 2 months with fever should be referred to hospital.", FEVER, "Infants 2 months and over"),
        (
            "Warfarin is offered to adults with non-rheumatic mitral disease and a HAS-BLED score of 2 or less.",
            STROKE,
            "",
        ),
        ("In pregnancy, use lamotrigine instead of valproate.", EPILEPSY, "Pregnancy"),
    ],
)
def test_the_same_told_truly_holds(true: str, source: str, heading: str) -> None:
    assert not faults(true, source, heading)


def test_what_is_said_to_be_given_is_advised() -> None:
    caution = Caution(
        "Avoid opioids in sleep apnoea.", "c", frozenset({"opioid analgesic"}), "the patient has sleep apnoea"
    )
    assert excluded_of("Morphine is given for severe pain.", "", [caution], bundled_vocabularies())
