"""Whole criteria and their trees: what stays in one piece, what is shared, what a bracket says, what is left unread."""

from __future__ import annotations

from datetime import date

import pytest

from osler.core.criteria import CriterionKind, Finding, TruthValue, Unparsed, evaluate, parse_criterion, render
from osler.core.patient import PatientRecord
from osler.core.patient.types.demographics import Demographics
from osler.core.patient.types.measures import Observation, Quantity
from osler.core.patient.types.status import Sex


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        # Phrases that stay whole.
        ("Trouble at work due to language problems", "exclusion", "Trouble at work due to language problems"),
        ("Use of herbs that affect clotting or bleeding", "exclusion", "herbs that affect clotting or bleeding"),
        ("Valve replacement with a mechanical device", "inclusion", "Valve replacement with a mechanical device"),
        ("Biopsy with needle or forceps", "inclusion", "Biopsy with needle or Biopsy with forceps"),
        ("Unable to stand upright and still", "exclusion", "Unable to stand upright and still"),
        ("Conditions may alter the safety or outcome of the trial", "exclusion",
         "Conditions may alter the safety or outcome of the trial"),
        ("Nausea from previous chemotherapy", "exclusion", "Nausea from previous chemotherapy"),
        ("Asthmatic women with gout", "inclusion", "female and Asthmatic and gout"),
        # What is demanded among exclusions: whoever does not meet it is excluded, and nobody else.
        ("Patients must not be pregnant", "exclusion", "pregnant"),
        ("Women of childbearing potential must not be pregnant or nursing", "exclusion",
         "female and childbearing potential and (pregnant or breastfeeding)"),
        ("Subjects must have a platelet count > 100", "exclusion", "no platelet count > 100"),
        ("Patients who must take anticoagulants", "exclusion", "take anticoagulants"),
        ("Patients with asthma should be excluded", "exclusion", "asthma"),
        ("Greater than the age of 18", "inclusion", "age > 18"),
        ("MHC class II deficiency", "exclusion", "MHC class II deficiency"),
        ("Allergy to either aspirin or ibuprofen", "exclusion", "Allergy to aspirin or Allergy to ibuprofen"),
        ("Hormonal therapy either currently or in the preceding 3 months", "exclusion",
         "Hormonal therapy within 3 months"),
        ("History of previous stroke", "exclusion", "history of stroke"),
        # Terms and what they mean; examples and asides.
        ("Low blood sugar (glucose < 60 mg/dL)", "exclusion", "Low blood sugar meaning glucose < 60 mg/dl"),
        ("Anaemia, defined as hemoglobin < 9 g/dL", "exclusion", "Anaemia meaning hemoglobin < 9 g/dl"),
        ("Psoriasis (CASPAR criteria)", "inclusion", "Psoriasis"),
        ("Gout (Dutch sites only)", "inclusion", "Gout"),
        ("Wide waist (> 100 cm in men; > 90 cm in women)", "inclusion",
         "(male and Wide waist > 100 cm) or (female and Wide waist > 90 cm)"),
        ("Cancer including leukemia and lymphoma (but not skin cancer) within 5 years", "exclusion",
         "(Cancer within 5 years such as (leukemia within 5 years or lymphoma within 5 years)) except skin cancer"),
        ("Use of insulin within 6 months of screening or any time between screening and randomization", "exclusion",
         "(insulin within 6 months prior to screening) or (insulin during the study)"),
        # What members share.
        ("Respiratory pathologies, cardiovascular, renal, diabetes", "exclusion",
         "Respiratory pathologies or cardiovascular pathologies or renal pathologies or diabetes"),
        ("Cardiac conditions, stable", "exclusion", "Cardiac conditions or stable"),
        ("Haemoglobin < 12 g/dL for women; < 13 g/dL for men", "exclusion",
         "(female and Haemoglobin < 12 g/dl) or (male and Haemoglobin < 13 g/dl)"),
        ("Positive for HIV, syphilis or hepatitis C virus", "exclusion",
         "positive HIV or positive syphilis or positive hepatitis C virus"),
        ("HCV, HIV, or HDV coinfection", "exclusion", "HCV coinfection or HIV coinfection or HDV coinfection"),
        ("Renal insufficiency or failure", "exclusion", "Renal insufficiency or Renal failure"),
        ("Allergy or intolerance to aspirin or heparin", "exclusion",
         "Allergy to aspirin or Allergy to heparin or intolerance to aspirin or intolerance to heparin"),
        ("Chemotherapy or surgery for melanoma", "exclusion", "Chemotherapy for melanoma or surgery for melanoma"),
        ("Allergy to aspirin and heparin", "exclusion", "Allergy to aspirin or Allergy to heparin"),
        ("Hematocrit > 48 % (women) and > 53 % (men)", "exclusion",
         "(Hematocrit > 48 % and female) or (Hematocrit > 53 % and male)"),
        # Persons, ages, units.
        ("Subjects under the age of 21", "exclusion", "age < 21"),
        ("Age under 18y or over 85y", "exclusion", "age < 18 years or age > 85 years"),
        ("AJCC stage III or greater", "exclusion", "AJCC stage >= 3"),
        ("Leukocytes > 10.000 cells/mm3", "exclusion", "Leukocytes > 10000 cells/mm3"),
        ("6-minute walking distance < 300 m", "inclusion", "6-minute walking distance < 300 m"),
        ("Pregnant women, or women who plan a pregnancy", "exclusion",
         "(female and pregnant) or (female and plan a pregnancy)"),
        ("No history of the following: stroke, gout", "inclusion", "no (history of stroke or history of gout)"),
        # What is asked of all of a list, and where a list ends.
        ("Adequate liver function (ALT < 50 U/L, AST < 50 U/L, and bilirubin < 1.2 mg/dL)", "inclusion",
         "Adequate liver function and ALT < 50 u/l and AST < 50 u/l and bilirubin < 1.2 mg/dl"),
        ("Liver disease (ALT > 100 U/L, AST > 100 U/L or bilirubin > 2 mg/dL)", "exclusion",
         "Liver disease meaning (ALT > 100 u/l or AST > 100 u/l or bilirubin > 2 mg/dl)"),
        ("Women 30 years or older, with recurrent or persistent endometriosis", "inclusion",
         "age >= 30 years and female and (recurrent endometriosis or persistent endometriosis)"),
        ("On dialysis, not yet listed for surgery and treated in our centre", "inclusion",
         "dialysis and (no yet listed for surgery) and treated in our centre"),
        ("Use of antidepressants other than sertraline or citalopram, epilepsy, glaucoma", "exclusion",
         "(antidepressants except sertraline or citalopram) or epilepsy or glaucoma"),
        ("Gout or lupus at screening and before randomization", "inclusion",
         "(Gout at screening or lupus at screening) and (Gout prior to randomization or lupus prior to randomization)"),
        ("Stroke and head injury in the last 3 months", "exclusion", "Stroke within 3 months or head injury within 3 months"),
        ("Asthma, lack of contraception", "exclusion", "Asthma or (no contraception)"),
        ("Smokers and non-smokers", "inclusion", "Smokers or (no smokers)"),
        ("Previous or planned liver resection", "exclusion", "(history of liver resection) or (planned liver resection)"),
        ("Alcohol or opioid abuse, which in the opinion of the investigator may be harmful", "exclusion",
         "(Alcohol abuse or opioid abuse) and which in the opinion of the investigator may be harmful"),
        # How something is written: lost signs, signs around a name, examples, works that are cited, whose stages.
        ("Participants aged = 21 to = 70 years", "inclusion", "age 21 - 70 years"),
        ("Creatinine = 0.6 and < 1.4 mg/dL", "inclusion", "Creatinine >= 0.6 mg/dl and Creatinine < 1.4 mg/dl"),
        ("6.5 % <= HbA1c <= 9 %", "inclusion", "HbA1c 6.5 - 9 %"),
        ("Body temperature > 38,5 \u00baC", "inclusion", "Body temperature > 38.5 \u00b0c"),
        ("ASA class 2 & 3", "inclusion", "ASA physical status 2 - 3"),
        ("Signs of sepsis (e. g. fever, rigors)", "exclusion", "sepsis such as (fever or rigors)"),
        ("Bone drugs (like zoledronate and denosumab)", "exclusion", "Bone drugs such as (zoledronate or denosumab)"),
        ("Operations that include: hernia repair, cholecystectomy", "exclusion",
         "Operations such as (hernia repair or cholecystectomy)"),
        ("Psychosis according to the Diagnostic and Statistical Manual of Mental Disorders, fifth edition", "inclusion",
         "Psychosis"),
        ("Asthma according to GINA, Obesity", "inclusion", "Asthma and Obesity"),
        ("Forrest classification stage 2", "inclusion", "Forrest classification = 2"),
        ("Long seizure (> 5 minutes) within the past 4 weeks", "exclusion", "Long seizure within 4 weeks for > 5 minutes"),
        ("Resection of aortic or left ventricular aneurysm", "exclusion",
         "Resection of aortic aneurysm or Resection of left ventricular aneurysm"),
        # Marks of entries, reactions to each of a list, clauses that are complete with their value.
        ("Ibuprofen, naproxen or diclofenac allergies", "exclusion",
         "Ibuprofen allergies or naproxen allergies or diclofenac allergies"),
        ("Patients with hay fever or eczema will also be excluded to avoid confusion", "exclusion", "hay fever or eczema"),
        ("Men with gout or psoriasis will be recruited into the study", "inclusion", "male and (gout or psoriasis)"),
        ("Asthma and a recent history (within last 2 years) of nasal polyps", "inclusion",
         "(Asthma) and (recent history of nasal polyps within 2 years)"),
        ("Girls 9-14 with migraine", "inclusion", "age 9 - 14 years and female and migraine"),
        ("Boys aged 9 or more and 2) body weight > 30 kg", "inclusion", "age >= 9 and male and body weight > 30 kg"),
        ("Sarcoidosis (diagnosis based on biopsy or imaging)", "inclusion", "Sarcoidosis"),
        ("Severe illness, such as renal failure whose eGFR is < 30 ml/min, heart failure, or shock", "exclusion",
         "Severe illness such as ((renal failure and eGFR < 30 ml/min) or heart failure or shock)"),
        ("Lack of insight, e.g. denial of illness", "exclusion", "Lack of insight such as denial of illness"),
        ("Therapy for more than 48 hours with any antibiotic, except penicillin, within 72 hours of screening", "exclusion",
         "antibiotic for > 48 hours within 72 hours prior to screening except penicillin"),
    ],
)  # fmt: skip
def test_the_tree_says_what_the_criterion_says(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


@pytest.mark.parametrize(
    "text",
    [
        "Vaccination during the period starting one month before the dose and ending one month after",
        "An interval of < 6 months from the end of treatment until the time of diagnosis",
        "If 30 days have not elapsed after the previous trial",
        "Participation in a trial within 4 weeks before dosing, or longer if the law asks for it",
    ],
)
def test_what_would_be_torn_is_left_whole(text: str) -> None:
    tree = parse_criterion(text, kind="exclusion")
    assert isinstance(tree, Unparsed)
    assert (tree.text, tree.reason) == (text, "not_understood")


def test_what_is_no_more_than_a_name_is_a_finding_in_its_own_words() -> None:
    tree = parse_criterion("Ambulatory and able to use a toilet independently", kind="exclusion")
    assert isinstance(tree, Finding)
    assert tree.name == "Ambulatory and able to use a toilet independently"


@pytest.mark.parametrize(("value", "truth"), [(82.0, TruthValue.MET), (120.0, TruthValue.NOT_MET)])
def test_what_a_term_means_decides_it(value: float, truth: TruthValue) -> None:
    tree = parse_criterion("Hypotension (systolic blood pressure < 90 mmHg)", kind="exclusion")
    pressure = Observation(id="o", text="systolic blood pressure", quantity=Quantity(value=value, unit="mmHg"))
    patient = PatientRecord(
        id="p", as_of="2024-06-01", demographics=Demographics(sex=Sex.MALE), observations=[pressure]
    )
    assert evaluate(tree, patient, on=date(2024, 6, 1)).truth is truth
