"""What a history denies and what it only dates: one item of a list, medicines of long ago, days before months."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.patient import PatientRecord, Presence, Status, patients_in, read_patient


def _read(note: str) -> PatientRecord:
    return read_patient(note).record


def _presence(record: PatientRecord) -> dict[str, Presence]:
    return {found.text or "": found.presence for found in (*record.conditions, *record.phenotypes)}


@pytest.mark.parametrize(
    ("note", "absent"),
    [
        ("PMH: no previous operations, gout, asthma.", False),
        ("PMH: no hospitalisations, asthma and gout.", True),
        ("PMH: no surgery, gout or asthma.", True),
    ],
)
def test_a_denied_operation_denies_no_diagnosis_that_stands_beside_it(note: str, absent: bool) -> None:
    found = _presence(_read(note))
    wanted = Presence.ABSENT if absent else Presence.PRESENT
    assert {found["gout"], found["asthma"]} == {wanted}


def test_a_medicine_of_long_ago_or_of_an_overdose_is_not_taken_now() -> None:
    record = _read(
        "Letter of 2023. He was on azathioprine in 2009. He took an overdose of paracetamol. "
        "He started ramipril in 2015 and takes bisoprolol 5 mg daily."
    )
    status = {medicine.text: medicine.status for medicine in record.medications}
    assert status["azathioprine"] is Status.COMPLETED
    assert status["paracetamol"] is Status.COMPLETED
    assert status["ramipril"] is Status.ACTIVE


@pytest.mark.parametrize("place", ["NHS number 943 476 5919", "12 High Street, Leeds LS1 4AP"])
def test_an_address_in_britain_puts_the_day_first(place: str) -> None:
    record = _read(f"{place}\nStroke on 05/01/2022.")
    (told,) = [found.time for found in (*record.conditions, *record.phenotypes)]
    assert told is not None
    assert told.at is not None
    assert told.at.date == "2022-01-05"


def test_a_dose_for_each_of_several_fractions_is_a_whole_course() -> None:
    (course,) = _read("Prostate cancer. Radiotherapy to the pelvis 3 x 9 Gy for bone pain.").radiotherapies
    assert course.dose is not None
    assert (course.dose.value, course.fractions) == (27.0, 3)


def test_a_column_of_months_holds_months(tmp_path: Path) -> None:
    table = tmp_path / "cohort.csv"
    table.write_text("Patient ID,Age (months),Findings\nA,18,Seizure\n", encoding="utf-8")
    (patient,) = patients_in(table)
    age = patient.read().record.demographics.age
    assert age == "P1Y6M"


def test_latent_tuberculosis_is_not_tuberculosis() -> None:
    (found,) = _read("She was found to have latent TB.").conditions
    assert (found.codings[0].display or "").lower() == "latent tuberculosis"


@pytest.mark.parametrize(
    ("note", "name", "status"),
    [
        ("PMH: gallstones, cholecystectomy 1998.", "gallstones", Status.RESOLVED),
        ("PSH: hysterectomy. PMH: uterine fibroids.", "uterine fibroids", Status.RESOLVED),
        ("Uterine fibroids; hysterectomy is planned.", "Uterine fibroids", None),
        ("PMH: endometriosis, hysterectomy 2004.", "endometriosis", None),
    ],
)
def test_what_was_taken_away_with_its_organ_is_over(note: str, name: str, status: Status | None) -> None:
    record = _read(note)
    assert {fact.text: fact.status for fact in (*record.conditions, *record.phenotypes)}[name] is status


def test_a_medicine_that_caused_an_allergic_reaction_is_an_allergy_and_not_taken() -> None:
    record = _read("Hives from cefalexin last year. Rash treated with prednisolone. Takes metformin 500 mg bd.")
    assert [allergy.text for allergy in record.allergies] == ["cefalexin"]
    assert {medicine.text for medicine in record.medications} == {"prednisolone", "metformin"}
    assert "Hives" in _presence(record)


def test_the_means_of_a_denial_is_no_label() -> None:
    found = _presence(_read("Excluded on MRI: osteomyelitis. Seen on CT: splenomegaly."))
    assert found == {"osteomyelitis": Presence.ABSENT, "splenomegaly": Presence.PRESENT}
