"""What cannot be right is asked back and never saved; what is a poisoning is met with help."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.consult import Deps
from osler.consult.extraction import Extraction, MedicationEntry, excess, without_implausible
from tests.consult.setting import graphs, state, turn


@pytest.mark.parametrize(
    "message",
    [
        "i take 5000 mg of paracetamol every hour",
        "i am taking paracetamol 2 g every four hours",
        "I take 800 mg tramadol twice a day",
    ],
)
async def test_an_amount_that_poisons_is_an_emergency_and_is_not_noted(message: str, tmp_path: Path) -> None:
    reply = await turn(message, Deps(graphs=graphs(tmp_path)))
    assert reply.route == "urgent"
    assert reply.entry_question == ""
    assert reply.state is not None
    assert reply.state.pending is None or not reply.state.pending.medications


async def test_a_doubled_tablet_is_asked_back_and_no_emergency(tmp_path: Path) -> None:
    reply = await turn("I take 20 mg amlodipine daily", Deps(graphs=graphs(tmp_path)))
    assert reply.route != "urgent"
    assert "20 mg a day, and the most is 10 mg a day" in reply.entry_question


async def test_more_than_anybody_is_given_is_asked_back_with_its_source(tmp_path: Path) -> None:
    reply = await turn("i take 1000 mg paracetamol every four hours", Deps(graphs=graphs(tmp_path)))
    assert reply.route != "urgent"
    assert "6 g a day, and the most is 4 g a day (British National Formulary" in reply.entry_question
    assert "pharmacist" in reply.entry_question
    assert reply.state is not None
    assert reply.state.pending is None


@pytest.mark.parametrize(
    "message",
    [
        "i take 1000 mg paracetamol every six hours",
        "I take ibuprofen 400 mg three times a day",
        "i take metformin 1 g twice daily",
        "I took 75 mg aspirin today",
    ],
)
async def test_a_usual_amount_is_offered(message: str, tmp_path: Path) -> None:
    reply = await turn(message, Deps(graphs=graphs(tmp_path)))
    assert "Shall I save this?" in reply.entry_question


@pytest.mark.parametrize("status", ["stopped", "past", "planned"])
def test_what_is_not_taken_is_not_too_much(status: str) -> None:
    entry = MedicationEntry.model_validate({"name": "paracetamol", "dose": "5000 mg", "status": status})
    assert excess(entry) is None
    assert excess(entry.model_copy(update={"status": "taking"})) is not None


async def test_a_value_below_nought_is_asked_back(tmp_path: Path) -> None:
    reply = await turn("my weight is -40 kg", Deps(graphs=graphs(tmp_path)))
    assert "I did not note" in reply.entry_question
    assert "-40" in reply.entry_question
    assert reply.state is not None
    assert reply.state.pending is None


@pytest.mark.parametrize("message", ["my weight is down -2 kg", "my bp was 120-80", "potassium 3.5-5 is normal"])
def test_a_change_or_a_range_is_no_value_below_nought(message: str) -> None:
    assert without_implausible(Extraction(), message)[1].is_empty


async def test_the_unit_of_a_dose_is_asked_for_and_filled_in(tmp_path: Path) -> None:
    deps, now = Deps(graphs=graphs(tmp_path)), state()
    first = await turn("my levothyroxine went up to 75", deps, state=now)
    assert "the unit of levothyroxine 75" in first.entry_question
    assert first.state is not None
    second = await turn("mcg", deps, state=first.state)
    assert second.state is not None
    assert second.state.pending is not None
    assert [entry.dose for entry in second.state.pending.medications] == ["75 mcg"]
