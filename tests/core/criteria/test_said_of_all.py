"""What is said once in a criterion and meant of all that it is said of: clauses, degrees, times, proofs, brackets."""

import pytest

from osler.core.criteria import parse_criterion, render
from osler.core.criteria.types import CriterionKind


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        (
            "Any medicines or substances known to prolong the QT interval",
            "exclusion",
            "medicines known to prolong the QT interval or substances known to prolong the QT interval",
        ),
        (
            "Prescription drugs or herbal supplements which are forbidden by the protocol",
            "exclusion",
            "Prescription drugs which are forbidden by the protocol or herbal supplements which are forbidden by the protocol",
        ),
        (
            "Clinically relevant illness or disorder",
            "exclusion",
            "Clinically relevant illness or Clinically relevant disorder",
        ),
        (
            "Severe disease involving the lung, heart and brain",
            "exclusion",
            "Severe disease involving the lung or Severe disease involving heart or Severe disease involving brain",
        ),
        (
            "Histologically confirmed melanoma, lung cancer or breast cancer",
            "inclusion",
            "Histologically confirmed melanoma or Histologically confirmed lung cancer or Histologically confirmed breast cancer",
        ),
        ("The cervix and vulva appear healthy", "inclusion", "cervix appear healthy and vulva appear healthy"),
        (
            "Planned major operation (e.g. hip replacement or valve surgery)",
            "exclusion",
            "Planned major operation such as (Planned hip replacement or Planned valve surgery)",
        ),
        (
            "Intolerance (including infusion reaction) or allergy to rituximab or obinutuzumab",
            "exclusion",
            "((Intolerance to rituximab or Intolerance to obinutuzumab) such as infusion reaction) or allergy to rituximab or allergy to obinutuzumab",
        ),
        (
            "Use of any investigational drug other than the study drug within 20 days before dosing, or planned use during the study",
            "exclusion",
            "(investigational drug within 20 days prior to dosing except study drug) or (planned investigational drug during the study except study drug)",
        ),
        (
            "Receipt of immunoglobulins or blood products within 2 months before dosing or planned administration during the study",
            "exclusion",
            "(immunoglobulins within 2 months prior to dosing) or (blood products within 2 months prior to dosing) or (planned immunoglobulins during the study) or (planned blood products during the study)",
        ),
        (
            "Radiotherapy within 3 weeks prior to, or concurrent with the study",
            "exclusion",
            "(Radiotherapy within 3 weeks prior to study) or (Radiotherapy during the study)",
        ),
        (
            "Recent (1-year) history or evidence of gout or drug abuse",
            "exclusion",
            "recent history of gout within 1 years or recent history of drug abuse within 1 years",
        ),
        (
            "A vaccine not foreseen by the protocol within 20 days before dosing",
            "exclusion",
            "vaccine within 20 days prior to dosing and (no foreseen by the protocol)",
        ),
        (
            "Prolonged use (more than 10 days) of steroids or other immunosuppressants",
            "exclusion",
            "Prolonged use of steroids for > 10 days or Prolonged use of other immunosuppressants for > 10 days",
        ),
        ("9 months without menses", "inclusion", "no menses within 9 months"),
        (
            "Embolization within 6 months (1 month if there is measurable disease elsewhere)",
            "exclusion",
            "Embolization within 1 months or (Embolization within 6 months and (no measurable disease elsewhere))",
        ),
        ("Neuropathy greater than grade 2", "exclusion", "Neuropathy and grade > 2"),
        ("Nausea greater than CTCAE grade 2", "exclusion", "CTCAE grade > 2 and Nausea"),
        ("i. Gout ii. Stroke iii. Asthma", "exclusion", "Gout or Stroke or Asthma"),
        ("4. history of gout", "exclusion", "history of gout"),
        ("FEV1 / FVC < 65 %", "inclusion", "FEV1 / FVC < 65 %"),
        ("Lymphoma (diagnosed or under evaluation)", "exclusion", "Lymphoma or Lymphoma under evaluation"),
        ("An unlicensed product (drug or device)", "exclusion", "unlicensed drug or unlicensed device"),
        (
            "Patients on oral steroids must have a glucose < 200 mg/dL",
            "inclusion",
            "if oral steroids: glucose < 200 mg/dl",
        ),
        ("Suspicion or history of drug abuse", "exclusion", "(Suspicion of drug abuse) or (history of drug abuse)"),
        (
            "Injuries to or surgery on the brain, eyes and ears",
            "exclusion",
            "Injuries to the brain or surgery on the brain or Injuries to the eyes or surgery on the eyes or Injuries to the ears or surgery on the ears",
        ),
        (
            "Adverse events or intolerance with olanzapine",
            "exclusion",
            "Adverse events with olanzapine or intolerance with olanzapine",
        ),
        (
            "Participation in an experimental drug or device trial within 20 days",
            "exclusion",
            "Participation in an experimental drug trial within 20 days or Participation in an experimental device trial within 20 days",
        ),
        (
            "No major impairment of the liver, as defined by the following values: bilirubin < 2 x ULN",
            "inclusion",
            "(no major impairment of the liver) meaning bilirubin < 2 x ULN",
        ),
        (
            "Gout, severe hepatic or renal failure (grade 4)",
            "exclusion",
            "Gout or (severe hepatic failure and grade = 4) or (severe renal failure and grade = 4)",
        ),
        (
            "Stroke or dementia due to causes other than HIV (e.g. Alzheimer's disease)",
            "exclusion",
            "Stroke or ((dementia due to causes except HIV) such as Alzheimer's disease)",
        ),
        ("True abstinence (withdrawal is not an acceptable method)", "inclusion", "True abstinence"),
        ("Live vaccines (2 months off drug)", "exclusion", "Live vaccines within 2 months"),
        (
            "Trial participation within 3 weeks before dosing or longer if required by local regulations",
            "exclusion",
            "Trial participation within 3 weeks prior to dosing",
        ),
        (
            "A sleep disorder other than RLS that may affect the results",
            "exclusion",
            "sleep disorder that may affect the results except RLS",
        ),
        (
            "High risk of bleeding, including the following conditions: gastric ulcer, varices",
            "exclusion",
            "High risk of bleeding such as (gastric ulcer or gastric varices)",
        ),
        (
            "Intolerance to gabapentin or other gabapentinoids (eg, Lyrica)",
            "exclusion",
            "Intolerance to gabapentin or (Intolerance to other gabapentinoids such as Intolerance to Lyrica)",
        ),
        ("Untreated, severe, mitral valve disease", "exclusion", "Untreated severe mitral valve disease"),
        ("Renal ulcer or tumor", "exclusion", "Renal ulcer or Renal tumor"),
        (
            "Blindness, which would preclude the tests and/or the visits",
            "exclusion",
            "Blindness which would preclude the tests and/or the visits",
        ),
        ("Normal hormones: TSH, prolactin", "inclusion", "normal TSH and normal prolactin"),
        (
            "Primary infertility: tubal occlusion, endometriosis, ovarian failure",
            "inclusion",
            "Primary infertility such as (tubal occlusion or endometriosis or ovarian failure)",
        ),
        ("No significant disease (e.g. gout)", "inclusion", "no (significant disease such as gout)"),
        (
            "Fertile women not using contraception (e.g. condom)",
            "exclusion",
            "female and Fertile and (no (using contraception such as condom))",
        ),
        (
            "No cardiac event (no infarction, no stroke),",
            "inclusion",
            "(no cardiac event) meaning ((no infarction) and (no stroke))",
        ),
        (
            "Adult men and women aged 20 years or older",
            "inclusion",
            "age >= 18 years and (male or female) and age >= 20 years",
        ),
        (
            "Liver disease (hepatitis B or C, cirrhosis, ALT > 100 U/L in the past 2 months)",
            "exclusion",
            "Liver disease meaning ((hepatitis B) or (hepatitis C) or (cirrhosis) or (ALT > 100 u/l within 2 months))",
        ),
        ("Substance abuse (drug or alcohol)", "exclusion", "drug abuse or alcohol abuse"),
        (
            "Bleeding during or following intercourse or surgery within 30 days",
            "exclusion",
            "Bleeding during or following intercourse within 30 days or surgery within 30 days",
        ),
        (
            "Severe aortic stenosis or regurgitation",
            "exclusion",
            "Severe aortic stenosis or Severe aortic regurgitation",
        ),
        (
            "Cancer other than adequately treated, non-invasive carcinoma of the skin",
            "exclusion",
            "Cancer except adequately treated non-invasive carcinoma of the skin",
        ),
        (
            "Hypertension unresponsive to vasodilators such as nitroprusside",
            "exclusion",
            "Hypertension unresponsive to vasodilators such as Hypertension unresponsive to nitroprusside",
        ),
        (
            "Scheduled for mastectomy or quadrantectomy",
            "inclusion",
            "Scheduled for mastectomy or Scheduled for quadrantectomy",
        ),
        (
            "Aspirin for at least 7 days or aspirin for less than 7 days but with a loading dose of 300 mg",
            "inclusion",
            "Aspirin for 7 days or ((aspirin for < 7 days) and (loading dose of 300 mg))",
        ),
        (
            "Osteomyelitis or joint infection except vertebral osteomyelitis",
            "exclusion",
            "(Osteomyelitis except vertebral osteomyelitis) or joint infection",
        ),
        (
            "Recurrent melanoma (local, regional, distant)",
            "inclusion",
            "local Recurrent melanoma or regional Recurrent melanoma or distant Recurrent melanoma",
        ),
        ("Mitral stenosis (moderate to severe)", "exclusion", "moderate to severe Mitral stenosis"),
        (
            "Substance use disorder, or a history thereof",
            "exclusion",
            "(Substance use disorder) or (history of Substance use disorder)",
        ),
        ("Age equal or superior to 20 years", "inclusion", "age >= 20 years"),
        ("Past or present hepatitis", "exclusion", "history of hepatitis"),
        (
            "Wounds or fractures within 3 weeks before signing the informed consent",
            "exclusion",
            "Wounds within 3 weeks prior to signing the informed consent or fractures within 3 weeks prior to signing the informed consent",
        ),
        ("Willing to use condoms, OR has had a hysterectomy", "inclusion", "Willing to use condoms or hysterectomy"),
        (
            "History of noncompliance or unwillingness to comply with the protocol",
            "exclusion",
            "history of noncompliance or unwillingness to comply with the protocol",
        ),
        ("Pain >= 5 on a 0 to 10 scale", "inclusion", "Pain on a 0 to 10 scale >= 5"),
        (
            "Any prescription or over-the-counter product for the treatment of acne",
            "exclusion",
            "prescription product for the treatment of acne or over-the-counter product for the treatment of acne",
        ),
        (
            "Histologically confirmed locally advanced or metastatic EGFR wild-type non-small cell lung cancer",
            "inclusion",
            "Histologically confirmed locally advanced EGFR wild-type non-small cell lung cancer or Histologically confirmed metastatic EGFR wild-type non-small cell lung cancer",
        ),
        (
            "Infection requiring antibiotics or antivirals within 3 weeks or skin infections within 1 week",
            "exclusion",
            "(Infection and (antibiotics within 3 weeks or antivirals within 3 weeks)) or skin infections within 1 weeks",
        ),
        (
            "Attempting or expecting to become pregnant",
            "exclusion",
            "Attempting to become pregnant or expecting to become pregnant",
        ),
        ("Acute or infectious arthritis", "exclusion", "Acute arthritis or infectious arthritis"),
        ("Claudication while walking", "exclusion", "Claudication while walking"),
        ("Pigmentary disorders, particularly vitiligo", "exclusion", "Pigmentary disorders such as vitiligo"),
        (
            "Participant is male or non-pregnant and non-lactating female",
            "inclusion",
            "male or (female and (no pregnant) and (no breastfeeding))",
        ),
    ],
)
def test_the_tree_says_what_the_criterion_means(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning
