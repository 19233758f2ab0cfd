"""A question that only points at the value that was just given is answered about that value."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.consult import Deps
from osler.consult.going_on.follow_up import asked_alone, without_kind
from osler.consult.types import GivenValue, Said
from tests.consult.setting import graphs, turn

VALUE = GivenValue(name="Hemoglobin A1c", day="2020-02-01")


@pytest.mark.parametrize(
    "message",
    ["What does that mean?", "so is it dangerous", "Should I worry?", "That's high, right?", "can you interpret this"],
)
def test_a_question_that_only_points_is_about_the_value(message: str) -> None:
    assert asked_alone(message, VALUE) == "Was my Hemoglobin A1c on 2020-02-01 normal?"
    assert asked_alone(message, None) == message


@pytest.mark.parametrize(
    "message",
    ["Is it bad to skip breakfast?", "What does creatinine mean?", "that's good", "Is it 7.1?", "Why is it so high?"],
)
def test_a_question_that_says_anything_else_stays_as_it_is(message: str) -> None:
    assert asked_alone(message, VALUE) == message


async def test_the_value_of_the_answer_before_is_meant_and_not_the_last_one(tmp_path: Path) -> None:
    deps = Deps(graphs=graphs(tmp_path))
    first = await turn("What was my HbA1c in February 2020?", deps)
    assert first.state is not None
    assert first.state.given_value is not None
    assert (first.state.given_value.name, first.state.given_value.day) == (VALUE.name, VALUE.day)
    second = await turn("What does that mean?", deps, state=first.state)
    assert "7.1" in second.text
    assert "7.1 % in an adult is in the range of diabetes" in second.text
    assert second.state is not None
    third = await turn("What are my active conditions?", deps, state=second.state)
    assert third.state is not None
    assert third.state.given_value is None


@pytest.mark.parametrize(
    ("message", "alone"),
    [
        ("And the time before?", "What was my last hemoglobin a1c before 2020-02-01?"),
        ("what about the year before that?", "What was my last hemoglobin a1c in 2019?"),
        ("How about 2017?", "What was my last hemoglobin a1c in 2017?"),
        ("and in June 2018?", "What was my last hemoglobin a1c in june 2018?"),
        ("what was the highest in 2016?", "what was the highest in 2016 of my hemoglobin a1c?"),
        ("and the average since 2018?", "and the average since 2018 of my hemoglobin a1c?"),
    ],
)
def test_another_period_is_asked_about_the_same_measure(message: str, alone: str) -> None:
    assert asked_alone(message, VALUE) == alone


def test_the_same_choice_is_made_among_the_values_of_another_time() -> None:
    highest = VALUE.model_copy(update={"chosen": "highest", "since": "2019-01-01"})
    assert asked_alone("and the year before?", highest) == "What was my highest hemoglobin a1c in 2019?"
    assert asked_alone("and before that?", highest) == "What was my highest hemoglobin a1c before 2019-01-01?"


async def test_a_measure_is_still_meant_after_a_period_without_a_value(tmp_path: Path) -> None:
    deps = Deps(graphs=graphs(tmp_path))
    first = await turn("What was my last HbA1c?", deps)
    none = await turn("How about 2012?", deps, state=first.state)
    last = await turn("And the one before that?", deps, state=none.state)
    assert "The nearest is Hemoglobin A1c 7.1 % on 2020-02-01" in none.text
    assert "Hemoglobin A1c · until 2020-01-31" in last.text


async def test_a_follow_up_that_names_nothing_is_asked_back(tmp_path: Path) -> None:
    history = [Said(role="user", text="Do I have asthma?"), Said(role="assistant", text="No.")]
    reply = await turn("and how about last year?", Deps(graphs=graphs(tmp_path)), history=history)
    assert reply.text.startswith("What do you mean?")


@pytest.mark.parametrize(
    ("message", "alone"),
    [
        ("what about the potassium?", "What was my last potassium?"),
        ("and my LDL", "What was my last ldl?"),
        ("What was my highest potassium?", "What was my highest potassium?"),
        ("has it gone up?", "has my hemoglobin a1c gone up?"),
        ("was it lower before?", "was my hemoglobin a1c lower before?"),
        ("Which tablets did I take then?", "Which tablets did I take in 2020?"),
    ],
)
def test_a_question_in_a_word_or_about_it_is_asked_with_its_name(message: str, alone: str) -> None:
    assert asked_alone(message, VALUE) == alone


def test_was_that_higher_than_now_holds_that_value_against_the_newest() -> None:
    day = VALUE.day
    assert asked_alone("Was that higher than now?", VALUE) == f"Is my last {VALUE.name.lower()} lower than on {day}?"


@pytest.mark.parametrize(
    ("message", "alone"),
    [
        ("is that ok for someone my age", "is that ok"),
        ("is it normal for a woman of my age?", "is it normal?"),
        ("how was it at my age", "how was it at my age"),
        ("how old is my age group", "how old is my age group"),
    ],
)
def test_whom_a_value_is_to_be_usual_for_is_the_patient(message: str, alone: str) -> None:
    assert without_kind(message) == alone


async def test_a_statement_that_nobody_read_is_no_question_that_the_next_goes_on_from(tmp_path: Path) -> None:
    deps = Deps(graphs=graphs(tmp_path))
    first = await turn("ok ambulance is coming", deps)
    assert first.state is not None
    assert first.state.asked == ""


@pytest.mark.parametrize(
    ("message", "alone"),
    [
        ("and the previous HbA1c before that?", "What was my last hemoglobin a1c before 2020-02-01?"),
        ("what was the a1c before that one?", "What was my last hemoglobin a1c before 2020-02-01?"),
        ("and the hba1c after that?", "What was my first hemoglobin a1c after 2020-02-01?"),
        ("what was my weight before that?", "what was my weight before 2020-02-01?"),
        ("what was my potassium before my last visit?", "what was my potassium before my last visit?"),
        ("and my HbA1c?", "What was my last hba1c?"),
    ],
)
def test_what_was_before_or_after_the_given_value_may_be_named(message: str, alone: str) -> None:
    assert asked_alone(message, VALUE) == alone
