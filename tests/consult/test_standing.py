"""What the record holds counts together with a message; what is asked or past alarms nobody falsely."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from osler.consult import Deps
from osler.consult.heard.standing import expects
from osler.consult.triage import triage
from osler.core.graph import LadybugGraphs, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import graphs, state, turn

TODAY = dt.date(2021, 6, 2)


def _record(**given: Any) -> PatientRecord:
    return PatientRecord.model_validate(
        {"id": "p", "demographics": {"sex": "female", "birth_date": "1990-01-01"}} | given
    )


def _deps(record: PatientRecord, folder: Path) -> Deps:
    made = LadybugGraphs(folder)
    made.load(record.id, project(record))
    return Deps(graphs=made)


_PREGNANT = {
    "conditions": [{"id": "c", "text": "Pregnancy", "status": "active", "time": {"start": {"date": "2021-01-10"}}}]
}


@pytest.mark.parametrize("message", ["BP just now at home 168/114", "My blood pressure is 162/111"])
async def test_a_high_pressure_is_an_emergency_where_the_record_tells_of_a_pregnancy(
    message: str, tmp_path: Path
) -> None:
    record = _record(**_PREGNANT)
    reply = await turn(message, _deps(record, tmp_path), record=record, state=state())
    assert reply.status == "urgent"
    plain = _record()
    reply = await turn(message, _deps(plain, tmp_path / "b"), record=plain, state=state())
    assert reply.status != "urgent"


@pytest.mark.parametrize(
    ("text", "written", "still"),
    [
        ("G1P0, 22+3 weeks, well", "2021-05-20", True),
        ("EDD 2021-09-01", "2021-05-20", True),
        ("31 weeks pregnant", "2020-01-20", False),
        ("Labour induced at 38 weeks in 2015", "2021-05-20", False),
    ],
)
def test_a_note_tells_of_a_pregnancy_as_long_as_it_can_last(text: str, written: str, still: bool) -> None:
    record = _record(documents=[{"id": "n", "text": text, "written": written}])
    assert expects(record, TODAY) is still


async def test_a_baby_that_a_pregnant_woman_of_unknown_age_speaks_of_is_not_the_patient(tmp_path: Path) -> None:
    note = [{"id": "n", "text": "29+2 weeks", "written": "2021-05-20"}]
    record = _record(documents=note, demographics={})
    reply = await turn("baby hasn't moved since yesterday", _deps(record, tmp_path), record=record, state=state())
    assert reply.status == "urgent"


async def test_a_tingling_mouth_counts_together_with_the_allergy_of_the_record(tmp_path: Path) -> None:
    told = "I just ate a brownie and my lips are tingling"
    nuts = [{"id": "a", "text": "Allergy to nut", "status": "active"}]
    for folder, allergies, warned in (("a", nuts, True), ("b", [], False)):
        record = _record(allergies=allergies)
        reply = await turn(told, _deps(record, tmp_path / folder), record=record, state=state())
        assert ("beginning of an allergic reaction" in reply.text) is warned


async def test_a_bleeding_counts_together_with_the_anticoagulant_of_the_record(tmp_path: Path) -> None:
    said = "My stool has been black and tarry since yesterday"
    taking = [{"id": "m", "text": "Apixaban 5 MG Oral Tablet", "status": "active"}]
    for folder, medicines, urgent in (("a", taking, True), ("b", [], False)):
        record = _record(medications=medicines)
        reply = await turn(said, _deps(record, tmp_path / folder), record=record, state=state())
        assert (reply.status == "urgent") is urgent


@pytest.mark.parametrize("message", ["What should I do if I have a stroke?", "What if I had a heart attack?"])
async def test_an_emergency_that_is_asked_about_has_the_advice_of_an_emergency(message: str, tmp_path: Path) -> None:
    reply = await turn(message, Deps(graphs=graphs(tmp_path)))
    assert "emergency number now" in reply.text
    assert "See a doctor today" not in reply.text


async def test_what_was_years_ago_raises_no_alarm(tmp_path: Path) -> None:
    reply = await turn("I nearly fainted in 2012 with chest pain", Deps(graphs=graphs(tmp_path)))
    assert reply.status != "urgent"
    assert "doctor today" not in reply.text


@pytest.mark.parametrize(
    "message", ["I'm 29 weeks and my head has been pounding", "his legs went funny this morning", "My vision is odd"]
)
def test_a_message_about_a_body_is_not_refused(message: str) -> None:
    assert triage(message, bundled_vocabularies()).route != "refuse_non_health"


@pytest.mark.parametrize(
    "message",
    ["latest eGFR?", "INR trend please", "any admissions in 2020?", "was the potassium above 5.5 at any time?"],
)
def test_a_terse_question_is_one_about_the_open_record(message: str) -> None:
    assert triage(message, bundled_vocabularies()).route == "consultant"
