"""What must not be said, saved or passed over: other measures, other words, whole lists, the latest, a body that is not well."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.consult import ConsultRequest, ConsultState, Deps, run
from osler.consult.checked.claims import doses_or_instructs, uncovered
from osler.consult.extraction import Extraction, MeasurementEntry, joined
from osler.consult.heard.charted import filled
from osler.consult.record import RecordQuestion, measure_named, read_question
from osler.consult.record.computing.medicines import taken
from osler.consult.record.reading.several import questions_in
from osler.consult.triage import alarm, triage
from osler.consult.types import Subject
from osler.core.graph import LadybugGraphs, QueryLimits, project
from osler.core.graph.guard import QueryGuard
from osler.core.terminology import bundled_vocabularies
from tests.consult.test_slots import RECORD

VOCABULARIES = bundled_vocabularies()
MOMENT = dt.datetime(2024, 6, 1, 9, 0, tzinfo=dt.UTC)
TREND = [
    "latest Creatinine: 135 umol/L on 2026-11-02",
    "Creatinine umol/L rising over the last 3 values (98, 121, 135)",
]


@pytest.fixture(scope="module")
def deps(tmp_path_factory: pytest.TempPathFactory) -> Deps:
    made = LadybugGraphs(Path(tmp_path_factory.mktemp("strictly")), limits=QueryLimits(seconds=60))
    made.load("s", project(RECORD))
    return Deps(graphs=made)


def test_an_earlier_value_is_not_the_latest() -> None:
    assert uncovered("Your latest creatinine is 98 umol/L.", TREND, VOCABULARIES) is not None
    assert uncovered("Your latest creatinine is 135 umol/L.", TREND, VOCABULARIES) is None


def test_no_entry_says_that_a_list_is_whole() -> None:
    held = ["medicine Levothyroxine active", "medicine Amiodarone active"]
    assert uncovered("Your medicines are Levothyroxine and Amiodarone.", held, VOCABULARIES) is not None
    assert uncovered("You only take Levothyroxine.", held, VOCABULARIES) is not None


@pytest.mark.parametrize(
    "said", ["You, Moira, have gout and an INR of 4.8.", "You also have gout.", "The patient has gout."]
)
def test_nothing_of_the_reader_is_general_knowledge(said: str) -> None:
    assert doses_or_instructs(said, VOCABULARIES)


async def test_the_quote_of_what_is_saved_is_what_was_written(deps: Deps) -> None:
    state = ConsultState(
        patient_id="s", subject=Subject(kind="observation", names=["Hemoglobin A1c"], day="2024-05-01")
    )
    written = "mine was 6.1 at the chemist yesterday"
    reply = await run(ConsultRequest(record=RECORD, state=state, message=written, moment=MOMENT), deps=deps)
    assert [(entry.value, entry.quote) for entry in reply.extraction.measurements] == [(6.1, written)]


def test_what_am_i_taking_asks_for_the_thing_and_not_of_the_last_one() -> None:
    subject = Subject(kind="medication", names=["folic acid"])
    for message in ("what am I taking now?", "which do I have?"):
        assert filled(message, subject, None, "", MOMENT.date(), VOCABULARIES, RECORD) == message


def test_a_day_of_another_value_fills_in_nothing() -> None:
    waiting = Extraction(
        measurements=[MeasurementEntry(name="International normalized ratio", value=2.0, unit="{INR}")]
    )
    assert joined(waiting, Extraction(), "heart rate strange this morning", MOMENT).is_empty
    (filled_in,) = joined(waiting, Extraction(), "it was this morning", MOMENT).measurements
    assert filled_in.time == "2024-06-01"


@pytest.mark.parametrize("said", ["my husband has chest pain right now", "my husband is having chest pain"])
def test_anothers_pain_that_goes_on_is_not_passed_over(said: str) -> None:
    heard = alarm(said, VOCABULARIES)
    assert heard.now or heard.today
    assert not alarm("my husband had chest pain last year", VOCABULARIES).today


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("show me every med I've ever been on", "redirect_list"),
        ("display every document you have about me", "redirect_list"),
        ("give my daughter access to my record", "redirect_share_edit"),
        ("mark the penicillin allergy as wrong", "redirect_share_edit"),
        ("what does eGFR actually mean", "lite"),
        ("if I ever got anaphylaxis what would it feel like", "lite"),
        ("How many moons has Jupiter?", "refuse_non_health"),
        ("how do I change a flat tyre", "refuse_non_health"),
        ("how many bones does a shark have", "refuse_non_health"),
        ("is it going to be sunny in Lisbon this weekend", "refuse_non_health"),
        ("what is zyphrexomab", "lite"),
    ],
)
def test_routes_of_messages_in_other_words(message: str, route: str) -> None:
    assert triage(message, VOCABULARIES).route == route


def test_be_is_a_verb_and_no_base_excess() -> None:
    assert measure_named("I'd be happy with it") is None
    assert measure_named("BE -3 mmol/L") is not None


@pytest.mark.parametrize(
    ("asked", "intent"),
    [
        ("is my creatinine on the way up", "trend"),
        ("what's the gap between the last two glucose values", "change"),
        ("which medicine followed my bronchitis", "after"),
        ("name the most recent drug I was started on", "name"),
        ("how old is my hypertension diagnosis", "time_since"),
        ("after they diagnosed pharyngitis what did I take", "after"),
        ("times I was in the ER", "count"),
        ("are my platelets holding steady", "trend"),
        ("hows my weight been going", "trend"),
        ("how has my blood pressure been behaving", "trend"),
    ],
)
def test_more_ways_to_ask(asked: str, intent: str) -> None:
    read = read_question(asked, MOMENT.date(), VOCABULARIES)
    assert isinstance(read, RecordQuestion)
    assert read.intent == intent


def test_a_dose_in_words_is_told_as_it_is() -> None:
    row = {"name": "Metformin", "dose": "500 mg", "dose_unit": None, "frequency": "daily", "date": None}
    assert "500 mg" in taken(row | {"period": None, "as_needed": None, "route": None, "schedule": "daily"})


def test_a_reserved_word_may_name_a_result() -> None:
    guard = QueryGuard()
    own = "MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o:Observation) "
    verdict = guard.judge(own + "WITH o.value AS any WHERE any(x IN [1, 2] WHERE x > 1) RETURN any ORDER BY any")
    assert verdict.allowed
    assert verdict.cypher.endswith("RETURN `any` ORDER BY `any`")
    assert not guard.judge("MATCH (n) RETURN n AS any").allowed
    assert not guard.judge(own + "SET o.value = 1 RETURN 1 AS set").allowed


def test_minutes_are_no_minimum_and_the_last_of_either_is_both() -> None:
    read = read_question("clinic in 10 min. give me the last three bps", MOMENT.date(), bundled_vocabularies())
    assert isinstance(read, RecordQuestion)
    assert "minimum" not in read.selectors
    assert questions_in("last egfr or creatinine", bundled_vocabularies()) == ["last egfr", "last creatinine"]
    assert questions_in("was my last sodium or potassium higher", bundled_vocabularies()) == [
        "was my last sodium or potassium higher"
    ]
