from __future__ import annotations

import pytest

from osler.core.evidence import Source
from osler.core.patient import reading_of
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.ranking import PhenotypeQuery, default_model, rank
from osler.diagnosis.steps.named import named_diagnoses

WEAK_BOY = PhenotypeQuery(observed=("HP:0003236", "HP:0003391", "HP:0003707", "HP:0002359"), sex="male", age_years=4)


@pytest.mark.parametrize(
    ("note", "said", "disease"),
    [
        ("4 year old boy, ?DMD. Frequent falls.", "queried", "OMIM:310200"),
        ("Known Duchenne muscular dystrophy, now dysphagia.", "stated", "OMIM:310200"),
        ("His brother has Duchenne muscular dystrophy.", "of a relative", "OMIM:310200"),
        ("Becker muscular dystrophy was excluded.", "denied", "OMIM:300376"),
    ],
)
def test_a_disease_that_the_note_names_is_held_against_the_ranking(note: str, said: str, disease: str) -> None:
    ranking = rank(WEAK_BOY, default_model(bundled_vocabularies()))
    (item,) = named_diagnoses([reading_of(Source(id="n", kind="note", text=note))], ranking)
    assert (item.said, item.disease_id) == (said, disease)
    assert item.place == round(ranking.family_rank_of(disease) or 0)
    assert item.probability is not None
    assert item.probability >= (ranking.probability_of(disease) or 0) * 0.999
    assert item.evidence is not None
    assert item.evidence.quote == item.words


def test_what_the_findings_do_not_support_is_shown_with_its_place() -> None:
    note = "DIAGNOSIS: Marfan syndrome. PMH: asthma, hypertension."
    (item,) = named_diagnoses(
        [reading_of(Source(id="n", kind="note", text=note))], rank(WEAK_BOY, default_model(bundled_vocabularies()))
    )
    assert item.place is not None
    assert item.place > 5
    assert f"place {item.place}" in item.sentence


def test_a_disease_that_is_in_no_relative_is_not_told_of_one() -> None:
    note = "Tremor. No family history of Huntington's disease."
    ranking = rank(WEAK_BOY, default_model(bundled_vocabularies()))
    assert named_diagnoses([reading_of(Source(id="n", kind="note", text=note))], ranking) == []


@pytest.mark.parametrize(
    "note", ["Broke her femur after trivial trauma.", "Ground glass lesions.", "Polyps were removed."]
)
def test_an_everyday_word_is_no_disease_that_the_note_states(note: str) -> None:
    ranking = rank(WEAK_BOY, default_model(bundled_vocabularies()))
    assert named_diagnoses([reading_of(Source(id="n", kind="note", text=note))], ranking) == []
