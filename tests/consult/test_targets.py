"""A target that is told is no value, and is held against the last value of its measure."""

from __future__ import annotations

import pytest

from osler.consult.extraction import extract_measurements, inexact
from osler.consult.going_on.targets import target_asked
from osler.consult.triage import Alarm, alarm, complains
from osler.core.graph import LadybugGraphs
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT, graphs, state, talk
from tests.core.graph.people import anna


@pytest.fixture(scope="module")
def anna_graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    return graphs(tmp_path_factory.mktemp("anna"))


@pytest.mark.parametrize(
    ("message", "name", "bound"),
    [
        ("My target is below 135/85 mmHg. Do I meet it?", "blood pressure", "below 135/85 mmHg"),
        ("my goal is a weight under 85 kg, am I there?", "body weight", "below 85 kg"),
        ("My doctor wants my LDL under 100. How am I doing?", "ldl cholesterol", "below 100"),
        ("my target HbA1c is 48 mmol/mol, have I reached it?", "hemoglobin a1c", "48 mmol/mol"),
        ("my potassium target is 4 to 5, am I within it?", "potassium", "between 4 and 5"),
    ],
)
def test_a_target_is_read_with_its_measure(message: str, name: str, bound: str) -> None:
    target = target_asked(message)
    assert target is not None
    assert (target.name, target.bound) == (name, bound)


@pytest.mark.parametrize(
    "message",
    [
        "My goal is to run 5 km. Am I fit enough?",
        "what should my target weight be?",
        "Is my HbA1c below 7?",
        "My mum's target is 130/80. Does she meet it?",
        "My target is below 135/85.",
    ],
)
def test_what_tells_no_target_of_a_measure_and_asks_nothing_of_it_is_none(message: str) -> None:
    assert target_asked(message) is None


async def test_a_target_is_held_against_the_record_and_against_what_was_told(anna_graph: LadybugGraphs) -> None:
    asked = "My target is below 135/85 mmHg. Do I meet it?"
    reply = await talk(anna(), anna_graph, "I stopped metformin", asked, moment=MOMENT, start=state())
    assert reply.sentences[0].text.startswith(("Yes: Blood pressure", "No: Blood pressure"))
    assert reply.sentences[0].sources
    assert not reply.extraction.measurements
    told = ("my blood pressure this morning was 151/97", asked)
    reply = await talk(anna(), anna_graph, *told, moment=MOMENT, start=state())
    assert reply.sentences[0].text.startswith("No: blood pressure 151/97 mmHg, as you told it")
    reply = await talk(
        anna(), anna_graph, "my potassium target is 4 to 5, am I within it?", moment=MOMENT, start=state()
    )
    assert reply.extraction.is_empty


AIMED = [
    "Dr Smith told me to keep my BP between 130 and 180 systolic",
    "keep the systolic between 120 and 130",
    "he wants the top number to stay at 120-130",
    "aim for a systolic of 120 to 130",
    "The plan is systolic 120 to 130 and HbA1c 6.5 to 7",
]


@pytest.mark.parametrize("told", AIMED)
def test_what_is_only_aimed_at_is_no_value_no_complaint_and_no_alarm(told: str) -> None:
    assert not extract_measurements(told, MOMENT).measurements
    assert not inexact(told)
    assert not complains(told)
    assert alarm(told, bundled_vocabularies()) == Alarm()


@pytest.mark.parametrize(
    ("told", "alarms"),
    [
        ("my BP is 190/100, my target is below 140", True),
        ("I keep getting above 185 systolic, my BP was 188/112 today", True),
        ("my target is below 140 and my BP was 128/80 today", False),
    ],
)
def test_a_value_beside_a_target_is_still_heard(told: str, alarms: bool) -> None:
    assert extract_measurements(told, MOMENT).measurements
    assert bool(alarm(told, bundled_vocabularies()).today) is alarms


@pytest.mark.parametrize(
    "told", ["pulse 60 to 70 and sats 94 to 96", "my bp was 130-150 over 80-90", "my systolic was 120 to 130 this week"]
)
def test_what_moves_between_two_values_is_asked_back(told: str) -> None:
    assert inexact(told)
    assert not extract_measurements(told, MOMENT).measurements
