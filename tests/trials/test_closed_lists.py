"""Lists that notes close, and denials and results that say less than their words: what is left out, whose it is, of which day."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
from tests.trials.patients import criterion, view

_MAN = "Clinic letter, 4 March 2024. Mr Brown is a 54-year-old man. "
_WOMAN = "Clinic letter, 4 March 2024. Mrs Brown is a 44-year-old woman. "
_COURSE = "Carboplatin and pemetrexed from April 2023, then maintenance until progression in February 2024; last dose 9 January 2024."

CLOSED: list[tuple[str, str, str]] = [
    ("Hypertension is his only illness.", "Known liver disease", "NOT_MET"),
    ("His only medical problem is hypertension.", "Uncontrolled hypertension", "UNKNOWN"),
    ("Apart from hypertension he has no illnesses.", "Autoimmune disease", "NOT_MET"),
    ("There is nothing in the past history.", "History of epilepsy", "NOT_MET"),
    ("Takes only ramipril.", "Taking antidepressants", "NOT_MET"),
    ("Takes only ramipril.", "Current use of ACE inhibitors", "MET"),
    ("Takes only paracetamol for the pain.", "Taking antidepressants", "UNKNOWN"),
    ("He takes nothing apart from ramipril.", "Current use of anticoagulants", "NOT_MET"),
    ("Takes only ramipril.", "Previous use of anticoagulants", "UNKNOWN"),
    ("The only drug he reacts to is codeine.", "Allergy to penicillin", "NOT_MET"),
    ("His only allergy is to codeine.", "Known hypersensitivity to aspirin", "NOT_MET"),
    ("His only allergy is to codeine.", "Allergy to codeine", "UNKNOWN"),
    ("His only operation was a tonsillectomy in 1990.", "Prior coronary artery bypass grafting", "NOT_MET"),
    ("His only operation was an appendicectomy.", "Previous abdominal surgery", "UNKNOWN"),
    ("His only operation was an appendicectomy.", "Previous laparotomy", "UNKNOWN"),
    ("This is not his only illness.", "Known liver disease", "UNKNOWN"),
]
DENIED: list[tuple[str, str, str]] = [
    ("He has never been given warfarin.", "Treatment with warfarin", "NOT_MET"),
    ("He was never put on insulin.", "Current use of insulin", "NOT_MET"),
    ("Never treated with prednisolone.", "Treatment with prednisolone", "NOT_MET"),
    ("No exposure to warfarin.", "Treatment with warfarin", "NOT_MET"),
    ("Splenectomy has not been necessary.", "Previous splenectomy", "NOT_MET"),
    ("He has never needed dialysis.", "Previous dialysis", "NOT_MET"),
    ("He does not need dialysis.", "Previous dialysis", "UNKNOWN"),
    ("No splenectomy in the past.", "Previous splenectomy", "NOT_MET"),
    ("No seizures in the past two years.", "History of seizures", "UNKNOWN"),
    ("No history of heart attack or stroke.", "Cerebrovascular accident within 6 weeks", "NOT_MET"),
    ("CT chest: no metastases.", "Brain metastases", "UNKNOWN"),
    ("No prior stroke before the one in 2023.", "History of stroke", "UNKNOWN"),
    ("He wears dentures.", "Current use of dentures", "MET"),
    ("NKDA. Contrast gave him hives in 2021.", "Allergy to iodinated contrast", "UNKNOWN"),
    ("Latex gives him anaphylaxis, no other allergy.", "Known allergy to latex", "UNKNOWN"),
    (_COURSE, "Chemotherapy within 4 weeks", "NOT_MET"),
    ("HIV test negative on 1 May 2020.", "No negative HIV test within 28 days", "UNKNOWN"),
    ("There is a contraindication to anticoagulants but none to aspirin.", "Contraindication to aspirin", "UNKNOWN"),
    ("He has never taken aspirin.", "Contraindication to aspirin", "UNKNOWN"),
    ("There is no contraindication to aspirin.", "Contraindication to aspirin", "NOT_MET"),
    ("The live vaccine that had been scheduled was cancelled.", "Scheduled to receive live vaccine", "UNKNOWN"),
    ("His kids have asthma.", "Asthma", "UNKNOWN"),
]
WANTED: list[tuple[str, str, str]] = [
    ("NSCLC. No prior malignancy.", "Locally advanced or metastatic non-small cell lung cancer", "UNKNOWN"),
    ("R breast IDC on core biopsy, stage IIB. No prior malignancy.", "early invasive breast cancer", "MET"),
    ("Metastatic NSCLC, EGFR L858R, ECOG 0.", "EGFR L858R positive", "MET"),
    ("Breast cancer, ER positive, ECOG 0.", "ER positive", "MET"),
    ("Breast cancer. No evidence of stage IV disease.", "Stage IV disease", "UNKNOWN"),
    ("Breast cancer, initially stage II in 2019, now stage IV.", "Stage IV breast cancer", "MET"),
    ("Breast cancer, initially stage II in 2019, now metastatic.", "Stage II breast cancer", "UNKNOWN"),
    ("NSCLC. Brain metastases appeared two years after diagnosis.", "brain metastases at diagnosis", "UNKNOWN"),
    ("Pregnancy test negative on 1 January 2024.", "Negative pregnancy test within 14 days", "UNKNOWN"),
    ("Pregnancy test negative on 1 March 2024.", "Negative pregnancy test within 14 days", "MET"),
]


def _verdict(note: str, text: str, kind: CriterionKind) -> str:
    return judge_criterion(criterion(text, kind), view(note), "strict").verdict.value


@pytest.mark.parametrize(("note", "text", "verdict"), [*CLOSED, *DENIED])
def test_exclusions(note: str, text: str, verdict: str) -> None:
    assert _verdict(_MAN + note, text, "exclusion") == verdict


@pytest.mark.parametrize(("note", "text", "verdict"), WANTED)
def test_inclusions(note: str, text: str, verdict: str) -> None:
    assert _verdict(_WOMAN + note, text, "inclusion") == verdict


def test_who_is_not_pregnant_may_hope_to_be() -> None:
    note = _WOMAN + "She is not pregnant and is not breastfeeding but is hoping to conceive in the spring."
    assert _verdict(note, "Plan to become pregnant during the study", "exclusion") == "MET"
