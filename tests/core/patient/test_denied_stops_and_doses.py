"""What is denied, asked or joined of a medicine: a stop that is none, a question, a dose before the name, a range of doses."""

import json

import pytest

from osler.core.patient import PatientRecord, read_patient, summarise, to_fhir


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("Do not stop clopidogrel. Do not hold apixaban.", {"clopidogrel": "active", "apixaban": "active"}),
        ("Metoprolol should not be stopped abruptly.", {"metoprolol": "active"}),
        ("Her prednisolone was not held.", {"prednisolone": "active"}),
        ("He never stopped his levothyroxine.", {"levothyroxine": "active"}),
        ("Proceed without stopping aspirin. No need to hold warfarin.", {"aspirin": "active", "warfarin": "active"}),
        ("Stop aspirin and do not stop clopidogrel.", {"aspirin": "stopped", "clopidogrel": "active"}),
        ("Continue bisoprolol, and stop ramipril.", {"bisoprolol": "active", "ramipril": "stopped"}),
        ("Reduce furosemide and hold spironolactone.", {"furosemide": "active", "spironolactone": "on-hold"}),
        ("Hold ramipril. Stop aspirin.", {"ramipril": "on-hold", "aspirin": "stopped"}),
        ("On metoprolol 50 mg bd. Hold metoprolol? Continue for now.", {"metoprolol": "active"}),
        ("Stop aspirin? Yes.", {"aspirin": "stopped"}),
        ("Clopidogrel had been held for 5 days. Resume clopidogrel 75 mg on POD 3.", {"clopidogrel": "planned"}),
        ("Omeprazole was stopped in May.\n\nPast history: gout (allopurinol 100 mg)", {"omeprazole": "stopped", "allopurinol": None}),
        ("Previous agents: methotrexate, adalimumab.", {"methotrexate": "stopped", "adalimumab": "stopped"}),
        ("PE unlikely on apixaban.", {"apixaban": "active"}),
    ],
)  # fmt: skip
def test_what_is_done_with_a_medicine(text: str, states: dict[str, str | None]) -> None:
    found = {one.label.lower(): one.status for one in read(text).medications if one.presence == "present"}
    assert found == states


@pytest.mark.parametrize(
    "text", ["Has not started insulin.", "Do not give NSAIDs.", "Not on warfarin.", "Not keen on omalizumab yet."]
)
def test_what_is_not_taken_is_denied(text: str) -> None:
    assert [one.presence for one in read(text).medications] == ["absent"]


def test_how_long_a_medicine_was_held_is_no_day() -> None:
    (medicine,) = read("A 66-year-old man. Clopidogrel had been held for 5 days.").medications
    assert medicine.time is not None
    assert (medicine.time.at, medicine.time.end) == (None, None)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("He has not stopped smoking.", "Smoker"),
        ("She never quit smoking.", "Smoker"),
        ("Stopped smoking in 2010.", "Ex-smoker"),
    ],
)
def test_smoking_that_was_not_stopped(text: str, answer: str) -> None:
    assert [one.value_text for one in read(text).observations] == [answer]


@pytest.mark.parametrize(
    ("text", "doses"),
    [
        ("Covered with 4u Humalog per SS.", {"humalog": (4, "u")}),
        ("10 units of lispro given.", {"lispro": (10, "units")}),
        ("Given 2 g ceftriaxone IV daily, then 500 mg amoxicillin tds.", {"ceftriaxone": (2, "g"), "amoxicillin": (500, "mg")}),
        ("aspirin 75 mg clopidogrel 300 mg od", {"aspirin": (75, "mg"), "clopidogrel": (300, "mg")}),
        ("atorva 80 ON, clopi 75 OD", {"atorva": (80, None), "clopi": (75, None)}),
        ("Hb 82 g/L iron given.", {"iron": None}),
    ],
)  # fmt: skip
def test_the_dose_that_is_a_medicines_own(text: str, doses: dict[str, tuple[float, str | None] | None]) -> None:
    found = {
        one.label.lower(): next(((dose.dose.value, dose.dose.unit) for dose in one.regimens if dose.dose), None)
        for one in read(text).medications
    }
    assert found == doses


def test_the_next_dose_in_turn_is_one_of_the_same_medicine() -> None:
    (medicine,) = read("Prednisolone 40 mg, then 20 mg od").medications
    assert [one.dose.value for one in medicine.regimens if one.dose] == [40, 20]


@pytest.mark.parametrize(
    ("text", "duration"),
    [("oxycodone 5 mg PO x2 w/ relief", "x2"), ("amoxicillin 500 mg tds x 2 w", "x 2 w"), ("doxycycline 100 mg bd x2 weeks", "x2 weeks")],
)  # fmt: skip
def test_with_is_no_week(text: str, duration: str) -> None:
    (medicine,) = read(text).medications
    assert [one.schedule.duration for one in medicine.regimens if one.schedule] == [duration]


def test_a_range_of_doses_is_kept_whole() -> None:
    record = read("Rx: paracetamol 1-2 tabs qds prn")
    (regimen,) = record.medications[0].regimens
    assert regimen.dose is not None
    assert regimen.dose_high is not None
    assert (regimen.dose.value, regimen.dose_high.value) == (1, 2)
    bundle = json.dumps(to_fhir(record).document)
    assert '"doseRange"' in bundle
    again = read_patient(bundle, format="fhir").record
    assert again.medications[0].regimens[0].dose_high == regimen.dose_high
    regimen.text = None
    assert "1 tabs to 2 tabs" in summarise(record)


@pytest.mark.parametrize(
    ("text", "allergies", "medicines"),
    [
        ("EpiPen 0.3 mg IM PRN anaphylaxis\nCetirizine 10 mg OD", [], ["epipen", "cetirizine"]),
        ("He is allergic to\npenicillin.", ["penicillin"], []),
        ("1) eczema\n2) peanut + cashew allergy", ["peanut", "cashew"], []),
        ("Allergic to penicillin + codeine.", ["penicillin", "codeine"], []),
        ("Angioedema with enalapril.", ["enalapril"], []),
    ],
)
def test_a_reason_ends_with_its_line_and_a_plus_joins(text: str, allergies: list[str], medicines: list[str]) -> None:
    record = read(text)
    assert sorted(one.label.lower() for one in record.allergies) == sorted(allergies)
    assert sorted(one.label.lower() for one in record.medications) == sorted(medicines)
