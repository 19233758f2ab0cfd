"""Verdicts that were once wrong: each mechanism with other wordings and its opposite beside it."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.core.criteria.text.split import split
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import NO_TOPIC, Topic, judge_criterion, topic_of
from tests.trials.patients import criterion, view

LUNG = topic_of("Osimertinib in NSCLC", bundled_vocabularies(), ("Non-small cell lung cancer",))
COLON = topic_of("Chemotherapy", bundled_vocabularies(), ("Colorectal cancer",))
NO = NO_TOPIC
TRIPLE_NEGATIVE = "47F, premenopausal. L breast IDC, cT2N1M0 (stage IIB), ER 0%, PR 0%, HER2 IHC 1+ (not amplified)."
ER_POSITIVE = "50-year-old premenopausal woman with stage IIB ER positive breast cancer."
HEALTHY = "30-year-old man. No past medical history. No medications. Blood tests normal."
EITHER_SEX = "Pre- and postmenopausal women or men with Stage II or Stage III early invasive breast cancer"
NSCLC = "61-year-old man with stage IV adenocarcinoma of the lung, EGFR L858R. No other malignancies."
RESPONSE = (
    "64F, stage IV lung adenocarcinoma, progressed on osimertinib in liver and bone (RECIST 1.1 PD, CT 28 Aug 2026)."
)
VALUES = "62-year-old man. HbA1c 9.9% (Jan 2026), 7.2% (Nov 2026). TTE: LVEF 25% in 2022, 55% in Oct 2026."
REFUSED = "Told to start warfarin but never took it. Insulin was refused. On methotrexate until 2022."
Case = tuple[str, str, CriterionKind, str, Topic]

RECEPTORS_AND_SEXES: list[Case] = [
    (TRIPLE_NEGATIVE, "ER+ and/or PR+ breast cancer", "inclusion", "NOT_MET", NO),
    (ER_POSITIVE, "ER+ and/or PR+ breast cancer", "inclusion", "MET", NO),
    (TRIPLE_NEGATIVE, "Histologically confirmed ER+ and/or PR+, HER2- breast cancer", "inclusion", "NOT_MET", NO),
    (TRIPLE_NEGATIVE, "Hormone receptor positive breast cancer", "inclusion", "NOT_MET", NO),
    (TRIPLE_NEGATIVE, "HER2-negative breast cancer", "inclusion", "MET", NO),
    (HEALTHY, EITHER_SEX, "inclusion", "UNKNOWN", NO),
    (ER_POSITIVE, "Women or men with breast cancer", "inclusion", "MET", NO),
    ("40-year-old man with asthma.", "Premenopausal women or men with hypertension", "inclusion", "UNKNOWN", NO),
    ("40-year-old man with asthma.", "Male and female patients with asthma", "inclusion", "MET", NO),
    ("62-year-old man. HbA1c 7.2%.", "Medullary thyroid carcinoma or MEN 2", "exclusion", "UNKNOWN", NO),
    ("62-year-old man.", "Personal or family history of medullary thyroid carcinoma or MEN 2", "exclusion", "UNKNOWN", NO),
    ("62-year-old man.", "Men", "inclusion", "MET", NO),
    ("9-year-old boy with epilepsy.", "Pregnancy or epilepsy", "exclusion", "MET", NO),
    ("9-year-old boy with epilepsy.", "Pregnant or breast-feeding women", "exclusion", "NOT_APPLICABLE", NO),
    ("64F, stage IV lung adenocarcinoma.", "Confirmed stage IIIB/IV non-small cell lung cancer", "inclusion", "MET", NO),
    ("64F, stage IIA lung adenocarcinoma.", "Stage IIIB/IV non-small cell lung cancer", "inclusion", "NOT_MET", NO),
    ("64F, stage II breast cancer.", "Stage II or Stage III breast cancer", "inclusion", "MET", NO),
]  # fmt: skip
MEDICINES_AND_VALUES: list[Case] = [
    ("66F. Meds on d/c: edoxaban 60 mg od, ramipril 5 mg.", "Current anticoagulant therapy", "exclusion", "MET", NO),
    ("66F. Meds at discharge: warfarin 3 mg.", "Current anticoagulant therapy", "exclusion", "MET", NO),
    ("66F. Warfarin was stopped in 2020.", "Current anticoagulant therapy", "exclusion", "NOT_MET", NO),
    (VALUES, "HbA1c < 8%", "inclusion", "MET", NO),
    (VALUES, "LVEF >= 50%", "inclusion", "MET", NO),
    ("Creatinine clearance 25 mL/min in 2019, 61 mL/min Nov 2026.", "Creatinine clearance < 30 mL/min", "exclusion", "NOT_MET", NO),
    ("Creatinine clearance 81 mL/min in 2019, 21 mL/min in 2026.", "Creatinine clearance < 30 mL/min", "exclusion", "MET", NO),
    ("HbA1c 9.9%. HbA1c 7.2%.", "HbA1c < 8%", "inclusion", "UNKNOWN", NO),
    ("HbA1c 7.9%. HbA1c 7.2%.", "HbA1c < 8%", "inclusion", "MET", NO),
    (REFUSED, "Current anticoagulant therapy", "exclusion", "UNKNOWN", NO),
    (REFUSED, "Use of insulin", "exclusion", "NOT_MET", NO),
    (REFUSED, "Current treatment with methotrexate", "exclusion", "NOT_MET", NO),
    ("Was offered insulin but declined.", "Use of insulin", "exclusion", "NOT_MET", NO),
    ("On insulin.", "Use of insulin", "exclusion", "MET", NO),
    ("Takes bisoprolol 5 mg od only.", "Stable therapy including a beta-blocker and an ACE inhibitor, ARB or ARNI", "inclusion", "UNKNOWN", NO),
    (HEALTHY, "Organ function must meet the requirements on the premise that blood transfusion is not allowed", "inclusion", "UNKNOWN", NO),
]  # fmt: skip
DISEASES_AND_TIME: list[Case] = [
    (NSCLC, "Other malignancy within 3 years", "exclusion", "NOT_MET", LUNG),
    (NSCLC, "Non-small cell lung cancer", "inclusion", "MET", LUNG),
    ("59F with metastatic NSCLC, stage IV.", "Other malignancy within 3 years", "exclusion", "UNKNOWN", LUNG),
    ("59F with NSCLC and melanoma.", "Other malignancy", "exclusion", "MET", LUNG),
    ("70-year-old man with colon cancer. No other cancers.", "Other malignancy", "exclusion", "NOT_MET", COLON),
    ("70-year-old man with colon cancer. No other cancers.", "Family history of ovarian cancer", "exclusion", "UNKNOWN", NO),
    ("70-year-old man. No cancer.", "Colon cancer", "exclusion", "NOT_MET", NO),
    (RESPONSE, "Parkinson's disease", "exclusion", "UNKNOWN", NO),
    ("64F, lung cancer. Best response PD on osimertinib.", "Parkinson's disease", "exclusion", "UNKNOWN", NO),
    ("70M with PD on levodopa.", "Parkinson's disease", "inclusion", "MET", NO),
    ("40-year-old woman. Angioedema? No.", "History of angioedema", "exclusion", "NOT_MET", NO),
    ("Seizure? No - vasovagal syncope.", "Vasovagal syncope", "exclusion", "MET", NO),
    ("Asthma? Yes, since childhood.", "Asthma", "exclusion", "MET", NO),
    ("Melanoma 2004, excised, disease free since.", "Active malignancy", "exclusion", "NOT_MET", NO),
    ("Hodgkin lymphoma in remission since 2010.", "Active cancer", "exclusion", "NOT_MET", NO),
    ("PMH: breast cancer 2009 (lumpectomy, no recurrence)", "Active malignancy", "exclusion", "NOT_MET", NO),
    ("Breast cancer, on chemotherapy.", "Active malignancy", "exclusion", "MET", NO),
    ("27 weeks pregnant. Previous pre-eclampsia in 2021.", "Current preeclampsia", "exclusion", "NOT_MET", NO),
    ("27 weeks pregnant with pre-eclampsia.", "Current preeclampsia", "exclusion", "MET", NO),
    ("Drinks 1-2 glasses of wine at weekends.", "Alcohol use disorder", "exclusion", "NOT_MET", NO),
    ("Drinks wine at weekends.", "Alcohol use disorder", "exclusion", "UNKNOWN", NO),
    ("He is an alcoholic.", "Alcohol dependence", "exclusion", "MET", NO),
    ("DOB 11/02/1948 (age 78), female. Was 30 years old when first seizure occurred.", "Age >= 60 years", "inclusion", "MET", NO),
    ("35 yr old non-binary person.", "Age >= 18 years", "inclusion", "MET", NO),
]  # fmt: skip


@pytest.mark.parametrize(
    ("note", "text", "kind", "verdict", "topic"), [*RECEPTORS_AND_SEXES, *MEDICINES_AND_VALUES, *DISEASES_AND_TIME]
)
def test_verdicts(note: str, text: str, kind: CriterionKind, verdict: str, topic: Topic) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "strict", topic)
    assert result.verdict.value == verdict, result.reasoning


@pytest.mark.parametrize(
    ("note", "text", "kind"),
    [
        ("55-year-old man with seropositive RA since 2015 on MTX.", "Rheumatoid arthritis", "inclusion"),
        ("55-year-old man. Pulmonary embolism 2019.", "History of venous thromboembolism", "exclusion"),
        ("55-year-old man. DVT 2018 after long-haul flight.", "Venous thromboembolism", "exclusion"),
        ("59F. MRI brain: two 4 mm lesions.", "Brain metastases", "exclusion"),
        ("59F, treated with SRS.", "Radiotherapy within 2 weeks", "exclusion"),
        ("55M, LGS since 2001.", "Lennox Gastaut syndrome", "exclusion"),
    ],
)
def test_nothing_is_assumed_of_what_the_note_touches(note: str, text: str, kind: CriterionKind) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "clinical")
    assert not result.assumptions
    assert result.verdict.value != "NOT_MET", result.reasoning


def test_a_list_in_one_line_is_taken_apart() -> None:
    text = "Exclusion Criteria: epilepsy; weight < 16 kg; history of anaphylaxis; pregnancy."
    found = [text[item.start : item.end] for item in split(text).criteria]
    assert found == ["epilepsy;", "weight < 16 kg;", "history of anaphylaxis;", "pregnancy."]


@pytest.mark.parametrize(
    "text",
    [
        "Inclusion Criteria: one of the following: asthma; COPD; bronchiectasis",
        "Inclusion Criteria: asthma; or COPD; or bronchiectasis",
        "Exclusion Criteria: a disease (gout; lupus; psoriasis)",
    ],
)
def test_what_only_looks_like_a_list_stays_whole(text: str) -> None:
    assert len(split(text).criteria) == 1


def test_what_is_missing_can_be_asked_for() -> None:
    limit = judge_criterion(criterion("Total bilirubin <= 1.5 x ULN"), view("Total bilirubin 1.5 mg/dL."), "strict")
    assert limit.missing == ["the laboratory's upper limit of normal for Total bilirubin"]
    assert judge_criterion(criterion("None", "exclusion"), view(), "strict").verdict.value == "NOT_MET"
    vague = judge_criterion(criterion("Personal or familial reasons", "exclusion"), view(), "strict")
    assert "whether the patient has: Personal" not in vague.missing
