"""What users tell of medicines, reactions and sides, and how their words on what waits are read."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.consult import Deps
from osler.consult.extraction import Extraction, extract_context, extract_findings, extract_measurements, joined
from osler.consult.record import RecordQuestion, read_question
from osler.consult.steps.confirming import confirms
from osler.consult.steps.data_entry import EntryInput, asking
from osler.consult.writing import write
from osler.core.patient import PatientRecord, Status
from osler.core.patient.types import Medication
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import graphs, state, turn

NOW = dt.datetime(2026, 11, 19, 10, 0, tzinfo=dt.UTC)
WORDS = bundled_vocabularies()


def _told(message: str) -> Extraction:
    context, findings = extract_context(message, NOW, WORDS), extract_findings(message, NOW, WORDS)
    values = extract_measurements(message, NOW)
    return Extraction(**{**context.model_dump(), **findings.model_dump(), **values.model_dump()})


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("I ran out of fluticasone last week", "ran out"),
        ("I'm all out of warfarin", "ran out"),
        ("stopped fluticasone last week", "stopped"),
    ],
)
def test_what_is_used_up_is_not_thereby_stopped(message: str, status: str) -> None:
    assert [entry.status for entry in _told(message).medications] == [status]


def test_a_medicine_that_ran_out_stays_current() -> None:
    record = PatientRecord(id="p", medications=[Medication(id="m", text="Warfarin Sodium 5 MG", status=Status.ACTIVE)])
    made = write(record, _told("ran out of warfarin last week"), "", NOW, WORDS)
    assert [fact.status for fact in made.medications] == [Status.ACTIVE]


def test_a_class_by_its_lay_name_ends_the_medicine_of_the_record() -> None:
    record = PatientRecord(
        id="p", medications=[Medication(id="m", text="Hydrochlorothiazide 25 MG", status=Status.ACTIVE)]
    )
    made = write(record, _told("I stopped the water tablet in August"), "", NOW, WORDS)
    assert [fact.status for fact in made.medications] == [Status.STOPPED]


def test_what_the_record_calls_otherwise_is_not_said_to_be_unknown() -> None:
    told, current = _told("stopped my water tablets"), ["Hydrochlorothiazide 25 MG"]
    name = told.medications[0].name
    known = asking(told, EntryInput(message="", current=current, meant={name: current}))
    assert "not among the current medicines" not in known.question
    assert "Have you stopped taking Hydrochlorothiazide 25 MG?" in known.question
    unknown = asking(told, EntryInput(message="", current=["Warfarin Sodium 5 MG"]))
    assert "not among the current medicines" in unknown.question


@pytest.mark.parametrize(
    ("message", "day"),
    [
        ("penicillin gave me hives in 2009", "2009"),
        ("I came out in a rash with penicillin in 1962", "1962"),
        ("I'm allergic to penicillin", None),
        ("latex makes my hands itch today", None),
    ],
)
def test_a_reaction_keeps_its_day(message: str, day: str | None) -> None:
    (entry,) = _told(message).allergies
    assert entry.date == day


def test_the_day_of_a_reaction_is_written() -> None:
    made = write(PatientRecord(id="p"), _told("penicillin gave me hives in 2009"), "", NOW, WORDS)
    (allergy,) = made.allergies
    assert allergy.time is not None
    assert allergy.time.at is not None
    assert allergy.time.at.date == "2009"


@pytest.mark.parametrize(
    ("message", "substances"),
    [
        ("I was sick after they gave me codeine", ["codeine"]),
        ("I threw up after being given morphine", ["morphine"]),
        ("I can't have penicillin, I went blue with it", ["penicillin"]),
        ("I was sick so they gave me ondansetron", []),
        ("I felt better after they gave me codeine", []),
    ],
)
def test_who_was_ill_after_a_medicine_was_given_does_not_tolerate_it(message: str, substances: list[str]) -> None:
    assert [entry.substance for entry in _told(message).allergies] == substances


@pytest.mark.parametrize(
    ("message", "status"), [("they gave me adrenaline", "past"), ("they gave me amoxicillin", "started")]
)
def test_what_is_given_once_is_not_begun(message: str, status: str) -> None:
    assert [entry.status for entry in _told(message).medications] == [status]


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("my right knee has been swollen since tuesday", ["right knee swelling"]),
        ("the left knee is painful", ["left knee pain"]),
        ("my knee is painful, the doctor is right", ["knee pain"]),
    ],
)
def test_a_side_is_kept(message: str, names: list[str]) -> None:
    assert [entry.name for entry in _told(message).symptoms] == names


@pytest.mark.parametrize("reply", ["no, the left one sorry", "sorry, left", "it's the left knee, not the right"])
def test_a_side_is_put_right(reply: str) -> None:
    waits = _told("my right knee is painful")
    made = joined(waits, _told(reply) if "knee" in reply else Extraction(), reply, NOW)
    assert [entry.name for entry in made.symptoms] == ["left knee pain"]


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("that was after the op", []),
        ("I had an op in 2004", ["op"]),
        ("the patient's left hip was replaced in 2004", ["left hip replacement"]),
        ("I cut my hand on a tin", []),
    ],
)
def test_operations_that_are_told(message: str, names: list[str]) -> None:
    told = _told(message)
    assert [entry.name for entry in told.operations] == names
    assert not told.medications


@pytest.mark.parametrize(
    ("reply", "day"),
    [
        ("no, three weeks", "2026-10-29"),
        ("no, two", "2026-09"),
        ("three weeks", "2026-10-19"),
        ("no, 5 mg", "2026-10-19"),
    ],
)
def test_how_long_ago_is_put_right_by_a_number(reply: str, day: str) -> None:
    made = joined(_told("I ran out of fluticasone a month ago"), Extraction(), reply, NOW)
    waits = made if made.medications else _told("I ran out of fluticasone a month ago")
    assert [entry.date for entry in waits.medications] == [day]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("kilos yes", True),
        ("yes, 82 kilos", True),
        ("yes, 83 kilos", None),
        ("kilos", None),
        ("yes but not today", None),
    ],
)
def test_a_yes_that_repeats_what_waits_is_a_yes(reply: str, said: bool | None) -> None:
    assert confirms(reply, _told("I weigh 82 kg")) is said


async def test_what_was_somebody_elses_is_discarded(tmp_path: Path) -> None:
    deps = Deps(graphs=graphs(tmp_path))
    told = await turn("I was told I'm borderline diabetic", deps, state=state())
    said = await turn("no not me - that was my wife, sorry", deps, state=told.state)
    assert "Discarded" in said.text
    kept = await turn("not me but my doctor noticed it", deps, state=told.state)
    assert "Discarded" not in kept.text


def test_a_rounded_value_is_said_to_be_one() -> None:
    assert "You said “about 9”" in asking(_told("my sugar was about 9"), EntryInput(message="")).question
    assert "You said" not in asking(_told("my sugar was 9"), EntryInput(message="")).question


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("how often should I take my metformin", "dose"),
        ("how often am I supposed to take my tablets", "list"),
        ("how often do I get prescriptions", "count"),
    ],
)
def test_how_often_a_medicine_is_to_be_taken_is_its_schedule(question: str, intent: str) -> None:
    read = read_question(question, NOW.date(), WORDS)
    assert isinstance(read, RecordQuestion)
    assert read.intent == intent


async def test_what_a_neighbour_takes_may_be_asked_of_oneself(tmp_path: Path) -> None:
    deps = Deps(graphs=graphs(tmp_path))
    for question in ("my neighbour takes metformin, should I?", "am I allowed metformin?"):
        said = await turn(question, deps, state=state())
        assert "Please ask a doctor or pharmacist" in said.text
    other = await turn("what does my neighbour take?", deps, state=state())
    assert "Please ask a doctor or pharmacist" not in other.text
