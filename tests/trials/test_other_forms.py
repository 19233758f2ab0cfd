"""What notes state in another form than criteria ask: failures, classes, counts, courses, scales, histology; and what they leave open."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import PatientView, judge_criterion, topic_of
from tests.trials.patients import criterion, view

SEEN = "Seen 5 June 2025. A 48-year-old man. "
VERDICTS: list[tuple[str, str, CriterionKind, str]] = [
    # Treatments that did not help, counted.
    ("Migraine. Topiramate: no benefit. Propranolol was not tolerated.", "Inadequate response or intolerance to at least 2 of topiramate or propranolol", "inclusion", "MET"),
    ("Gout. Allopurinol with good effect.", "Failure or intolerance of allopurinol", "inclusion", "UNKNOWN"),
    ("Spondylitis. Etanercept (primary non-response), now golimumab.", "Lack of response, loss of response or intolerance to a TNF inhibitor", "inclusion", "MET"),
    # A class that is denied holds its members; a denial of today does not.
    ("He has never received a checkpoint inhibitor.", "Prior treatment with nivolumab", "exclusion", "NOT_MET"),
    ("He is not on a biologic now.", "Prior treatment with secukinumab", "exclusion", "UNKNOWN"),
    ("Takes galantamine.", "Treatment with an acetylcholinesterase inhibitor", "exclusion", "MET"),
    # A list of medicines closes no world; taking nothing does.
    ("Current medications: bisoprolol, atorvastatin.", "Use of digoxin", "exclusion", "UNKNOWN"),
    ("He takes no medications.", "Use of digoxin", "exclusion", "NOT_MET"),
    # Bouts in a time.
    ("Gout, three flares in the last 12 months.", "At least 2 flares within the past year", "inclusion", "MET"),
    ("Gout, one flare in the past year.", "At least 2 flares within the previous 12 months", "inclusion", "NOT_MET"),
    ("Gout, three flares in the last 5 years.", "At least 2 flares within the past year", "inclusion", "UNKNOWN"),
    # Courses and their ends.
    ("Leflunomide was taken from February to April 2024.", "Leflunomide within 8 weeks", "exclusion", "NOT_MET"),
    ("Tofacitinib has never been tried.", "Previous use of tofacitinib", "exclusion", "NOT_MET"),
    ("Crohn's disease diagnosed in 2019.", "Crohn's disease diagnosed at least 3 months before screening", "inclusion", "MET"),
    # Scores by their short names, and body mass by height and weight.
    ("MoCA 19/30 today.", "Montreal Cognitive Assessment of 16 to 25", "inclusion", "MET"),
    ("No tremor, MADRS 31.", "MADRS total score >= 28", "inclusion", "MET"),
    ("Weight 120 kg, height 1.75 m.", "BMI >= 40 kg/m2", "exclusion", "NOT_MET"),
    # Histology and variants.
    ("Lung adenocarcinoma.", "Squamous histology", "exclusion", "NOT_MET"),
    ("Lung cancer.", "Squamous histology", "exclusion", "UNKNOWN"),
    ("AML. FLT3-ITD negative.", "FLT3-ITD mutation", "exclusion", "NOT_MET"),
    ("AML. FLT3-ITD negative.", "FLT3 mutation", "exclusion", "UNKNOWN"),
    # Benign tumours are no cancer, and a cancer that was treated away is not there by itself.
    ("Lipoma of the thigh. Thyroid adenoma.", "History of malignancy", "exclusion", "UNKNOWN"),
    ("Haemangioma of the liver.", "Liver cancer", "exclusion", "UNKNOWN"),
    ("Active melanoma of the back.", "Malignancy", "exclusion", "MET"),
    ("Kidney cancer treated by nephrectomy in 2011, no recurrence.", "Malignancy within 5 years", "exclusion", "UNKNOWN"),
    ("Bladder cancer removed by cystectomy in 2010. Asthma.", "Other malignancy within the last 5 years", "exclusion", "UNKNOWN"),
    # What a moment or a group limits.
    ("ECOG 3.", "Aged 18 or over when signing the informed consent", "inclusion", "UNKNOWN"),
    ("ECOG 3.", "Age >= 18 years at the time of signing the informed consent", "inclusion", "MET"),
    ("ECOG 3.", "ECOG 0-1 for patients aged 65 years or older", "inclusion", "NOT_APPLICABLE"),
    ("Hepatitis C negative.", "Positive test for hepatitis C", "exclusion", "NOT_MET"),
    ("Takes prednisolone 10 mg daily.", "Corticosteroids, if used, must be at a stable dose", "inclusion", "UNKNOWN"),
    # An exclusion without words excludes nobody and is not known.
    ("Asthma.", "...", "exclusion", "UNKNOWN"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "text", "kind", "verdict"), VERDICTS)
def test_other_forms(told: str, text: str, kind: CriterionKind, verdict: str) -> None:
    result = judge_criterion(criterion(text, kind), view(SEEN + told), "strict")
    assert result.verdict.value == verdict, result.reasoning


def test_the_clinical_policy_marks_what_a_list_does_not_name() -> None:
    seen = view(SEEN + "Current medications: bisoprolol, atorvastatin.")
    result = judge_criterion(criterion("Current use of digoxin", "exclusion"), seen, "clinical")
    assert result.verdict.value == "NOT_MET"
    assert result.assumptions


def test_the_day_of_a_letter_on_its_letterhead_is_kept() -> None:
    letter = (
        "Chest clinic, 4 July 2025\n\nDear colleague,\nI saw this 60-year-old woman. Labs 1 July 2025: Hb 12.1 g/dL."
    )
    record = read_patient(letter, "note").record
    assert record.as_of == "2025-07-04"
    seen = PatientView(record, bundled_vocabularies())
    assert judge_criterion(criterion("Hemoglobin >= 10 g/dL"), seen, "strict").verdict.value == "MET"


def test_a_range_beside_a_value_gives_the_limit_of_normal() -> None:
    seen = view(SEEN + "AST 61 U/L (normal up to 40), bilirubin 9 umol/L (ref <21).")
    assert judge_criterion(criterion("AST <= 2.5 x ULN"), seen, "strict").verdict.value == "MET"
    assert judge_criterion(criterion("Bilirubin > 1.5 x ULN", "exclusion"), seen, "strict").verdict.value == "NOT_MET"


def test_a_treatment_for_the_trials_own_disease_is_judged_with_its_topic() -> None:
    topic = topic_of("Apixaban in atrial fibrillation", bundled_vocabularies(), ("atrial fibrillation",))
    seen = view(SEEN + "Atrial fibrillation. Takes aspirin. Not on anticoagulants.")
    result = judge_criterion(criterion("Current treatment with anticoagulants", "exclusion"), seen, "strict", topic)
    assert result.verdict.value == "NOT_MET", result.reasoning
