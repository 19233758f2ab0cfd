"""Texts of trials in their order for a patient."""

from __future__ import annotations

import pytest

from osler.core.language import analyse
from osler.core.terminology import bundled_vocabularies
from osler.trials.retrieval import WordIndex, rank_for_patient
from osler.trials.retrieval.person import person_factor
from osler.trials.retrieval.query import QueryOptions, patient_weights
from osler.trials.retrieval.words import words_of

TEXTS = {
    "asthma": "A study of inhaled budesonide in adults with asthma and wheezing.",
    "asthma-children": "A study of inhaled budesonide in children with asthma and wheezing.",
    "prostate": "A study of men with prostate cancer.",
    "knee": "Exercise for pain of the knee.",
    "diabetes": "Metformin in diabetes.",
}


def test_what_the_patient_has_comes_first_and_what_is_denied_does_not_count() -> None:
    index = WordIndex(TEXTS)
    note = "A 44-year-old woman presents with wheezing. She has asthma. She denies diabetes and knee pain."
    ranked = rank_for_patient(note, 44.0, "female", index, bundled_vocabularies())
    assert ranked[0] == "asthma"
    assert ranked.index("asthma") < ranked.index("asthma-children")


def test_a_text_for_others_loses() -> None:
    assert person_factor(TEXTS["prostate"], 50.0, "female", 0.5) == 0.5
    assert person_factor(TEXTS["prostate"], 50.0, "male", 0.5) == 1.0
    assert person_factor(TEXTS["asthma-children"], 44.0, None, 0.5) == 0.5
    assert person_factor(TEXTS["asthma-children"], 9.0, None, 0.5) == 1.0
    assert person_factor(TEXTS["asthma-children"], None, None, 0.5) == 1.0


def test_words_without_their_endings() -> None:
    assert words_of("Studies of wheezing patients") == ["study", "wheez", "patient"]


@pytest.mark.parametrize(
    ("note", "word", "counts"),
    [
        ("The child has had fever for six days. Suspected Kawasaki disease.", "kawasaki", True),
        ("She is short of breath. The differential diagnosis includes sarcoidosis.", "sarcoidosis", True),
        ("Admitted for non-ruptured ectopic pregnancy.", "ectopic", True),
        ("She is short of breath. There is no sarcoidosis.", "sarcoidosis", False),
        ("She is short of breath. Her mother may have had sarcoidosis.", "sarcoidosis", False),
    ],
)
def test_a_suspected_diagnosis_and_a_disease_of_which_a_kind_is_denied_count_as_findings(
    note: str, word: str, counts: bool
) -> None:
    vocabularies, index = bundled_vocabularies(), WordIndex({"a": "kawasaki sarcoidosis ectopic", "b": "other"})
    weights = patient_weights(analyse(note, vocabularies), index, vocabularies, QueryOptions(rest=0))
    assert bool(weights.get(word)) is counts


def test_what_a_patient_comes_for_counts_though_it_is_not_there_yet() -> None:
    texts = {"bones": "Osteoporosis in women.", "pressure": "Hypertension in adults.", "lungs": "Lung cancer."}
    index = WordIndex(texts)
    note = "A 51-year-old woman is seen for advice on osteoporosis. She has hypertension. Possible lung cancer."
    found = patient_weights(analyse(note, bundled_vocabularies()), index, bundled_vocabularies())
    rest = QueryOptions().rest
    assert found["osteoporosis"] > found["hypertension"] > rest
    assert found["lung"] > rest


def test_what_is_done_at_every_visit_is_not_searched_for() -> None:
    texts = {"a": "Physical examination and ultrasound.", "b": "Splenectomy after rupture."}
    note = "A man with a rupture of the spleen. Physical examination is normal. Splenectomy was done."
    found = patient_weights(analyse(note, bundled_vocabularies()), WordIndex(texts), bundled_vocabularies())
    assert found["splenectomy"] > 2 * found["examination"]


@pytest.mark.parametrize(
    ("note", "word", "counts"),
    [
        ("Sudden facial droop and slurred speech since this morning.", "stroke", True),
        ("Fever and cough with bronchial breath sounds; she is in respiratory distress.", "pneumonia", True),
        ("No facial droop and no slurred speech.", "stroke", False),
        ("He has had an itchy rash for two days.", "stroke", False),
    ],
)
def test_what_findings_together_may_be_is_searched_for_though_no_note_names_it(
    note: str, word: str, counts: bool
) -> None:
    vocabularies = bundled_vocabularies()
    index = WordIndex({"a": "stroke pneumonia", "b": "rash fever cough"})
    weights = patient_weights(analyse(note, vocabularies), index, vocabularies, QueryOptions(rest=0))
    assert bool(weights.get(word)) is counts
