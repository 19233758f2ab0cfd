"""Entries that wait: completed, corrected, added to; and what is asked about them."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.consult import Deps
from osler.consult.extraction import Extraction, extract_context, extract_findings, extract_measurements, joined
from osler.consult.steps.entry_lines import missing_parts
from osler.consult.writing import write
from osler.core.graph import LadybugGraphs, project
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT, graphs, state, turn
from tests.core.graph.people import anna

NOW = dt.datetime(2021, 6, 2, 9, 30, tzinfo=dt.UTC)


async def _talk(folder: Path, *messages: str) -> tuple[str, Extraction | None]:
    deps, now, question = Deps(graphs=graphs(folder)), state(), ""
    for message in messages:
        reply = await turn(message, deps, state=now)
        assert reply.state is not None
        now, question = reply.state, reply.entry_question
    return question, now.pending


async def test_a_correction_replaces_the_value_and_keeps_its_time(tmp_path: Path) -> None:
    question, pending = await _talk(tmp_path, "BP 120 over 80 this morning", "no wait, 130/85")
    assert pending is not None
    assert [(m.value, m.time) for m in pending.measurements] == [(130, "2021-06-02"), (85, "2021-06-02")]
    assert "120" not in question


async def test_what_is_missing_is_asked_for_and_a_short_reply_fills_it(tmp_path: Path) -> None:
    question, _ = await _talk(tmp_path, "I started lisinopril")
    assert "the dose and the schedule of lisinopril" in question
    question, pending = await _talk(tmp_path / "again", "I started lisinopril", "10 mg once a day")
    assert pending is not None
    assert pending.medications[0].dose == "10 mg"
    assert pending.medications[0].frequency == "once a day"
    assert "To complete it" not in question


async def test_what_was_stopped_without_being_known_is_said_to_be_unknown(tmp_path: Path) -> None:
    question, _ = await _talk(tmp_path, "I stopped omeprazole last week")
    assert "omeprazole is not among the current medicines" in question


@pytest.mark.parametrize(
    ("reply", "reaction", "others"),
    [
        ("rash", "rash", 0),
        ("it gives me hives and swelling", "hives and swelling", 0),
        ("not sure", None, 0),
        ("gallbladder out two years ago", None, 1),
    ],
)
async def test_what_an_allergen_does_is_its_reaction_and_no_entry_of_its_own(
    reply: str, reaction: str | None, others: int, tmp_path: Path
) -> None:
    _, pending = await _talk(tmp_path, "I'm allergic to latex", reply)
    assert pending is not None
    assert [allergy.reaction for allergy in pending.allergies] == [reaction]
    assert len(pending.symptoms) + len(pending.conditions) + len(pending.operations) == others


async def test_entries_that_wait_are_not_lost_when_another_comes(tmp_path: Path) -> None:
    question, _ = await _talk(tmp_path, "my weight is 80 kg", "I'm allergic to latex")
    assert "80 kg" in question
    assert "allergy to latex" in question
    assert "what latex does to you" in question


@pytest.mark.parametrize("word", ["no", "stop", "cancel that"])
async def test_a_no_drops_what_waits(word: str, tmp_path: Path) -> None:
    _, pending = await _talk(tmp_path, "my weight is 80 kg", word)
    assert pending is None


def test_a_visit_with_a_day_and_no_verb_of_the_past_is_still_to_come() -> None:
    found = extract_context("follow-up with Dr. Ruiz on June 30", NOW, bundled_vocabularies()).encounters
    assert [(e.status, e.date) for e in found] == [("planned", "2021-06-30")]


def test_joining_adds_and_never_invents() -> None:
    old = Extraction(measurements=extract_measurements("BP 120/80", MOMENT).measurements)
    assert joined(old, Extraction(), "thank you very much", NOW) == Extraction()
    assert joined(None, old, "BP 120/80", NOW) == old
    assert missing_parts(old) == []


async def test_a_value_of_another_day_stays_beside_what_waits_and_a_correction_replaces_its_own_day(
    tmp_path: Path,
) -> None:
    deps = Deps(graphs=graphs(tmp_path))
    first = await turn("bp 150/80 today", deps)
    second = await turn("bp 120/60 yesterday", deps, state=first.state)
    third = await turn("sorry, 122/61 yesterday", deps, state=second.state)
    assert third.state is not None
    assert third.state.pending is not None
    values = [entry.value for entry in third.state.pending.measurements]
    assert sorted(values) == [61, 80, 122, 150]


async def test_a_bare_number_corrects_the_one_value_that_waits(tmp_path: Path) -> None:
    deps = Deps(graphs=graphs(tmp_path))
    first = await turn("I weigh 79 kg now", deps)
    second = await turn("sorry I meant 77", deps, state=first.state)
    assert "77 kg" in second.text
    assert second.route != "refuse_non_health"


async def test_a_dose_corrects_the_medicine_and_no_value_told_beside_it(tmp_path: Path) -> None:
    _, pending = await _talk(tmp_path, "I started bisoprolol 5 mg daily", "my pulse is 70", "no wait, it is 2.5 mg")
    assert pending is not None
    assert [medicine.dose for medicine in pending.medications] == ["2.5 mg"]
    assert [value.value for value in pending.measurements] == [70]


async def test_what_waits_is_told_where_it_is_asked_about_and_a_yes_then_saves_it(tmp_path: Path) -> None:
    deps, told = Deps(graphs=graphs(tmp_path)), await turn("my sats are 96", Deps(graphs=graphs(tmp_path / "first")))
    asked = await turn("What is my oxygen level?", deps, state=told.state)
    assert "it is not saved yet: Oxygen saturation 96 %" in asked.text
    said = await turn("yes", deps, state=asked.state)
    assert said.accepted is not None
    other = await turn("What was my last HbA1c?", deps, state=told.state)
    assert "it is not saved yet: Oxygen saturation 96 %. Say yes to save it." in other.text


async def test_a_supplement_that_was_saved_is_found_as_one(tmp_path: Path) -> None:
    told = extract_findings("I started taking magnesium last week", NOW, bundled_vocabularies())
    record = write(
        anna(), Extraction.model_validate(told.model_dump()), "I started taking magnesium last week", NOW,
        bundled_vocabularies(),
    )  # fmt: skip
    made = LadybugGraphs(tmp_path)
    made.load("anna", project(record))
    reply = await turn("Which supplements am I taking?", Deps(graphs=made), record=record)
    assert "magnesium" in reply.text
    assert "Metformin" not in reply.text
    made.close()
