"""Diseases with what criteria say of them, and times and values in the words of notes."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import NO_TOPIC, PatientView, judge_criterion, topic_of
from tests.trials.patients import criterion

_SAID = [
    # A disease in a degree, by a kind of it in the degree; another kind in another degree says nothing.
    ("exclusion", "Severe valvular disease", "Echo: severe aortic stenosis.", "MET"),
    ("exclusion", "Severe valvular heart disease", "Moderate aortic stenosis and severe hypertension.", "UNKNOWN"),
    ("exclusion", "Severe liver disease", "Severe alcoholic hepatitis.", "MET"),
    ("exclusion", "Moderate to severe aortic stenosis", "Moderate aortic stenosis.", "MET"),
    ("exclusion", "Mild asthma", "Severe asthma.", "NOT_MET"),
    ("exclusion", "Severe psychiatric illness", "Mild depression. Severe pain.", "UNKNOWN"),
    # What a disease needs, in the sentence of the disease.
    ("exclusion", "Asthma requiring oral corticosteroids", "Asthma on prednisolone 10 mg daily.", "MET"),
    ("exclusion", "Asthma requiring oral corticosteroids", "Asthma. Fluticasone inhaler.", "UNKNOWN"),
    ("exclusion", "Infection requiring systemic antibiotics", "Pneumonia, on IV co-amoxiclav 1.2 g.", "MET"),
    (
        "exclusion",
        "Heart failure requiring hospitalisation",
        "Heart failure. Hospitalised for a hip fracture in 2020.",
        "UNKNOWN",
    ),
    ("exclusion", "Diabetes mellitus requiring insulin", "No diabetes.", "NOT_MET"),
    # Treated or not.
    ("exclusion", "Untreated syphilis", "Syphilis, RPR 1:64, not yet treated.", "MET"),
    ("exclusion", "Syphilis untreated", "Syphilis treated with benzathine penicillin in 2021.", "NOT_MET"),
    ("exclusion", "Untreated brain metastases", "Brain metastases, irradiated in 2023.", "NOT_MET"),
    ("exclusion", "Hypothyroidism not adequately treated", "Hypothyroidism.", "UNKNOWN"),
    # At which age it began; the age of today answers nothing.
    ("inclusion", "Onset of migraine before the age of 50", "Migraine since the age of 20.", "MET"),
    ("inclusion", "Onset of migraine before the age of 50", "His migraine began at 58.", "NOT_MET"),
    (
        "inclusion",
        "Age at onset of Parkinson's disease of 40 years or older",
        "Parkinson's disease diagnosed at the age of 61.",
        "MET",
    ),
    ("inclusion", "Onset of migraine before the age of 50", "Migraine.", "UNKNOWN"),
    # When a diagnosis was made.
    (
        "inclusion",
        "Diagnosis of ulcerative colitis established at least 3 months before screening",
        "Ulcerative colitis, first diagnosed six weeks ago.",
        "NOT_MET",
    ),
    (
        "inclusion",
        "Clinical diagnosis of Parkinson's disease made within the last 5 years",
        "Parkinson's disease diagnosed in 2012.",
        "NOT_MET",
    ),
    # What may be is not asked for.
    ("inclusion", "Ambulatory; may use a cane", "She walks without aids.", "MET"),
    # At any time, and events whose names have the word of a bout.
    ("exclusion", "Treatment with a JAK inhibitor at any time", "Upadacitinib in 2022.", "MET"),
    ("exclusion", "Stroke at any time in the past", "Ischaemic stroke in 2012.", "MET"),
    ("exclusion", "Transient ischaemic attack within 3 months", "TIA on 20 December 2024.", "MET"),
    ("exclusion", "Acute attack of gout within 4 weeks", "Gout.", "UNKNOWN"),
    # States and diseases by what makes them.
    ("exclusion", "Immunosuppressed patients", "Methotrexate 15 mg weekly for psoriasis.", "MET"),
    ("exclusion", "Immunosuppressed patients", "Azathioprine stopped in 2015.", "UNKNOWN"),
    ("exclusion", "Immunodeficiency", "She was given chemotherapy in 1999.", "UNKNOWN"),
    ("exclusion", "Coronary heart disease", "MI 2021.", "MET"),
    ("exclusion", "Coronary artery disease", "CABG in 2015.", "MET"),
    ("exclusion", "AL amyloidosis", "IgG kappa multiple myeloma.", "UNKNOWN"),
    ("exclusion", "Uncontrolled hypertension", "Hypertension, not controlled on amlodipine: 182/110.", "MET"),
]
_TOLD = [
    # Days without a year, the last dose, what has been taken since.
    ("exclusion", "Live vaccination within 4 weeks", "Yellow fever vaccination on 20 December.", "MET"),
    ("exclusion", "Anti-TNF therapy within 8 weeks", "Adalimumab for arthritis, last injection ten days ago.", "MET"),
    (
        "exclusion",
        "Lung volume reduction surgery within 12 months",
        "Lung volume reduction surgery in March 2024.",
        "MET",
    ),
    ("exclusion", "Lung volume reduction surgery within 6 months", "Lung volume reduction surgery in 2020.", "NOT_MET"),
    ("exclusion", "Current treatment with an ACE inhibitor", "He has taken ramipril 10 mg since 2021.", "MET"),
    (
        "inclusion",
        "On a stable dose of an ACE inhibitor for at least 12 weeks",
        "He has taken ramipril 10 mg since 2021 with no change of dose for the past two years.",
        "MET",
    ),
    (
        "inclusion",
        "On a stable dose of an ACE inhibitor for at least 12 weeks",
        "Lisinopril 20 mg daily, increased from 10 mg three weeks ago.",
        "NOT_MET",
    ),
    # Medicines of the whole body.
    (
        "exclusion",
        "Use of systemic antibiotics within 28 days",
        "Doxycycline 100 mg daily since 1 January 2025.",
        "MET",
    ),
    (
        "exclusion",
        "Use of systemic antibiotics within 28 days",
        "Chloramphenicol eye drops since 1 January 2025.",
        "UNKNOWN",
    ),
    ("exclusion", "Prednisolone > 20 mg per day", "Prednisolone 5 mg for the joints.", "NOT_MET"),
    ("exclusion", "Prednisolone > 20 mg per day", "Prednisolone 15 mg for the joints.", "UNKNOWN"),
    # Values by other names, in pluses, below a limit, in another length.
    ("inclusion", "CD4+ cell count >= 200 cells/uL", "CD4 742.", "MET"),
    ("inclusion", "HIV-1 RNA < 50 copies/mL", "HIV viral load undetectable.", "MET"),
    ("inclusion", "HIV-1 RNA < 50 copies/mL", "Viral load < 20 copies/mL.", "MET"),
    ("inclusion", "HIV-1 RNA < 50 copies/mL", "Viral load < 200 copies/mL.", "UNKNOWN"),
    ("exclusion", "Proteinuria of 2+ or more on dipstick", "Urine dipstick: protein +++.", "MET"),
    ("exclusion", "Proteinuria of 2+ or more on dipstick", "Urine dipstick negative for protein.", "NOT_MET"),
    ("inclusion", "Kellgren-Lawrence grade 2 or 3", "End-stage OA of the knee, KL 4.", "NOT_MET"),
    ("inclusion", "Tumour of at least 2 cm", "Breast cancer, tumour 34 mm.", "MET"),
    ("inclusion", "At least 15 headache days per month", "About six headache days a month.", "NOT_MET"),
    ("inclusion", "At least 15 headache days per month", "19 sick days last month.", "UNKNOWN"),
    # Denials and conduct.
    ("exclusion", "Active AIDS-defining condition", "HIV. No AIDS-defining illness ever.", "NOT_MET"),
    ("exclusion", "Buttock fillers", "No silicone or fillers.", "NOT_MET"),
    ("exclusion", "Drug abuse", "Does not use drugs.", "NOT_MET"),
    ("exclusion", "Stroke or seizure within 6 months", "No fits, never had a stroke.", "NOT_MET"),
    ("exclusion", "Patients who cannot attend follow-up", "Moves abroad, unable to come back for visits.", "MET"),
    ("exclusion", "Patients who cannot attend follow-up", "She can come to all appointments.", "NOT_MET"),
    ("exclusion", "Mechanical heart valve", "Warfarin for a mechanical mitral valve.", "MET"),
    # Scores by their version, counts without a unit, results of two tests and of values that are called normal.
    ("inclusion", "ACQ-6 score >= 1.5", "ACQ 2.8.", "MET"),
    ("inclusion", "Blood eosinophils >= 300 cells/uL", "Eos 0.62.", "MET"),
    ("inclusion", "Blood eosinophils >= 300 cells/uL", "Eosinophils 90.", "NOT_MET"),
    ("inclusion", "Rheumatoid factor or anti-CCP positive", "RF positive.", "MET"),
    ("exclusion", "AST or ALT > 2 x ULN", "ALT 24, AST 22 (both normal).", "NOT_MET"),
    ("exclusion", "AST or ALT > 2 x ULN", "ALT 24, AST 22.", "NOT_MET"),
    ("exclusion", "AST or ALT > 2 x ULN", "ALT 34, AST 32.", "NOT_MET"),
    ("exclusion", "AST or ALT > 2 x ULN", "ALT 60, AST 32.", "UNKNOWN"),
    ("inclusion", "At least 2 exacerbations in the previous 12 months", "Three attacks in the past year.", "MET"),
    # What a latent infection, an attempt and an operation are told by.
    ("exclusion", "Untreated latent tuberculosis", "QuantiFERON positive in 2019, completed rifampicin.", "NOT_MET"),
    ("exclusion", "Untreated latent tuberculosis", "IGRA positive last week, no treatment yet.", "MET"),
    ("exclusion", "Lifetime history of suicide attempt", "He tried to hang himself at 30.", "MET"),
    ("exclusion", "Suicide attempt within 1 year", "He has never tried to take his life.", "NOT_MET"),
    ("exclusion", "Previous bariatric surgery", "Sleeve gastrectomy 2019.", "MET"),
    ("exclusion", "Uncontrolled hypertension", "BP 178/104 despite three drugs.", "MET"),
    ("exclusion", "Uncontrolled hypertension", "BP 178/104.", "UNKNOWN"),
    # A bracket behind a word for several things says which are meant; examples do not.
    (
        "exclusion",
        "Major cardiovascular event (myocardial infarction, stroke) in the past",
        "No heart attack or stroke.",
        "NOT_MET",
    ),
    (
        "exclusion",
        "Major cardiovascular event (e.g. myocardial infarction, stroke) in the past",
        "No heart attack or stroke.",
        "UNKNOWN",
    ),
]
_TRAPS = [
    # An examination of one part of the body says nothing of another.
    ("exclusion", "Brain metastases", "CT of chest and abdomen: no metastases.", "UNKNOWN"),
    ("exclusion", "Liver metastases", "CT of chest and abdomen: no metastases.", "NOT_MET"),
    ("exclusion", "Brain metastases", "No metastases.", "NOT_MET"),
    ("exclusion", "Nasal polyps", "Colonoscopy: no polyps.", "UNKNOWN"),
    ("exclusion", "Colonic polyps", "Colonoscopy: no polyps.", "NOT_MET"),
    ("exclusion", "Pleural effusion", "Echo: no effusion.", "UNKNOWN"),
    ("exclusion", "Pulmonary nodules", "Chest CT: no nodules.", "NOT_MET"),
    # Another clause, another time, another virus, a distance, a year.
    ("exclusion", "Asthma requiring hospitalisation", "Asthma; hospitalised for appendicitis.", "UNKNOWN"),
    ("inclusion", "At least 4 migraine days per month", "Fewer than 4 migraine days a month.", "UNKNOWN"),
    ("inclusion", "At least 4 migraine days per month", "Before treatment 12 migraine days a month.", "UNKNOWN"),
    ("inclusion", "HIV-1 RNA < 50 copies/mL", "Hepatitis C viral load undetectable.", "UNKNOWN"),
    ("inclusion", "Pain of at least 4 on the NRS", "NRS 2002 score 1.", "UNKNOWN"),
    ("inclusion", "Tumour of at least 2 cm", "Tumour 3 cm from the anal verge.", "UNKNOWN"),
    ("exclusion", "Current use of ibuprofen", "He has taken ibuprofen twice since the operation.", "NOT_MET"),
    (
        "exclusion",
        "Lung volume reduction surgery within 12 months",
        "Lung volume reduction surgery planned for March 2026.",
        "UNKNOWN",
    ),
    (
        "exclusion",
        "Lung volume reduction surgery within 12 months",
        "Declined lung volume reduction surgery in December 2024.",
        "UNKNOWN",
    ),
    # Not the patient's, not taken in, not severe itself.
    ("exclusion", "Immunosuppressed patients", "His wife takes azathioprine 100 mg daily.", "UNKNOWN"),
    ("exclusion", "Immunosuppressed patients", "Tacrolimus ointment for eczema.", "UNKNOWN"),
    ("exclusion", "Immunosuppressed patients", "Plan: start azathioprine 100 mg daily.", "UNKNOWN"),
    ("exclusion", "Coronary artery disease", "Chest pain, MI ruled out.", "UNKNOWN"),
    ("exclusion", "Severe depression", "Depression, not severe enough for admission.", "UNKNOWN"),
    ("exclusion", "Severe heart failure", "Heart failure after a severe infection.", "UNKNOWN"),
    ("exclusion", "Untreated syphilis", "Syphilis. His partner was treated in 2020.", "UNKNOWN"),
    ("exclusion", "Untreated brain metastases", "Brain metastases to be irradiated next week.", "UNKNOWN"),
    # The want of a sign denies no disorder, an examination sees one day, a course that was completed is over.
    ("exclusion", "Bleeding disorder", "No bleeding since the operation.", "UNKNOWN"),
    ("exclusion", "Arrhythmia", "No tachycardia.", "UNKNOWN"),
    ("exclusion", "History of cancer", "No evidence of cancer on mammography.", "UNKNOWN"),
    ("exclusion", "History of cancer", "No history of cancer; mammography normal.", "NOT_MET"),
    ("exclusion", "Active infection", "Completed antibiotics for pneumonia in 2020.", "UNKNOWN"),
    ("exclusion", "Active infection", "Pneumonia, on amoxicillin.", "MET"),
    # Events by their kinds: one had is one, one denied or booked is none.
    ("exclusion", "Surgery within 4 weeks", "Hernia repair on 20 December 2024.", "MET"),
    ("exclusion", "Surgery within 4 weeks", "No appendicectomy.", "UNKNOWN"),
    ("exclusion", "Surgery within 4 weeks", "Hernioplasty booked for June.", "UNKNOWN"),
    ("exclusion", "Surgery within 4 weeks", "His son had a tonsillectomy last week.", "UNKNOWN"),
    ("exclusion", "Vaccination within 30 days", "Flu jab on 20 December 2024.", "MET"),
    ("exclusion", "Metal implants", "No pacemaker or other implants.", "NOT_MET"),
    ("inclusion", "Stage III or IV", "Lung cancer, stage IIA.", "NOT_MET"),
    # Markers by the names of their genes, and who can bear no children.
    (
        "inclusion",
        "Metastatic triple-negative breast cancer",
        "Breast cancer with lung metastases, ER positive, HER2 negative.",
        "NOT_MET",
    ),
    ("inclusion", "Triple-negative breast cancer (TNBC)", "Breast cancer, ER, PR and HER2 negative.", "MET"),
    ("inclusion", "Triple-negative breast cancer", "Triple-negative breast cancer.", "MET"),
    ("inclusion", "Germline BRCA mutation", "Ovarian cancer, germline BRCA1 mutation.", "MET"),
    ("inclusion", "Philadelphia chromosome positive", "CML, BCR-ABL positive.", "MET"),
    ("inclusion", "Surgically sterile", "Vasectomy in 2010.", "MET"),
    ("inclusion", "Surgically sterile", "Vasectomy planned for June.", "UNKNOWN"),
]


@pytest.mark.parametrize(("kind", "text", "note", "verdict"), _SAID + _TOLD + _TRAPS)
def test_a_criterion_is_decided_by_what_the_note_states(
    kind: CriterionKind, text: str, note: str, verdict: str
) -> None:
    record = read_patient(f"7 January 2025. Mr D, 62 years. {note}", "note").record
    result = judge_criterion(
        criterion(text, kind),
        PatientView(record, bundled_vocabularies()),
        "strict",
        NO_TOPIC,
    )
    assert result.verdict.value == verdict, result.reasoning
    assert result.evidence_sentences or verdict == "UNKNOWN"


def test_the_disease_of_the_trial_that_lasts_too_short_is_not_met() -> None:
    topic = topic_of("A biologic for asthma", bundled_vocabularies(), ("Asthma",))
    seen = PatientView(read_patient("A 31-year-old man. Asthma for six months.", "note").record, bundled_vocabularies())
    result = judge_criterion(criterion("Asthma for at least 12 months", "inclusion"), seen, "strict", topic)
    assert result.verdict.value == "NOT_MET", result.reasoning
