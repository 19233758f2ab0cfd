"""Letters of many clinics: what is named for its test, a disease by its name, whose it is, and what was denied."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def findings(text: str) -> dict[str, str]:
    """What the patient has or not, by its first code's name."""
    record = read(text)
    return {
        str(one.codings[0].display if one.codings and one.codings[0].display else one.text): one.presence.value
        for one in (*record.conditions, *record.phenotypes)
    }


@pytest.mark.parametrize(
    "text", ["He has HIV.", "44M, HIV dx 2011, on Biktarvy.", "PMH: HIV, hypertension.", "HIV well controlled."]
)
def test_an_infection_is_read_by_its_initials(text: str) -> None:
    assert findings(text)["HIV infectious disease"] == "present"


@pytest.mark.parametrize(
    "text",
    [
        "HIV status unknown.",
        "On PrEP for HIV prevention; partner has HIV.",
        "HIV-exposed infant.",
        "HIV serology pending.",
        "Bloods: HIV, syphilis, hepatitis screen sent.",
        "Check HIV and hepatitis serology.",
        "HBV: immune (vaccinated).",
        "Vaccines: MenACWY, HAV done; mpox x2 2022.",
        "Plan: HCC surveillance 6-monthly.",
    ],
)
def test_what_is_looked_for_or_prevented_is_not_there(text: str) -> None:
    assert "present" not in findings(text).values()


def test_a_cancer_under_surveillance_is_there() -> None:
    assert findings("Prostate cancer on active surveillance.") == {"Prostate cancer": "present"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He has Fabry disease.", "Fabry disease"),
        ("Friedreich's ataxia.", "Friedreich ataxia"),
        ("Known Takayasu arteritis.", "Takayasu arteritis"),
        ("Hirschsprung disease operated.", "Aganglionic megacolon"),
    ],
)
def test_a_disease_is_not_the_sign_it_is_joined_with(text: str, expected: str) -> None:
    assert findings(text) == {expected: "present"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Seizures? - denied.", {"Seizure": "absent"}),
        ("Seizures? none.", {"Seizure": "absent"}),
        (
            "Cataract, retinal detachment and glaucoma were looked for and not found.",
            {"Cataract": "absent", "Retinal detachment": "absent", "Glaucoma": "absent"},
        ),
        ("A neighbour's child had convulsions.", {}),
        ("fT4 low-normal, TSH high normal.", {}),
        ("Fetal Hb raised at 12 %.", {"Persistence of hemoglobin F": "present"}),
        ("PTH 3x upper limit.", {"Elevated circulating parathyroid hormone level": "present"}),
        ("CD19 absent.", {"Severe B lymphocytopenia": "present"}),
        ("Cataract surgery aged 30.", {"Cataract": "present"}),
        ("Left breast wide local excision.", {}),
        ("Urine PCR 210 mg/mmol.", {"Proteinuria": "present"}),
        ("8 month old boy. IgG 0.8 g/L.", {"Decreased circulating IgG concentration": "present"}),
    ],
)
def test_findings_as_letters_write_them(text: str, expected: dict[str, str]) -> None:
    assert findings(text) == expected


def test_relatives_of_parents_are_aunts_and_uncles() -> None:
    record = read("Mother's brother died of pneumonia. Father's older sister has lupus.")
    assert [one.relation for one in record.family_history] == ["maternal uncle", "paternal aunt"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Annual review\nName: (withheld)  Age 11y 4m, girl.", "P11Y4M"),
        ("Seen in clinic. Asthma since age 6 years.", None),
    ],
)
def test_an_age_with_its_months(text: str, expected: str | None) -> None:
    assert read(text).demographics.age == expected


def test_allergies_of_a_form() -> None:
    record = read("Allergies: co-amoxiclav - rash; plasters - skin irritation. Latex nil, penicillin nil.")
    found = [(one.text, one.presence.value, [each.text for each in one.reactions]) for one in record.allergies]
    assert found == [
        ("co-amoxiclav", "present", ["rash"]),
        ("plasters", "present", ["skin irritation"]),
        ("penicillin", "absent", []),
    ]


def test_the_sum_of_a_grade_is_no_stage() -> None:
    (cancer,) = read("Invasive ductal carcinoma, grade 2 (T3 N2 M1 = 6). pT1c pN1a.").cancers
    assert [stage.text for stage in cancer.stages] == ["pT1c pN1a"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pitavastatin started per REPRIEVE but stopped - myalgia.", ("stopped", "present")),
        ("Rifampicin completed 6 months.", ("completed", "present")),
        ("Pirfenidone not chosen - photosensitivity.", (None, "absent")),
        ("Metformin contraindicated.", (None, "absent")),
    ],
)
def test_what_became_of_a_medicine(text: str, expected: tuple[str | None, str]) -> None:
    (found,) = read(text).medications
    assert (found.status.value if found.status else None, found.presence.value) == expected


def test_a_supplement_that_was_measured_is_not_taken() -> None:
    assert read("Bloods: folate ok, ferritin normal, vitamin D low.").medications == []
    (found,) = read("On ciprofloxacin prophylaxis 500 mg od.").medications
    assert found.regimens[0].text == "ciprofloxacin prophylaxis 500 mg od"


