"""Notes as wards, surgeries and continental hospitals write them."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, Status, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, "note").record


def named(record: PatientRecord, presence: Presence) -> set[str]:
    """The findings of a presence, as the note and as the vocabulary names them."""
    found = [fact for fact in (*record.phenotypes, *record.conditions) if fact.presence is presence]
    return {fact.label.casefold() for fact in found} | {
        (coding.display or "").casefold() for fact in found for coding in fact.codings[:1]
    }


def values(record: PatientRecord) -> dict[str, float]:
    """The values by the code of their measure, the newest of each."""
    found = {}
    for one in reversed(record.observations):
        if one.codings and one.quantity is not None and one.quantity.value is not None:
            found[one.codings[0].code] = one.quantity.value
    return found


def medicines(record: PatientRecord) -> dict[str, str | None]:
    return {one.label.casefold(): one.status.value if one.status else None for one in record.medications}


@pytest.mark.parametrize(
    ("text", "age", "sex"),
    [
        ("62 y man with gout.", 62, "male"),
        ("Girl, 5 days old, jaundiced.", 5 / 365.25, "female"),
        ("Girl 2 y 6 mths. Cough.", 2.5, "female"),
        ("Age 29. LMP 03/02/2025.", 29, None),
        ("Mrs. Ida Novak, 66 years\nDiagnosis: gout", 66, "female"),
    ],
)
def test_age_and_sex_in_the_forms_of_short_notes(text: str, age: float, sex: str | None) -> None:
    record = read(text)
    assert record.age_at() == pytest.approx(age, abs=0.01)
    assert (record.demographics.sex.value if record.demographics.sex else None) == sex


def test_a_letter_from_the_continent() -> None:
    record = read(
        "Bern, 04.02.2025\nFrau Lena KELLER, geb. 12.11.1960\nStatus: 71,5 kg, 168 cm, temperature 38,2 °C.\n"
        "Laboratory: CRP 43,5 mg/l, INR 1,2, potassium 4,1 mmol/l.\nMedication: Bisoprolol 2,5 mg 1-0-0, Ramipril 5 mg 1-0-1"
    )
    assert record.demographics.birth_date == "1960-11-12"
    assert record.demographics.sex is not None
    assert record.demographics.sex.value == "female"
    found = values(record)
    assert (found["weight"], found["height"], found["temperature"]) == (71.5, 168, 38.2)
    assert (found["crp"], found["inr"], found["potassium"]) == (43.5, 1.2, 4.1)
    doses = {one.label.casefold(): one.regimens[0] for one in record.medications}
    assert doses["bisoprolol"].dose is not None
    assert doses["bisoprolol"].dose.value == 2.5
    assert doses["ramipril"].schedule is not None
    assert doses["ramipril"].schedule.frequency == 2


def test_a_comma_between_two_scores_is_no_decimal_comma() -> None:
    found = values(read("Weight 3,4 kg. Apgar 8,9."))
    assert (found["apgar_1"], found["apgar_5"], found["weight"]) == (8, 9, 3.4)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("VBG 7.21/61/40.", {"arterial_ph": 7.21, "paco2": 61, "pao2": 40}),
        ("Apgars 4, 7 and 9.", {"apgar_1": 4, "apgar_5": 7}),
        ("OGTT 0 h 5.9, 2 h 12.1 mmol/L.", {"fasting_glucose": 5.9, "glucose_2h": 12.1}),
        ("PEFR 210, C3 0.4 g/L, C4 0.05 g/L. Hip T-score -2.6.", {"pef": 210, "c3": 0.4, "t_score": -2.6}),
        ("Born at 39 weeks by forceps, 2980 g.", {"birth_weight": 2980}),
        ("hs-troponin I 12 -> 48 ng/L", {"troponin_i": 48}),
    ],
)
def test_values_under_one_name_or_none(text: str, wanted: dict[str, float]) -> None:
    assert wanted.items() <= values(read(text)).items()


def test_what_is_to_be_done_at_a_value_is_no_value() -> None:
    record = read("Meds: losartan 50 mg daily.\nPlan: hold losartan if K > 5.8.")
    assert "potassium" not in values(record)
    assert medicines(record) == {"losartan": "active"}


def test_counts_of_pregnancies_are_the_patients_own() -> None:
    assert values(read("Age 30. G3P1. EDD 01/08/2025. 11 weeks today."))["gravidity"] == 3
    assert "gravidity" not in values(read("Newborn boy, born to a G3P1 mother at 38 weeks."))


@pytest.mark.parametrize(
    ("text", "there", "denied"),
    [
        ("PMH: gout, DM no, stroke no.", {"gout"}, {"diabetes mellitus", "stroke"}),
        ("Exclusion of pulmonary embolism by CT.", set(), {"pulmonary embolism"}),
        ("No gallop, 3/6 pansystolic murmur at apex.", {"holosystolic murmur"}, set()),
        ("Mum says she has a mousy smell.", {"musty odor"}, set()),
        ("Abdomen: spleen reaches the umbilicus.", {"splenomegaly"}, set()),
        ("Liver edge soft, spleen not felt.", set(), {"splenomegaly"}),
        ("3-year-old boy. Does not speak, no words yet.", {"delayed speech and language development"}, set()),
        ("7-month-old boy. No words yet.", set(), set()),
        ("Right testis could not be felt.", {"cryptorchidism"}, set()),
        ("He barely sweats and keeps falling.", {"hypohidrosis", "frequent falls"}, set()),
        ("Gowers manoeuvre positive.", {"gowers sign"}, set()),
    ],
)
def test_findings_as_they_are_told(text: str, there: set[str], denied: set[str]) -> None:
    record = read(text)
    assert there <= named(record, Presence.PRESENT)
    assert denied <= named(record, Presence.ABSENT)
    assert not denied & named(record, Presence.PRESENT)
    if not there and not denied:
        assert not named(record, Presence.PRESENT)


def test_units_and_scores_are_no_diseases() -> None:
    record = read("Lactulose 15 ml 1-0-1. Exercise tolerance <4 METs. No ICD shocks.")
    assert not named(record, Presence.PRESENT)
    assert "shock" not in named(record, Presence.ABSENT)


def test_what_is_over_takes_its_parts_with_it() -> None:
    record = read("PMH: scarlet fever as child.")
    assert "fever" not in named(record, Presence.PRESENT)
    resolved = [one for one in read("A PDA was seen but later closed.").phenotypes if one.status is Status.RESOLVED]
    assert [one.codings[0].display for one in resolved] == ["Patent ductus arteriosus"]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Meds: ticagrelor 90 mg bd (hold 5 days before surgery)", "active"),
        ("Past trials: citalopram (no effect).", "stopped"),
        ("Doxazosin discontinued (dizziness).", "stopped"),
        ("Spasms (treated with vigabatrin, stopped Feb 2024).", "stopped"),
        ("Plan: consider rituximab.", "planned"),
        ("Plan: adenosine 6 mg IV stat.", "planned"),
        ("Meds: Symbicort 200/6 2 puffs BD (not taking)", "stopped"),
    ],
)
def test_what_is_done_with_a_medicine(text: str, status: str) -> None:
    assert list(medicines(read(text)).values()) == [status]


def test_what_people_use_is_no_medicine_and_prophylaxis_is_one() -> None:
    assert not medicines(read("SH: alcohol 20 units/wk, denies cocaine, nicotine 10 py."))
    assert set(medicines(read("Enoxaparin prophylaxis."))) == {"enoxaparin"}
    assert set(medicines(read("Labs: uric acid 7.1, magnesium 0.8."))) == set()


def test_allergies_after_their_substance() -> None:
    denied = read("Amoxicillin - no allergy. Allergic to cefalexin (hives).")
    assert not denied.medications
    assert {(one.label.casefold(), one.presence) for one in denied.allergies} == {
        ("amoxicillin", Presence.ABSENT),
        ("cefalexin", Presence.PRESENT),
    }
    assert not named(denied, Presence.PRESENT)
    food = read("NKDA. Sesame - hives.")
    assert [one.label for one in food.allergies if one.presence is Presence.PRESENT] == ["Sesame"]
    listed = read("Allergies: enalapril -> cough. IV contrast: hives.")
    assert {one.label for one in listed.allergies} == {"enalapril", "contrast"}
    told = read("She developed cough on perindopril and takes candesartan 8 mg daily.")
    assert [one.label for one in told.allergies] == ["perindopril"]
    assert set(medicines(told)) == {"candesartan"}


def test_relatives_by_initial_by_side_and_by_whose_they_are() -> None:
    family = {one.label.casefold(): one.relation for one in read("FHx: F - gout, M - asthma.").family_history}
    assert family == {"gout": "father", "asthma": "mother"}
    maternal = read("Emergency section for maternal pre-eclampsia. Baby boy, 2 days old.").family_history
    assert [one.relation for one in maternal] == ["mother"]
    assert not named(read("The uncle of the patient has gout."), Presence.PRESENT)


def test_a_time_dates_its_own_item() -> None:
    record = read("Two operations since birth; seizures. Constipation since birth and eczema.")
    dated = {one.codings[0].display for one in (*record.phenotypes, *record.conditions) if one.time is not None}
    assert dated == {"Constipation"}


def test_a_denial_that_names_an_exception_is_none() -> None:
    assert not read("On no regular medication apart from a coil.").denials
    assert [one.of for one in read("No regular treatment.").denials] == ["medications"]


def test_blood_groups_are_not_denied() -> None:
    assert not named(read("Blood group B Rh neg."), Presence.ABSENT)


def test_items_numbered_with_brackets_are_statements_of_their_own() -> None:
    record = read("Assessment: 1) AKI, r/o obstruction 2) Hypokalemia 3) No pneumonia 4) Gout")
    assert {"hypokalemia", "gout"} <= named(record, Presence.PRESENT)
    assert "pneumonia" in named(record, Presence.ABSENT)


def test_the_value_of_an_antibody_is_no_positive_result() -> None:
    assert not named(read("TRAb 0.4 IU/L."), Presence.PRESENT)
    assert named(read("TRAb positive."), Presence.PRESENT)


def test_eye_pressures_are_no_respiratory_rates() -> None:
    found = read("VA R 6/9 L 6/36. IOP R 18 L 31 mmHg.")
    assert [one.quantity.value for one in found.observations if one.quantity] == [18, 31]
    assert "respiratory_rate" not in values(found)


def test_allergies_to_several_foods() -> None:
    record = read("IgE-mediated hazelnut and walnut allergy.")
    assert {one.label for one in record.allergies} == {"hazelnut", "walnut"}
    assert not record.medications


def test_since_some_days_is_no_age_of_a_grown_patient() -> None:
    record = read("61-year-old man, since three days cough. Exclusion of pneumonia (CT thorax 02.03.2025).")
    assert [one.time.at.age for one in record.phenotypes if one.time and one.time.at] != ["P3D"]
    assert all(one.presence is Presence.PRESENT for one in record.procedures)
    dosed = read("Course: 61-year-old man, meropenem 1 g i.v. for 5 days.").medications
    assert [one.time for one in dosed] == [None]


def test_no_more_of_something_says_that_it_was_and_is_over() -> None:
    found = read("No further haematemesis since Monday.").phenotypes
    assert [(one.codings[0].display, one.presence, one.status) for one in found] == [
        ("Hematemesis", Presence.PRESENT, Status.RESOLVED)
    ]
