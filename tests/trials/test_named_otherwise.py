"""A marker is no treatment, a denied kind is one kind, another organ is not the skin, and what is spared does not exclude."""

from __future__ import annotations

import pytest

from osler.core.criteria import Criterion, CriterionKind, parse_criterion
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import PatientView, judge_criterion

WILD = "A 60-year-old man with colorectal cancer, EGFR wild type, treated with cetuximab in 2022."
UNMUTATED = "A 71-year-old man with metastatic squamous cell carcinoma of the lung. NGS on tissue: no EGFR mutation."
FOOD = "A 25-year-old woman. Hay fever; no food allergies."
DRUG = "A 25-year-old woman. No known drug allergies."
IN_SITU = "A 51-year-old woman. Conisation for cervical carcinoma in situ in 2010."
SPARED = "History of malignancy, except cervical carcinoma in situ"
SKIN = "History of skin cancer"
TWICE = "A 59-year-old man. Blood pressure 152/90 on arrival, 134/82 after ten minutes of rest."


def _verdict(note: str, kind: CriterionKind, text: str) -> tuple[str, str]:
    vocabularies = bundled_vocabularies()
    tree = parse_criterion(text, vocabularies, kind=kind)
    asked = Criterion(id="t/1", kind=kind, text=text, start=0, end=len(text), tree=tree)
    found = judge_criterion(asked, PatientView(read_patient(note, "note").record, vocabularies), "strict")
    return found.verdict.value, found.reasoning


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        (WILD, "Previous treatment with antibodies targeting EGFR", "UNKNOWN"),
        (UNMUTATED, "Previous treatment with antibodies targeting EGFR", "UNKNOWN"),
        (WILD, "Prior treatment with an EGFR tyrosine kinase inhibitor", "UNKNOWN"),
        (UNMUTATED, "Prior EGFR TKI", "UNKNOWN"),
        (WILD, "EGFR mutation", "NOT_MET"),
        (FOOD, "Allergy to sulfonamides", "UNKNOWN"),
        (FOOD, "Known hypersensitivity to iodinated contrast", "UNKNOWN"),
        (FOOD, "Allergy to eggs", "NOT_MET"),
        (DRUG, "Allergy to peanuts", "UNKNOWN"),
        (DRUG, "Allergy to penicillin", "NOT_MET"),
        ("A 25-year-old woman. No known allergies.", "Allergy to peanuts", "NOT_MET"),
        ("A woman. No environmental allergies.", "Allergy to penicillin", "UNKNOWN"),
        ("A 71-year-old woman with squamous cell carcinoma of the lung.", SKIN, "UNKNOWN"),
        ("A 71-year-old woman with head and neck squamous cell carcinoma.", SKIN, "UNKNOWN"),
        ("A 71-year-old woman with cervical squamous cell carcinoma.", SKIN, "UNKNOWN"),
        ("A 71-year-old woman. Squamous cell carcinoma of the left upper lobe of the lung.", SKIN, "UNKNOWN"),
        ("A 71-year-old woman. Squamous cell carcinoma of the skin in 2012.", SKIN, "MET"),
        ("A 71-year-old woman. Basal cell carcinoma of the nose removed in 2012. Lung cancer.", SKIN, "MET"),
        (IN_SITU, SPARED, "NOT_MET"),
        ("A man. Squamous cell carcinoma of the lung in 2012.", "History of cancer other than skin cancer", "MET"),
        ("A man. Oesophageal squamous cell carcinoma in 2012.", "Malignancy except non-melanoma skin cancer", "MET"),
        ("A man. Basal cell carcinoma of the nose in 2012.", "History of cancer other than skin cancer", "NOT_MET"),
        ("A man. BP 152/95. Repeat after 5 minutes 134/82.", "Systolic BP > 140 mmHg", "UNKNOWN"),
        (DRUG, "Severe allergies", "UNKNOWN"),
        ("A 51-year-old woman. Carcinoma in situ of the cervix in 2010.", SPARED, "UNKNOWN"),
        ("A 51-year-old woman. Cervical carcinoma in 2010.", SPARED, "MET"),
        ("A 51-year-old woman. Ductal carcinoma in situ of the breast in 2010. Colon cancer in 2015.", SPARED, "MET"),
        (TWICE, "Systolic blood pressure > 140 mmHg", "UNKNOWN"),
        (TWICE, "Systolic blood pressure > 160 mmHg", "NOT_MET"),
        (TWICE, "Systolic blood pressure > 130 mmHg", "MET"),
    ],
)
def test_what_excludes(note: str, text: str, expected: str) -> None:
    verdict, reasoning = _verdict(note, "exclusion", text)
    assert verdict == expected, reasoning


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        (WILD, "Metastatic EGFR wild-type NSCLC", "UNKNOWN"),
        (UNMUTATED, "Metastatic EGFR wild-type NSCLC", "MET"),
        ("A man with lung cancer, KRAS wild type.", "KRAS wild-type colorectal cancer", "UNKNOWN"),
        ("A man with metastatic NSCLC, EGFR exon 19 deletion.", "Metastatic EGFR wild-type NSCLC", "NOT_MET"),
        (TWICE, "Systolic blood pressure below 140 mmHg", "UNKNOWN"),
        ("A man. BP 134/82 today, 152/90 in 2019.", "Systolic blood pressure below 140 mmHg", "MET"),
    ],
)
def test_what_is_required(note: str, text: str, expected: str) -> None:
    verdict, reasoning = _verdict(note, "inclusion", text)
    assert verdict == expected, reasoning
