"""What letters say plainly in words of their own: parts of the body that are well, forms that were signed, plans, clear pictures."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import PatientView, judge_criterion
from osler.trials.judging.citing.cited_times import only_planned, untold_time
from tests.trials.patients import criterion, view

MAN = "Seen 3 May 2026. A 60-year-old man with gout. "
WOMAN = "Seen 3 May 2026. A 36-year-old woman. "
CANCER = "Seen 3 May 2026. A 60-year-old woman with lung cancer. "

CASES: list[tuple[str, CriterionKind, str, str]] = [
    (f"{MAN}No heart problems.", "exclusion", "History of myocardial infarction", "NOT_MET"),
    (f"{MAN}No psychiatric history.", "exclusion", "Schizophrenia or suicide attempt", "NOT_MET"),
    (f"{MAN}No liver or gut trouble.", "exclusion", "Cirrhosis or Crohn's disease", "NOT_MET"),
    (f"{MAN}Heart and kidneys fine.", "exclusion", "Chronic kidney disease", "NOT_MET"),
    (f"{MAN}Never had any trouble with his stomach.", "exclusion", "Peptic ulcer", "NOT_MET"),
    (f"{MAN}No cardiac symptoms.", "exclusion", "Heart failure", "UNKNOWN"),
    (f"{MAN}His brother has no heart problems.", "exclusion", "Heart failure", "UNKNOWN"),
    (f"{MAN}Atrial fibrillation. No heart problems.", "exclusion", "Atrial fibrillation", "MET"),
    (f"{MAN}No heart problems since the bypass.", "exclusion", "Coronary artery disease", "UNKNOWN"),
    (f"{MAN}He will go on levothyroxine after the operation.", "exclusion", "Prior use of levothyroxine", "UNKNOWN"),
    (f"{CANCER}We discussed the options of docetaxel or a trial.", "exclusion", "Prior docetaxel", "UNKNOWN"),
    (f"{MAN}He turned down warfarin.", "exclusion", "Current treatment with warfarin", "NOT_MET"),
    (f"{WOMAN}She read the leaflet and signed.", "inclusion", "Signed informed consent", "MET"),
    (f"{WOMAN}The form was not signed.", "inclusion", "Signed informed consent", "NOT_MET"),
    (f"{WOMAN}Consent for the operation was taken.", "inclusion", "Signed informed consent", "UNKNOWN"),
    (f"{WOMAN}English is her first language.", "inclusion", "Able to read and speak English", "MET"),
    (f"{WOMAN}Her English is not good.", "inclusion", "Able to read and speak English", "UNKNOWN"),
    (f"{WOMAN}Serum hCG on arrival negative.", "exclusion", "Pregnancy", "NOT_MET"),
    (f"{WOMAN}Denies alcohol and drug use.", "exclusion", "Alcohol or drug abuse", "NOT_MET"),
    (f"{MAN}BP well controlled on amlodipine.", "exclusion", "Uncontrolled hypertension", "NOT_MET"),
    (f"{MAN}She has never taken part in research.", "exclusion", "Participation in another clinical trial", "NOT_MET"),
    (f"{CANCER}Brain MRI clear.", "exclusion", "Brain metastases", "NOT_MET"),
    (f"{CANCER}Brain MRI awaited.", "exclusion", "Brain metastases", "UNKNOWN"),
    (f"{CANCER}Lung adenocarcinoma, T1b N0 M0.", "exclusion", "Distant metastases", "NOT_MET"),
    (f"{CANCER}CT shows a 38 mm mass in the right lung.", "inclusion", "Measurable disease", "MET"),
    (f"{CANCER}CT: the 38 mm mass was resected in April.", "inclusion", "Measurable disease", "UNKNOWN"),
    (f"{CANCER}CT shows a 6 mm nodule.", "inclusion", "Measurable disease", "UNKNOWN"),
    (f"{CANCER}PS 0-1.", "inclusion", "ECOG performance status 0-1", "MET"),
    (f"{CANCER}PS 1-2.", "inclusion", "ECOG performance status 0-1", "UNKNOWN"),
    (f"{CANCER}FBC normal.", "inclusion", "Hemoglobin >= 9 g/dL", "MET"),
    (f"{CANCER}FBC normal.", "inclusion", "Hemoglobin >= 12.5 g/dL", "UNKNOWN"),
    (f"{CANCER}No dysphagia.", "inclusion", "Able to swallow oral medication", "MET"),
    ("Letter of 3 May 2026. Client is 41, male.", "inclusion", "Age >= 18 years", "MET"),
    ("Letter of 3 May 2026. Attends with her daughter. She is 9.", "inclusion", "Age >= 18 years", "UNKNOWN"),
]


@pytest.mark.parametrize(("note", "kind", "text", "expected"), CASES)
def test_what_is_plainly_stated_is_judged(note: str, kind: CriterionKind, text: str, expected: str) -> None:
    seen = PatientView(read_patient(note, "note").record, bundled_vocabularies())
    assert judge_criterion(criterion(text, kind), seen, "strict").verdict.value == expected


def test_a_plan_and_a_sentence_without_a_time_bear_out_no_treatment() -> None:
    seen = view(f"{MAN}He will go on levothyroxine. He had chemotherapy. He had radiotherapy on 20 April 2026.")
    plan, undated, dated = seen.sentences[-3:]
    assert only_planned(criterion("Use of levothyroxine", "exclusion").tree, [plan], seen)
    asked = criterion("Chemotherapy within 2 weeks", "exclusion").tree
    assert untold_time(asked, [undated], seen)
    assert not untold_time(criterion("Radiotherapy within 2 weeks", "exclusion").tree, [dated], seen)
