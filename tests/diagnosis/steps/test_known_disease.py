"""What follows from a diagnosis that the notes state as made."""

from __future__ import annotations

import pytest

from osler.core.patient import reading_of
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.ranking import PhenotypeQuery, default_model, rank
from osler.diagnosis.steps.known_cause import SETTLED, known_disease, known_steps
from osler.diagnosis.steps.named import named_diagnoses
from tests.diagnosis.notes import note

ECTOPIA_LENTIS, ARACHNODACTYLY, RECURRENT_FRACTURES = "HP:0001083", "HP:0001166", "HP:0002757"
RANKING = rank(
    PhenotypeQuery(observed=(ECTOPIA_LENTIS, ARACHNODACTYLY, RECURRENT_FRACTURES)),
    default_model(bundled_vocabularies()),
)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("A girl with known Marfan syndrome, as her father.", True),
        ("She has Marfan syndrome, diagnosed in 2017.", True),
        ("Marfan syndrome (FBN1 c.4082G>A, pathogenic).", True),
        ("She is thought to have Marfan syndrome.", False),
        ("Impression: Marfan syndrome.", False),
        ("Her father has known Marfan syndrome.", False),
        ("No confirmed Marfan syndrome.", False),
    ],
)
def test_a_diagnosis_is_known_where_the_notes_say_that_it_was_made(text: str, known: bool) -> None:
    named = named_diagnoses([reading_of(note(text))], RANKING)
    assert (known_disease(named) is not None) is known


def test_a_known_disease_is_cared_for_and_what_it_does_not_explain_is_looked_into() -> None:
    known = known_disease(named_diagnoses([reading_of(note("Known Marfan syndrome."))], RANKING))
    assert known is not None
    care, second = known_steps(known, RANKING)
    assert care.action.startswith(SETTLED)
    assert "fractures" in second.action


def test_a_general_form_of_an_explained_finding_has_no_second_cause() -> None:
    model = default_model(bundled_vocabularies())
    ranking = rank(PhenotypeQuery(observed=("HP:0009732", "HP:0001067", "HP:0009737")), model)
    known = known_disease(named_diagnoses([reading_of(note("Known neurofibromatosis type 1."))], ranking))
    assert known is not None
    assert len(known_steps(known, ranking)) == 1
