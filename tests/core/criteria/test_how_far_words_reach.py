"""What is said of several members of a list, what ends it, and what is no condition at all."""

from __future__ import annotations

import pytest

from osler.core.criteria import parse_criterion, render
from osler.core.criteria.types import CriterionKind


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        (
            "Skin and genital disease with risk of bleeding",
            "exclusion",
            "Skin disease or genital disease with risk of bleeding",
        ),
        ("Patients < 16 years of age and > 80 years of age", "exclusion", "age < 16 years or age > 80 years"),
        (
            "Type 2 diabetes and diabetics requiring dialysis",
            "exclusion",
            "Type 2 diabetes or diabetics requiring dialysis",
        ),
        (
            "Idiopathic pulmonary fibrosis, sarcoidosis associated pulmonary fibrosis, drug associated pulmonary fibrosis",
            "inclusion",
            "Idiopathic pulmonary fibrosis or sarcoidosis associated pulmonary fibrosis or drug associated pulmonary fibrosis",
        ),
        ("Gout, psoriasis, lupus nephritis", "inclusion", "Gout or psoriasis or lupus nephritis"),
        ("Diagnosis of eczema, urticaria, or both", "inclusion", "eczema or urticaria"),
        (
            "Contraindication to heparin or GPIIb receptor antagonist",
            "exclusion",
            "Contraindication to heparin or Contraindication to GPIIb receptor antagonist",
        ),
        (
            "Active infection with syphilis, malaria or HIV",
            "exclusion",
            "Active syphilis or Active malaria or Active HIV",
        ),
        (
            "Acute or chronic pain requiring treatment with opioids, gabapentin, ketamine within 3 weeks",
            "exclusion",
            "(Acute pain or chronic pain) and (opioids within 3 weeks or gabapentin within 3 weeks or ketamine within 3 weeks)",
        ),
        (
            "Heart failure requiring diuretics, gout requiring colchicine, or psoriasis",
            "exclusion",
            "Heart failure requiring diuretics or gout requiring colchicine or psoriasis",
        ),
        (
            "Locally advanced or metastatic HER2-positive gastric cancer",
            "inclusion",
            "(Locally advanced gastric cancer or metastatic gastric cancer) and positive HER2",
        ),
        (
            "Bile duct dilatation consistent with gallstones, cholangitis or pancreatic cancer",
            "inclusion",
            "Bile duct dilatation consistent with gallstones or Bile duct dilatation consistent with cholangitis or Bile duct dilatation consistent with pancreatic cancer",
        ),
        (
            "Smear other than type A or type B or positive culture",
            "exclusion",
            "(Smear except type A or type B) or positive culture",
        ),
        ("Diagnosis of AS or any other spondylopathy", "exclusion", "AS or other spondylopathy"),
        ("Urine protein ≤3+ or < 500 mg/24h", "exclusion", "Urine protein <= 3 + or Urine protein < 500 mg/24h"),
        (
            "Radiotherapy within 3 weeks prior to initiation of treatment with ABC 123",
            "exclusion",
            "Radiotherapy within 3 weeks prior to initiation of treatment with abc 123",
        ),
        ("GFR < 45 ml/min/1,73 m*m", "exclusion", "GFR < 45 ml/min/1.73 m2"),
        ("age > 21 y.o.", "inclusion", "age > 21 years"),
        ("Age: 20 to60 years", "inclusion", "age 20 - 60 years"),
        ("Age 3 months to less than 12 years", "inclusion", "age >= 3 months < 12 years"),
        ("Age group = 18 ys", "inclusion", "age >= 18 years"),
        ("eye injury within the past 6 mouths", "exclusion", "eye injury within 6 months"),
        ("Lactate above 0,75", "inclusion", "Lactate > 0.75"),
        ("Calcium at/above 3 mmol per liter", "exclusion", "Calcium >= 3 mmol/l"),
        ("Tumors 2 cm or larger", "inclusion", "Tumors >= 2 cm"),
        ("Ferritin > 30 ug/l (two fold higher than the upper limit of normal)", "inclusion", "Ferritin > 30 ug/l"),
        ("Danger to life of the mother and/or the child", "exclusion", "Danger to life of the mother and/or the child"),
        ("mRS before the stroke > 2", "exclusion", "modified Rankin scale > 2 prior to stroke"),
        (
            "women undergoing insemination or egg donation that less than 35 years old",
            "inclusion",
            "female and (insemination or egg donation) and age < 35 years",
        ),
        ("Use of female hormonal contraceptives", "exclusion", "female hormonal contraceptives"),
        ("2 or more of the features listed above", "inclusion", "features listed above >= 2"),
        (
            "current or frequent use of sleeping pills",
            "exclusion",
            "(current sleeping pills) or (frequent use of sleeping pills)",
        ),
        ("don't have gout and abnormal metabolism of iron", "exclusion", "no (gout or abnormal metabolism of iron)"),
        ("History of DSM 5 depression or mania", "exclusion", "history of depression or history of mania"),
        (
            "history of severe illness, including stroke and epilepsy",
            "exclusion",
            "history of severe illness such as (history of stroke or history of epilepsy)",
        ),
        (
            "Weight gain or loss > 4 kg in the last 2 months, or use of laxatives",
            "exclusion",
            "(Weight gain > 4 kg within 2 months) or (Weight loss > 4 kg within 2 months) or (laxatives)",
        ),
        (
            "Good health ascertained by medical history, physical examination and laboratory determinations",
            "inclusion",
            "Good health",
        ),
        (
            "Visual acuity of 20 to 60 letters assessed with the use of reading charts",
            "inclusion",
            "Visual acuity 20 - 60 letters",
        ),
        (
            "Reduced ejection fraction < 40 % assessed by a simple and recent echocardiogram",
            "inclusion",
            "Reduced ejection fraction < 40 %",
        ),
        (
            "Macular edema, on optical coherence tomography (OCT), at baseline examination",
            "inclusion",
            "Macular edema at baseline examination",
        ),
        (
            "History of allergic reactions attributed to compounds of similar chemical or biologic composition to aspirin",
            "exclusion",
            "history of allergic reactions attributed to compounds of similar chemical or biologic composition to aspirin",
        ),
        (
            "Allergy to nuts manifested as hives, swelling of the lips and tongue, or shock",
            "exclusion",
            "Allergy to nuts and (hives or swelling of the lips or swelling of tongue or shock)",
        ),
        (
            "Plans to donate blood or plasma while receiving study medication",
            "exclusion",
            "Plans to donate blood during the study or Plans to donate plasma during the study",
        ),
        ("Have bleeding or clotting disorder", "exclusion", "bleeding disorder or clotting disorder"),
        (
            "Liver disease (history of cirrhosis, ALT greater than 3 times upper limit of normal in the past 6 months)",
            "exclusion",
            "Liver disease meaning ((history of cirrhosis) or (ALT > 3 x ULN within 6 months))",
        ),
        ("Stroke (< 30 days)", "exclusion", "Stroke within < 30 days"),
        (
            "Adult subjects with gout and a urate greater than or equal to 0.5 mmol/l (n=40)",
            "inclusion",
            "age >= 18 years and gout and urate >= 0.5 mmol/l",
        ),
        (
            "Any illness, other than asthma or eczema, that might prevent walking",
            "exclusion",
            "illness that might prevent walking except asthma or eczema",
        ),
        (
            "Any illness, such as asthma or eczema, that might prevent walking",
            "exclusion",
            "(illness such as (asthma or eczema)) and illness that might prevent walking",
        ),
        ("normal liver and kidney function", "inclusion", "normal liver function and normal kidney function"),
        ("German or Dutch speaking", "inclusion", "German speaking or Dutch speaking"),
        (
            "Severe renal (eGFR < 20), hepatic (Child-Pugh C) or cardiac disease",
            "exclusion",
            "(Severe renal disease meaning eGFR < 20) or (hepatic disease meaning Child-Pugh class = 3) or cardiac disease",
        ),
        ("Cirrhosis of any cause (biopsy not required)", "inclusion", "Cirrhosis of any cause"),
        (
            "HIV, hepatitis B or hepatitis C positivity",
            "exclusion",
            "positive HIV or positive hepatitis B or positive hepatitis C",
        ),
        (
            "Atrial fibrillation or flutter on electrocardiogram",
            "inclusion",
            "Atrial fibrillation or Atrial flutter on electrocardiogram",
        ),
        (
            "Poor response to, a contraindication to, or intolerance to at least 2 statins",
            "inclusion",
            "Poor response to statins >= 2 or contraindication to statins >= 2 or intolerance to statins >= 2",
        ),
        ("surgery planned in the following month", "exclusion", "surgery planned within 1 months after enrollment"),
        ("Non-smoker for two years or more", "inclusion", "no smoker within 2 years"),
        (
            "Obese patients with asthma, gout or psoriasis",
            "inclusion",
            "Obese patients and (asthma or gout or psoriasis)",
        ),
        (
            "Not pregnant, not breastfeeding, and using a condom",
            "inclusion",
            "(no pregnant) and (no breastfeeding) and condom",
        ),
        ("No gout, no asthma and taking aspirin", "inclusion", "(no gout) and (no asthma) and aspirin"),
        (
            "Heart failure, unless NYHA class II",
            "inclusion",
            "Heart failure except New York Heart Association class = 2",
        ),
        ("ejection fraction < 35 % as assessed by echocardiogram or MUGA", "exclusion", "ejection fraction < 35 %"),
        (
            "BP > 170 systolic or > 100 diastolic",
            "exclusion",
            "systolic blood pressure > 170 or diastolic blood pressure > 100",
        ),
        ("A score of at least 70 % on the Karnofsky scale", "inclusion", "Karnofsky performance status >= 70"),
        ("Screening creatinine > 2 mg/dl", "exclusion", "creatinine > 2 mg/dl at screening"),
        (
            "Medication limiting the validity of tests or imaging",
            "exclusion",
            "Medication limiting the validity of tests or imaging",
        ),
        (
            "Blood pressure = 170/100 mmHg",
            "exclusion",
            "systolic blood pressure >= 170 mmhg or diastolic blood pressure >= 100 mmhg",
        ),
        ("Intake or injection of heparin", "exclusion", "Intake of heparin or injection of heparin"),
        ("seizure within the past 3 to 24 months", "inclusion", "seizure within 3 to 24 months"),
        ("postnatal age < or= 14 days", "inclusion", "age <= 14 days"),
        (
            "A study drug within 20 days prior to the present relapse must be excluded",
            "exclusion",
            "study drug within 20 days prior to present relapse",
        ),
        ("Neurologic disorders or medications", "exclusion", "Neurologic disorders or Neurologic medications"),
        ("an EDSS increase of at least 1.5 points", "inclusion", "Expanded Disability Status Scale increase >= 1.5"),
        (
            "Healthy male or non-pregnant, non-lactating female with eczema",
            "inclusion",
            "Healthy and (male or (female and (no pregnant) and (no breastfeeding))) and eczema",
        ),
        (
            "Any prescription or over-the-counter creams within 5 days",
            "exclusion",
            "prescription creams within 5 days or over-the-counter creams within 5 days",
        ),
        (
            "If she is a woman of childbearing potential, she has a negative urine pregnancy test and agrees to use condoms",
            "inclusion",
            "if (female and childbearing potential): negative urine pregnancy test and agrees to use condoms",
        ),
        (
            "ECOG 0-1 and willing to comply with all visits",
            "inclusion",
            "ECOG performance status 0 - 1 and willing to comply with all visits",
        ),
        ("Gout, eczema, stroke and psoriasis, etc.", "inclusion", "Gout or eczema or stroke or psoriasis"),
        ("Patients of either gender", "inclusion", "male or female"),
        ("temperature higher than 37℃", "inclusion", "temperature > 37 °c"),
        ("ALT (≤ 2 Upper Limit Normal {ULN})", "inclusion", "ALT <= 2 x ULN"),
        (
            "either ferritin < 10 ug/l and fever or lactate > 3 mmol/l and shock",
            "inclusion",
            "(ferritin < 10 ug/l and fever) or (lactate > 3 mmol/l and shock)",
        ),
        (
            "RF positive and gout or RF negative but anti-CCP positive with fever",
            "inclusion",
            "(positive RF and gout) or (negative RF and positive anti-CCP and fever)",
        ),
        ("Liver cirrhosis as well as ALT > 100 U/l", "exclusion", "Liver cirrhosis or ALT > 100 u/l"),
        ("Active or latent syphilis", "exclusion", "Active syphilis or latent syphilis"),
        (
            "Relapsing-remitting or primary progressive multiple sclerosis",
            "inclusion",
            "Relapsing-remitting multiple sclerosis or primary progressive multiple sclerosis",
        ),
        (
            "Live vaccines within 20 days before or planned during the study",
            "exclusion",
            "(Live vaccines within 20 days) or (Live vaccines planned during the study)",
        ),
        (
            "Gout or expected to start dialysis within 3 months",
            "exclusion",
            "(Gout) or (expected to start dialysis within 3 months after enrollment)",
        ),
        (
            "Causes of obesity (e.g. hypothyroidism, gout, oral steroids; inhaled steroids will be allowed)",
            "exclusion",
            "(Causes of obesity such as (hypothyroidism or gout or oral steroids)) except inhaled steroids",
        ),
        ("Drugs that prolong bleeding (ex: heparin)", "exclusion", "Drugs that prolong bleeding such as heparin"),
        (
            "Use of medicines that interact with oral steroids: aspirin, heparin, etc",
            "exclusion",
            "medicines that interact with oral steroids such as (aspirin or heparin)",
        ),
        (
            "Antibiotic therapy to treat streptococci (e.g., S. pyogenes)",
            "exclusion",
            "Antibiotic therapy to treat streptococci such as Antibiotic therapy to treat S pyogenes",
        ),
    ],
)
def test_the_tree_says_what_the_criterion_means(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning
