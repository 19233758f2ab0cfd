"""A value that is told, and asked about in the same breath; a bid beside a question; an emergency that is taken back."""

from __future__ import annotations

import datetime as dt

import pytest

from osler.consult import Deps
from osler.consult.extraction import (
    Extraction,
    extract_measurements,
    is_plausible,
    without_implausible,
    without_impossible,
)
from osler.consult.going_on.told_compared import held_against_before, tells_and_compares, with_its_name
from osler.consult.heard.beside_bid import asks_to_act, beside_bid
from osler.consult.heard.charted import asks_the_chart, asks_what_has_no_place
from osler.consult.heard.standing import background, takes_back
from osler.consult.record.reading.framing import without_pleasantry
from osler.consult.types import ConsultRequest, GivenValue, Said
from osler.core.agents import Runner
from osler.core.graph import LadybugGraphs
from osler.core.terminology import bundled_vocabularies
from tests.consult.setting import MOMENT, graphs, state, talk, turn
from tests.core.graph.people import anna

VOCABULARIES = bundled_vocabularies()


@pytest.fixture(scope="module")
def anna_graph(tmp_path_factory: pytest.TempPathFactory) -> LadybugGraphs:
    return graphs(tmp_path_factory.mktemp("anna"))


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (
            "got 142/91 this morning, is that worse than last time?",
            "Blood pressure: 130/85 mmHg on 2021-05-01, 142/91 mmHg on 2021-06-02; systolic up by 12 mmHg, diastolic up by 6 mmHg.",
        ),
        (
            "a1c is 7.0 today, is it less than before?",
            "No. Hemoglobin A1c: 6.5 % on 2021-04-01, 7 % on 2021-06-02; up by 0.5 %.",
        ),
        (
            "my a1c came back at 7.4, has it gone up?",
            "Yes. Hemoglobin A1c: 6.5 % on 2021-04-01, 7.4 % as you told it; up by 0.9 %.",
        ),
        (
            "a1c is 7.0 today, is it less than in 2020?",
            "No. Hemoglobin A1c: 7 % on 2020-11-01, 7 % on 2021-06-02; no change.",
        ),
        (
            "142/91 today on the home machine, better than that?",
            "Blood pressure: 130/85 mmHg on 2021-05-01, 142/91 mmHg on 2021-06-02; systolic up by 12 mmHg, diastolic up by 6 mmHg.",
        ),
        ("weighed 72 kg today, is that less than before?", "The record has no earlier body weight to hold it against."),
    ],
)
async def test_a_value_just_told_is_the_newest_that_its_question_compares(
    anna_graph: LadybugGraphs, said: str, answer: str
) -> None:
    async with Runner() as runner:
        reply = await turn(said, Deps(runner=runner, graphs=anna_graph))
    assert [sentence.text for sentence in reply.sentences] == [answer]
    assert not [source.id for source in reply.sources if source.id.startswith("told")]
    assert reply.extraction.measurements  # and it is offered for saving


async def test_what_was_spoken_of_before_is_not_what_a_told_value_is_compared_with(anna_graph: LadybugGraphs) -> None:
    before = state(given_value=GivenValue(name="Hemoglobin A1c", day="2021-04-01"))
    async with Runner() as runner:
        reply = await turn(
            "got 120/80 today, is that less than before?", Deps(runner=runner, graphs=anna_graph), state=before
        )
    assert reply.sentences[0].text.startswith("Yes. Blood pressure: 130/85 mmHg")
    assert reply.state is not None
    assert reply.state.given_value is not None
    assert reply.state.given_value.name == "blood pressure"


@pytest.mark.parametrize(
    ("said", "name", "named"),
    [
        (
            "it came back as 5.1 yesterday, is that higher?",
            "Potassium",
            "my potassium was 5.1 yesterday, is that higher?",
        ),
        ("70.2 this morning, have I gained?", "Body Weight", "my body weight was 70.2 this morning, have I gained?"),
        ("6.2 last week", "Hemoglobin A1c", "my hemoglobin A1c was 6.2 last week"),
        ("is that higher than in 2020?", "Potassium", "is that higher than in 2020?"),
        ("my pulse was 72 today, is that higher?", "Potassium", "my pulse was 72 today, is that higher?"),
        ("6.2", "Hemoglobin A1c", "6.2"),
    ],
)
def test_a_value_without_its_name_is_of_what_was_spoken_of(said: str, name: str, named: str) -> None:
    assert with_its_name(said, name, MOMENT) == named


async def test_a_value_without_its_name_is_held_against_the_last_of_it(anna_graph: LadybugGraphs) -> None:
    before = state(given_value=GivenValue(name="Hemoglobin A1c", day="2021-04-01"))
    said = "it came back as 7.4 today, is that lower?"
    async with Runner() as runner:
        reply = await turn(said, Deps(runner=runner, graphs=anna_graph), state=before)
    assert reply.text.startswith("No. Hemoglobin A1c: 6.5 % on 2021-04-01, 7.4 % on 2021-06-02")
    assert [one.value for one in reply.extraction.measurements] == [7.4]


@pytest.mark.parametrize(
    "said",
    [
        "bp 120/80 today, is that higher than normal?",
        "weighed 80 kg today, should I eat less?",
        "weighed 80 kg today",
        "is my weight less than before?",
    ],
)
def test_no_other_question_beside_a_value_is_a_comparison(said: str) -> None:
    assert not tells_and_compares(said, MOMENT)


def test_of_two_told_measures_the_named_one_is_compared() -> None:
    said = "weighed 80 kg and pulse 72 today, is my weight up since last time?"
    told = held_against_before(said, extract_measurements(said, MOMENT).measurements)
    assert told is not None
    assert told.name == "body weight"
    unnamed = "weighed 80 kg and pulse 72 today, is that up since last time?"
    assert held_against_before(unnamed, extract_measurements(unnamed, MOMENT).measurements) is None


@pytest.mark.parametrize(
    ("said", "bids", "rest"),
    [
        ("book me a taxi please, also when was my last a1c", ("book me a taxi please",), "when was my last a1c?"),
        ("cancel my appointment. my weight is 70 kg", ("cancel my appointment.",), "my weight is 70 kg."),
        (
            "what was my last a1c and can you book me an appointment",
            ("can you book me an appointment",),
            "what was my last a1c?",
        ),
    ],
)
def test_a_bid_and_what_stands_beside_it_are_read_apart(said: str, bids: tuple[str, ...], rest: str) -> None:
    apart = beside_bid(said, VOCABULARIES)
    assert apart is not None
    assert (apart.bids, apart.rest) == (bids, rest)


@pytest.mark.parametrize(
    "said",
    [
        "order me a repeat prescription",
        "remind me when I was diagnosed and what my a1c was",
        "my order came today, it was late",
    ],
)
def test_what_is_one_bid_or_none_is_left_whole(said: str) -> None:
    assert beside_bid(said, VOCABULARIES) is None


def test_who_wants_to_be_reminded_of_something_asks_for_it() -> None:
    assert not asks_to_act("remind me when I was diagnosed with diabetes")


async def test_a_question_beside_a_bid_is_answered_and_the_bid_is_named(anna_graph: LadybugGraphs) -> None:
    async with Runner() as runner:
        reply = await turn("book me a taxi pls, also what was my last a1c", Deps(runner=runner, graphs=anna_graph))
    assert "book me a taxi" in reply.sentences[0].text
    assert reply.sentences[1].text == "Hemoglobin A1c: 6.5 % on 2021-04-01."


async def test_a_statement_beside_a_bid_is_noted(anna_graph: LadybugGraphs) -> None:
    async with Runner() as runner:
        reply = await turn(
            "cancel my appointment please. my weight is 70 kg today", Deps(runner=runner, graphs=anna_graph)
        )
    assert "I cannot do this" in reply.text
    assert [entry.value for entry in reply.extraction.measurements] == [70]


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("sorry that was a joke, when was my last visit", "when was my last visit"),
        ("thanks! btw what was my last potassium", "what was my last potassium"),
        ("lol no worries, do I have asthma?", "do I have asthma?"),
        ("thanks", "thanks"),
        ("ok", "ok"),
        ("right knee hurts", "right knee hurts"),
    ],
)
def test_what_is_said_before_the_matter_is_left_out(said: str, left: str) -> None:
    assert without_pleasantry(said) == left


async def test_after_an_emergency_that_was_taken_back_nothing_is_urgent(anna_graph: LadybugGraphs) -> None:
    said = [
        "I have crushing chest pain and my left arm is numb",
        "false alarm, that was my neighbour",
        "I slept well last night",
    ]
    back = await talk(anna(), anna_graph, *said[:2], moment=MOMENT, start=state())
    assert back.route != "urgent"
    assert back.text.startswith("Good.")
    assert "112" in back.text
    assert back.state is not None
    assert not back.state.urgent
    after = await talk(anna(), anna_graph, *said[2:], moment=MOMENT, start=back.state)
    assert after.route != "urgent"
    assert "emergency" not in after.text


def test_what_was_told_before_it_was_taken_back_is_no_background() -> None:
    history = [Said(role="user", text=text) for text in ("my chest feels tight", "that was a joke", "I have a cough")]
    given = ConsultRequest(record=anna(), state=state(), message="a headache", history=history, moment=MOMENT)
    assert "my chest feels tight" not in background(given)
    assert "I have a cough" in background(given)
    assert not takes_back("it was a false alarm but it hurts again now")


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("my temperature is 370", "my temperature is  "),
        ("heart rate 7200", "heart rate  "),
        ("BP 80 over 300", "BP   over  "),
        ("bp 70/40", "bp 70/40"),
        ("my temperature is 41.5", "my temperature is 41.5"),
    ],
)
def test_a_number_that_no_living_body_has_raises_no_alarm(said: str, left: str) -> None:
    found = Extraction(measurements=extract_measurements(said, MOMENT).measurements)
    assert without_impossible(said, found) == left


async def test_an_impossible_value_is_asked_back(anna_graph: LadybugGraphs) -> None:
    async with Runner() as runner:
        reply = await turn("BP 80 over 300", Deps(runner=runner, graphs=anna_graph))
    assert reply.route != "urgent"
    assert "Please check it" in reply.text
    assert reply.extraction.is_empty


def test_a_pressure_whose_lower_number_is_the_higher_is_doubted() -> None:
    found = Extraction(measurements=extract_measurements("BP 80 over 100", MOMENT).measurements)
    assert all(map(is_plausible, found.measurements))
    assert without_implausible(found, "BP 80 over 100")[0].is_empty


@pytest.mark.parametrize(
    "said",
    ["what is my insurance number?", "what's my phone number", "who is my emergency contact", "what's my NHS number"],
)
def test_what_no_record_of_health_has_a_place_for_is_asked_of_the_chart(said: str) -> None:
    assert asks_what_has_no_place(said, dt.date(2021, 6, 2), VOCABULARIES)


@pytest.mark.parametrize(
    "said", ["what is my favourite colour", "what is my insurance going to pay?", "what was my last a1c"]
)
def test_any_other_question_is_not(said: str) -> None:
    assert not asks_what_has_no_place(said, dt.date(2021, 6, 2), VOCABULARIES)


@pytest.mark.parametrize("said", ["liver check", "kidneys?", "heart?", "kidney check please"])
def test_an_organ_by_its_name_is_asked_of_the_chart(said: str) -> None:
    assert asks_the_chart(said, anna(), dt.date(2021, 6, 2), VOCABULARIES)


async def test_a_blood_group_is_not_guessed_to_be_another_name(anna_graph: LadybugGraphs) -> None:
    async with Runner() as runner:
        reply = await turn("what is my blood group?", Deps(runner=runner, graphs=anna_graph))
    assert reply.sentences[0].text == "There is no such entry in the record."
