"""What letters tell in two ways or in passing: one tumour twice, regimens by their drugs, rest, boards, prognoses, days of a visit."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.core.terminology import bundled_vocabularies
from osler.trials import CriterionVerdict
from osler.trials.judging import judge_criterion, unsupported
from osler.trials.judging.judge import topic_of
from tests.trials.patients import criterion, patient, view

OTHER = "Other malignancy within the last 5 years"


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("Cancer of the left colon. Colonoscopy showed adenocarcinoma.", "UNKNOWN"),
        ("A sigmoid tumour. Biopsy: moderately differentiated adenocarcinoma.", "UNKNOWN"),
        ("Colon cancer, histology adenocarcinoma, metastatic to the liver.", "UNKNOWN"),
        ("Caecal cancer: adenocarcinoma on biopsies. No other cancer in the past.", "NOT_MET"),
        ("Colon cancer, adenocarcinoma on biopsy. Prostate cancer found in January 2024.", "MET"),
        ("Colon cancer, adenocarcinoma on biopsy. Melanoma in 2023.", "MET"),
    ],
)
def test_a_histology_without_a_place_is_that_of_the_tumour_beside_it(note: str, expected: str) -> None:
    topic = topic_of("Metastatic colorectal cancer", bundled_vocabularies())
    result = judge_criterion(criterion(OTHER, "exclusion"), view(f"Visit 3 June 2025. {note}"), "strict", topic)
    assert result.verdict.value == expected, result.reasoning


@pytest.mark.parametrize(
    ("note", "kind", "text", "expected"),
    [
        # Well today, and no history
        ("Hip fracture in May. Otherwise well.", "exclusion", "Dementia", "UNKNOWN"),
        ("Gout. No other medical problems.", "exclusion", "Epilepsy", "UNKNOWN"),
        ("Gout. No other past medical history.", "exclusion", "Epilepsy", "NOT_MET"),
        # Regimens
        ("Colon cancer. FOLFOX until February 2025.", "inclusion", "Prior treatment with oxaliplatin", "MET"),
        ("Colon cancer. XELOX in 2024.", "inclusion", "Prior fluoropyrimidine-based chemotherapy", "MET"),
        ("Breast cancer; TCHP finished in March 2024.", "inclusion", "Prior trastuzumab", "MET"),
        ("Lung cancer, carbo-pem x4.", "inclusion", "Prior platinum-based chemotherapy", "MET"),
        ("Lymphoma, R-CHOP-21 in 2023.", "exclusion", "Prior anthracycline", "MET"),
        ("Colon cancer. Never had FOLFOX.", "exclusion", "Prior oxaliplatin", "UNKNOWN"),
        ("Colon cancer. No chemotherapy so far.", "exclusion", "Prior treatment with irinotecan", "NOT_MET"),
        ("Colon cancer, chemotherapy-naive.", "exclusion", "Prior treatment with irinotecan", "NOT_MET"),
        ("Colon cancer. No adjuvant chemotherapy.", "exclusion", "Prior irinotecan", "UNKNOWN"),
        ("Colon cancer. No chemotherapy or surgery in the last year.", "exclusion", "Prior irinotecan", "UNKNOWN"),
        ("No chemotherapy in 2010. Colon cancer 2024, FOLFOX.", "exclusion", "Prior irinotecan", "UNKNOWN"),
        ("Irinotecan-based treatment, which she has not had so far.", "exclusion", "Prior irinotecan", "NOT_MET"),
        # Repair proteins
        ("Caecal cancer with loss of MLH1 and PMS2.", "inclusion", "MSI-H or dMMR tumour", "MET"),
        ("Loss of MLH1/PMS2, MSH2/MSH6 preserved.", "inclusion", "dMMR", "MET"),
        ("MLH1, PMS2, MSH2 and MSH6 preserved.", "exclusion", "dMMR", "NOT_MET"),
        ("Caecal cancer. MLH1 intact.", "exclusion", "dMMR", "UNKNOWN"),
        # Rest
        ("Crohn's disease, in remission on azathioprine.", "exclusion", "Inflammatory bowel disease", "MET"),
        ("Rheumatoid arthritis in remission on methotrexate.", "exclusion", "Rheumatoid arthritis", "MET"),
        ("Crohn's disease, in remission.", "inclusion", "Active Crohn's disease", "NOT_MET"),
        ("Breast cancer in 2015, in remission.", "exclusion", "Breast cancer", "UNKNOWN"),
        ("Visit 3 May 2025. Crohn's disease on azathioprine.", "exclusion", "Flare of inflammatory bowel disease within 6 months", "UNKNOWN"),
        ("Visit 3 May 2025. Epilepsy on lamotrigine since 2010.", "exclusion", "Seizure within 12 months", "UNKNOWN"),
        ("Epilepsy on lamotrigine.", "exclusion", "History of seizures", "MET"),
        # Boards, pressures, prognoses, doses, reactions
        ("Colorectal cancer with liver metastases; the MDT judged them not resectable.", "inclusion", "Unresectable metastatic colorectal cancer", "MET"),
        ("Colon cancer with liver metastases, judged resectable.", "inclusion", "Metastatic disease not amenable to resection", "NOT_MET"),
        ("BP 162/104 mmHg on three drugs.", "exclusion", "Uncontrolled hypertension", "MET"),
        ("BP 162/104 mmHg on amlodipine, ramipril and indapamide.", "exclusion", "Uncontrolled hypertension", "MET"),
        ("BP 150/92 mmHg on ramipril.", "exclusion", "Uncontrolled hypertension", "UNKNOWN"),
        ("Prognosis in the order of weeks to two months.", "inclusion", "Life expectancy of at least 3 months", "NOT_MET"),
        ("Prognosis of two to six months.", "inclusion", "Life expectancy of at least 3 months", "UNKNOWN"),
        ("Seen 4 March 2025. Metformin 500 mg twice daily (reduced in 2023, unchanged since).", "inclusion", "Stable dose of metformin for at least 90 days", "MET"),
        ("Tried metformin, could not take it because of nausea.", "inclusion", "Intolerance to metformin", "MET"),
        ("Tried ramipril and had to stop it because of cough.", "inclusion", "Intolerance to an ACE inhibitor", "MET"),
        ("Tried ramipril and had to stop it because of the cost.", "inclusion", "Intolerance to an ACE inhibitor", "UNKNOWN"),
        # Days
        ("Visit of 14 April 2025. Psoriasis. Last adalimumab injection 10 December 2024.", "exclusion", "Adalimumab within 8 weeks", "NOT_MET"),
        ("Visit of 14 April 2025. Psoriasis. Last adalimumab injection 2 April 2025.", "exclusion", "TNF inhibitor within 8 weeks", "MET"),
        ("Visit of 3 May 2025. Hernia repair is scheduled for 30 May 2025.", "exclusion", "Elective surgery planned within 3 months", "MET"),
        ("Visit of 3 May 2025. Hernia repair is scheduled for 30 November 2025.", "exclusion", "Elective surgery planned within 3 months", "UNKNOWN"),
        ("Visit of 3 May 2025. Colonoscopy is scheduled for 30 May 2025.", "exclusion", "Elective surgery planned within 3 months", "UNKNOWN"),
        ("Hypertension. No stroke. Her mother had a stroke.", "exclusion", "History of stroke", "NOT_MET"),
    ],
)  # fmt: skip
def test_what_letters_tell_is_judged(note: str, kind: CriterionKind, text: str, expected: str) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "strict")
    assert result.verdict.value == expected, result.reasoning


def test_a_denial_beside_a_disease_is_told_as_one_of_others() -> None:
    result = judge_criterion(criterion("Epilepsy", "exclusion"), view("Gout. No other past medical history."), "strict")
    assert "besides those that it names" in result.reasoning


def test_an_earlier_visit_does_not_date_a_letter() -> None:
    assert patient("Since the visit of 14 April 2025 she is well.").as_of is None
    assert patient("Visit of 14 April 2025. She is well.").as_of == "2025-04-14"


@pytest.mark.parametrize(
    ("told", "text", "verdict", "supported"),
    [
        ("FOLFOX plus bevacizumab until January 2025.", "Prior oxaliplatin", CriterionVerdict.MET, True),
        ("FOLFOX plus bevacizumab until January 2025.", "Prior oxaliplatin", CriterionVerdict.NOT_MET, False),
        ("Then FOLFIRI/aflibercept.", "Prior oxaliplatin", CriterionVerdict.MET, False),
        ("KRAS and NRAS wild type.", "RAS mutation", CriterionVerdict.NOT_MET, True),
        ("KRAS and NRAS wild type.", "RAS mutation", CriterionVerdict.MET, False),
        ("Metformin 500 mg bd, unchanged.", "Stable dose of metformin for 90 days", CriterionVerdict.MET, True),
    ],
)
def test_a_model_is_checked_by_the_sense_of_its_sentences(
    told: str, text: str, verdict: CriterionVerdict, supported: bool
) -> None:
    seen = view(told)
    assert (not unsupported(verdict, criterion(text).tree, seen.sentences, seen)) == supported
