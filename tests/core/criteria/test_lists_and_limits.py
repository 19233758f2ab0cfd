"""What the members of a list share, what a bracket narrows or asks of some, and numbers that are not plain."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind, parse_criterion, render


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        (
            "Lumbar Z-score under -1.5 at the wrist or femoral neck",
            "exclusion",
            "Lumbar Z-score at the wrist < -1.5 or Lumbar Z-score at femoral neck < -1.5",
        ),
        ("T-score between -1 and -2.5", "inclusion", "T-score -2.5 - -1"),
        (
            "Anion gap > 20 mmol/L or base deficit below -10 mmol/L",
            "exclusion",
            "Anion gap > 20 mmol/l or base deficit < -10 mmol/l",
        ),
        ("Smooth muscle antibody titre ≥ 1:80", "exclusion", "Smooth muscle antibody titre >= 80 titre"),
        ("Men (45 to 80 years) with gout", "inclusion", "male and age 45 - 80 years and gout"),
        (
            "Prior knee surgery (medial or lateral) within 1 year",
            "exclusion",
            "history of medial knee surgery within 1 years or history of lateral knee surgery within 1 years",
        ),
        ("GERD (gastroesophageal reflux disease)", "exclusion", "GERD"),
        (
            "Ferritin > 300 ng/mL (or 200 if on hemodialysis)",
            "exclusion",
            "Ferritin > 300 ng/ml or (hemodialysis and Ferritin > 200 ng/ml)",
        ),
        (
            "Screened or hospitalized for pneumonia within 1 year",
            "exclusion",
            "Screened for pneumonia within 1 years or hospitalized for pneumonia within 1 years",
        ),
        (
            "Gout, asthma, or any other illness which, in the opinion of the investigator, makes participation unsafe",
            "exclusion",
            "Gout or asthma or any other illness which, in the opinion of the investigator, makes participation unsafe",
        ),
        ("Patients must have: 1) gout, 2) asthma", "inclusion", "gout and asthma"),
        ("Injury to the hand or forearm", "exclusion", "Injury to the hand or Injury to forearm"),
        (
            "Regular intake of aspirin or ibuprofen",
            "exclusion",
            "Regular intake of aspirin or Regular intake of ibuprofen",
        ),
        (
            "Hospitalization for asthma or pneumonia",
            "exclusion",
            "Hospitalization for asthma or Hospitalization for pneumonia",
        ),
        (
            "Selective serotonin agonists or antagonists",
            "exclusion",
            "Selective serotonin agonists or Selective serotonin antagonists",
        ),
        ("hypo- or hyperkalemia", "exclusion", "hypokalemia or hyperkalemia"),
        ("Chronic or previous gastric ulcer", "exclusion", "(Chronic gastric ulcer) or (history of gastric ulcer)"),
        ("Breast-feeding participants", "exclusion", "breastfeeding"),
        ("gout/asthma/psoriasis", "exclusion", "gout or asthma or psoriasis"),
        (
            "Pulmonary or hepatic disease requiring oxygen",
            "exclusion",
            "Pulmonary disease requiring oxygen or hepatic disease requiring oxygen",
        ),
        (
            "LDL > 190 mg/dL or triglycerides > 500 mg/dL despite treatment",
            "exclusion",
            "(LDL > 190 mg/dl or triglycerides > 500 mg/dl) and treatment",
        ),
        (
            "Restenosis < 30 % in patients with diabetes or < 40 % in those with gout",
            "inclusion",
            "(diabetes and Restenosis < 30 %) or (gout and Restenosis < 40 %)",
        ),
        ("HbA1c > 8 % on metformin therapy", "inclusion", "HbA1c > 8 % and metformin therapy"),
        (
            "Lung cancer, recurrent or metastatic, with brain metastases",
            "inclusion",
            "(recurrent Lung cancer or metastatic Lung cancer) and brain metastases",
        ),
        (
            "Women planning to become pregnant during the study or within 3 months thereafter",
            "exclusion",
            "female and planning to become pregnant during the study",
        ),
        ("Biopsy confirmed, recurrent lymphoma", "inclusion", "Biopsy confirmed recurrent lymphoma"),
        (
            "Eye disease such as glaucoma, cataract, retinal disease other than myopia",
            "exclusion",
            "Eye disease such as (glaucoma or cataract or (retinal disease except myopia))",
        ),
        ("Pain score 4/10 or higher", "inclusion", "Pain >= 4"),
        (
            "Negative drug screen prior to the start of treatment",
            "inclusion",
            "negative drug screen prior to start of treatment",
        ),
        (
            "Negative urine pregnancy test (if of childbearing potential)",
            "inclusion",
            "if childbearing potential: negative urine pregnancy test",
        ),
        ("Opioids (excl. tramadol)", "exclusion", "Opioids except tramadol"),
        (
            "Cancer other than thyroid cancer, except for melanoma in situ",
            "exclusion",
            "Cancer except thyroid cancer or melanoma in situ",
        ),
        ("Stroke, treated or untreated, within 2 years", "exclusion", "Stroke within 2 years"),
        ("Neurologic history or recent fracture", "exclusion", "(Neurologic history) or (recent fracture)"),
        ("Statins, (HMG)", "exclusion", "Statins"),
        ("Oral or dental surgery recently", "exclusion", "recent Oral surgery or recent dental surgery"),
        (
            "Topical steroids are not an exclusion criterion",
            "exclusion",
            "Topical steroids are not an exclusion criterion",
        ),
        (
            "Liver disease not caused by alcohol or obesity",
            "exclusion",
            "Liver disease and (no (caused by alcohol or caused by obesity))",
        ),
        (
            "Latent syphilis unless penicillin was given, or active gout",
            "exclusion",
            "(Latent syphilis except penicillin was given) or active gout",
        ),
        ("Chronic hepatitis (B or D)", "exclusion", "Chronic hepatitis B or Chronic hepatitis D"),
        ("Cirrhosis (Child-Pugh classes B or C)", "exclusion", "Cirrhosis meaning Child-Pugh class 2 - 3"),
        ("Contraception (if applicable)", "inclusion", "Contraception"),
        (
            "Surgery planned during the following 6 weeks",
            "exclusion",
            "Surgery planned within 6 weeks after enrollment",
        ),
        (
            "Tobacco or alcohol dependence or abuse",
            "exclusion",
            "Tobacco dependence or alcohol dependence or Tobacco abuse or alcohol abuse",
        ),
        ("Shortening fraction below 25 per cent", "exclusion", "Shortening fraction < 25 %"),
        ("Diastolic pressure > 100 millimetres of mercury", "exclusion", "Diastolic pressure > 100 mmhg"),
        ("None", "exclusion", "None"),
        (
            "Pancreatitis unless due to a stone, or amylase > 300 U/L",
            "exclusion",
            "(Pancreatitis except stone) or amylase > 300 u/l",
        ),
        ("Positive ANCA titre of at least 1:40", "inclusion", "ANCA titre >= 40 titre"),
    ],
)
def test_what_is_said_once_is_said_of_each_that_it_belongs_to(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning
