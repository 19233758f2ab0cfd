"""Wordings of real protocols that were judged against what they mean."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.trials.judging import judge_criterion
from tests.trials.patients import criterion, view

BOTH = "Male or non-pregnant, non-lactating female subjects aged 18 to 65 years"


def verdict(note: str, text: str, kind: CriterionKind = "inclusion") -> str:
    return judge_criterion(criterion(text, kind), view(note), "strict").verdict.value


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        ("A 30-year-old man.", BOTH, "MET"),
        ("A 70-year-old man.", BOTH, "NOT_MET"),
        ("A 66-year-old woman.", BOTH, "NOT_MET"),
        ("A 30-year-old pregnant woman.", BOTH, "NOT_MET"),
        ("A 30-year-old woman. She is not pregnant.", BOTH, "UNKNOWN"),
        ("A 30-year-old woman. She is not pregnant.", "Men or nonpregnant women >= 18 years of age", "MET"),
        ("A 30-year-old man with asthma.", "Males and non-pregnant females with asthma", "MET"),
        ("A 30-year-old man with gout.", "Males and non-pregnant females", "MET"),
    ],
)
def test_a_man_or_a_woman_who_is_not_pregnant(note: str, text: str, expected: str) -> None:
    assert verdict(note, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Children 6 to < 12 years of age", "NOT_MET"),
        ("Children aged 2 to <6 years", "MET"),
        ("Aged 2 - <18 years", "MET"),
        ("Men and women between ages >=18 and 65.", "NOT_MET"),
        ("Age 18 to 55 years old (inclusive) as of the date the ICF is signed", "NOT_MET"),
        ("Patients aged =2 years", "UNKNOWN"),
    ],
)
def test_both_ends_of_an_age_count_and_a_lost_sign_is_no_equality(text: str, expected: str) -> None:
    assert verdict("A 3-year-old boy.", text) == expected


def test_a_time_that_is_no_age_stays_a_time() -> None:
    judged = judge_criterion(criterion("Symptoms for 6 to <12 months"), view("A 3-year-old boy."), "strict")
    assert "age" not in judged.reasoning


@pytest.mark.parametrize("text", ["Has any progressive form of MS", "Onset of MS symptoms within 10 years", "MS"])
def test_a_denial_of_one_meaning_of_a_short_name_denies_nothing(text: str) -> None:
    assert verdict("A 28-year-old woman with gout. She has no history of cancer.", text, "exclusion") == "UNKNOWN"


def test_a_short_name_is_denied_where_it_is_meant() -> None:
    assert (
        verdict("A 28-year-old woman with gout. She does not have multiple sclerosis.", "MS", "exclusion") == "NOT_MET"
    )
    assert verdict("A 28-year-old woman. No multiple sclerosis.", "Multiple sclerosis", "exclusion") == "NOT_MET"


def test_an_infection_of_childhood_says_nothing_of_an_active_one() -> None:
    assert verdict("A 28-year-old woman. She had chickenpox as a child.", "Active infection", "exclusion") == "UNKNOWN"


def test_methods_that_are_listed_are_no_alternative_to_the_demand() -> None:
    text = (
        "Female patients of childbearing potential: Unwilling to agree to use a reliable contraceptive method throughout the study. "
        "These methods include: hormone releasing intrauterine device, surgical sterilization or abstinence."
    )
    assert verdict("A 28-year-old woman. She has a hormonal intrauterine device.", text, "exclusion") == "UNKNOWN"


def test_what_one_is_to_be_willing_to_in_particular_is_no_alternative() -> None:
    text = (
        "Participant is willing to follow all study procedures; especially visits with transesophageal echocardiography"
    )
    assert verdict("An 81-year-old man. Transesophageal echocardiography shows no thrombus.", text) == "UNKNOWN"


@pytest.mark.parametrize(
    ("note", "text", "kind", "expected"),
    [
        ("A 52-year-old man with cirrhosis.", "Patient with known or suspected cirrhosis", "inclusion", "MET"),
        ("A 52-year-old man with pneumonia.", "Evidence or suspicion of pneumonia", "inclusion", "MET"),
        ("A 52-year-old man. No cirrhosis.", "Known or suspected cirrhosis", "exclusion", "NOT_MET"),
        ("She has hypothyroidism.", "Patients affected by metabolic or thyroid disorders", "exclusion", "MET"),
        ("Takes methylprednisolone 8 mg daily.", "Current antineoplastic treatment", "exclusion", "UNKNOWN"),
    ],
)
def test_names_under_which_things_are_known(note: str, text: str, kind: CriterionKind, expected: str) -> None:
    assert verdict(note, text, kind) == expected


PERMITTED = "Oral corticosteroids permitted if ≤ 10 mg/day prednisone equivalent and stable for 4 weeks"


@pytest.mark.parametrize(
    ("note", "text", "kind", "expected"),
    [
        ("Takes prednisolone 40 mg daily.", PERMITTED, "inclusion", "NOT_MET"),
        ("Takes dexamethasone 4 mg daily.", PERMITTED, "inclusion", "NOT_MET"),
        ("Takes prednisolone 5 mg daily.", PERMITTED, "inclusion", "UNKNOWN"),
        ("Takes prednisolone 5 mg daily.", "Prednisone > 10 mg/day or equivalent", "exclusion", "NOT_MET"),
        ("Takes dexamethasone 4 mg daily.", "Prednisone > 10 mg/day or equivalent", "exclusion", "MET"),
        ("Takes hydrocortisone 20 mg daily.", "Prednisone > 10 mg/day or equivalent", "exclusion", "NOT_MET"),
    ],
)
def test_a_dose_of_a_corticosteroid_is_compared_as_prednisone(
    note: str, text: str, kind: CriterionKind, expected: str
) -> None:
    assert verdict(f"A 40-year-old man. {note}", text, kind) == expected


def test_to_want_no_biopsy_is_not_to_want_no_study() -> None:
    asked = "Unable or unwilling to give consent"
    assert verdict("A man. He does not wish to give consent for a biopsy.", asked, "exclusion") == "UNKNOWN"
    assert verdict("A man. He does not consent to the trial.", asked, "exclusion") == "MET"
    assert verdict("A man. He decided not to take part in the study.", "Informed consent") == "NOT_MET"


def test_parents_consent_and_a_child_assents() -> None:
    asked = "Informed consent of parents and assent of the child"
    assert verdict("A 10-year-old girl. Her parents consent and Amira assents.", asked) == "MET"


def test_a_family_of_genes_is_mutated_where_one_of_it_is() -> None:
    note = "A 59-year-old man. Colon cancer, KRAS G12V mutated."
    assert verdict(note, "RAS mutation") == "MET"
    assert verdict(note, "RAS wild-type") == "NOT_MET"
    assert verdict("A 59-year-old man. Colon cancer, KRAS and NRAS wild type.", "RAS wild-type") == "MET"
    assert verdict("A 59-year-old man. Colon cancer, KRAS wild type.", "KRAS wild-type", "exclusion") == "MET"
    assert verdict("A 59-year-old man. Colon cancer, KRAS wild type.", "RAS mutation") == "UNKNOWN"


HEPATITIS = (
    "Patients with any active infection, including known HIV infection. (Patients with active hepatitis C will be eligible "
    "if liver tests qualify)"
)


@pytest.mark.parametrize(
    ("note", "text", "kind", "expected"),
    [
        ("Hepatitis C.", HEPATITIS, "exclusion", "UNKNOWN"),
        ("HIV infection.", HEPATITIS, "exclusion", "MET"),
        ("He speaks English.", "Cannot understand English or French", "exclusion", "NOT_MET"),
        ("He speaks English fluently.", "Limited English proficiency", "exclusion", "NOT_MET"),
        (
            "He signed consent for the study.",
            "Older than the age of legal consent (i.e. 18 years old)",
            "inclusion",
            "MET",
        ),
        ("He lives alone.", "Living in a nursing home", "exclusion", "NOT_MET"),
        ("He takes no immunosuppressive drugs. On warfarin.", "Drugs that affect the liver", "exclusion", "UNKNOWN"),
        ("He is listed for elective mastectomy.", "Patients scheduled for mastectomy", "inclusion", "MET"),
        ("Mastectomy in 2019.", "Patients scheduled for mastectomy", "inclusion", "UNKNOWN"),
        (
            "Booked for a transjugular liver biopsy.",
            "Not scheduled for trans-jugular liver biopsy",
            "exclusion",
            "NOT_MET",
        ),
        ("Platelets 88 x10^9/L.", "Platelets >= 100,000", "inclusion", "NOT_MET"),
        ("LVEF 33 %.", "LVEF <= 40", "inclusion", "MET"),
        ("Bilirubin 1.1 mg/dl.", "Bilirubin < 20", "inclusion", "UNKNOWN"),
        ("Hb 12.4 g/dl.", "Hemoglobin >= 9 gm/dl", "inclusion", "MET"),
        ("He eats and drinks.", "Heavy alcohol consumption", "exclusion", "UNKNOWN"),
        ("Alcohol dependence; last drink 10 years ago.", "Active alcohol abuse", "exclusion", "NOT_MET"),
        ("He has trouble swallowing tablets.", "Able to swallow tablets", "inclusion", "NOT_MET"),
    ],
)
def test_protocols_say_it_in_their_words(note: str, text: str, kind: CriterionKind, expected: str) -> None:
    assert verdict(f"A 70-year-old man. {note}", text, kind) == expected


@pytest.mark.parametrize(
    ("note", "text", "kind", "expected"),
    [
        ("She agrees to attend all visits.", "Subject unwilling to accept a blood transfusion", "exclusion", "UNKNOWN"),
        ("She agrees to attend all visits.", "Unwilling to comply with study visits", "exclusion", "NOT_MET"),
        ("She has had no biologic.", "Patients who plan to be treated with biological agents", "inclusion", "UNKNOWN"),
        ("She has had no biologic.", "Previous treatment with biological agents", "exclusion", "NOT_MET"),
        ("ASA 2.", "ASA 2 and ASA 3 patients", "inclusion", "MET"),
        ("ASA 1.", "ASA 2 and ASA 3 patients", "inclusion", "NOT_MET"),
        ("Gallstones.", "Hepatic disease", "exclusion", "UNKNOWN"),
        ("On amlodipine.", "Patients taking B-blockers or Ca channel blockers", "exclusion", "MET"),
        ("Seen today.", "Age : from 20 to 90 y/o.", "inclusion", "MET"),
        (
            "One seizure aged 3 with fever.",
            "History of seizures (except childhood febrile seizures)",
            "exclusion",
            "UNKNOWN",
        ),
        ("A seizure in 2019.", "History of seizures (except childhood febrile seizures)", "exclusion", "MET"),
        ("Hypertension.", "Severe comorbidities, such as cardiovascular disease and diabetes", "exclusion", "UNKNOWN"),
        ("Diabetes.", "Severe comorbidities, such as cardiovascular disease and diabetes", "exclusion", "MET"),
        ("Pulmonary tuberculosis.", "Serious infection (e.g. sepsis, tuberculosis)", "exclusion", "MET"),
        ("Tonsillitis.", "Serious illness (e.g. infection, malignancy)", "exclusion", "UNKNOWN"),
        (
            "Chronic hepatitis B.",
            "Serious complications (e.g., infection, hepatic encephalopathy)",
            "exclusion",
            "UNKNOWN",
        ),
        ("Consent form signed.", "Informed consent", "inclusion", "MET"),
    ],
)
def test_more_words_of_protocols(note: str, text: str, kind: CriterionKind, expected: str) -> None:
    assert verdict(f"A 52-year-old woman. {note}", text, kind) == expected


def test_the_age_of_consent_is_no_consent() -> None:
    asked = "Older than the age of legal consent (i.e. 18 years old)"
    assert verdict("A 15-year-old boy. He signed consent for the study.", asked) == "NOT_MET"


@pytest.mark.parametrize(
    ("note", "text", "expected"),
    [
        (
            "She never took tamoxifen.",
            "Patients taking tamoxifen must have stopped it 4 weeks before",
            "NOT_APPLICABLE",
        ),
        ("She takes tamoxifen.", "Patients taking tamoxifen must have stopped it 4 weeks before", "UNKNOWN"),
        (
            "No radiotherapy was given.",
            "Participants who received radiotherapy must be after the last dose",
            "NOT_APPLICABLE",
        ),
        ("Melanoma, measurable disease.", "Patients with melanoma must have measurable disease", "MET"),
    ],
)
def test_a_demand_on_those_who_had_a_treatment_asks_nothing_of_others(note: str, text: str, expected: str) -> None:
    judged = judge_criterion(criterion(text), view(f"A 66-year-old woman. {note}"), "strict")
    assert judged.verdict.value == expected
    assert judged.evidence or expected == "UNKNOWN"


LISTED = (
    "Active disease at Screening as defined by\n\n  * Bath Ankylosing Spondylitis Disease Activity Index (BASDAI) score >= 4\n"
    "  * Spinal pain >= 4 on a 0 to 10 Numerical Rating Scale (NRS)"
)


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("BASDAI 5.1, spinal pain 2/10 on the NRS.", "NOT_MET"),
        ("BASDAI 5.1, spinal pain 7/10 on the NRS.", "MET"),
        ("BASDAI 5.1. Spinal pain.", "UNKNOWN"),
    ],
)
def test_the_limits_of_a_list_stay_with_its_lines(note: str, expected: str) -> None:
    assert verdict(f"A 29-year-old man with axial spondyloarthritis. {note}", LISTED) == expected
