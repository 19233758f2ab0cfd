"""Diseases that a note describes by what they are diagnosed by, and does not name."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import judge_criterion
from osler.trials.judging.diseases.described import descriptions
from osler.trials.judging.findings import named
from tests.trials.patients import criterion, view


@pytest.mark.parametrize(
    ("note", "text"),
    [
        ("A 60-year-old man. Aspiration of the knee showed urate crystals.", "Gout"),
        ("A 60-year-old man. CT: filling defect in the right pulmonary artery.", "Venous thromboembolism"),
        ("A 50-year-old man. Lymph node biopsy: Reed-Sternberg cells.", "Active malignancy"),
        ("A 60-year-old man. HbA1c 9.1 %.", "Diabetes mellitus"),
        ("A 55-year-old man with ST elevation in II and aVF. Troponin was elevated.", "Acute myocardial infarction"),
    ],
)
def test_a_disease_is_told_by_what_it_is_diagnosed_by(note: str, text: str) -> None:
    result = judge_criterion(criterion(text, "exclusion"), view(note), "strict")
    assert result.verdict.value == "MET", result.reasoning
    assert "without its name" in result.reasoning
    assert result.evidence_sentences
    assert result.confidence < 0.85


@pytest.mark.parametrize(
    ("note", "text"),
    [
        ("A 60-year-old man. Aspiration of the knee showed no urate crystals.", "Gout"),
        ("A 21-year-old man. His brother had hundreds of colonic adenomas.", "Familial adenomatous polyposis"),
        ("A 60-year-old man. HbA1c 9.1 %.", "Type 1 diabetes"),
        ("A 60-year-old man. HbA1c 5.6 %.", "Diabetes mellitus"),
        ("A 30-year-old woman. T-score -2.9.", "Osteoporosis"),
        ("A 55-year-old man with ST elevation in II and aVF.", "Acute myocardial infarction"),
        ("A 60-year-old man. Aspiration of the knee showed urate crystals.", "Gout flare within 4 weeks"),
    ],
)
def test_a_part_of_it_or_another_person_tells_nothing(note: str, text: str) -> None:
    result = judge_criterion(criterion(text, "exclusion"), view(note), "strict")
    assert result.verdict.value == "UNKNOWN", result.reasoning


def test_a_described_disease_does_not_outweigh_its_denial() -> None:
    note = "A 60-year-old man. He does not have diabetes. HbA1c 6.6 %."
    result = judge_criterion(criterion("Diabetes mellitus", "exclusion"), view(note), "strict")
    assert result.verdict.value == "NOT_MET", result.reasoning


def test_every_disease_of_the_table_has_a_code() -> None:
    assert [one.disease for one in descriptions() if not named(one.disease, bundled_vocabularies()).whole] == []
