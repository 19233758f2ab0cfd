"""What the members of a list share, and what stands around it: objects, halves, verbs, remarks."""

import pytest

from osler.core.criteria import CriterionKind, parse_criterion, render


@pytest.mark.parametrize(
    ("text", "kind", "tree"),
    [
        (
            "Type 1 or type 2 diabetes mellitus treated with insulin or oral agents",
            "inclusion",
            "(Type 1 diabetes mellitus or type 2 diabetes mellitus) and (insulin or oral agents)",
        ),
        (
            "Age 50 years or older, or 40 years or older with diabetes or hypertension",
            "inclusion",
            "age >= 50 years or (age >= 40 years and (diabetes or hypertension))",
        ),
        (
            "Diagnosis of asthma at least 6 months before screening, treated with inhaled steroids or LABA",
            "inclusion",
            "asthma >= 6 months prior to screening and (inhaled steroids or LABA)",
        ),
        (
            "Pregnant woman is receiving any drug with antiviral activity or any form of drug therapy for hepatitis B virus",
            "exclusion",
            "female and pregnant and (drug with antiviral activity or form of drug therapy for hepatitis B virus)",
        ),
        (
            "Suitable veins for cannulation or repeated venipuncture",
            "inclusion",
            "Suitable veins for cannulation or Suitable veins for repeated venipuncture",
        ),
        (
            "High likelihood of poor adherence to therapy visits and clinic attendance",
            "exclusion",
            "High likelihood of poor adherence to therapy visits or High likelihood of poor adherence to clinic attendance",
        ),
        (
            "Dyskinesia of cystic duct or gallbladder, gout",
            "exclusion",
            "Dyskinesia of cystic duct or Dyskinesia of gallbladder or gout",
        ),
        (
            "Family history of breast cancer or ovarian cancer",
            "exclusion",
            "Family history of breast cancer or Family history of ovarian cancer",
        ),
        (
            "Family history of breast cancer, or known hypertension",
            "exclusion",
            "Family history of breast cancer or hypertension",
        ),
        (
            "Family history or diagnosis of Tourette's syndrome",
            "exclusion",
            "Family history of Tourette's syndrome or Tourette's syndrome",
        ),
        (
            "Absence of cognitive impairment or presence of dementia",
            "exclusion",
            "(no cognitive impairment) or dementia",
        ),
        (
            "Diabetes not controlled by insulin or heart failure",
            "exclusion",
            "(Diabetes and (no controlled by insulin)) or heart failure",
        ),
        (
            "Severe renal (GFR < 30), liver (Child-Pugh C), or heart (NYHA IV) failure",
            "exclusion",
            "(Severe renal failure meaning GFR < 30) or (liver failure meaning Child-Pugh class = 3) or (heart failure meaning New York Heart Association class = 4)",
        ),
        (
            "Any clinically significant abnormality in ECG, vital signs or laboratory tests",
            "exclusion",
            "clinically significant abnormality in ECG or clinically significant abnormality in vital signs or clinically significant abnormality in laboratory tests",
        ),
        (
            "Use of NSAIDs, aspirin (> 325 mg/day) or steroids within 7 days",
            "exclusion",
            "NSAIDs within 7 days or aspirin > 325 mg/day within 7 days or steroids within 7 days",
        ),
        (
            "Liver disease, including cirrhosis, or ALT > 3 x ULN",
            "exclusion",
            "(Liver disease such as cirrhosis) or ALT > 3 x ULN",
        ),
        ("Pregnant or possibly pregnant woman", "exclusion", "(female and pregnant) or (female and pregnant)"),
        ("Chronic non-cancer and cancer pain", "inclusion", "Chronic non-cancer pain or Chronic cancer pain"),
        (
            "Probable pancreatic cancer, distal bile duct cholangiocarcinoma and other periampullary cancers",
            "inclusion",
            "Probable pancreatic cancer or distal bile duct cholangiocarcinoma or other periampullary cancers",
        ),
        (
            "Unstable angina defined as new onset angina, rapidly increasing or crescendo angina",
            "exclusion",
            "Unstable angina meaning (new onset angina or rapidly increasing angina or crescendo angina)",
        ),
        (
            "Malignancy diagnosed or treated within 5 years (basal cell cancer is permitted)",
            "exclusion",
            "(Malignancy diagnosed within 5 years except basal cell cancer) or (Malignancy treated within 5 years except basal cell cancer)",
        ),
        (
            "Currently enrolled in, or discontinued within 30 days from, a clinical trial of a use of drugs",
            "exclusion",
            "(current enrolled in a clinical trial of a use of drugs) or (discontinued a clinical trial of a use of drugs within 30 days)",
        ),
    ],
)
def test_each_member_has_what_it_shares(text: str, kind: CriterionKind, tree: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == tree


@pytest.mark.parametrize(
    ("text", "kind", "tree"),
    [
        (
            "Other respiratory diseases: such as tuberculosis, aspergillosis, etc.",
            "exclusion",
            "Other respiratory diseases such as (tuberculosis or aspergillosis)",
        ),
        (
            "Medicine which may affect heart rate, like calcium channel blockers or ivabradine",
            "exclusion",
            "Medicine which may affect heart rate such as (calcium channel blockers or ivabradine)",
        ),
        (
            "Blood glucose levels between > 140 mg and < 400 mg/dL",
            "inclusion",
            "Blood glucose > 140 mg/dl and Blood glucose < 400 mg/dl",
        ),
        ("Liver stiffness of > 9.5 kilo Pascal", "exclusion", "Liver stiffness > 9.5 kilo pascal"),
        ("Elevated NT-proBNP (at least > 125 pg/ml)", "inclusion", "Elevated NT-proBNP > 125 pg/ml"),
        (
            "Patient received injections which provided at least minor relief",
            "inclusion",
            "injections which provided at least minor relief",
        ),
        (
            "ALT < 2.5 x ULN; liver metastases, if any, the ALT < 5 x ULN",
            "inclusion",
            "ALT < 2.5 x ULN and (if liver metastases: ALT < 5 x ULN)",
        ),
        (
            "Women are postmenopausal (defined as at least 1 year without menses) and aged 45 to 70 years. Males are aged 40 to 70 years.",
            "inclusion",
            "(((female and postmenopausal) meaning (no menses within 1 years)) and age 45 - 70 years) or (age 40 - 70 years and male)",
        ),
        (
            "Failed response to two drugs. In the case of infantile spasms this could include a trial of corticosteroids.",
            "inclusion",
            "Failed response to two drugs",
        ),
        (
            "Significant heart disease. This could include heart failure or angina.",
            "exclusion",
            "Significant heart disease such as (heart failure or angina)",
        ),
        (
            "Currently active malignancy. Patients are not considered to have active malignancy if they have completed all therapy.",
            "exclusion",
            "current active malignancy except completed all therapy",
        ),
    ],
)
def test_verbs_and_remarks_are_no_conditions(text: str, kind: CriterionKind, tree: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == tree


@pytest.mark.parametrize(
    ("text", "kind", "tree"),
    [
        (
            "At least 2 good quality embryos (good quality embryos display equal division, have few to no fragments)",
            "inclusion",
            "good quality embryos >= 2",
        ),
        (
            "Dysfunction which might render the patient at high risk for treatment complications",
            "exclusion",
            "Dysfunction which might render the patient at high risk for treatment complications",
        ),
        (
            "Gout, impaired liver function, established during a physical examination at visit number 1",
            "exclusion",
            "Gout at a physical examination at visit number 1 or impaired liver function at a physical examination at visit number 1",
        ),
        (
            "Abnormal finding on cervix during pelvic examination and/or colposcopy",
            "exclusion",
            "Abnormal finding on cervix at pelvic examination and/or colposcopy",
        ),
        (
            "Immunoglobulins or blood products during the study or within 3 months before screening",
            "exclusion",
            "(Immunoglobulins during the study) or (blood products during the study) or (Immunoglobulins within 3 months prior to screening) or (blood products within 3 months prior to screening)",
        ),
        ("Cirrhosis, actual or previous decompensation", "exclusion", "(Cirrhosis) or (history of decompensation)"),
        (
            "Chest pain at rest or with minimal exertion",
            "exclusion",
            "Chest pain at rest or (Chest pain and minimal exertion)",
        ),
        (
            "Biopsy and surgical excision is indicated",
            "inclusion",
            "Biopsy is indicated and surgical excision is indicated",
        ),
        ("Metal, shrapnel or other similar objects", "exclusion", "Metal or shrapnel or other similar objects"),
    ],
)
def test_what_stands_beside_a_member_is_said_of_it(text: str, kind: CriterionKind, tree: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == tree
