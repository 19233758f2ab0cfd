"""The verifier on what a clause denies, what a condition says, what is a reason, and on one clause of several."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence

ALTEPLASE = (
    "Intravenous alteplase should be given within 4.5 hours of the onset of symptoms to adults with acute ischaemic "
    "stroke in whom intracranial haemorrhage has been excluded by imaging. Blood pressure should be lowered to below "
    "185/110 mmHg before alteplase is given."
)
LABA = "Offer a LAMA plus a LABA to people with COPD who remain breathless if they have no asthmatic features."
EARS = (
    "Most children with acute otitis media recover within 3 days without antibiotics. Offer amoxicillin for 5 to 7 days to "
    "children younger than 2 years with infection in both ears and to children of any age with discharge from the ear."
)
CELLULITIS = (
    "In penicillin allergy use doxycycline 200 mg on day 1 followed by 100 mg daily, except in pregnancy, when "
    "erythromycin 500 mg four times daily is used. Draw around the edge of the infection before treatment."
)
DOXYCYCLINE = (
    "Adults with penicillin allergy should receive doxycycline 200 mg on the first day and then 100 mg once daily."
)
SEPSIS = "NEWS2 score 5 or 6: antibiotics within 3 hours, review by a clinician within 1 hour."
RENAL = (
    "Drug | eGFR 15-29 | eGFR < 15\n--- | --- | ---\nGabapentin | 300 mg once daily | avoid\n"
    "Ciprofloxacin | 250 mg twice daily | 250 mg once daily"
)
OXYGEN = "Do not offer oxygen routinely; offer it if oxygen saturation is below 94%."
ASPIRIN = "Give a single loading dose of 300 mg aspirin unless there is clear evidence of allergy."
INSULIN = "Metformin may be added to insulin in adults with type 1 diabetes and a BMI of 25 kg/m2 or above."
MIGRAINE = "Topiramate 50 to 100 mg daily is recommended in adults with four or more attacks a month."
ANGIOEDEMA = "Lisinopril is contraindicated in people with a history of angioedema."
PSA = "PSA-based screening for prostate cancer is not recommended in men 70 years and older."
METFORMIN = [
    "The metformin dose should be halved when eGFR is between 30 and 45 mL/min/1.73m2.",
    "Metformin is contraindicated when eGFR is below 30 mL/min/1.73m2.",
]
CERVIX = [
    "Screening for cervical cancer is not recommended in women younger than 21 years.",
    "Screening for cervical cancer is not recommended in women older than 65 years who have had adequate prior screening.",
]
IRON = "Haemoglobin should be checked after 4 weeks, and iron continued for 3 months after it has normalised."
ALCOHOL = "Advise pregnant women not to drink alcohol."
PNEUMONIA = "Adults with low-severity pneumonia should receive amoxicillin 500 mg three times daily for 5 days."
DVT = "Offer apixaban to people with confirmed deep vein thrombosis."


def _faults(sentence: str, *sources: str) -> list[str]:
    cited = [SourceText(str(number), text) for number, text in enumerate(sources)]
    return [fault.message for fault in check_sentence(sentence, cited, bundled_vocabularies())]


@pytest.mark.parametrize(
    ("sentence", "sources"),
    [
        (
            (
                "Adults with acute ischaemic stroke should get IV alteplase within four and a half hours of symptom onset "
                "once imaging has ruled out a bleed in the brain."
            ),
            [ALTEPLASE],
        ),
        ("Before alteplase, bring the blood pressure under 185/110 mmHg.", [ALTEPLASE]),
        (
            "People with COPD still breathless, and without asthmatic features, should be offered LAMA plus LABA.",
            [LABA],
        ),
        ("A child with a discharging ear should be offered amoxicillin whatever its age.", [EARS]),
        ("Pregnant patients with penicillin allergy get erythromycin 500 mg four times a day.", [CELLULITIS]),
        ("Mark the border of the infection before treatment.", [CELLULITIS]),
        ("Oxygen is reserved for patients whose saturation is under 94%.", [OXYGEN]),
        ("At an eGFR between 15 and 29 gabapentin is given as 300 mg once a day.", [RENAL]),
        ("Metformin is halved at an eGFR between 30 and 45 and is contraindicated below 30.", METFORMIN),
        ("Recheck the haemoglobin four weeks later.", [IRON]),
        ("Women should be told to avoid alcohol while pregnant.", [ALCOHOL]),
        ("Proven deep vein thrombosis should be treated with apixaban.", [DVT]),
    ],
)
def test_the_same_put_otherwise_is_no_fault(sentence: str, sources: list[str]) -> None:
    assert _faults(sentence, *sources) == []


@pytest.mark.parametrize(
    ("sentence", "sources"),
    [
        ("Most children with acute otitis media need antibiotics.", [EARS]),
        ("Penicillin-allergic adults get doxycycline 100 mg on day one and 200 mg daily afterwards.", [DOXYCYCLINE]),
        ("At NEWS2 5 or 6 antibiotics are given within 1 hour.", [SEPSIS]),
        ("Ciprofloxacin should be avoided when eGFR is below 15.", [RENAL]),
        ("Gabapentin 300 mg three times daily is the dose at an eGFR of 15 to 29.", [RENAL]),
        ("Oxygen should be offered to everyone.", [OXYGEN]),
        ("Aspirin 300 mg should be given daily.", [ASPIRIN]),
        ("Metformin may replace insulin in adults with type 1 diabetes and a BMI of 25 or above.", [INSULIN]),
        ("Adults with fewer than four attacks a month should take topiramate 50 to 100 mg daily.", [MIGRAINE]),
        ("Lisinopril is contraindicated in anyone whose relatives had angioedema.", [ANGIOEDEMA]),
        ("Men of 70 or older should not have PSA screening, since prostate cancer does not occur at that age.", [PSA]),
        ("Women under 21 and all women over 65 should not be screened for cervical cancer.", CERVIX),
        (
            "Adults with low-severity pneumonia should take amoxicillin 500 mg three times daily with meals.",
            [PNEUMONIA],
        ),
        ("People with COPD should be offered LAMA plus LABA if they have asthmatic features.", [LABA]),
    ],
)
def test_the_lie_beside_it_is_caught(sentence: str, sources: list[str]) -> None:
    assert _faults(sentence, *sources)
