"""Names that a list writes only once: numbers of types, reactions in brackets, places of the body, partners."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind, Unparsed, parse_criterion, render


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("Genotype 2, 3, 5 or 6 infection", "exclusion",
         "Genotype 2 infection or Genotype 3 infection or Genotype 5 infection or Genotype 6 infection"),
        ("HPV type 16, 18 or 31 infection", "exclusion",
         "HPV type 16 infection or HPV type 18 infection or HPV type 31 infection"),
        ("Hepatitis B, C or E virus infection", "exclusion",
         "Hepatitis B virus infection or Hepatitis C virus infection or Hepatitis E virus infection"),
        # What is named of what a reaction is to is no medicine that somebody takes.
        ("Hypersensitivity to macrolides (azithromycin or erythromycin)", "exclusion",
         "Hypersensitivity to macrolides meaning (Hypersensitivity to azithromycin or Hypersensitivity to erythromycin)"),
        ("Hypersensitivity to sulfonamides, such as sulfamethoxazole", "exclusion",
         "Hypersensitivity to sulfonamides such as Hypersensitivity to sulfamethoxazole"),
        ("Allergy to penicillin (anaphylaxis)", "exclusion", "Allergy to penicillin"),
        ("Contraindications to beta blockers (asthma, bradycardia)", "exclusion",
         "Contraindications to beta blockers such as (asthma or bradycardia)"),
        ("Adverse event or hypersensitivity to opioids", "exclusion",
         "Adverse event to opioids or hypersensitivity to opioids"),
        ("Use of CYP3A4 inhibitors like ketoconazole or ritonavir", "exclusion",
         "CYP3A4 inhibitors such as (ketoconazole or ritonavir)"),
        ("Recurrent episodes of influenza like illness", "exclusion", "Recurrent episodes of influenza like illness"),
        ("Lesion of the tongue, floor of the mouth or palate", "exclusion",
         "Lesion of the tongue or Lesion of floor of the mouth or Lesion of palate"),
        ("Disease of the liver, uncontrolled asthma or gout", "exclusion", "Disease of the liver or uncontrolled asthma or gout"),
        ("Ocular surface or eyelid neoplastic lesions", "exclusion",
         "Ocular surface neoplastic lesions or eyelid neoplastic lesions"),
        ("Participation in another drug or device trial within 30 days", "exclusion",
         "Participation in another drug trial within 30 days or Participation in another device trial within 30 days"),
    ],
)  # fmt: skip
def test_every_member_has_its_whole_name(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("Men whose female partner is pregnant", "exclusion", "male and female partner is pregnant"),
        ("Males with female partners of childbearing potential must use condoms", "inclusion",
         "if (male and female partners of childbearing potential): use condoms"),
        ("Contraindications to MRI (pacemaker, patients who cannot lie flat)", "exclusion",
         "Contraindications to MRI such as (pacemaker or cannot lie flat)"),
        ("Fever with no clear focus and negative malaria smear", "inclusion",
         "Fever and (no clear focus) and negative malaria smear"),
        ("No fever or positive blood culture", "inclusion", "no (fever or positive blood culture)"),
        ("Chronic cough. Patients may have fever or night sweats.", "inclusion", "Chronic cough"),
        ("Patients may have no more than 3 prior lines of therapy", "inclusion", "history of lines of therapy <= 3"),
        ("Stable dose of metformin for at least a month", "inclusion", "Stable dose of metformin for 1 months"),
    ],
)  # fmt: skip
def test_what_is_said_of_others_or_allowed_is_no_condition_on_the_patient(
    text: str, kind: CriterionKind, meaning: str
) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


def test_a_permission_alone_states_no_condition() -> None:
    tree = parse_criterion("Patients may have one or more of the following: rash, cough, headache.")
    assert isinstance(tree, Unparsed)
    assert tree.reason == "no_condition"


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("Adolescents (10-21 years) with asthma", "inclusion", "age 10 - 21 years and asthma"),
        ("Fulfils the ACR and EULAR criteria for gout", "inclusion", "gout"),
        ("Primary or secondary headache disorder other than migraine", "exclusion",
         "(Primary headache disorder or secondary headache disorder) except migraine"),
        ("Chemotherapy before 6 months of study initiation", "exclusion",
         "Chemotherapy within 6 months prior to study initiation"),
        ("Pregnancy (serum pregnancy test at screening)", "exclusion", "pregnant"),
        ("Anemia other than iron deficiency (e.g. thalassemia)", "exclusion",
         "(Anemia except iron deficiency) such as thalassemia"),
        ("Cancer other than non-melanoma skin cancer (e.g. basal cell carcinoma)", "exclusion",
         "Cancer except non-melanoma skin cancer or basal cell carcinoma"),
        ("At least 3 of 5 metabolic syndrome criteria", "inclusion", "5 metabolic syndrome criteria >= 3"),
        ("Severe hepatic dysfunction (> 3 times normal values)", "exclusion",
         "Severe hepatic dysfunction meaning Severe hepatic dysfunction > 3 x ULN"),
    ],
)  # fmt: skip
def test_brackets_and_exceptions_are_of_what_they_stand_by(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ("Taking medications that affect heart rate and rhythm", "exclusion", "medications that affect heart rate and rhythm"),
        ("Paraplegia at or above T6", "exclusion", "Paraplegia at or above T6"),
        ("SBP at or above 180 mmHg", "exclusion", "SBP >= 180 mmhg"),
        ("Recovered neuropathy to NCI-CTCAE version 4.0 grade <= 1", "inclusion", "CTCAE grade <= 1 and Recovered neuropathy"),
        ("Knee osteoarthritis (Kellgren-Lawrence grade 2-3)", "inclusion",
         "Knee osteoarthritis and Kellgren-Lawrence grade 2 - 3"),
        ("G6PD deficiency (as determined by FST)", "exclusion", "G6PD deficiency"),
        ("Women of childbearing age will be required to have a negative pregnancy test", "inclusion",
         "if (female and childbearing potential): negative pregnancy test"),
    ],
)  # fmt: skip
def test_how_something_is_graded_or_found_is_no_condition_of_its_own(
    text: str, kind: CriterionKind, meaning: str
) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning
