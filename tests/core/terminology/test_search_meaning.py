"""What a search must not confuse: signs, acronyms and words, proper names one letter apart, senses of another type."""

from __future__ import annotations

import pytest

from osler.core.terminology import SemanticType, concept_search
from osler.core.terminology.search.contrast import is_opposed
from osler.core.terminology.search.normal import normalise
from osler.core.terminology.store import vocabulary


@pytest.mark.parametrize(
    ("term", "code"),
    [
        ("HER2 positive", "ICD10CM:Z17.31"),
        ("HER2+", "ICD10CM:Z17.31"),
        ("HER2 negative", "ICD10CM:Z17.32"),
        ("HER2-", "ICD10CM:Z17.32"),
        ("HER2", "HGNC:3430"),
        ("NSTEMI", "MESH:D000072658"),
        ("STEMI", "MONDO:0041656"),
    ],
)
def test_signs_are_part_of_a_name(term: str, code: str) -> None:
    assert concept_search(term, 1)[0].concept_id == code


@pytest.mark.parametrize(
    "term", ["PD-L1 positive", "EGFR negative", "ANA positive", "hepatitis B surface antigen negative"]
)
def test_what_is_said_to_be_there_is_never_answered_by_what_is_said_to_be_missing(term: str) -> None:
    other = {"positive": "negative", "negative": "positive"}[term.split()[-1]]
    assert not [found for found in concept_search(term, 5) if other in normalise(found.matched_name).split()]


def test_a_hyphen_inside_or_after_a_word_is_no_sign() -> None:
    assert normalise("pre- and postnatal") == "pre and postnatal"
    assert normalise("HER2-positive") == "her2 positive"
    assert normalise("X-linked") == "x linked"
    assert normalise("ER+/PR-") == "er positive pr negative"
    assert normalise("CD20-") == "cd20 negative"
    assert normalise("Ca2+ nephrolithiasis") == "ca2+ nephrolithiasis"


def test_what_a_word_denies_is_not_what_states_it() -> None:
    assert is_opposed("nonepileptic seizure non epileptic", "epileptic seizure")
    assert is_opposed("without ascites", "ascites")
    assert is_opposed("seizure free", "seizure")
    assert not is_opposed("skeletal and non skeletal findings", "skeletal abnormalities")
    assert not is_opposed("free thyroxine", "free thyroxine level")


@pytest.mark.parametrize(
    ("term", "code"),
    [
        ("creatinine", "LAB:creatinine"),
        ("ALT", "LAB:alt"),
        ("platelet count", "LAB:platelets"),
        ("glucose", "LAB:glucose"),
    ],
)
def test_senses_of_another_type_take_nothing_from_the_confidence(term: str, code: str) -> None:
    typed = concept_search(term, 1, [SemanticType.LAB_VALUE])[0]
    assert (typed.concept_id, typed.confidence) == (code, 0.97)
    among_all = next(found for found in concept_search(term, 5) if found.concept_id == code)
    assert among_all.confidence_in_type >= 0.95


@pytest.mark.parametrize(
    ("term", "code"),
    [("creatinine", "LAB:creatinine"), ("Platelet count", "LAB:platelets"), ("ferritin", "LAB:ferritin")],
)
def test_the_substance_and_the_test_of_a_measures_name_leave_it_sure(term: str, code: str) -> None:
    first = concept_search(term, 3)[0]
    assert (first.concept_id, first.confidence >= 0.95) == (code, True)
    assert all(found.concept_id != code for found in concept_search(term, 3, [SemanticType.MEDICATION]))


def test_two_diseases_of_one_name_still_leave_it_open() -> None:
    assert concept_search("ALT", 3)[0].confidence <= 0.5


def test_a_proper_name_is_not_taken_for_another_one() -> None:
    assert not [found for found in concept_search("Synthroid", 5) if found.concept_id == "DRUGBANK:DB01418"]
    assert concept_search("Synthroid", 1, [SemanticType.MEDICATION]) == [] or (
        concept_search("Synthroid", 1)[0].concept_id == "DRUGBANK:DB00451"
    )
    assert "etformin" in concept_search("metfromin", 1)[0].display


def test_an_acronym_is_not_a_slip_of_the_pen() -> None:
    sure = [found.display for found in concept_search("BCVA", 5) if found.confidence > 0.2]
    assert sure == ["Best corrected visual acuity"]
    assert not [found for found in concept_search("BCVX", 5) if found.confidence > 0.2]


def test_a_word_is_not_the_acronym_of_the_same_letters() -> None:
    assert [found.concept_id for found in concept_search("Coma", 5) if found.concept_id == "MONDO:0009764"] == []
    coma = vocabulary().concept("HP:0001259")
    assert coma is not None
    assert "0009764" not in coma.xrefs.get("MONDO", [])
