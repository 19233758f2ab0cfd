"""Rest and bouts, routes, counts in words and terms that exclude each other: what a note says of them, and its opposite beside it."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import NO_TOPIC, judge_criterion, unsupported
from osler.trials.types import CriterionVerdict
from tests.trials.patients import criterion, view

UVEITIS = "A 14-year-old girl. Iritis of both eyes in remission since May 2024."


@pytest.mark.parametrize(
    ("note", "text", "kind", "verdict"),
    [
        (UVEITIS, "Active iritis", "exclusion", "NOT_MET"),
        ("A 14-year-old girl with iritis of both eyes.", "Active iritis", "exclusion", "MET"),
        ("A 50-year-old man. Two attacks of gout in 2018.", "Active gout", "inclusion", "UNKNOWN"),
        ("A 50-year-old man. He uses a fluticasone inhaler.", "Inhaled corticosteroids", "inclusion", "MET"),
        ("A 50-year-old man. He takes prednisone tablets.", "Inhaled corticosteroids", "inclusion", "UNKNOWN"),
        ("A 50-year-old woman with nine swollen joints.", "At least 6 swollen joints", "inclusion", "MET"),
        ("A 50-year-old woman with three swollen joints.", "At least 6 swollen joints", "inclusion", "NOT_MET"),
        ("A 30-year-old woman. Pre-pregnancy BMI 27.", "Pre-pregnancy BMI >= 30 kg/m2", "inclusion", "NOT_MET"),
        ("A 60-year-old man. Rectal cancer, microsatellite stable.", "MSI-H or dMMR disease", "inclusion", "NOT_MET"),
        ("A 60-year-old man. Rectal cancer, dMMR.", "Microsatellite instability-high tumour", "inclusion", "MET"),
        ("A 60-year-old man. Rectal cancer, MSI test awaited.", "MSI-high tumour", "inclusion", "UNKNOWN"),
        ("A 57-year-old postmenopausal woman.", "Breast-feeding", "exclusion", "NOT_MET"),
        ("A 37-year-old woman, tubal ligation last year.", "Breast-feeding", "exclusion", "UNKNOWN"),
        ("A 40-year-old man. IGRA was negative.", "Latent tuberculosis", "exclusion", "NOT_MET"),
        ("A 40-year-old man. IGRA is awaited.", "Latent tuberculosis", "exclusion", "UNKNOWN"),
        ("A 70-year-old man. Lesions measurable per RECIST.", "Measurable disease", "inclusion", "MET"),
        ("A 70-year-old man. Bone disease, not measurable by RECIST.", "Measurable disease", "inclusion", "NOT_MET"),
    ],
)
def test_verdicts_of_notes(note: str, text: str, kind: CriterionKind, verdict: str) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "strict", NO_TOPIC)
    assert result.verdict.value == verdict, result.reasoning


@pytest.mark.parametrize(
    ("sentence", "text", "verdict", "stands"),
    [
        ("She is allergic to aspirin but not to ibuprofen.", "Allergy to ibuprofen", "MET", False),
        ("She is allergic to aspirin but not to ibuprofen.", "Allergy to ibuprofen", "NOT_MET", True),
        ("She is allergic to aspirin but not to ibuprofen.", "Allergy to aspirin", "MET", True),
        ("Methotrexate was stopped in 2019 because of raised transaminases.", "Elevated transaminases at present", "MET", False),
        ("Seen 3 Nov 2026. Metformin since 2019.", "Current treatment with metformin", "MET", True),
    ],
)  # fmt: skip
def test_what_a_model_may_say_of_a_sentence(sentence: str, text: str, verdict: str, stands: bool) -> None:
    seen = view(f"Seen 3 Nov 2026. A 40-year-old woman. {sentence}")
    cited = [one for one in seen.sentences if one.text in sentence]
    assert cited
    why = unsupported(CriterionVerdict(verdict), criterion(text, "exclusion").tree, cited, seen)
    assert bool(why) is not stands, why


@pytest.mark.parametrize(
    ("told", "asked", "verdict"),
    [
        ("score 5", "Child-Pugh class A", "MET"),
        ("A5", "Child-Pugh A or B", "MET"),
        ("class B", "Child-Pugh class A", "NOT_MET"),
        ("B (8 points)", "Child-Pugh score <= 7", "NOT_MET"),
        ("B", "Child-Pugh score <= 7", "UNKNOWN"),
        ("score 6", "Child-Pugh class > A", "NOT_MET"),
        ("C", "Child-Pugh class B or C", "MET"),
        ("10 points", "Child-Pugh score of 5-6", "NOT_MET"),
        ("assessment awaited", "Child-Pugh class A", "UNKNOWN"),
    ],
)
def test_classes_and_points_of_a_scale(told: str, asked: str, verdict: str) -> None:
    seen = view(f"A 60-year-old man with cirrhosis. Child-Pugh {told}.")
    result = judge_criterion(criterion(asked, "inclusion"), seen, "strict", NO_TOPIC)
    assert result.verdict.value == verdict, result.reasoning
