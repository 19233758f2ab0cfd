"""Who keeps to a medicine takes it, what a medicine did is an intolerance, and a day is the one that is meant."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.consult.extraction import Extraction, extract_context, extract_findings, extract_measurements
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import entry, graphs, state, talk

NOW = dt.datetime(2024, 6, 12, 9, 30, tzinfo=dt.UTC)
"""A Wednesday."""


def _all(message: str) -> Extraction:
    told = [read(message, NOW, bundled_vocabularies()) for read in (extract_context, extract_findings)]
    parts = [part.model_dump() for part in (extract_measurements(message, NOW), *told)]
    return Extraction.model_validate({**parts[0], **parts[1], **parts[2]})


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("Ozempic 0.5 mg jab every Sunday, never missed one", "taking"),
        ("haven't missed a dose of my levothyroxine 75 mcg", "taking"),
        ("not stopped the ramipril, still on 5 mg", "taking"),
        ("I have never once skipped my apixaban", "taking"),
        ("I didn't forget my simvastatin 40 mg last night", "taking"),
        ("missed a dose of my bisoprolol 2.5 mg", "taking"),
        ("my doctor took me off the warfarin in May", "stopped"),
        ("I haven't taken my metformin in weeks", "stopped"),
    ],
)
def test_only_a_clear_statement_ends_a_medicine(message: str, status: str) -> None:
    (medicine,) = _all(message).medications
    assert medicine.status == status
    assert medicine.quote in message


@pytest.mark.parametrize(
    ("message", "substance", "reaction"),
    [
        ("I come out in hives with penicillin", "penicillin", "hives"),
        ("Ibuprofen gives me asthma attacks so I avoid it", "Ibuprofen", "asthma attacks"),
        ("I can't have aspirin, it sets off my asthma", "aspirin", "asthma"),
        ("the nurse gave me morphine and I itched all over", "morphine", "itched"),
        ("morphine and I don't get on, it makes me itch like mad", "morphine", "itch"),
        ("had amoxicillin once and my lips swelled up", "amoxicillin", "lips swelled up"),
        ("my throat closed up on the cefalexin", "cefalexin", "throat closed up"),
        ("amitriptyline makes me sleepy", "amitriptyline", "sleepy"),
    ],
)
def test_what_a_medicine_did_is_no_bare_finding(message: str, substance: str, reaction: str) -> None:
    found = _all(message)
    assert [(one.substance, one.reaction) for one in found.allergies] == [(substance, reaction)]
    assert [*found.conditions, *found.symptoms, *found.medications] == []


@pytest.mark.parametrize(
    "message",
    [
        "I take cetirizine for my hives",
        "My asthma is fine on Symbicort",
        "my GP gave me amoxicillin and I had a fever",
        "took prednisolone and my rash got better",
        "I had penicillin and didn't get a rash",
        "my sister comes out in hives with penicillin",
        "what if penicillin gives me a rash?",
    ],
)
def test_what_a_medicine_is_for_or_did_not_do_is_no_allergy(message: str) -> None:
    assert _all(message).allergies == []


def test_an_allergy_ends_the_medicine_that_is_said_to_be_stopped_and_no_other() -> None:
    found = _all("I stopped penicillin in May because it gave me hives")
    assert [(one.name, one.status) for one in found.medications] == [("penicillin", "stopped")]
    kept = _all("My metformin 500 mg twice a day gives me the runs")
    assert [(one.name, one.status) for one in kept.medications] == [("metformin", "taking")]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("creatinine jumped from 88 to 131 umol/L between March and now", [(88, "2024-03"), (131, "2024-06-12")]),
        ("my weight went from 91 to 84 kg from January until today", [(91, "2024-01"), (84, "2024-06-12")]),
        ("I just measured my pulse at 88. No wait, the pulse was 98", [(98, "2024-06-12")]),
        ("Yesterday my sugar was 9.1. No, I meant 8.1", [(8.1, "2024-06-11")]),
        ("Yesterday sugar 9.1, no wait, today it was 8.1", [(8.1, "2024-06-12")]),
        ("5 foot 11 and about 92 kilos", [(71, None), (92, None)]),
    ],
)
def test_a_value_is_of_its_own_day(message: str, told: list[tuple[float, str | None]]) -> None:
    assert [(one.value, one.time) for one in _all(message).measurements] == told


@pytest.mark.parametrize(
    ("message", "kind", "day"),
    [
        ("Down for cataract surgery on 9 September", "operations", "2024-09-09"),
        ("my colonoscopy is on 5 August", "operations", "2024-08-05"),
        ("colonoscopy on 5 May, all clear", "operations", "2024-05-05"),
        ("I had my appendix out 3 May to 5 May last year", "operations", "2023-05-03"),
        ("Admitted from 2 to 6 April with pneumonia", "encounters", "2024-04-02"),
        ("ward stay 11-15 March for pancreatitis", "encounters", "2024-03-11"),
        ("dentist a week on Friday", "encounters", "2024-06-21"),
        ("seeing the cardiologist Friday week", "encounters", "2024-06-21"),
        ("appointment with Dr Chen on 14 March next year", "encounters", "2025-03-14"),
    ],
)
def test_the_day_that_is_meant(message: str, kind: str, day: str) -> None:
    (found,) = getattr(_all(message), kind)
    assert found.date == day
    if kind == "encounters":
        assert found.status == ("planned" if day > NOW.date().isoformat() else "past")


def test_a_type_told_apart_and_a_title_before_a_name() -> None:
    assert [one.name for one in _all("diabetic since 2009, type 2").conditions] == ["type 2 diabetes"]
    assert [one.name for one in _all("saw the dentist Dr. Singh yesterday").practitioners] == ["Dr. Singh"]


@pytest.mark.parametrize("auto_accept", [False, True])
async def test_the_end_of_a_current_medicine_is_asked_by_its_name(tmp_path: Path, auto_accept: bool) -> None:
    medicine = entry("m", "lisinopril 10 MG Oral Tablet", "2020-01-01", "active")
    record = PatientRecord.model_validate({"id": "anna", "medications": [medicine]})
    graph = graphs(tmp_path)
    reply = await talk(record, graph, "I stopped lisinopril", moment=NOW, start=state(), auto_accept=auto_accept)
    graph.close()
    assert "Have you stopped taking lisinopril 10 MG Oral Tablet?" in (reply.entry_question or "")
    assert reply.accepted is None
    assert reply.state is not None
    assert reply.state.pending is not None
