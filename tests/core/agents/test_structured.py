"""Reading typed output out of whatever a model wrote."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from osler.core.agents.steps.structured import InvalidOutput, json_from_text, shape_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
CONTAINERS = st.lists(JSON) | st.dictionaries(st.text(), JSON)


@given(CONTAINERS)
def test_json_is_read_as_it_is_and_fenced(value: Any) -> None:
    text = json.dumps(value)
    assert json_from_text(text) == value
    assert json_from_text(f"  \n{text}\n") == value
    if "```" not in text:
        assert json_from_text(f"```json\n{text}\n```") == value
        assert json_from_text(f"Of course!\n\n```\n{text}\n```\nI hope this helps.") == value


@given(CONTAINERS, st.text(alphabet="abc ,.\n"), st.text(alphabet="abc ,.\n"))
def test_json_is_found_between_the_first_bracket_and_the_last(value: Any, before: str, after: str) -> None:
    assert json_from_text(before + json.dumps(value) + after) == value


@pytest.mark.parametrize("text", ["", "no", "{", "}{", "```json\n```", '{"a": }', "[1, 2", '"text"', "[" * 100_000])
def test_what_holds_no_json_says_so(text: str) -> None:
    with pytest.raises(InvalidOutput):
        json_from_text(text)


@pytest.mark.parametrize("thought", ["<think>[maybe] {x}</think>", "<unused94>thought\n[1] {<unused95>"])
def test_reasoning_before_the_answer_is_left_out(thought: str) -> None:
    assert json_from_text(f'{thought}\n{{"a": 1}}') == {"a": 1}


def test_a_fence_that_was_never_closed() -> None:
    assert json_from_text('```json\n{"a": 1}') == {"a": 1}


class Visit(BaseModel):
    on: date
    tags: set[str] = set()


def test_json_forms_of_dates_and_sets_are_read() -> None:
    assert shape_of(Visit).validate({"on": "2024-05-01", "tags": ["a", "a"]}) == Visit(on=date(2024, 5, 1), tags={"a"})


def test_a_list_is_asked_for_inside_an_object_and_read_either_way() -> None:
    shape = shape_of(list[Visit])
    assert shape.object_schema["properties"]["response"]["type"] == "array"
    assert "$defs" in shape.object_schema
    for value in ([{"on": "2024-05-01"}], {"response": [{"on": "2024-05-01"}]}):
        assert shape.validate(value) == [Visit(on=date(2024, 5, 1))]


def test_problems_are_in_words_without_the_input() -> None:
    with pytest.raises(InvalidOutput) as problem:
        shape_of(list[Visit]).validate([{"on": "Jane Doe"}, {}])
    assert "0.on" in str(problem.value)
    assert "1.on: Field required" in str(problem.value)
    assert "Jane" not in str(problem.value)
