"""What is said of a thing beside its name: at which stage it was given, how bad it was, since when it was diagnosed, by which limit it counts."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
from tests.trials.patients import criterion, view

BREAST = (
    "Clinic 2 September 2024. A 54-year-old woman. Breast cancer 2017, adjuvant FEC-T. Bone metastases 2023: letrozole."
)
ASTHMA = (
    "Clinic 18 November 2024. A 38-year-old woman with asthma since 2010. Three exacerbations requiring prednisone bursts "
    "in the past year; no intubations ever. On fluticasone/salmeterol. ACQ-5 2.8. FEV1 1.72 L (61% pred)."
)
SCLEROSIS = "Clinic 27 May 2025. A 34-year-old woman with relapsing-remitting multiple sclerosis."
CHANGED_COURSE = f"{SCLEROSIS} Now secondary progressive multiple sclerosis."
CHEST = (
    "Clinic 15 January 2025. COPD. No asthma, no nodules on CT. Smoked 45 pk yrs, quit 2018. No vagal nerve stimulator."
)
NOT_SEEN = "Clinic 15 January 2025. CT in March: no nodules, no effusion."
STEADY = "Clinic 5 May 2025. Levetiracetam 500 mg bd, not changed for six months."
STROKE = "Clinic 5 May 2025. A 70-year-old man with a stroke in 2024."
LIVER = "A 54-year-old woman. ALT 52 U/L, creatinine 1.0 mg/dL."
CHILD = "A 5-year-old boy. ALT 52 U/L, creatinine 1.0 mg/dL."
NO_AGE = "Clinic 5 May 2025. Creatinine 1.0 mg/dL."

CASES: list[tuple[str, CriterionKind, str, str]] = [
    (BREAST, "inclusion", "No prior chemotherapy for advanced disease", "UNKNOWN"),
    (BREAST, "exclusion", "Adjuvant chemotherapy", "MET"),
    (BREAST, "exclusion", "Prior chemotherapy", "MET"),
    (ASTHMA, "exclusion", "Asthma exacerbation requiring intubation in the last 5 years", "NOT_MET"),
    (ASTHMA, "inclusion", "At least 2 severe exacerbations in the last 12 months", "UNKNOWN"),
    (ASTHMA, "inclusion", "At least 2 exacerbations in the last 12 months", "MET"),
    (ASTHMA, "exclusion", "Systemic corticosteroids within 12 months", "UNKNOWN"),
    (ASTHMA, "inclusion", "ACQ score >= 1.5", "MET"),
    (ASTHMA, "inclusion", "FEV1 < 80% of predicted", "MET"),
    (ASTHMA, "inclusion", "FEV1 < 50% of predicted", "NOT_MET"),
    (ASTHMA, "inclusion", "FEV1 >= 1 L", "MET"),
    (ASTHMA, "inclusion", "Documented diagnosis of asthma at least 1 year prior to screening", "MET"),
    (ASTHMA, "inclusion", "Physician-diagnosed asthma >= 12 months before screening", "MET"),
    (ASTHMA, "inclusion", "Confirmed diagnosis of asthma for at least 20 years prior to screening", "NOT_MET"),
    (STROKE, "inclusion", "Diagnosis of stroke at least 3 months before screening", "MET"),
    (STROKE, "inclusion", "Diagnosis of stroke at least 3 years before screening", "NOT_MET"),
    (SCLEROSIS, "exclusion", "Secondary progressive MS", "NOT_MET"),
    (CHANGED_COURSE, "exclusion", "Secondary progressive MS", "MET"),
    (CHEST, "exclusion", "History of asthma", "NOT_MET"),
    (CHEST, "exclusion", "History of lung nodules", "UNKNOWN"),
    (NOT_SEEN, "exclusion", "History of lung nodules", "UNKNOWN"),
    (CHEST, "inclusion", "Current or former smoker", "MET"),
    (CHEST, "exclusion", "Vagus nerve stimulator implanted within 6 months", "NOT_MET"),
    (STEADY, "inclusion", "Antiseizure medication at a stable dose for at least 4 weeks", "MET"),
    (STEADY, "inclusion", "Antiseizure medication at a stable dose for at least 2 years", "UNKNOWN"),
    (LIVER, "inclusion", "ALT <= 3 x ULN", "MET"),
    (LIVER, "inclusion", "ALT <= 2 x ULN", "UNKNOWN"),
    (CHILD, "inclusion", "ALT <= 3 x ULN", "UNKNOWN"),
    (LIVER, "inclusion", "Creatinine <= 1.5 x ULN", "MET"),
    (CHILD, "inclusion", "Creatinine <= 1.5 x ULN", "UNKNOWN"),
    (NO_AGE, "inclusion", "Creatinine <= 1.5 x ULN", "UNKNOWN"),
]


@pytest.mark.parametrize(("note", "kind", "text", "verdict"), CASES)
def test_what_is_said_beside_the_name_counts(note: str, kind: CriterionKind, text: str, verdict: str) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "strict")
    assert result.verdict.value == verdict, result.reasoning


def test_a_proof_by_any_limit_of_normal_says_which_limits_it_holds_for() -> None:
    result = judge_criterion(criterion("Creatinine <= 1.5 x ULN"), view(LIVER), "strict")
    assert "the laboratory's limit of normal is not given" in result.reasoning
    assert "0.73 to 1.65 mg/dL" in result.reasoning
    assert "1.1 mg/dL (ABIM" in result.reasoning
    assert not result.assumptions
