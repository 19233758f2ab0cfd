"""What is a kind of what: benign tumours are no cancer, operations have their everyday names."""

import pytest

from osler.core.criteria.judging.meaning import meaning_of
from osler.core.terminology import bundled_vocabularies


@pytest.mark.parametrize(
    ("kind", "general", "is_one"),
    [
        ("HP:0010619", "MONDO:0004992", False),  # fibroadenoma of the breast, cancer
        ("MONDO:0018078", "MONDO:0004992", True),  # soft tissue sarcoma, cancer
        ("MONDO:0006805", "MONDO:0005542", True),  # unstable angina, acute coronary syndrome
        ("MONDO:0005002", "HP:0006528", True),  # COPD, chronic lung disease
        ("MESH:D016031", "SCTID:313039003", True),  # liver transplantation, solid organ transplant
    ],
)
def test_kinds(kind: str, general: str, is_one: bool) -> None:
    assert bundled_vocabularies().hierarchy.is_a(kind, general) is is_one


@pytest.mark.parametrize("name", ["Thoracic surgery", "urological surgery"])
def test_surgical_procedures_are_called_surgery(name: str) -> None:
    assert meaning_of(name, bundled_vocabularies()).concepts


@pytest.mark.parametrize("name", ["Hypertension medication", "asthma therapy", "Migraine drugs", "gout treatment"])
def test_what_is_taken_for_a_disease_is_not_the_disease(name: str) -> None:
    disease = meaning_of(name.split()[0], bundled_vocabularies())
    treated = meaning_of(name, bundled_vocabularies())
    assert disease.concepts
    assert not treated.concepts & disease.concepts
    assert treated.words != disease.words


def test_a_medicine_with_a_word_for_treatment_stays_the_medicine() -> None:
    assert meaning_of("insulin therapy", bundled_vocabularies()).concepts
