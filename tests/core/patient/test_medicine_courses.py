"""A participle after a medicine speaks of that medicine, and its time ends it."""

import pytest

from osler.core.patient import read_patient


@pytest.mark.parametrize(
    ("text", "states"),
    [
        (
            "Clopidogrel discontinued and ticagrelor commenced today.",
            {"clopidogrel": "stopped", "ticagrelor": "active"},
        ),
        ("Ramipril withheld, amlodipine continued.", {"ramipril": "on-hold", "amlodipine": "active"}),
        ("Omeprazole was switched to famotidine.", {"omeprazole": "stopped"}),
        ("Sertraline and venlafaxine were tried without benefit.", {"sertraline": "stopped", "venlafaxine": "stopped"}),
        (
            "Meds: lisinopril 20 qd, ondansetron prn, B12 inj, apixaban held for thoracentesis 1/15.",
            {"lisinopril": "active", "ondansetron": "active", "b12": "active", "apixaban": "on-hold"},
        ),
        ("Apixaban held for the biopsy, restarted on Friday.", {"apixaban": "active"}),
        ("Medications: ramipril 10 mg od.\n\nPlan: ramipril unchanged, repeat U+E.", {"ramipril": "active"}),
        ("Previous Rx: methotrexate 2018, leflunomide.", {"leflunomide": "stopped"}),
        ("Rx atorvastatin 80, ramipril to start once U&Es checked.", {"atorvastatin": "active", "ramipril": "planned"}),
        ("Folic acid no longer.", {"folic acid": "stopped"}),
        (
            "Date: 19 January 2026. Fingolimod was switched to ocrelizumab in 2021. Discussed stopping ocrelizumab next year.",
            {"ocrelizumab": "active"},
        ),
        ("Pred weaned off Jan 2024, montelukast 10 nocte.", {"pred": "stopped"}),
        ("Propranolol tried - no benefit.", {"propranolol": "stopped"}),
        ("He has taken ramipril 2.5 mg since 2021.", {"ramipril": "active"}),
        ("She has taken lisinopril for years.", {"lisinopril": "active"}),
        ("He has taken ramipril in the past.", {"ramipril": "stopped"}),
        ("He has taken warfarin for 6 months in 2020.", {"warfarin": "stopped"}),
        ("She has taken naproxen for years until 2022.", {"naproxen": "stopped"}),
        ("He has taken aspirin. Ramipril since 2020.", {"aspirin": "stopped", "ramipril": "active"}),
        ("Morning dose of bisoprolol given; digoxin 0800 dose omitted.", {"digoxin": "on-hold"}),
    ],
)
def test_what_is_done_is_said_of_the_medicine_before(text: str, states: dict[str, str]) -> None:
    found = {one.label.lower(): one.status for one in read_patient(text, format="note").record.medications}
    assert {name: found[name] for name in states} == states


def test_the_time_of_a_stop_is_an_end() -> None:
    (medicine,) = read_patient("Methotrexate was discontinued in June 2021.", format="note").record.medications
    assert medicine.time is not None
    assert medicine.time.start is None
    assert medicine.time.end is not None
    assert medicine.time.end.date == "2021-06"


def test_a_course_by_its_months() -> None:
    (medicine,) = read_patient("Capecitabine x8, Feb-Aug 2022.", format="note").record.medications
    assert (medicine.time.start.date, medicine.time.end.date) == ("2022-02", "2022-08")  # type: ignore[union-attr]


def test_a_salt_is_no_second_medicine() -> None:
    medicines = read_patient(
        "Takes codeine phosphate 30 mg and quinine sulfate 300 mg.", format="note"
    ).record.medications
    assert len(medicines) == 2


def test_a_dose_without_its_unit() -> None:
    record = read_patient(
        "Meds: metformin 500 bd, furosemide 40 om. Intolerant codeine - vomits.", format="note"
    ).record
    assert [one.regimens[0].text for one in record.medications] == ["metformin 500 bd", "furosemide 40 om"]
    assert [one.label for one in record.allergies] == ["codeine"]
    assert record.phenotypes == []


@pytest.mark.parametrize(
    ("written", "code"),
    [("levothyrox 75", "DB00451"), ("azithro 250 mg MWF", "DB00207"), ("colecalciferol 800 units", "DB00169")],
)
def test_names_as_clinics_cut_them(written: str, code: str) -> None:
    (medicine,) = read_patient(f"Meds: {written}.", format="note").record.medications
    assert medicine.codings[0].code == code


def test_a_time_before_a_semicolon_is_not_of_the_next_medicine() -> None:
    record = read_patient("Rituximab 1 g, last in March 2026; prednisolone 5 mg od.", format="note").record
    assert [one.time is None for one in record.medications] == [False, True]


@pytest.mark.parametrize(
    ("text", "presences"),
    [
        ("He has never been given warfarin.", ["absent"]),
        ("He was never put on insulin.", ["absent"]),
        ("He has not been started on warfarin.", ["absent"]),
        ("She has never been treated with methotrexate.", ["absent"]),
        ("Her epilepsy was not treated with valproate.", ["absent"]),
        ("No exposure to warfarin.", ["absent"]),
        ("Warfarin and aspirin have never been given.", ["absent", "absent"]),
        ("Warfarin has not been given because of falls.", ["absent"]),
        ("Warfarin has not been started on the ward.", ["absent"]),
        ("No further seizures on levetiracetam.", ["present"]),
        ("She has not been well on warfarin.", ["present"]),
        ("Pain not controlled with ibuprofen.", ["present"]),
        ("Exposed to amiodarone in 2020.", ["present"]),
    ],
)
def test_who_was_not_given_a_medicine_does_not_take_it(text: str, presences: list[str]) -> None:
    medications = read_patient(text, format="note").record.medications
    assert [one.presence.value for one in medications] == presences


@pytest.mark.parametrize(
    "text", ["Her kids have asthma.", "Her fiancé has asthma.", "A flatmate was treated for asthma."]
)
def test_what_others_have_is_not_the_patients(text: str) -> None:
    record = read_patient(f"A 30-year-old woman. {text}", format="note").record
    assert [*record.conditions, *record.phenotypes] == []
