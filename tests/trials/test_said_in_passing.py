"""What a note says in passing decides: how somebody lives and drinks, that they are well, what is taken, what a number makes of a word."""

import pytest

from osler.core.criteria import CriterionKind
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import judge_criterion, topic_of
from tests.trials.patients import criterion, view

KINDS: dict[str, CriterionKind] = {"i": "inclusion", "e": "exclusion"}

LIVING = """
She drives herself and jogs twice a week.|i|Ambulatory patients|MET
He is wheelchair-bound since the stroke.|e|Wheelchair-bound patients|MET
He plays golf on Sundays.|e|Bedridden|NOT_MET
She uses a cane.|e|Bedridden|UNKNOWN
He was sent from his nursing home.|e|Residence in a nursing home|MET
She lives with her daughter.|i|Community-dwelling older adults|MET
She visited a nursing home.|e|Residence in a nursing home|UNKNOWN
He was admitted with pneumonia.|e|Hospitalized patients|MET
He was admitted with pneumonia in 2014.|e|Hospitalized patients|UNKNOWN
She was seen in the pain clinic.|e|Hospitalized patients|NOT_MET
He was intubated in the field.|i|Mechanical ventilation|MET
He was intubated for an operation in 2010.|i|Mechanical ventilation|UNKNOWN
He was intubated and extubated on day 2.|i|Mechanical ventilation|NOT_MET
GCS 9 on arrival.|e|Altered mental status|MET
She drinks a glass of wine on weekends.|e|Active alcohol abuse|NOT_MET
He drinks four beers a week.|e|Alcohol use disorder|NOT_MET
He drinks a bottle of vodka daily.|e|Alcohol use disorder|UNKNOWN
Denies tobacco, alcohol or drug use.|e|Alcohol abuse|NOT_MET
Pulse 76 regular.|e|Irregular pulse|NOT_MET
Pulse 96, irregularly irregular.|e|Irregular pulse|MET
"""
WELL = """
Otherwise healthy.|e|Coronary artery disease|NOT_MET
Otherwise fit and well.|e|Clinically significant cardiovascular disease|NOT_MET
Healthy otherwise.|e|Diabetes mellitus|NOT_MET
Otherwise healthy.|e|Asthma|UNKNOWN
He was healthy until a stroke in May.|e|Coronary artery disease|UNKNOWN
Otherwise healthy. He has had chest pain.|e|Myocardial infarction|UNKNOWN
Otherwise healthy.|e|Osteoarthritis|UNKNOWN
Otherwise healthy.|e|History of malignancy|UNKNOWN
Previously healthy.|e|History of malignancy|NOT_MET
Otherwise well.|e|Dementia|UNKNOWN
There is no heart, lung or clotting trouble.|e|COPD|NOT_MET
There is no bleeding.|e|Coagulopathy|UNKNOWN
Apart from tonsillectomy he had no operations, and the heart is fine.|e|History of brain surgery|NOT_MET
No previous knee injuries or surgery.|e|Previous knee surgery|NOT_MET
No previous knee injuries.|i|Acute knee injury within 3 weeks|UNKNOWN
CXR: right lower lobe consolidation. He has fever and cough.|i|Radiographic evidence of pneumonia|MET
He has pneumonia.|i|Radiographic evidence of pneumonia|UNKNOWN
He has fever and cough; a film showed an infiltrate in the left lower lobe last year.|i|Pneumonia|UNKNOWN
No pneumonia.|i|Radiographic evidence of pneumonia|NOT_MET
Views show a cam deformity, and the radiologist reports femoroacetabular impingement.|i|Radiographic evidence of FAI|MET
Owl's eye inclusion bodies in the lavage.|i|CMV seropositive|MET
MRI of the brain was entirely normal.|e|Intracranial hemorrhage|NOT_MET
He had a normal CT head three weeks ago.|e|Subdural hematoma|UNKNOWN
CT of the abdomen was normal.|e|Intracranial hemorrhage|UNKNOWN
"""
TAKEN = """
His only medicine in the past year was amlodipine 5 mg daily.|e|Immunosuppressive therapy within 1 month|NOT_MET
His one medicine is cetirizine.|e|Use of anticoagulants|NOT_MET
Allergies: penicillin (rash), nothing else.|e|Allergy to ketamine|NOT_MET
Allergies: penicillin (rash), nothing else.|e|Hypersensitivity to penicillins|MET
He takes aspirin 81 mg daily.|e|Hypersensitivity to aspirin|NOT_MET
He takes aspirin 81 mg daily.|e|Hypersensitivity to ibuprofen|UNKNOWN
Salbutamol inhaler as needed for asthma.|e|Asthma|MET
Paracetamol as needed for headaches.|e|Migraine|UNKNOWN
He has been on metformin 1000 mg twice daily for six years.|i|Metformin for at least 3 months|MET
On tacrolimus 3 mg bid.|e|Immunosuppressed patients|MET
On prednisone 5 mg daily.|e|Systemic corticosteroid use|MET
He takes oxycodone 15 mg four times a day.|e|Opioid use greater than 30 mg of morphine equivalents/day|MET
He takes tramadol 50 mg twice a day.|e|Opioid use greater than 30 mg of morphine equivalents/day|NOT_MET
He takes sertraline 100 mg daily.|e|Psychotropics|MET
Type 2 diabetes treated with insulin glargine 20 units.|e|Type 1 diabetes|NOT_MET
He had a drug-eluting stent placed in the LAD in 2019.|e|Prior PCI|MET
He had a ureteric stent placed.|e|Prior PCI|UNKNOWN
He was offered a coronary stent and declined.|e|Prior PCI|UNKNOWN
His only allergy is penicillin.|e|Allergy to ketamine|NOT_MET
"""
NUMBERS = """
TSH 1.8 mU/L.|i|Normal TSH|MET
TSH 4.1 mU/L.|i|Normal TSH|UNKNOWN
CRP 210.|i|Elevated C-reactive protein|MET
AST 140 U/L and ALT 160 U/L.|e|Liver enzymes > 2 times upper limit of normal|MET
AST 22 U/L and ALT 21 U/L.|i|Transaminases <= 2.5 x ULN|MET
Creatinine 0.9 mg/dL.|e|eGFR < 60 mL/min/1.73m2|NOT_MET
Creatinine 2.3 mg/dL.|e|eGFR < 60 mL/min/1.73m2|MET
Creatinine 1.2 mg/dL.|e|eGFR < 60 mL/min/1.73m2|UNKNOWN
eGFR 88.|e|End-stage renal disease or dialysis|NOT_MET
eGFR 78.|e|Chronic kidney disease|NOT_MET
eGFR 78, urine albumin to creatinine ratio 300.|e|Chronic kidney disease|UNKNOWN
HbA1c 5.8%. He takes aspirin 81 mg daily.|e|Diabetes mellitus|NOT_MET
HbA1c 5.8%. He takes metformin 500 mg daily.|e|Diabetes mellitus|UNKNOWN
Mattis 141/144.|e|Mattis Dementia Rating Scale < 120|NOT_MET
The film shows a centre-edge angle of 31 degrees.|e|Center edge angle < 20 degrees on AP radiograph|NOT_MET
Height 181, weight 78 kg.|e|BMI > 35|NOT_MET
"""
WOMEN = """
Last period four years ago.|e|Pregnant females|NOT_MET
Last period four years ago.|i|Postmenopausal women|MET
LMP two weeks ago.|e|Women of childbearing potential|MET
A single intrauterine pregnancy is confirmed.|e|Multiple pregnancy|NOT_MET
She is 31 weeks pregnant.|i|Postmenopausal women|NOT_MET
Total hysterectomy ten years ago.|e|Breastfeeding|NOT_MET
Her last pregnancy was uncomplicated.|e|Preeclampsia|UNKNOWN
Pregnancy uncomplicated.|e|Preeclampsia|NOT_MET
"""


