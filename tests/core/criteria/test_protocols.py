"""Criteria as protocols of hospitals write them: limits in some cases, results of tumours, times with two ends, half-lives."""

from __future__ import annotations

from datetime import date

import pytest

from osler.core.criteria import CriterionKind, TruthValue, evaluate, parse_criterion, render
from osler.core.patient import PatientRecord
from osler.core.patient.types import ClinicalTime, Coding, Medication, Status, TimePoint


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        # Limits that hold in some cases only.
        ("Alkaline phosphatase <= 3 x ULN (<= 6 x ULN if bone metastases are present)", "inclusion",
         "Alkaline phosphatase <= 3 x ULN or (bone metastases and Alkaline phosphatase <= 6 x ULN)"),
        ("Platelets >= 100000 /mm3 (or >= 75000 for patients with cirrhosis)", "inclusion",
         "Platelets >= 100000 /mm3 or (cirrhosis and Platelets >= 75000 /mm3)"),
        ("BNP >= 200 pg/mL (>= 400 pg/mL if atrial flutter)", "inclusion",
         "BNP >= 200 pg/ml and (if atrial flutter: BNP >= 400 pg/ml)"),
        ("AST and ALT < 3 x ULN (< 5 x ULN if hepatitis)", "inclusion",
         "(AST < 3 x ULN or (hepatitis and AST < 5 x ULN)) and (ALT < 3 x ULN or (hepatitis and ALT < 5 x ULN))"),
        ("Karnofsky score 80-100 (or 70 if due to bone pain)", "inclusion",
         "Karnofsky performance status 80 - 100 or (bone pain and Karnofsky performance status = 70)"),
        ("Chemotherapy within 3 weeks (6 weeks for carmustine) before randomization", "exclusion",
         "(Chemotherapy within 3 weeks prior to randomization) or (carmustine within 6 weeks)"),
        # Results that narrow a disease.
        ("ALK-positive lung cancer", "inclusion", "lung cancer and positive ALK"),
        ("JAK2 negative, CALR positive essential thrombocythemia", "inclusion",
         "essential thrombocythemia and negative JAK2 and positive CALR"),
        ("AQP4 positive or MOG positive optic neuritis", "inclusion",
         "optic neuritis and (positive AQP4 or positive MOG)"),
        # Times with two ends, half-lives, events from which is counted.
        ("Hip fracture between 3 and 9 days before admission", "inclusion",
         "Hip fracture within 3 to 9 days prior to admission"),
        ("On a stable dose of lithium for at least 2 months and no more than 12 months before baseline", "inclusion",
         "stable dose of lithium for 2 to 12 months prior to baseline"),
        ("At least 3 weeks since prior radiotherapy", "inclusion", "no radiotherapy within < 3 weeks"),
        ("Less than 6 weeks since major surgery", "exclusion", "major surgery within < 6 weeks"),
        ("Thrombolysis within 4 hours of the first symptoms", "inclusion",
         "Thrombolysis within 4 hours after first symptoms"),
        ("Aspirin within 7 days of randomization", "exclusion", "Aspirin within 7 days prior to randomization"),
        ("CYP3A4 inducers within 28 days or 5 half-lives, whichever is longer, before the first dose", "exclusion",
         "CYP3A4 inducers within 28 days or 5 half-lives prior to first dose"),
        ("Stillbirth before 30 weeks", "exclusion", "Stillbirth before 30 weeks"),
        ("Preterm twins born at less than 30 weeks' gestation", "inclusion",
         "Preterm twins born and gestational age < 30 weeks"),
        # Numbers and whose they are.
        ("At least 3 but fewer than 20 seizures per month", "inclusion", "seizures per month >= 3 < 20"),
        ("Girls 3-9 years old weighing at least 14 kg", "inclusion", "age 3 - 9 years and female and weight >= 14 kg"),
        ("Postnatal age less than 12 hours", "inclusion", "age < 12 hours"),
        ("Heart rate < 50 bpm or > 120 bpm on two occasions", "exclusion",
         "Heart rate < 50 bpm or Heart rate > 120 bpm"),
        ("HAM-D total score >= 20", "inclusion", "Hamilton Depression Rating Scale >= 20"),
        ("Pain of 6/10 or higher", "inclusion", "Pain >= 6"),
        ("Albumin > or = to 3 g/dL", "inclusion", "Albumin >= 3 g/dl"),
        ("90mmHg=SBP<140mmHg", "inclusion", "SBP >= 90 mmhg < 140 mmhg"),
        ("Positive HBsAg and HBeAg, viral load > 2000 IU/mL", "inclusion",
         "positive HBsAg and positive HBeAg and viral load > 2000 iu/ml"),
        ("Lymph nodes (> 15 mm on ultrasound)", "inclusion", "Lymph nodes > 15 mm"),
        ("Maximum two of the following: cough, fever, rash", "inclusion",
         "no (at least 3 of the following: cough, fever, rash)"),
        # Lists: what narrows all of them, what is one more, what is none.
        ("BRCA1 mutation or BRCA2 mutation, HRD positive", "inclusion",
         "(BRCA1 mutation or BRCA2 mutation) and positive HRD"),
        ("Pulmonary hypertension, WHO class I, II or IIIa", "inclusion",
         "Pulmonary hypertension and (WHO class I or WHO class II or WHO class IIIa)"),
        ("Grade 2 or grade 3 glioma", "inclusion", "glioma and grade 2 - 3"),
        ("Bipolar disorder, manic or mixed episode", "inclusion",
         "manic Bipolar disorder or mixed episode Bipolar disorder"),
        ("Dexamethasone > 4 mg/day or equivalent", "exclusion", "Dexamethasone > 4 mg/day"),
        ("Previous tissue grafting, including skin", "exclusion", "history of tissue grafting such as history of skin grafting"),
        ("Acute or chronic nephritis, as evidenced by proteinuria > 1 g/day", "exclusion",
         "(Acute nephritis or chronic nephritis) meaning proteinuria > 1 g/day"),
        ("Epilepsy with a seizure in the last month or 3 seizures in the last year", "inclusion",
         "Epilepsy and ((seizure within 1 months) or (3 seizures within 1 years))"),
        ("Women of childbearing potential without contraception, pregnancy or lactation", "exclusion",
         "(female and childbearing potential and (no contraception)) or pregnant or breastfeeding"),
        ("Admission for diagnostic or treatment procedures", "exclusion",
         "Admission for diagnostic procedures or Admission for treatment procedures"),
        ("Kidney stones or is not able to drink", "exclusion", "Kidney stones or (no able to drink)"),
        ("Healthy, without eczema and with the age of 21 years or above", "inclusion",
         "Healthy and (no eczema) and age >= 21 years"),
        ("History of any other malignancy", "exclusion", "history of other malignancy"),
        ("Skin lesions (melanoma excluded)", "inclusion", "Skin lesions except melanoma"),
        ("Histologically diagnosed with pancreatic cancer", "inclusion", "pancreatic cancer"),
        ("Allergy to latex (gloves) or its components", "exclusion",
         "(Allergy to latex meaning Allergy to gloves) or Allergy to its components"),
        ("Dual therapy (amlodipine and valsartan)", "inclusion", "Dual therapy meaning (amlodipine and valsartan)"),
        ("Gout and 5) Psoriasis) or lupus", "exclusion", "Gout or Psoriasis or lupus"),
        # Sentences that ask nothing, or leave somebody out.
        ("Current smokers. This criterion does not apply to former smokers.", "exclusion",
         "current smokers except former smokers"),
        ("Patients with mild asthma may be included.", "exclusion", "Patients with mild asthma may be included"),
        ("Women on the pill may be enrolled only if they smoke", "exclusion", "female and pill and (no smoke)"),
        ("Systemic retinoids (topical retinoids are permitted)", "exclusion", "Systemic retinoids except topical retinoids"),
        ("Adults = 21 years of age", "inclusion", "age >= 21 years"),
        ("Men up to age 70 years", "inclusion", "age <= 70 years and male"),
        ("Gout and psoriasis", "exclusion", "Gout or psoriasis"),
        ("Active hepatitis. Patients should use condoms if sexually active.", "exclusion", "Active hepatitis"),
    ],
)  # fmt: skip
def test_the_tree_says_what_the_protocol_asks(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


def _given(day: str) -> PatientRecord:
    time = ClinicalTime(at=TimePoint(date=day))
    drug = Medication(
        id="m", text="Ketoconazole", codings=[Coding(system="MESH", code="D007654")], time=time, status=Status.COMPLETED
    )
    return PatientRecord(id="p", as_of="2024-06-01", medications=[drug])


@pytest.mark.parametrize(
    ("text", "day", "truth"),
    [
        ("Ketoconazole within 14 days or 5 half-lives, whichever is longer", "2024-05-25", TruthValue.MET),
        ("Ketoconazole within 14 days or 5 half-lives, whichever is longer", "2024-05-10", TruthValue.UNKNOWN),
        ("Ketoconazole within 14 days", "2024-05-10", TruthValue.NOT_MET),
        ("Ketoconazole between 2 and 6 weeks before enrollment", "2024-05-10", TruthValue.MET),
        ("Ketoconazole between 2 and 6 weeks before enrollment", "2024-05-30", TruthValue.NOT_MET),
        ("Ketoconazole between 2 and 6 weeks before enrollment", "2024-01-10", TruthValue.NOT_MET),
    ],
)
def test_both_ends_of_a_time_decide_and_half_lives_leave_it_open(text: str, day: str, truth: TruthValue) -> None:
    assert evaluate(parse_criterion(text, kind="exclusion"), _given(day), on=date(2024, 6, 1)).truth is truth
