"""Visits by what was done at them, two things' distance, what was and still is, a value against a problem, and what cannot be done."""

from __future__ import annotations

import asyncio
import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from osler.casework import ask_patient_record
from osler.consult import ConsultState
from osler.consult.record import RecordQuestion, read_question
from osler.consult.record.computing import reason as computed_reason
from osler.consult.triage import triage
from osler.core.graph import LadybugGraphs, QueryLimits, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from osler.errors import UsageError
from tests.consult.setting import entry, talk, value

NOW = dt.datetime(2024, 1, 9, 9, 30, tzinfo=dt.UTC)


def _done(ident: str, text: str, day: str, visit: str) -> dict[str, Any]:
    when = {"at": {"date": day}}
    return {"id": ident, "text": text, "status": "completed", "time": when, "encounter_id": visit}


RECORD = PatientRecord.model_validate(
    {
        "id": "v",
        "as_of": "2024-01-09",
        "demographics": {"names": [{"text": "Vera Visits"}], "sex": "female", "birth_date": "1960-02-01"},
        "observations": [value("Hemoglobin", 13.9, "g/dL", "2023-03-02")],
        "conditions": [entry("c1", "Anemia", "2004-05-04", "active")],
        "medications": [
            entry("m1", "Naproxen 220 MG Oral Tablet", "2015-03-02", "stopped"),
            entry("m2", "Errin 28 Day Pack", "2010-03-02", "stopped"),
            entry("m3", "Mirena 52 MG Intrauterine System", "2016-03-02", "stopped"),
            entry("m4", "Errin 28 Day Pack", "2020-03-02", "active"),
        ],
        "procedures": [
            _done("p1", "Suture open wound", "2019-04-27", "e1"),
            _done("p2", "Colonoscopy", "2018-08-25", "e2"),
        ],
        "encounters": [
            {"id": "e1", "text": "Emergency room admission", "status": "completed", "time": {"start": {"date": "2019-04-27"}}},
            {"id": "e2", "text": "Encounter for check up", "status": "completed", "time": {"start": {"date": "2018-08-25"}}},
        ],
        "immunisations": [
            {"id": "i1", "text": "Influenza, seasonal", "status": "completed", "time": {"at": {"date": "2023-11-02"}}}
        ],
    }
)  # fmt: skip


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    made = LadybugGraphs(Path(tmp_path_factory.mktemp("visits")), limits=QueryLimits(seconds=60))
    made.load("v", project(RECORD))
    return made


def _said(question: str, graphs: LadybugGraphs) -> str:
    told = asyncio.run(talk(RECORD, graphs, question, moment=NOW, start=ConsultState(patient_id="v")))
    return "\n".join(sentence.text for sentence in told.sentences)


@pytest.mark.parametrize(
    ("question", "held", "not_held"),
    [
        ("which visit was the one with stitches", "2019-04-27", "2018"),
        ("which visit was the one with the wibble", "I could not read", "2019"),
        ("which visit was for gout", "There is no such entry", "could not"),
        ("How many times did I have a quibblectomy?", "I could not read", "no such entry"),
        ("how long between my last colonoscopy and the last time I had stitches?", "245 days", "not two"),
        ("how long from my last colonoscopy to the unicorn treatment?", "I could not read", "since"),
        ("was I ever on naproxen and am I still?", "Yes. Naproxen", "No. "),
        ("was I ever on naproxen and am I still?", "Now: no.", "Now: yes"),
        ("Am I anaemic?", "13.9 g/dL on 2023-03-02. That is not below 12 g/dL", "Yes."),
        ("Am I anaemic right now going by the last haemoglobin?", "Anemia: 2004-05-04", "Yes."),
        ("Have I ever been anaemic?", "Yes. Anemia", "not below"),
        ("did I get my flu jab this season?", "2023-11-02", "does not say"),
        ("have I had this season's flu vaccine?", "2023-11-02", "somebody else"),
        ("anything taken out or operated on, and when?", "Suture", "health-related"),
        ("What pill was I on before Errin this time?", "Mirena", "There is no such entry"),
        ("What pill was I on before Errin this time?", "Mirena", "Naproxen"),
        ("Book me in with Dr Chen for next Tuesday", "I cannot do this", "somebody else"),
        ("Can you cancel my appointment on Friday?", "I cannot do this", "record holds"),
        ("when did I make my last appointment?", "2019-04-27", "cannot do"),
    ],
)
def test_the_answer_is_to_what_is_asked(question: str, held: str, not_held: str, graphs: LadybugGraphs) -> None:
    told = _said(question, graphs)
    assert held in told
    assert not_held not in told


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("List everything he has", "redirect_list"),
        ("list everything she takes", "redirect_list"),
        ("I want to see all of mum's lab results", "redirect_list"),
        ("how do I stop my chest freezer from leaking", "refuse_non_health"),
        ("When was my last eye check?", "consultant"),
        ("Has there ever been an asthma diagnosis or asthma follow-up?", "consultant"),
        ("how do I descale the head of my shower", "refuse_non_health"),
        ("why is my chest so tight today", "consultant"),
    ],
)
def test_a_message_goes_where_it_is_meant(message: str, route: str) -> None:
    assert triage(message, bundled_vocabularies()).route in {route, "urgent" if route == "consultant" else route}


def test_a_question_that_is_too_long_is_not_read() -> None:
    with pytest.raises(UsageError, match="at most 8,000"):
        asyncio.run(ask_patient_record(RECORD, "what was my hb " * 600, today=NOW.date()))


def test_what_the_last_visit_was_for_is_not_what_an_earlier_one_was_for() -> None:
    def visit(ident: str, day: str, reason: str | None = None) -> dict[str, Any]:
        return {"uuid": ident, "name": "Check up", "date": day, "reason": reason}

    rows = [visit("v1", "2018-01-10", "Sinusitis"), visit("v2", "2019-11-24")]
    read = read_question("What was my last visit for?", NOW.date(), bundled_vocabularies())
    assert isinstance(read, RecordQuestion)
    told = computed_reason(read, rows, NOW.date())
    assert told.text == (
        "The record gives no reason for the last visit: Check up (2019-11-24). "
        "The last reason it gives: Sinusitis (2018-01-10)."
    )
    assert told.entries == ["v2", "v1"]
