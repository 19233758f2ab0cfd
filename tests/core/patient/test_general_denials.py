"""Denials of a whole kind, in the words in which notes make them."""

from __future__ import annotations

import pytest

from osler.core.patient import general_denials

DENIED = {
    "past_medical_history": [
        "A woman with no previous medical problems comes with joint pain.",
        "She has had no health problems in the past besides two miscarriages.",
        "PMH: none significant.",
        "Her past medical history is not significant.",
        "The patient has no past medical or surgical history.",
        "He denies any past medical history.",
    ],
    "otherwise_healthy": [
        "A 30-year-old generally healthy woman presents with dyspnea.",
        "A healthy 19-year-old student presents with fever.",
        "He had been healthy all his life.",
    ],
    "medications": ["Medications: none.", "He does not take any medications.", "No regular meds."],
    "allergies": ["Allergies: none.", "He has no allergies to medication."],
    "surgical_history": ["No previous operations.", "She has never had surgery.", "He denies prior surgeries."],
}
NOT_DENIED = [
    "Her mother has no medical problems.",
    "He has no medical history of diabetes.",
    "no medical history available",
    "He takes no medication for his headache.",
    "No medication changes were made.",
    "Medications: none of the antihypertensives helped.",
    "No allergies to penicillin.",
    "No surgery is planned.",
    "She delivered a healthy child.",
]


@pytest.mark.parametrize(("of", "text"), [(of, text) for of, texts in DENIED.items() for text in texts])
def test_a_whole_kind_is_denied(of: str, text: str) -> None:
    assert of in {denial.of for denial in general_denials(text)}


@pytest.mark.parametrize("text", NOT_DENIED)
def test_a_part_of_it_or_somebody_else_is_not(text: str) -> None:
    assert not list(general_denials(text))