def test_values_of_before_and_multiples_of_a_limit() -> None:
    values = [
        (one.text, one.quantity.value if one.quantity else one.value_text, one.time.text if one.time else None)
        for one in read("CD4 612, nadir CD4 88. ALT 5 times ULN. Child-Pugh B8.").observations
    ]
    assert values == [("CD4", 612.0, None), ("Child-Pugh", "B", None), ("CD4", 88.0, "earlier")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Imp: intermediate risk CaP.", {"Prostate cancer": "present"}),
        ("VTE risk low. Falls risk high.", {}),
        ("Joints: no pain, nail pitting +.", {"Pain": "absent", "Nail pits": "present"}),
        ("PHQ 16 GAD 14.", {}),
        ("Wants pregnancy next year.", {}),
        ("Hep B vaccinated.", {}),
    ],
)
def test_shorthand_of_specialties(text: str, expected: dict[str, str]) -> None:
    assert findings(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DH: tamsulosin 400 mcg od. Smokes 5/day, alcohol 10 u/wk.", [("tamsulosin", "active", None)]),
        ("Tried: Dovobet, methotrexate 15 mg/wk.", [("Dovobet", "stopped", None), ("methotrexate", "stopped", None)]),
        ("Graves disease. CBZ 40 -> now 10 mg od.", [("CBZ", None, None)]),
        ("lost 6 kg on semaglutide, stopped 2 mths ago.", [("semaglutide", "stopped", "2 mths ago")]),
        (
            "Drugs: alendronic acid 70mg weekly (stopped today), ramipril 5mg.",
            [("alendronic acid", "stopped", "today"), ("ramipril", "active", None)],
        ),
    ],
)
def test_medicines_of_specialties(text: str, expected: list[tuple[str, str | None, str | None]]) -> None:
    found = [
        (one.text, one.status.value if one.status else None, one.time.text if one.time else None)
        for one in read(text).medications
    ]
    assert found == expected


def test_a_thyroid_clinic_writes_of_carbimazole() -> None:
    (found,) = read("Graves disease, TSH 0.01. CBZ 10 mg od.").medications
    assert found.codings[0].display == "Carbimazole"


def test_an_age_of_learning_is_no_onset() -> None:
    found = read("Hypotonia: head control achieved at 6 months. Seizures from 2 years.").phenotypes
    assert {one.text: one.time.text if one.time else None for one in found} == {
        "Hypotonia": None,
        "Seizures": "from 2 years",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wears hearing aids.", {"Hearing impairment": "present"}),
        ("He is deaf.", {"Hearing impairment": "present"}),
        ("Now protein ++.", {"Proteinuria": "present"}),
        ("Height and weight <0.4th centile.", {"Short stature": "present", "Decreased body weight": "present"}),
        ("GGT twice normal.", {"Elevated gamma-glutamyltransferase level": "present"}),
        ("Turkish parents (cousins).", {"Offspring of consanguineous relationship": "present"}),
        ("Marrow: hypocellular, no blasts.", {"Bone marrow hypocellularity": "present"}),
    ],
)
def test_findings_in_the_words_of_referrals(text: str, expected: dict[str, str]) -> None:
    assert findings(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No further seizures on alfacalcidol.", {"alfacalcidol": "present"}),
        ("No asthma, on levetiracetam.", {"levetiracetam": "present"}),
        ("Not on warfarin.", {"warfarin": "absent"}),
        ("She is not on any statin.", {"statin": "absent"}),
        ("Mother has normal calcium. Swallowing slow with meat.", {}),
    ],
)
def test_what_does_not_happen_on_a_medicine(text: str, expected: dict[str, str]) -> None:
    assert {one.text: one.presence.value for one in read(text).medications} == expected


def test_a_question_is_no_procedure() -> None:
    assert read("Is a renal biopsy needed?").procedures == []
    assert read("Boy of 3 yr 4 mo, referred by ENT.").demographics.age == "P3Y4M"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("33 yr old woman. She has asthma. Her partner is well; he had mumps.", {"Asthma": "present"}),
        ("Mr Jones, 60. His wife attended. He has angina.", {"Angina": "present"}),
        ("45M. Wife rang. She says he has had seizures.", {"Seizure": "present"}),
    ],
)
def test_a_pronoun_that_cannot_be_the_patients_tells_of_another(text: str, expected: dict[str, str]) -> None:
    assert findings(text) == expected


def test_numbers_share_what_stands_around_them() -> None:
    assert findings("Short 4th and 5th metacarpals.") == {
        "Short 4th metacarpal": "present",
        "Short 5th metacarpal": "present",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mother O negative, baby sleepy.", {"Drowsiness": "present"}),
        ("The cardiac arrest trolley was checked.", {}),
        ("Wobbly and not making sense, vomiting.", {"Vomiting": "present"}),
        ("Known MSUD.", {"maple syrup urine disease": "present"}),
        ("MCAD enzyme normal.", {}),
        ("Cataract and glaucoma were looked for.", {"Cataract": "possible", "Glaucoma": "possible"}),
    ],
)
def test_what_a_word_beside_a_finding_makes_of_it(text: str, expected: dict[str, str]) -> None:
    assert findings(text) == expected
