"""Who is named as the author of a part: the mind whose words were kept, and nobody whose words were all rejected."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, Field

from osler.config import Settings
from osler.core.agents import Runner, StepOutcome
from osler.core.agents.types import Rejection
from osler.core.results import Level, Problem
from osler.core.runs import Usage
from osler.errors import CircuitOpen, KeyRefused, ServiceError


class Draft(BaseModel):
    sentences: list[str] = Field(default_factory=list)


WRONG = [Rejection(path="sentences[0]", reason="no source says so")]


@pytest.mark.parametrize(
    ("output", "rejected", "author"),
    [
        (["kept"], WRONG, "m"),
        ([], [], "m"),  # that there is nothing to add is an answer
        ([], WRONG, "offline"),
        (None, [], "offline"),
        (Draft(), WRONG, "offline"),
        (Draft(sentences=["kept"]), WRONG, "m"),
        ("", WRONG, "offline"),
    ],
)
def test_the_author(output: Any, rejected: list[Rejection], author: str) -> None:
    outcome = StepOutcome[Any]("s", "ok", output, "m", "1", Usage(), rejected=rejected)
    assert outcome.author == author


def problem(code: str, message: str = "a step: no answer") -> Problem:
    return Problem(code=code, level=Level.WARNING, message=message)


@pytest.mark.parametrize("heard", [False, True])
def test_a_model_that_never_answers_is_told_once(heard: bool) -> None:
    runner = Runner(Settings())
    runner._silent["m"] = KeyRefused("m refused the credentials")
    if heard:
        runner._heard.add("other")
    steps = [
        problem(KeyRefused.code, "reading: m gave no answer"),
        problem(CircuitOpen.code, "wording: m gave no answer"),
    ]
    others = [problem(ServiceError.code), problem("budget.exhausted"), problem("input.not_read")]
    told = runner.told_once([*steps, *others])
    assert [one.code for one in told] == [KeyRefused.code, *(one.code for one in others)]
    assert told[0].level is Level.ERROR
    runner._heard.add("m")
    assert runner.told_once([*steps, *others]) == [*steps, *others]
