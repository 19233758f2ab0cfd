"""Wordings that a reader takes apart without thinking: ages by word, brackets, numbers, asides, requirements on some."""

from __future__ import annotations

import pytest

from osler.core.criteria import (
    AllOf,
    AnyOf,
    CriterionKind,
    Finding,
    TruthValue,
    Unparsed,
    assumptions,
    atoms,
    evaluate,
    judge,
    parse_criterion,
    parse_eligibility,
    render,
)
from osler.core.patient import PatientRecord, Presence
from osler.core.patient.types.demographics import Demographics
from osler.core.patient.types.facts import Condition
from osler.core.patient.types.status import Sex


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("Adult patients with asthma", "inclusion", "age >= 18 years and asthma"),
        ("Adults aged 20 to 40 years", "inclusion", "age 20 - 40 years"),
        ("Adolescents", "inclusion", "age >= 12 years < 18 years"),
        ("Adult respiratory distress syndrome", "exclusion", "Adult respiratory distress syndrome"),
        ("Parents of children", "exclusion", "Parents of children"),
        ("Men and women", "inclusion", "male or female"),
        ("Type 1 or type 2 diabetes", "inclusion", "Type 1 diabetes or type 2 diabetes"),
        ("Types I, II or III collagenosis", "inclusion",
         "Type I collagenosis or Type II collagenosis or Type III collagenosis"),
        ("Hepatitis B or C", "exclusion", "Hepatitis B or Hepatitis C"),
        ("Hepatitis B or C virus infection", "exclusion", "Hepatitis B virus infection or Hepatitis C virus infection"),
        ("Stage III or IV melanoma", "inclusion", "melanoma and stage 3 - 4"),
        ("Chronic kidney disease (stage 4 and 5)", "exclusion", "Chronic kidney disease and stage 4 - 5"),
        ("Patients on heparin or who have gout, lupus or migraine", "exclusion", "heparin or gout or lupus or migraine"),
        ("Asthma with or without rhinitis", "inclusion", "Asthma"),
        ("Minimum score of 80 %", "inclusion", "score >= 80 %"),
        ("Minimum age of 18 years", "inclusion", "age >= 18 years"),
        ("Pain after surgery", "exclusion", "Pain after surgery"),
        ("Stroke within 30 days after randomization", "exclusion", "Stroke within 30 days after randomization"),
        ("Stroke in the preceding 2 years", "exclusion", "Stroke within 2 years"),
        ("Current or past history of gout", "exclusion", "history of gout"),
        ("Clinically significant, uncontrolled asthma", "exclusion", "Clinically significant uncontrolled asthma"),
        ("Allergy or hypersensitivity to latex", "exclusion", "Allergy to latex or hypersensitivity to latex"),
        ("Stroke, seizures and gout", "exclusion", "Stroke or seizures or gout"),
        ("Age less than 40 or over 80 years", "exclusion", "age < 40 or age > 80 years"),
        ("Positive family history for gout", "exclusion", "Positive family history for gout"),
        ("Allergic reactions to heparin, aspirin and insulin", "exclusion",
         "Allergic reactions to heparin or Allergic reactions to aspirin or Allergic reactions to insulin"),
        ("Gout, lack of informed consent", "exclusion", "Gout or lack of informed consent"),
        ("Age greater than or equal to 18 years and less than 80 years", "inclusion", "age >= 18 years and age < 80 years"),
        ("Creatinine > 2.5 mg/dL in men, or > 2.0 mg/dL in women", "exclusion",
         "(male and Creatinine > 2.5 mg/dl) or (female and Creatinine > 2 mg/dl)"),
        ("Alcohol or drug abuse", "exclusion", "Alcohol abuse or drug abuse"),
        ("Thromboembolic disease as judged by the investigator", "exclusion", "Thromboembolic disease"),
        ("Stroke, trauma that may lead to bleeding, migraine or gout", "exclusion",
         "Stroke or trauma that may lead to bleeding or migraine or gout"),
    ],
)  # fmt: skip
def test_what_is_meant(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Myocardial infarction (MI)", "Myocardial infarction"),
        ("Diabetes (type 2)", "type 2 Diabetes"),
        ("Obesity (BMI > 30 kg/m2)", "Obesity meaning BMI > 30 kg/m2"),
        ("Liver disease (cirrhosis or hepatitis)", "Liver disease meaning (cirrhosis or hepatitis)"),
        ("Infection (e.g. HIV, malaria)", "Infection such as (HIV or malaria)"),
        ("Gout (European Society, 2016)", "Gout"),
        ("Cancer (except basal cell carcinoma)", "Cancer except basal cell carcinoma"),
    ],
)
def test_a_bracket_defines_or_refines_and_is_no_alternative(text: str, meaning: str) -> None:
    assert render(parse_criterion(text, kind="exclusion")) == meaning


