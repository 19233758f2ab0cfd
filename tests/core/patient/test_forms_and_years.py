"""Fields of forms, years of lists, sizes in two numbers: what telegraphic notes state, of when, and what they leave open."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, check_record, read_patient, summarise
from osler.core.patient.types import Coding, Condition, Fact, Observation, Phenotype, Quantity


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def problems(text: str) -> list[Condition | Phenotype]:
    record = read(text)
    return [*record.conditions, *record.phenotypes]


def name_of(fact: Fact) -> str:
    return (fact.codings[0].display if fact.codings else fact.text) or ""


def told(text: str) -> dict[str, str]:
    """What is said of each problem: its status, or whether it is there."""
    return {name_of(fact): fact.status.value if fact.status else fact.presence.value for fact in problems(text)}


def values(text: str) -> list[tuple[str, float | None, str]]:
    """Name, value, and the day or words of the time."""
    found = []
    for one in read(text).observations:
        day = (one.time.at.date if one.time.at else None) or one.time.text if one.time else None
        found.append((one.text or "", one.quantity.value if one.quantity else None, day or ""))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "Colon cancer screening due.",
        "Mammogram and cervical cancer screening overdue.",
        "Tetanus up to date.",
        "Tetanus booster given in May.",
        "HIV: unknown.",
        "Diabetes: -. Epilepsy: n/a.",
        "Hepatitis C: not tested.",
        "Hepatitis B: pending. HIV: declined.",
        "Glaucoma screening: no glaucoma found.",
        "Allergies: none. Stroke: unknown.",
        "A 34-year-old woman. Her child has eczema.",
        "His carer has COVID-19.",
        "Lives with husband, who has COPD.",
        "Frozen shoulder is common in thyroid disease.",
        "The whites of his eyes were seen.",
    ],
)
def test_a_field_left_open_and_a_screening_state_no_disease(text: str) -> None:
    assert [fact for fact in problems(text) if fact.presence.value != "absent"] == []


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("Asthma: ?", "Asthma", "possible"),
        ("Cancer detected at screening.", "Neoplasm", "present"),
        ("The carer has noticed weakness.", "Asthenia", "present"),
        ("Pain: severe", "Pain", "present"),
        ("# Hyperkalemia - resolved\nK 5.2 on admission.", "Hyperkalemia", "resolved"),
        ("# AKI\nImproved with fluids.", "Acute kidney injury", "present"),
        ("Significant past: pre-eclampsia 2006, DVT left leg 2006.", "Deep venous thrombosis", "inactive"),
        ("Date: 2 January 2026\nDVT in December 2025.", "Deep venous thrombosis", "present"),
        ("G3P1: 2016 SVD, 2018 miscarriage at 9 weeks. Now 28 weeks.", "Miscarriage", "inactive"),
        ("2020 EMCS for fetal distress, PPH 1200 ml.", "Post-partum hemorrhage", "inactive"),
        ("Olanzapine stopped because of weight gain.", "Increased body weight", "inactive"),
        ("Bendroflumethiazide 2.5 mg (ended 2021 - gout)", "Gout", "inactive"),
        ("Metformin stopped because of CKD.", "Chronic kidney disease", "present"),
        ("History of AAA repair 2015.", "Abdominal aortic aneurysm", "resolved"),
    ],
)
def test_what_is_over_and_what_goes_on(text: str, name: str, said: str) -> None:
    assert told(text).get(name) == said


def test_what_a_medicine_was_stopped_for_did_not_end_with_it() -> None:
    [fact] = problems("Amiodarone stopped in 2023 because of hyperthyroidism.")
    assert isinstance(fact, Phenotype)
    assert fact.resolution is None


def test_a_form_that_goes_on_after_its_allergies() -> None:
    record = read("Allergies: none. Smoker: no. Hypertension: yes.")
    assert [one.presence.value for one in record.allergies] == ["absent"]
    assert told("Allergies: none. Smoker: no. Hypertension: yes.") == {"Hypertension": "present"}


def test_a_line_by_systems_is_headed_by_no_finding() -> None:
    assert "infectious disease" not in told("Infection: late onset sepsis.\nPain: oxycodone as needed.")


@pytest.mark.parametrize(
    ("text", "course"),
    [
        (
            "68M w/ afib, OSA p/w 5d progressive DOE, orthopnea.",
            {"Exertional dyspnea": "progressive", "Obstructive sleep apnea": None, "Orthopnea": None},
        ),
        ("Migraine, asthma (mild intermittent).", {"Migraine": None, "Asthma": "episodic"}),
        ("Pain is worse in the mornings.", {"Pain": None}),
        ("Degenerative changes of the lumbar spine.", {"Abnormal lumbar spine morphology": None}),
        (
            "He has progressive weakness, intermittent fever and no headache.",
            {"Asthenia": "progressive", "Fever": "episodic", "Headache": None},
        ),
        ("Weakness and headache worsened.", {"Asthenia": "progressive", "Headache": "progressive"}),
    ],
)
def test_how_a_finding_goes_is_said_of_it_alone(text: str, course: dict[str, str | None]) -> None:
    found = {
        name_of(one): one.progression.value if one.progression else None
        for one in problems(text)
        if isinstance(one, Phenotype)
    }
    assert {name: found[name] for name in course} == course


@pytest.mark.parametrize(
    ("text", "name", "date"),
    [
        ("ESRD from IgA nephropathy, on HD since June 2021.", "Stage 5 chronic kidney disease", None),
        ("PVD, left BKA Nov 2024.", "Peripheral arterial stenosis", None),
        ("PVD s/p toe amputation Nov 2024.", "Peripheral arterial stenosis", None),
        ("HFrEF (EF 25% on TTE 8/2025).", "systolic heart failure", None),
        ("Asthma since 2010, on salbutamol.", "Asthma", "2010"),
        ("G3P1: 2018 miscarriage at 9 weeks.", "Miscarriage", "2018"),
    ],
)
def test_the_day_of_a_treatment_or_study_is_not_that_of_the_disease(text: str, name: str, date: str | None) -> None:
    fact = next(one for one in problems(text) if name_of(one) == name)
    assert (fact.time.at.date if fact.time and fact.time.at else None) == date


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Height 5'4\".", [("Height", 64.0, "")]),
        ("Height: 5 ft 11 in. Weight 12 st 4 lb.", [("Height", 71.0, ""), ("Weight", 172.0, "")]),
        ("He is 6'1\" tall.", [("height", 73.0, "")]),
        ("Birth weight 7 lb 4 oz.", [("Birth weight", 7.25, "")]),
        ("Ulcer of the 1st toe. He walked 5 ft.", []),
        (
            "BW 2.4 kg, length 45 cm. Now length 80 cm.",
            [("BW", 2.4, ""), ("length at birth", 45.0, "at birth"), ("length", 80.0, "")],
        ),
        (
            "Date: 2026-01-20\nLabs 13 Jan: Hb 9.6 g/dL (prev 10.8)",
            [("Hb", 9.6, "2026-01-13"), ("Hb", 10.8, "earlier")],
        ),
        (
            "Date: 12/20/2025\nINR 2.4 on 12/14, 2.6 on 12/16.",
            [("INR", 2.6, "2025-12-16"), ("INR", 2.4, "2025-12-14")],
        ),
        (
            "Admitted 11/02/2025. Discharged: 11/08/2025.\nIn ED Cr 2.1 (b/l 1.6). Cr 1.7 at d/c.",
            [("Cr", 2.1, "2025-11-02"), ("Cr", 1.7, "2025-11-08"), ("Cr", 1.6, "earlier")],
        ),
        ("Date: 12/20/2025\nHb 9.1 (3/2).", [("Hb", 9.1, "2025-03-02")]),
    ],
)
def test_values_in_two_numbers_and_their_days(text: str, expected: list[tuple[str, float, str]]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    ("text", "sex", "age", "born"),
    [
        ("Pt ID 44, F, 61y.\nHypertension.", "female", "P61Y", None),
        ("GROWTH CLINIC\nLena, girl, 8y 7m.\nShort stature.", "female", "P8Y7M", None),
        ("Re: J. Doe, M, 40y\nSiblings: Tom, boy, 6y.", "male", "P40Y", None),
        ("DOB: 12-Mar-58. Hypertension.", None, None, "1958-03-12"),
    ],
)
def test_the_person_in_the_head(text: str, sex: str | None, age: str | None, born: str | None) -> None:
    person = read(text).demographics
    assert (person.sex.value if person.sex else None, person.age, person.birth_date) == (sex, age, born)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Swelling of the knee and ankle.", {"Swollen knee", "Ankle swelling"}),
        ("Pain and swelling in the small joints.", {"Arthralgia", "Joint swelling"}),
        ("MRI: thinning of the posterior body of the corpus callosum.", {"Thin corpus callosum"}),
        ("Enlarged kidneys with innumerable cysts.", {"Enlarged kidney", "Multiple renal cysts"}),
        ("Wasting of the left deltoid.", {"Skeletal muscle atrophy"}),
        ("He has burning pain in his hands and feet.", {"Burning pain", "Hand pain", "Foot pain"}),
        ("The whites of the eyes look blue.", {"Blue sclerae"}),
        ("22F with RLQ pain, denies VB.", {"Right lower quadrant pain"}),
        ("Diagnosis: OI.", {"osteogenesis imperfecta"}),
        ("Vapes daily, no IVDU.", {"vaping"}),
    ],
)
def test_changes_of_several_parts_and_of_pieces(text: str, expected: set[str]) -> None:
    assert {name_of(fact) for fact in problems(text) if fact.presence.value == "present"} == expected


def test_what_was_repaired_is_what_the_relative_has() -> None:
    record = read("His twin brother had a cleft lip. The cleft lip was repaired at 3 months.")
    assert (record.phenotypes, record.procedures) == ([], [])
    own = read("He has a cleft lip. His twin brother has a cleft lip. The cleft lip was repaired at 3 months.")
    assert own.phenotypes
    assert own.procedures


def test_the_limit_of_a_rule_stands_in_the_unit_of_its_value() -> None:
    notes = [fact.note or "" for fact in read("A 50-year-old man. Hb 84 g/L.").phenotypes]
    assert any("< 130 g/L, which is 13 g/dL" in note for note in notes)


def test_a_value_below_nothing_is_reported() -> None:
    def hb(value: float, code: str = "hemoglobin") -> PatientRecord:
        quantity = Quantity(value=value, unit="g/dL")
        coding = Coding(system="LAB", code=code)
        return PatientRecord(id="p", observations=[Observation(id="o", codings=[coding], quantity=quantity)])

    def negative(record: PatientRecord) -> bool:
        return any("negative" in problem.message for problem in check_record(record))

    assert negative(hb(-3.0))
    assert not negative(hb(13.0))
    assert not negative(hb(-3.0, "base_excess"))


def test_active_problems_are_never_cut() -> None:
    listed = [Condition(id=f"c{number}", text=f"problem {number}") for number in range(30)]
    assert "problem 29" in summarise(PatientRecord(id="p", conditions=listed))
