"""With a chart open a name alone asks the chart, and a fragment asks of what was just spoken of."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from osler.consult import ConsultReply, ConsultRequest, ConsultState, Deps, run
from osler.consult.heard.charted import asks_the_chart, filled
from osler.consult.heard.speaker import tells_of_care
from osler.consult.types import GivenValue, Subject
from osler.core.graph import LadybugGraphs, QueryLimits, project
from osler.core.patient import PatientRecord
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import entry
from tests.consult.test_slots import RECORD

VOCABULARIES = bundled_vocabularies()
MOMENT = dt.datetime(2024, 6, 1, 9, 0, tzinfo=dt.UTC)
TODAY = MOMENT.date()


@pytest.fixture(scope="module")
def deps(tmp_path_factory: pytest.TempPathFactory) -> Deps:
    made = LadybugGraphs(Path(tmp_path_factory.mktemp("charted")), limits=QueryLimits(seconds=60))
    made.load("s", project(RECORD))
    return Deps(graphs=made)


async def _turns(deps: Deps, *messages: str) -> list[ConsultReply]:
    replies: list[ConsultReply] = []
    state = ConsultState(patient_id="s")
    for message in messages:
        given = ConsultRequest(record=RECORD, state=state, message=message, moment=MOMENT)
        replies.append(await run(given, deps=deps))
        state = replies[-1].state or state
    return replies


@pytest.mark.parametrize("message", ["is the wrist fracture over", "naproxen ever?", "cause of death?"])
async def test_what_the_open_chart_may_hold_is_not_sent_away(message: str, deps: Deps) -> None:
    (reply,) = await _turns(deps, message)
    assert reply.route == "consultant"


@pytest.mark.parametrize("message", ["can you fix my printer", "who is the queen", "what is the capital of France"])
async def test_what_no_chart_holds_is_sent_away(message: str, deps: Deps) -> None:
    (reply,) = await _turns(deps, message)
    assert reply.route == "refuse_non_health"


@pytest.mark.parametrize(
    "message", ["a1c", "fractures?", "INR?", "active problems?", "wrist fracture: n, last", "gout?"]
)
def test_a_name_alone_asks_the_open_chart(message: str) -> None:
    assert asks_the_chart(message, RECORD, TODAY, VOCABULARIES)


@pytest.mark.parametrize(
    "message",
    [
        "what is asthma?",
        "how does salbutamol work",
        "does metformin affect B12?",
        "who won the world cup?",
        "can asthma kill",
        "hello",
    ],
)
def test_what_asks_for_knowledge_does_not(message: str) -> None:
    assert not asks_the_chart(message, RECORD, TODAY, VOCABULARIES)


async def test_a_fragment_asks_of_what_was_spoken_of(deps: Deps) -> None:
    latest, highest, above, up = await _turns(
        deps, "weight", "highest ever?", "when was it last above 86", "what was it first"
    )
    assert "85 kg" in latest.text
    assert "90 kg" in highest.text
    assert "2022-01-05" in above.text
    assert "80 kg" in up.text


async def test_how_it_went_on_is_told_from_the_value_that_was_given(deps: Deps) -> None:
    *_, moved = await _turns(
        deps, "what was my last weight", "and the one before that?", "so it went down? by how much"
    )
    assert "90 kg on 2022-01-05, 85 kg on 2024-01-05" in moved.text


async def test_what_is_told_is_no_fragment(deps: Deps) -> None:
    *_, told = await _turns(deps, "what am i taking for asthma", "measured my pressure this morning, 171 over 99")
    assert [entry.value for entry in told.extraction.measurements] == [171, 99]


async def test_one_number_puts_right_the_part_of_a_pressure_that_is_near_it(deps: Deps) -> None:
    _, right = await _turns(deps, "BP 171 over 99 this morning", "no wait 161, i misread. what's my latest weight?")
    assert {entry.name: entry.value for entry in right.extraction.measurements} == {
        "systolic blood pressure": 161,
        "diastolic blood pressure": 99,
    }
    assert "85 kg" in right.text


async def test_a_disease_that_is_named_while_vaccines_are_spoken_of_means_its_vaccine(deps: Deps) -> None:
    _, many, last = await _turns(deps, "vaccines?", "flu: how many", "when was the last")
    assert many.text.startswith("2 ")
    assert "2022-10-01" in last.text


def test_what_another_entry_is_called_is_not_asked_of_what_was_spoken_of() -> None:
    held = [
        entry("b", "First degree burn", "2019-03-01", "resolved"),
        entry("f", "Fracture of ankle", "2018-02-01", "active"),
    ]
    record = PatientRecord.model_validate({"id": "p", "conditions": held})
    spoken_of = Subject(kind="condition", names=["Fracture of ankle"])
    assert filled("when was the burn?", spoken_of, None, "", TODAY, VOCABULARIES, record) == "when was the burn?"
    assert "fracture" in filled("when was that?", spoken_of, None, "", TODAY, VOCABULARIES, record)


def test_a_value_of_an_illness_is_what_is_measured_of_it() -> None:
    subject = Subject(kind="condition", names=["Hypertension"])
    assert "blood pressure" in filled("last reading", subject, None, "", TODAY, VOCABULARIES, RECORD)
    assert filled("any others?", subject, None, "", TODAY, VOCABULARIES, RECORD) == "any others?"
    weight = GivenValue(name="Body weight", day="2024-01-05")
    assert filled("tell me a joke", None, weight, "", TODAY, VOCABULARIES, RECORD) == "tell me a joke"


async def test_who_writes_for_the_patient_has_another_body(deps: Deps) -> None:
    assert tells_of_care("Hello, I look after Sami Slot")
    assert tells_of_care("hi its maria, antonios daughter")
    assert tells_of_care("My mum can't type, I'm writing for her")
    _, own, his = await _turns(
        deps,
        "I'm his daughter. What does he weigh?",
        "What about my own weight, can you look that up too",
        "ok. his then, please.",
    )
    assert "somebody else" in own.text
    assert "85 kg" in his.text


async def test_what_every_time_comes_is_not_going_on(deps: Deps) -> None:
    told, saved = await _turns(
        deps, "I also can't stand kiwi, my mouth itches and swells a bit every time", "yes, that is right, save it"
    )
    assert told.route != "urgent"
    assert [(entry.substance, entry.reaction) for entry in told.extraction.allergies] == [
        ("kiwi", "mouth itches and swells")
    ]
    assert saved.accepted is not None


async def test_what_one_thing_does_to_another_is_told_by_passages_of_both(deps: Deps) -> None:
    (reply,) = await _turns(deps, "does metformin affect B12?")
    assert reply.route == "lite"
    assert "metformin and B12 together" in reply.text