def test_examples_are_no_members_of_the_list_around_them() -> None:
    tree = parse_criterion("Gout, infection (e.g. HIV, malaria) or asthma", kind="exclusion")
    assert isinstance(tree, AnyOf)
    assert [child.kind for child in tree.children] == ["finding", "any", "finding"]


def test_lines_that_end_in_commas_are_entries() -> None:
    tree = parse_criterion("Severe asthma, treated\nNo stroke,\nGout", kind="exclusion")
    assert isinstance(tree, AnyOf)
    assert render(tree.children[-1]) == "Gout"


@pytest.mark.parametrize(
    "text",
    [
        "No subjects will be excluded based on their race, religion or gender",
        "TG triglycerides, SBP systolic blood pressure, DBP diastolic blood pressure",
        "Note: the sponsor keeps a list",
    ],
)
def test_a_sentence_may_state_no_condition(text: str) -> None:
    tree = parse_criterion(text)
    assert isinstance(tree, Unparsed)
    assert tree.reason == "no_condition"
    assert evaluate(tree, _patient(Sex.MALE)).truth is TruthValue.NOT_APPLICABLE


def _patient(sex: Sex, *conditions: Condition) -> PatientRecord:
    demographics = Demographics(sex=sex, birth_date="1980-01-01")
    return PatientRecord(id="p", as_of="2024-06-01", demographics=demographics, conditions=list(conditions))


@pytest.mark.parametrize(
    "text",
    [
        "Women of childbearing potential must use contraception",
        "Women of childbearing potential must agree to use contraception",
        "If female, must not be pregnant",
        "Negative pregnancy test in women of childbearing potential",
        "Female patients: no breastfeeding",
    ],
)
def test_what_is_asked_of_some_is_not_applicable_to_others(text: str) -> None:
    (criterion,) = parse_eligibility(text)
    judged = judge(criterion, _patient(Sex.MALE))
    assert (judged.truth, judged.eligibility) == (TruthValue.NOT_APPLICABLE, "eligible")
    assert judge(criterion, _patient(Sex.FEMALE)).truth is TruthValue.UNKNOWN


def test_a_requirement_that_applies_is_judged() -> None:
    tree = parse_criterion("If male, must have asthma")
    assert evaluate(tree, _patient(Sex.MALE, Condition(id="a", text="asthma"))).truth is TruthValue.MET
    denied = Condition(id="a", text="asthma", presence=Presence.ABSENT)
    assert evaluate(tree, _patient(Sex.MALE, denied)).truth is TruthValue.NOT_MET


def test_silence_is_absence_only_for_the_clinical_policy_and_is_marked() -> None:
    gout = _patient(Sex.FEMALE, Condition(id="a", text="gout"))
    tree = AllOf(children=(Finding(name="gout"), Finding(name="stroke")))
    assert evaluate(tree, gout).truth is TruthValue.UNKNOWN
    proof = evaluate(tree, gout, policy="clinical")
    assert proof.truth is TruthValue.NOT_MET
    assert assumptions(proof) == ["stroke"]
    assert evaluate(tree, _patient(Sex.FEMALE), policy="clinical").truth is TruthValue.UNKNOWN


@pytest.mark.parametrize("name", ["melanoma", "allergy to latex", "zebraitis"])
def test_the_clinical_policy_assumes_nothing_that_the_record_leaves_open(name: str) -> None:
    tree = parse_criterion(name)
    assert (
        evaluate(tree, _patient(Sex.MALE, Condition(id="a", text="cancer")), policy="clinical").truth
        is TruthValue.UNKNOWN
    )


