"""Signs, arrows and shorthand of the clinic mean what their neighbours say."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, "note").record


def findings(record: PatientRecord, presence: Presence) -> set[str]:
    """The findings of a presence, as the note and as the vocabulary names them."""
    found = [fact for fact in (*record.phenotypes, *record.conditions) if fact.presence is presence]
    names = {fact.label.casefold() for fact in found}
    return names | {(coding.display or "").casefold() for fact in found for coding in fact.codings[:1]}


@pytest.mark.parametrize(
    ("text", "there", "denied"),
    [
        (
            "ROS: GI: + abd pain, - melena, - diarrhea. Neuro: - HA, - seizure. Psych: - SI.",
            {"abdominal pain"},
            {"melena", "diarrhea", "headache", "seizure", "suicidal ideation"},
        ),
        ("ROS: +fever +cough -chest pain -SOB, -rash", {"fever", "cough"}, {"chest pain", "dyspnea", "skin rash"}),
        ("ROS:\n+ cough\n- fever\n- weight loss", {"cough"}, {"fever", "weight loss"}),
        ("Assessment:\n- Pneumonia\n- Asthma", {"pneumonia", "asthma"}, set()),
        ("Plan:\n- amoxicillin + clarithromycin\n- Pneumonia: repeat film", {"pneumonia"}, set()),
    ],
)
def test_a_minus_denies_where_a_plus_affirms(text: str, there: set[str], denied: set[str]) -> None:
    record = read(text)
    assert there <= findings(record, Presence.PRESENT)
    assert denied <= findings(record, Presence.ABSENT)
    assert not denied & findings(record, Presence.PRESENT)


@pytest.mark.parametrize(
    "text", ["14-month-old girl. AF not bulging.", "Baby of 3 weeks. AF: soft and flat.", "AF index 12 cm."]
)
def test_neighbours_say_that_af_is_no_fibrillation(text: str) -> None:
    assert "atrial fibrillation" not in findings(read(text), Presence.PRESENT)


def test_af_without_such_neighbours_is_fibrillation() -> None:
    assert "atrial fibrillation" in findings(read("On warfarin for AF."), Presence.PRESENT)
    assert "road traffic accident" in findings(read("Passenger in RTC at 40 mph."), Presence.PRESENT)
    assert not findings(read("Doing well. RTC 3 months."), Presence.PRESENT)


@pytest.mark.parametrize(
    ("text", "allergies"),
    [
        ("67F, on warfarin for AF. Penicillin -> rash. LRTI.", {"penicillin": "rash"}),
        (
            "PMH asthma. Amoxicillin → anaphylaxis 2019, codeine: vomiting.",
            {"amoxicillin": "anaphylaxis 2019", "codeine": "vomiting"},
        ),
        ("Ramipril 5 mg --> cough, losartan 50 mg od.", {"ramipril": "cough"}),
        ("Prednisolone -> rash resolved.", {}),
        ("Vancomycin: trough 15.", {}),
    ],
)
def test_a_reaction_after_an_arrow_makes_an_allergy(text: str, allergies: dict[str, str]) -> None:
    record = read(text)
    assert {one.label.casefold(): one.reactions[0].text for one in record.allergies} == allergies
    assert not {one.label.casefold() for one in record.medications} & set(allergies)
    assert not {"rash", "vomiting", "cough"} & findings(record, Presence.PRESENT) or not allergies


def test_relatives_one_by_one() -> None:
    record = read("FH: Sister: MS. MGM: Alzheimer's. Father: HTN. PGF: stroke.")
    relations = {fact.label.casefold(): fact.relation for fact in record.family_history}
    assert relations == {
        "ms": "sister",
        "alzheimer's": "maternal grandmother",
        "htn": "father",
        "stroke": "paternal grandfather",
    }
    assert record.demographics.sex is None


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("62F. CA-125 12 U/mL.", 12.0, "U/mL"),
        ("CA 125: 35 U/mL", 35.0, "U/mL"),
        ("CA 15-3 20 U/mL", 20.0, "U/mL"),
        ("Factor VIII 4 %.", 4.0, "%"),
        ("Vitamin B12 180 pg/mL", 180.0, "pg/mL"),
        ("25-OH vitamin D 18 ng/mL", 18.0, "ng/mL"),
    ],
)
def test_a_number_in_a_name_is_no_value(text: str, value: float, unit: str) -> None:
    record = read(text)
    (found,) = record.observations
    assert found.quantity is not None
    assert (found.quantity.value, found.quantity.unit) == (value, unit)
    assert record.medications == []


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Mg 0.85, Na 147, K 2.7 mmol/L, Cr 68 umol/L.", "mmol/L"),
        ("Mg 1.2, BUN 20, Cr 1.1.", "mg/dL"),
        ("Mg 0.85.", None),
    ],
)
def test_a_missing_unit_is_that_of_the_neighbours_or_open(text: str, unit: str | None) -> None:
    first = read(text).observations[0]
    assert first.quantity is not None
    assert first.quantity.ucum == unit


@pytest.mark.parametrize(
    ("text", "age", "sex"),
    [
        ("14/12 girl. Fever.", "P1Y2M", "female"),
        ("6/52 old boy with vomiting.", "P42D", "male"),
        ("Nadia Rahman, 31 F, G2P1, 29+2 weeks.", "P31Y", "female"),
        ("Temp taken, 99 F, in clinic.", None, None),
        ("5/7 history of cough. Seen 3/12.", None, None),
    ],
)
def test_ages_in_shorthand(text: str, age: str | None, sex: str | None) -> None:
    person = read(text).demographics
    assert person.age == age
    assert (person.sex.value if person.sex else None) == sex


def test_weeks_of_a_pregnancy_are_no_age() -> None:
    record = read("31 F, G2P1, 29+2/40. Aspirin 150 mg nocte since 12 weeks. Pre-eclampsia at 36 weeks (2022).")
    facts = [*record.medications, *record.conditions]
    assert not any(fact.time and fact.time.start and fact.time.start.age for fact in facts)


@pytest.mark.parametrize(
    ("text", "was", "not_there"),
    [
        ("31 year old man. Stroke scare in 2015 turned out to be migraine.", "migraine", "stroke"),
        ("Suspected appendicitis turned out to be mesenteric adenitis.", "mesenteric adenitis", "appendicitis"),
        ("Possible epilepsy proved to be syncope.", "syncope", "epilepsy"),
    ],
)
def test_what_was_feared_and_was_something_else(text: str, was: str, not_there: str) -> None:
    record = read(text)
    assert was in findings(record, Presence.PRESENT)
    assert not_there in findings(record, Presence.ABSENT)


def test_a_finding_that_turned_out_worse_is_there() -> None:
    assert "pneumonia" in findings(read("The pneumonia turned out to be severe."), Presence.PRESENT)


@pytest.mark.parametrize("text", ["Tonsillectomy not done.", "A tonsillectomy was not performed."])
def test_what_was_not_done_is_no_procedure(text: str) -> None:
    assert not any(fact.presence is Presence.PRESENT for fact in read(text).procedures)


@pytest.mark.parametrize("text", ["Pt Name: DOE,JANE", "Elm Tree Surgery, 12 High Street", "Sage Health Centre"])
def test_names_of_people_and_places_are_no_findings(text: str) -> None:
    record = read(text)
    assert record.medications == []
    assert not findings(record, Presence.PRESENT)


def test_an_irritable_muscle_is_no_mood() -> None:
    found = findings(read("EMG: irritable myopathy."), Presence.PRESENT)
    assert "myopathy" in found
    assert "irritability" not in found


def test_what_a_writer_wondered_about_is_possible() -> None:
    assert "sleep apnea" in findings(read("I wondered about sleep apnoea."), Presence.POSSIBLE)


@pytest.mark.parametrize(
    ("text", "own", "not_own"),
    [
        ("7F, tremor. Mother d. 41 subarachnoid haemorrhage.", "tremor", "subarachnoid hemorrhage"),
        ("3F, ataxia. Mat. GM d. 44 cardiomyopathy, deafness.", "ataxia", "cardiomyopathy"),
        ("8M, eczema. Bros - epilepsy, asthma.", "eczema", "asthma"),
        ("8M, eczema. Sibs: 1) 4F, ataxia, seizure, d. 5 y; 2) well.", "eczema", "seizure"),
        ("14F. Sib with CF. Pt: recurrent pancreatitis.", "recurrent pancreatitis", "cystic fibrosis"),
    ],
)
def test_shorthand_of_a_pedigree_speaks_of_the_relative(text: str, own: str, not_own: str) -> None:
    found = findings(read(text), Presence.PRESENT)
    assert own in found
    assert not_own not in found


def test_what_is_taught_is_nobodys_finding() -> None:
    found = findings(read("Lecture on diabetic ketoacidosis, K 6.9 and coma. 22F acne."), Presence.PRESENT)
    assert "acne" in found
    assert not found & {"diabetic ketoacidosis", "hyperkalemia", "coma"}


@pytest.mark.parametrize(
    ("text", "finding", "presence"),
    [
        ("PMH wrist # 2019.", "wrist #", "present"),
        ("Wt down 4 kg.", "wt down 4 kg", "present"),
        ("I could not feel a spleen.", "feel a spleen", "absent"),
    ],
)
def test_what_a_practice_writes_in_short(text: str, finding: str, presence: str) -> None:
    record = read_patient(text, format="note").record
    found = {(one.text or "").casefold(): one.presence.value for one in (*record.conditions, *record.phenotypes)}
    assert found[finding] == presence


def test_a_hash_before_a_number_breaks_no_bone() -> None:
    assert not read_patient("Cut to finger #3, hip 2 cm.", format="note").record.phenotypes


def test_a_hormone_that_is_measured_is_not_given_and_a_peak_is_an_earlier_value() -> None:
    record = read_patient("9am cortisol tomorrow. Cr 1.9 (peak 3.2).", format="note").record
    assert not record.medications
    assert [one.quantity.value for one in record.observations if one.quantity] == [1.9, 3.2]


def test_who_stopped_a_medicine_alone_stopped_it() -> None:
    record = read_patient("Simvastatin - pt stopped herself in March.", format="note").record
    assert [one.status for one in record.medications] == ["stopped"]


def test_a_panel_of_genes_names_no_disease_of_the_patient() -> None:
    record = read_patient("A RASopathy gene panel has been requested.", format="note").record
    assert not (*record.conditions, *record.phenotypes)
