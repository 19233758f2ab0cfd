"""Texts of trials in their order for a patient."""

from __future__ import annotations

import numpy as np
import pytest

from osler.core.language import analyse
from osler.core.terminology import bundled_vocabularies
from osler.trials.retrieval import TrialTexts, WordIndex, rank_for_patient
from osler.trials.retrieval.person import person_factor
from osler.trials.retrieval.query import QueryOptions, Told, patient_names, patient_weights, told_of_patient
from osler.trials.retrieval.sparse import SparseMatrix
from osler.trials.retrieval.topics import TopicSpace
from osler.trials.retrieval.words import words_of

TEXTS = {
    "asthma": "A study of inhaled budesonide in adults with asthma and wheezing.",
    "asthma-children": "A study of inhaled budesonide in children with asthma and wheezing.",
    "prostate": "A study of men with prostate cancer.",
    "knee": "Exercise for pain of the knee.",
    "diabetes": "Metformin in diabetes.",
}


def _told(note: str) -> list[Told]:
    return told_of_patient(analyse(note, bundled_vocabularies()), bundled_vocabularies())


def _words(note: str, index: WordIndex, options: QueryOptions | None = None) -> dict[str, float]:
    return patient_weights(analyse(note, bundled_vocabularies()), _told(note), index, options)


def test_what_the_patient_has_comes_first_and_what_is_denied_does_not_count() -> None:
    index = TrialTexts(TEXTS, bundled_vocabularies())
    note = "A 44-year-old woman presents with wheezing. She has asthma. She denies diabetes and knee pain."
    ranked = rank_for_patient(note, 44.0, "female", index)
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
    index = WordIndex({"a": "kawasaki sarcoidosis ectopic", "b": "other"})
    weights = _words(note, index, QueryOptions(rest=0))
    assert bool(weights.get(word)) is counts


def test_what_a_patient_comes_for_counts_though_it_is_not_there_yet() -> None:
    texts = {"bones": "Osteoporosis in women.", "pressure": "Hypertension in adults.", "lungs": "Lung cancer."}
    index = WordIndex(texts)
    note = "A 51-year-old woman is seen for advice on osteoporosis. She has hypertension. Possible lung cancer."
    found = _words(note, index)
    rest = QueryOptions().rest
    assert found["osteoporosis"] > found["hypertension"] > rest
    assert found["lung"] > rest


def test_what_is_done_at_every_visit_is_not_searched_for() -> None:
    texts = {"a": "Physical examination and ultrasound.", "b": "Splenectomy after rupture."}
    note = "A man with a rupture of the spleen. Physical examination is normal. Splenectomy was done."
    found = _words(note, WordIndex(texts))
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
    index = WordIndex({"a": "stroke pneumonia", "b": "rash fever cough"})
    weights = _words(note, index, QueryOptions(rest=0))
    assert bool(weights.get(word)) is counts


def test_a_concept_is_found_under_any_of_its_names() -> None:
    vocabularies = bundled_vocabularies()
    texts = TrialTexts(
        {"heart": "Exercise in congestive heart failure.", "liver": "Exercise in cirrhosis."}, vocabularies
    )
    wanted = patient_names(_told("A 70-year-old man with CHF."), texts.names, vocabularies)
    assert texts.names.ranked(texts.names.scores(wanted))[:1] == [0]
    denied = patient_names(_told("A 70-year-old man. No CHF."), texts.names, vocabularies)
    assert not texts.names.scores(denied)


COMPANY = {
    "infarction": [
        "infarction troponin stent coronary",
        "infarction stent aspirin coronary",
        "infarction troponin aspirin",
    ],
    "attack": ["attack troponin stent coronary", "attack troponin aspirin coronary", "attack stent aspirin"],
    "wheezing": ["wheezing inhaler spirometry sputum", "wheezing inhaler cough sputum", "wheezing spirometry cough"],
    "eczema": ["eczema emollient itching cream", "eczema itching cream skin", "eczema emollient skin"],
    "cataract": ["cataract lens vision surgeon", "cataract vision phaco lens", "cataract phaco surgeon"],
    "fracture": ["fracture plaster wrist fall", "fracture wrist splint fall", "fracture plaster splint"],
}


def _in_company() -> WordIndex:
    return WordIndex({f"{name}-{place}": text for name, texts in COMPANY.items() for place, text in enumerate(texts)})


@pytest.mark.parametrize(
    ("asked", "alike", "unlike"), [("attack", "infarction", "wheezing"), ("infarction", "attack", "eczema")]
)
def test_words_that_keep_the_same_company_are_about_the_same(asked: str, alike: str, unlike: str) -> None:
    index = _in_company()
    found = TopicSpace(index, topics=5).likeness({asked: 1.0})
    near = [found.get(index.ids.index(f"{alike}-{place}"), 0.0) for place in range(3)]
    far = [found.get(index.ids.index(f"{unlike}-{place}"), 0.0) for place in range(3)]
    assert min(near) > 0.5 > max(far)


def test_topics_are_the_same_each_time_and_a_word_that_no_text_has_is_about_nothing() -> None:
    index = _in_company()
    assert TopicSpace(index, topics=5).likeness({"attack": 1.0}) == TopicSpace(index, topics=5).likeness(
        {"attack": 1.0}
    )
    assert TopicSpace(index).likeness({"unheard": 1.0}) == {}


@pytest.mark.parametrize("texts", [{}, {"one": "asthma"}, {"one": "asthma", "two": ""}])
def test_few_texts_have_no_topics(texts: dict[str, str]) -> None:
    assert TopicSpace(WordIndex(texts)).likeness({"asthma": 1.0}) == {}


def test_the_product_of_a_sparse_matrix_is_that_of_the_full_one() -> None:
    full = np.array([[0, 2, 0], [0, 0, 0], [1, 0, 3], [0, 4, 0]], np.float32)
    rows, columns = np.nonzero(full)
    sparse = SparseMatrix.of(list(rows), list(columns), list(full[rows, columns]), (4, 3))
    other = np.arange(6, dtype=np.float32).reshape(3, 2)
    assert np.array_equal(sparse.times(other), full @ other)
    assert np.array_equal(sparse.turned().times(full), full.T @ full)


def test_what_the_first_texts_speak_of_brings_up_trials_that_share_no_word_with_the_note() -> None:
    """The note tells of snoring; the trials that do name sleep apnea, and so others of sleep apnea come before the rest."""
    told = [f"Loud snoring and daytime sleepiness in obstructive sleep apnea, part {place}." for place in range(8)]
    texts = {f"told-{place}": text for place, text in enumerate(told)}
    texts |= {"named": "Obstructive sleep apnea treated with a mask.", "other": "Gout treated with a mask."}
    texts |= {f"far-{place}": "Vaccination against measles in the tropics." for place in range(20)}
    note = "A 50-year-old man is brought by his wife for loud snoring and daytime sleepiness."
    ranked = rank_for_patient(note, 50.0, "male", TrialTexts(texts, bundled_vocabularies()))
    assert ranked.index("named") < len(told) + 1
    assert "other" not in ranked[: ranked.index("named")]
