"""What letters say in passing: exceptions to a denial, whose a finding is, how often it came, what was only thought of, results in words."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def presences(text: str) -> dict[str, str]:
    record = read(text)
    return {(one.text or "").casefold(): one.presence.value for one in (*record.conditions, *record.phenotypes)}


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("No history of pancreatitis apart from one attack in 2016.", "pancreatitis"),
        ("Never had pneumonia except once in 2023.", "pneumonia"),
        ("No seizures other than one at age 3.", "seizures"),
        ("No chest pain except on exertion.", "chest pain"),
        ("No falls bar two in January.", "falls"),
        ("No history of asthma other than in childhood.", "asthma"),
    ],
)
def test_what_is_denied_but_for_a_time_was_there(text: str, finding: str) -> None:
    assert presences(text)[finding] == "present"


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Not known to have heart failure.", "heart failure"),
        ("He is not known to have diabetes or epilepsy.", "epilepsy"),
        ("Not known to be diabetic.", "diabetic"),
        ("Not thought to have sepsis.", "sepsis"),
        ("No allergies except penicillin. No asthma apart from eczema.", "asthma"),
    ],
)
def test_what_is_not_known_to_be_there_is_not(text: str, finding: str) -> None:
    assert presences(text)[finding] == "absent"


@pytest.mark.parametrize(
    "text",
    [
        "Lives with a husband who has dementia.",
        "He is married to a woman with multiple sclerosis.",
        "Had she had chest pain she would have called.",
        "Were he to have a seizure, call an ambulance.",
    ],
)
def test_what_another_has_or_what_might_have_been_is_no_finding(text: str) -> None:
    assert presences(text) == {}


def test_a_treatment_that_is_denied_for_one_disease_denies_neither_it_nor_an_earlier_one() -> None:
    record = read("No chemotherapy for metastatic disease yet. Adjuvant FOLFOX completed November 2021.")
    assert [one.presence for one in record.conditions] == [Presence.PRESENT]
    assert record.procedures == []


def test_a_pregnancy_that_is_pointed_back_to_is_over() -> None:
    assert "pregnancy" not in presences("Gestational diabetes in 2005. Pre-eclampsia in that pregnancy.")


def test_a_list_of_serologies_is_read_past_those_that_are_not_known_here() -> None:
    assert presences("Hepatitis B and C, syphilis, CMV and HIV serology are negative.") == {
        "hepatitis b": "absent",
        "hepatitis c": "absent",
        "syphilis": "absent",
        "hiv infection": "absent",
    }


def test_low_sugars_are_no_medicine() -> None:
    assert read("No hypoglycemic episodes since the last visit.").medications == []


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Ruby Collins, aged 8 years, girl, seen in clinic.", "P8Y"),
        ("Thandi M., 26-year-old G2P1, seen today.", "P26Y"),
        ("Jo Doe (26) was seen in clinic.", "P26Y"),
    ],
)
def test_an_age_beside_the_name(text: str, age: str) -> None:
    assert str(read(text).demographics.age) == age


@pytest.mark.parametrize(
    "text",
    [
        "Asthma suspected by the GP, not confirmed.",
        "Labelled asthmatic as a child but never confirmed.",
        "Thought to have asthma by the school nurse.",
    ],
)
def test_what_was_never_confirmed_is_only_possible(text: str) -> None:
    assert set(presences(text).values()) == {"possible"}


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("HIV clinic. Viral load 85,000 copies/mL in July 2025.", [85_000.0]),
        ("HIV on Biktarvy. VL <20 copies/mL.", [20.0]),
        ("Kidney transplant. Viral load 900 copies/mL.", []),
        ("HIV and HBV. Viral load 900 copies/mL.", []),
    ],
)
def test_a_bare_viral_load_is_that_of_the_one_virus_spoken_of(text: str, read_as: list[float]) -> None:
    assert [one.quantity.value for one in read(text).observations if one.quantity] == read_as


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("Haemoglobin normal.", {"Haemoglobin"}),
        ("Bloods today: Hb, platelets, CRP and calcium all normal.", {"Hb", "platelets", "CRP", "calcium"}),
        ("Normal ferritin and B12. CRP 4.", {"ferritin", "B12"}),
        ("Potassium and sodium were within normal limits.", {"Potassium", "sodium"}),
        ("Haemoglobin was not normal.", set()),
        ("Mother's calcium is normal.", set()),
        ("Normal pressure hydrocephalus. Normal weight gain.", set()),
        ("Calcium high. ECG normal.", set()),
    ],
)
def test_a_result_that_is_called_normal_is_one_in_words_and_no_medicine(text: str, normal: set[str]) -> None:
    record = read(text)
    assert {one.text for one in record.observations if one.value_text == "normal"} == normal
    assert record.medications == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Nine episodes of otitis media last year.", "Recurrent otitis media"),
        ("Fourth pneumonia in 14 months.", "Recurrent pneumonia"),
        ("Six UTIs in the past year.", "Recurrent urinary tract infections"),
        ("Two pneumonias this year.", "Pneumonia"),
        ("Grade 3 pneumonia.", "Pneumonia"),
        ("Pneumonia aged 9 years. An episode of otitis media.", "Pneumonia"),
        ("An episode of otitis media.", "Otitis media"),
        ("She has had UTIs.", "urinary tract infection"),
    ],
)
def test_an_illness_recurs_from_the_third_time_on(text: str, name: str) -> None:
    record = read(text)
    assert next(one.codings[0].display for one in (*record.conditions, *record.phenotypes)) == name


@pytest.mark.parametrize(
    ("text", "early"),
    [
        ("Baby boy, born 27+4 weeks by emergency LSCS.", True),
        ("Ex-26-weeker, now 5 months.", True),
        ("Born at 39 weeks.", False),
        ("Her son was born at 29 weeks.", False),
    ],
)
def test_who_was_born_before_37_weeks_was_born_early(text: str, early: bool) -> None:
    assert ("premature birth" in presences(text)) is early


def test_an_infection_that_a_relative_does_not_have_is_no_family_history() -> None:
    assert read("Mother is HIV negative.").family_history == []


def test_the_shock_of_a_defibrillator_is_no_circulatory_shock() -> None:
    assert presences("VT terminated by 35 J shock. He received two ICD shocks.") == {"vt": "present"}


def test_what_somebody_is_seen_for_possibly_is_still_to_come() -> None:
    assert [one.status.value for one in read("EP consult for possible ablation.").procedures if one.status] == [
        "planned"
    ]


def test_surgery_for_weight_loss_is_no_weight_loss() -> None:
    record = read("Declined weight loss surgery in the past.")
    assert (record.phenotypes, [one.presence.value for one in record.procedures]) == ([], ["absent"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Headache (migraine ruled out).", {"headache": "present", "migraine": "absent"}),
        ("Chest pain (PE excluded).", {"chest pain": "present", "pe": "absent"}),
        ("Rash (has now been excluded).", {"rash": "absent"}),
    ],
)
def test_a_denial_in_brackets_is_of_what_the_brackets_name(text: str, said: dict[str, str]) -> None:
    assert presences(text) == said


def test_a_medicine_before_a_bracket_that_denies_something_is_taken() -> None:
    (taken,) = read("On zoledronate monthly (osteonecrosis of jaw excluded).").medications
    assert taken.presence is Presence.PRESENT


@pytest.mark.parametrize(
    ("text", "drug", "reaction"),
    [
        ("Previous angioedema on enalapril.", "enalapril", "angioedema"),
        ("Penicillin caused a rash.", "Penicillin", "rash"),
        ("Came out in hives after co-trimoxazole.", "co-trimoxazole", "hives"),
        ("Allergic to amoxicillin (rash).", "amoxicillin", "rash"),
    ],
)
def test_an_allergy_has_its_reaction_wherever_it_stands(text: str, drug: str, reaction: str) -> None:
    record = read(text)
    assert [(one.text, [did.text for did in one.reactions]) for one in record.allergies] == [(drug, [reaction])]
    assert record.medications == []


def test_what_was_changed_to_is_taken_and_what_is_to_be_changed_to_is_planned() -> None:
    assert [
        (one.text, one.status.value) for one in read("Ramipril changed to losartan.").medications if one.status
    ] == [
        ("Ramipril", "stopped"),
        ("losartan", "active"),
    ]
    (planned,) = read("Please change to losartan 50 mg od.").medications
    assert planned.status is not None
    assert planned.status.value == "planned"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Urine protein/creatinine ratio 2.9 g/g, creatinine 1.3 mg/dL, eGFR 55.", [2.9, 1.3, 55.0]),
        ("Urinary sodium 20 mmol/L, serum sodium 128.", [128.0]),
        ("Urine: Na 40, K 30, creatinine 8.", []),
        ("Amira, 10-year-old girl, 36 kg.", [36.0]),
        ("She is 3 kg heavier.", []),
    ],
)
def test_values_of_urine_end_where_another_measure_says_what_it_is_of(text: str, values: list[float]) -> None:
    assert [one.quantity.value for one in read(text).observations if one.quantity] == values


def test_readings_are_blood_pressures() -> None:
    assert len(read("Readings today 152/98 and 148/96.").observations) == 2


def test_what_a_payer_declined_says_nothing_of_the_next_medicine() -> None:
    taken = {
        one.text: one.presence.value
        for one in read("Sparsentan was declined by the payer, atorvastatin 40 mg.").medications
    }
    assert taken == {"Sparsentan": "absent", "atorvastatin": "present"}
    taken = {one.text: one.presence.value for one in read("She declined warfarin, takes apixaban.").medications}
    assert taken == {"warfarin": "absent", "apixaban": "present"}


def test_tenderness_in_the_initials_of_an_examination_is_no_purpura() -> None:
    assert presences("Abd: RLQ and suprapubic TTP.") == {}
    assert presences("History of TTP.") == {"ttp": "present"}


def test_a_list_of_possible_diagnoses_is_one_of_possibilities() -> None:
    assert set(presences("DDx ovarian torsion, ruptured cyst.").values()) == {"possible"}


def test_a_parent_who_writes_is_not_the_patient_and_a_mother_of_two_may_be() -> None:
    child = read("Hi doctor, it's Mrs Lim, mum of Jayden who is 4 and a half. He was diagnosed with coeliac in March.")
    assert (str(child.demographics.sex), str(child.demographics.age)) == ("male", "P4Y")
    mother = read("Mrs Lim, 44, mother of two, has asthma.")
    assert (str(mother.demographics.age), [one.text for one in mother.phenotypes]) == ("P44Y", ["asthma"])