def test_what_is_counted_onwards_from_an_event_is_not_counted_back_from_today() -> None:
    (atom,) = atoms(parse_criterion("Stroke within 30 days after surgery"))
    assert isinstance(atom, Finding)
    assert atom.windows[0].after
    stroke = Condition(id="a", text="stroke")
    assert evaluate(atom, _patient(Sex.MALE, stroke)).truth is TruthValue.UNKNOWN


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        # Heads that wait for their noun.
        ("Suspicion of or confirmed sarcoidosis", "inclusion", "Suspicion of sarcoidosis or confirmed sarcoidosis"),
        ("Contraindication to or refusal of spinal anaesthesia", "exclusion",
         "Contraindication to spinal anaesthesia or refusal of spinal anaesthesia"),
        ("Signs or symptoms of pneumonia", "exclusion", "pneumonia"),
        ("Allergy to egg or to latex", "exclusion", "Allergy to egg or Allergy to latex"),
        # Modifiers in pairs, and nouns that members share.
        ("Known or suspected sarcoidosis", "exclusion", "Known or suspected sarcoidosis"),
        ("Acute or chronic renal failure", "exclusion", "Acute renal failure or chronic renal failure"),
        ("Hearing or vision impairment", "exclusion", "Hearing impairment or vision impairment"),
        ("Second or third degree heart block", "exclusion", "Second degree heart block or third degree heart block"),
        ("alpha- or beta-blockers", "exclusion", "alpha-blockers or beta-blockers"),
        # Alternatives and what they reach over.
        ("Current smokers or those who quit less than 3 months ago", "exclusion",
         "(current smokers) or (quit within < 3 months)"),
        ("Either gout or psoriasis and fever", "inclusion", "(gout or psoriasis) and fever"),
        ("Postmenopausal women or men", "inclusion", "(female and Postmenopausal) or male"),
        ("Melanoma, stage III or IV", "exclusion", "Melanoma and stage 3 - 4"),
        ("Biopsy with needle or forceps", "inclusion", "Biopsy with needle or Biopsy with forceps"),
        ("Current treatment with warfarin or heparin", "exclusion", "current warfarin or current heparin"),
        # Values.
        ("Blood pressure > 170/95 mmHg", "exclusion",
         "systolic blood pressure > 170 mmhg or diastolic blood pressure > 95 mmhg"),
        ("Visual acuity of 20/50 or better", "inclusion", "Visual acuity >= 0.4"),
        ("Gestational age less than 34 completed weeks", "exclusion", "Gestational age < 34 weeks"),
        ("Women in 30 to 34 weeks of gestation", "inclusion", "female and gestational age 30 - 34 weeks"),
        ("ALT > twice the upper limit of normal", "exclusion", "ALT > 2 x ULN"),
        ("Women 50-70 years with gout", "inclusion", "age 50 - 70 years and female and gout"),
        ("Ferritin: > 15 ug/L and < 90 ug/L", "inclusion", "Ferritin > 15 ug/l and Ferritin < 90 ug/l"),
        (">= 21 years of age undergoing bypass surgery", "inclusion", "age >= 21 years and bypass surgery"),
        ("Uncontrolled hypertension (BP > 150/95)", "exclusion",
         "Uncontrolled hypertension meaning (systolic blood pressure > 150 mmhg or diastolic blood pressure > 95 mmhg)"),
        ("Performance status 0-2", "inclusion", "ECOG performance status 0 - 2"),
        ("Performance status >= 60 %", "inclusion", "Karnofsky performance status >= 60"),
        ("At least two signs of sepsis (fever, tachycardia, confusion)", "inclusion",
         "at least 2 of the following: fever, tachycardia, confusion"),
        # Times, lists and stages after a name.
        ("Leukemia other than CLL within 2 years", "exclusion", "Leukemia within 2 years except CLL"),
        ("Leukemia except CLL treated more than 2 years ago", "exclusion",
         "Leukemia except (CLL treated > 2 years ago)"),
        ("Co-infection with syphilis, malaria or HIV", "exclusion", "syphilis or malaria or HIV"),
        ("Active infection with syphilis or malaria", "exclusion", "Active syphilis or Active malaria"),
        ("Gastric cancer, stage IIB or III", "inclusion", "Gastric cancer and (stage IIB or stage III)"),
        ("Weight > 45 and < 110 kg.", "inclusion", "Weight > 45 kg and Weight < 110 kg"),
        ("Infants aged 3 months to 2 years", "inclusion", "age >= 3 months <= 2 years"),
        ("Proteinuria (> 300 mg/day but < 3000 mg/day)", "exclusion",
         "Proteinuria > 300 mg/day < 3000 mg/day"),
        ("Hoehn and Yahr stage 2 or 3", "inclusion", "Hoehn and Yahr stage 2 - 3"),
        ("Age under 12 yrs", "exclusion", "age < 12 years"),
        ("Creatinine clearance below 50 mL per minute", "exclusion", "Creatinine clearance < 50 ml per minute"),
        ("ALT > 4-fold the normal upper limit", "exclusion", "ALT > 4 x ULN"),
        ("Life expectancy of at least 12 weeks", "inclusion", "Life expectancy >= 12 weeks"),
        ("Elevated creatinine (> 3 mg/dl)", "exclusion", "creatinine > 3 mg/dl"),
        ("Bilirubin exceeded 3 mg/dl", "exclusion", "Bilirubin > 3 mg/dl"),
        ("Cancer within 5 years (exceptions are cervical and skin cancer)", "exclusion",
         "Cancer within 5 years except cervical cancer or skin cancer"),
        ("Psychosis (as defined by the DSM)", "exclusion", "Psychosis"),
        # What reaches over a list, and what does not.
        ("Gout and the patient will take colchicine for 5 days", "inclusion", "(Gout) and (take colchicine for 5 days)"),
        ("Severe cardiac, renal, hepatic disease or gout", "exclusion",
         "Severe cardiac disease or Severe renal disease or Severe hepatic disease or gout"),
        ("Alcohol abuse or dependence", "exclusion", "Alcohol abuse or Alcohol dependence"),
        ("Current dialysis or dialysis within 3 weeks", "exclusion", "(current dialysis) or (dialysis within 3 weeks)"),
        ("Phlebitis not related to a catheter, lupus, and gout", "exclusion",
         "(Phlebitis and (no related to a catheter)) or lupus or gout"),
        ("Pregnant women and breastfeeding women", "exclusion",
         "(female and pregnant) or (female and breastfeeding)"),
        ("Muscle diseases (dystrophy, polymyositis)", "exclusion", "Muscle diseases such as (dystrophy or polymyositis)"),
        ("Hepatitis other than hepatitis A, such as hepatitis B or E", "exclusion",
         "(Hepatitis except hepatitis A) such as (hepatitis B or hepatitis E)"),
        ("Seizures due to any cause", "exclusion", "Seizures"),
        ("Inability to undergo CT with contrast", "exclusion", "Inability to undergo CT with contrast"),
        ("Planned surgery within 6 weeks", "exclusion", "Planned surgery within 6 weeks after enrollment"),
        ("Smokers are excluded because of the risk of infection", "exclusion", "Smokers"),
        # What is no part of a name, and what asks nothing.
        ("DSM-5 diagnosis of anorexia nervosa", "inclusion", "anorexia nervosa"),
        ("Fulfilling the EULAR criteria for gout", "inclusion", "gout"),
        ("Gout according to the ACR criteria", "inclusion", "Gout"),
        ("Sepsis (ICD-10 code A41.9)", "exclusion", "Sepsis"),
        ("COPD (chronic obstructive pulmonary disease)", "exclusion", "COPD"),
        ("Any of the following within 2 years: stroke, seizure", "exclusion",
         "stroke within 2 years or seizure within 2 years"),
    ],
)  # fmt: skip
def test_readings_of_the_words_around_or(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


@pytest.mark.parametrize(
    "text",
    ["The status will be confirmed by a second test.", "Patients may have received bisphosphonates."],
)
def test_a_step_of_the_study_or_a_permission_asks_nothing(text: str) -> None:
    tree = parse_criterion(text)
    assert isinstance(tree, Unparsed)
    assert tree.reason == "no_condition"


def test_lines_are_joined_only_where_the_text_is_broken_at_a_column() -> None:
    entries = "history of bleeding that needed surgery or transfusion of blood\nsevere liver disease\nknown epilepsy of any kind, treated or not treated with drugs, for longer than two years"
    assert len(parse_eligibility(f"Exclusion Criteria:\n{entries}")) == 3