def _cases(table: str) -> list[list[str]]:
    return [line.split("|") for line in table.strip().splitlines()]


def _holds(who: str, case: list[str]) -> None:
    told, kind, text, verdict = case
    result = judge_criterion(criterion(text, KINDS[kind]), view(f"{who} {told}"), "strict")
    assert result.verdict.value == verdict, result.reasoning


@pytest.mark.parametrize("case", [*_cases(LIVING), *_cases(WELL), *_cases(TAKEN), *_cases(NUMBERS)])
def test_what_is_said_in_passing_decides(case: list[str]) -> None:
    _holds("A 58-year-old man.", case)


@pytest.mark.parametrize("case", _cases(WOMEN))
def test_what_is_said_of_women_decides(case: list[str]) -> None:
    _holds("A 52-year-old woman.", case)


@pytest.mark.parametrize(
    ("note", "age"),
    [
        ("Referred for surgery: a retired teacher, 69, with chest tightness.", 69),
        ("The plumber, 44, who has had back pain for weeks.", 44),
        ("His brother, a carpenter, 52, has diabetes.", None),
        ("Mean corpuscular count, 69, with anisocytosis.", None),
    ],
)
def test_an_age_stands_behind_what_somebody_does(note: str, age: int | None) -> None:
    assert view(note).age == age


def test_a_short_name_is_that_of_the_disease_in_the_title() -> None:
    told = view("A 60-year-old man with a chronic subdural hematoma.")
    asked = criterion("CSH", "inclusion")
    topic = topic_of("Follow-up of Chronic Subdural Hematoma After Evacuation", bundled_vocabularies())
    assert judge_criterion(asked, told, "strict").verdict.value == "UNKNOWN"
    assert judge_criterion(asked, told, "strict", topic).verdict.value == "MET"


def test_a_kidney_from_a_sister_is_the_patients() -> None:
    told = view("A 46-year-old woman, kidney transplant from her sister in 2016, on tacrolimus 3 mg twice daily.")
    assert [fact.label for fact in told.record.medications] == ["tacrolimus"]
