"""Imaging studies with the part that they show."""

from __future__ import annotations

import pytest

from osler.core.language.studies import imaging_studies
from osler.core.patient import Status, read_patient
from osler.core.terminology import bundled_vocabularies


@pytest.mark.parametrize(
    ("text", "study"),
    [
        ("Plan: renal ultrasound tomorrow.", "renal ultrasound"),
        ("CT of the abdomen and pelvis showed a mass.", "CT of the abdomen and pelvis"),
        ("Chest X-ray was clear.", "Chest X-ray"),
        ("MRI brain was normal.", "MRI brain"),
    ],
)
def test_a_study_is_named_with_its_part(text: str, study: str) -> None:
    assert [text[match.start : match.end] for match in imaging_studies(text, bundled_vocabularies())] == [study]


def test_two_parts_are_two_studies_and_a_plan_is_a_plan() -> None:
    record = read_patient("Pelvic ultrasound was done in May. Plan: renal ultrasound tomorrow.", format="note").record
    assert {fact.text: fact.status for fact in record.procedures} == {
        "Pelvic ultrasound": Status.COMPLETED,
        "renal ultrasound": Status.PLANNED,
    }


def test_a_modality_alone_or_another_word_is_no_study() -> None:
    text = "The CT report is here; pet dog at home, MRIs are booked."
    assert not list(imaging_studies(text, bundled_vocabularies()))
