"""Questions to a record and turns of a consultation as runs: listed, compared, budgeted and marked."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.casework import CONSULT, RECORD, Minds, ask_patient_record, start_turn
from osler.config import Settings
from osler.consult import ConsultRequest, ConsultState
from osler.core.patient import PatientRecord, read_patient
from osler.core.runs import open_store
from tests.servers.http import Answer
from tests.servers.models import ModelServer

MOMENT = dt.datetime(2024, 5, 1, 12, tzinfo=dt.UTC)


def patient(text: str) -> PatientRecord:
    return read_patient(text, "note").record


def turn(record: PatientRecord, message: str) -> ConsultRequest:
    return ConsultRequest(record=record, state=ConsultState(patient_id=record.id), message=message, moment=MOMENT)


async def test_what_a_record_answers_is_listed_and_compared_in_its_own_words() -> None:
    question = "Do I have seizures?"
    first = await ask_patient_record(patient("She has seizures."), question)
    later = await ask_patient_record(patient("No seizures."), question)
    stored = open_store().get(first.run_id or "")
    assert first.answer.text[:20] in stored.outcome
    lines = RECORD.compare(first, later).lines()
    assert any(line.startswith("no longer says: ") for line in lines)
    assert RECORD.compare(first, first).lines() == []


async def test_two_turns_are_compared_by_route_words_and_sources() -> None:
    record = patient("She takes metformin 500 mg daily.")
    answered = await start_turn(turn(record, "What medications do I take?"))
    urgent = await start_turn(turn(record, "I have crushing chest pain and cannot breathe"))
    lines = CONSULT.compare(answered, urgent).lines()
    assert lines[0].startswith("status: ")
    assert any(line.startswith("route: ") for line in lines)
    assert "urgent" in open_store().get(urgent.run_id or "").outcome


async def test_where_a_model_fails_the_offline_mind_stands_in_and_the_turn_says_so() -> None:
    async with ModelServer(Answer(500)) as server:
        settings = Settings.model_validate({"models": {**server.settings("openai-chat"), "retries": 0}})
        reply = await start_turn(turn(patient("She has asthma."), "Do I have asthma?"), minds=Minds(settings))
    assert set(reply.minds.values()) == {"offline"}
    assert reply.status == "partial"
    told = [problem for problem in reply.problems if problem.is_of_a_model]
    assert len(told) == 1, "one failure is one problem, however many steps met it"
    assert "its part was done offline" in told[0].message


async def test_a_turn_keeps_to_the_budget_of_the_configuration() -> None:
    async with ModelServer(Answer(500)) as server:
        settings = Settings.model_validate(
            {"models": {**server.settings("openai-chat"), "retries": 0}, "budget": {"requests": 1}}
        )
        await start_turn(turn(patient("She has asthma."), "Do I have asthma?"), minds=Minds(settings))
        assert len(server.received) == 1


async def test_what_is_accepted_by_configuration_is_saved_and_said() -> None:
    settings = Settings.model_validate({"consult": {"auto_accept": True}})
    reply = await start_turn(turn(patient("She has asthma."), "I weigh 61 kg"), minds=Minds(settings))
    assert reply.accepted is not None
    assert "Saved: Body weight 61 kg" in reply.text


ADULT = "64-year-old man. BP 142/88 on 2024-04-20. Lisinopril 10 mg daily."


@pytest.mark.parametrize(
    "question",
    [
        "my 18 month old was playing with the remote, a round battery is missing and i think she swallowed it",
        "sudden worst headache of my life two hours ago and my neck is stiff",
        "I took 40 paracetamol tablets an hour ago, is that in my record?",
        "my wife's face has dropped on one side and she can't speak properly since ten minutes",
        "I can't breathe and my lips are swelling after a wasp sting",
    ],
)
async def test_a_question_that_tells_of_an_emergency_is_told_whom_to_call_before_anything(question: str) -> None:
    reply = await ask_patient_record(patient(ADULT), question, today=MOMENT.date())
    assert reply.status == "urgent"
    assert reply.advice[0].sources
    assert "64" not in reply.answer.text


async def test_beside_advice_what_is_asked_besides_is_answered() -> None:
    question = "I have crushing chest pain right now going down my left arm. What was my last blood pressure?"
    reply = await ask_patient_record(patient(ADULT), question, today=MOMENT.date())
    assert reply.status == "urgent"
    assert "142" in reply.answer.text


@pytest.mark.parametrize(
    "question",
    [
        "How old am I?",
        "What was my last blood pressure?",
        "Have I ever had a heart attack?",
        "When was my last stroke?",
        "Is there a history of anaphylaxis?",
        "Do I take lisinopril for chest pain?",
    ],
)
async def test_a_question_of_what_was_alarms_nobody(question: str) -> None:
    reply = await ask_patient_record(patient(ADULT), question, today=MOMENT.date())
    assert not reply.advice
    assert reply.status != "urgent"
    assert reply.answer.text
