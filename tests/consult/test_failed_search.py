"""A record that could not be searched is not an empty one."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from osler.consult.record.asking import ask_rows
from osler.consult.steps.consultant import NOT_SEARCHED, ConsultInput, consultant_step
from osler.core.agents import ToolOutcome
from osler.core.terminology import bundled_vocabularies
from osler.errors import StorageError


def test_the_consultant_says_that_it_could_not_search() -> None:
    policy: Any = consultant_step(bundled_vocabularies()).policy
    asking = policy(ConsultInput(question="What was my last potassium?", today=dt.date(2026, 1, 1)))
    call = next(asking)
    answer = None
    while answer is None:
        try:
            call = asking.send(ToolOutcome(call.tool, "error", error="timed out"))
        except StopIteration as ended:
            answer = ended.value
    assert answer.sentences[0].text == NOT_SEARCHED


def test_a_failed_query_has_no_rows_to_answer_from() -> None:
    asking = ask_rows("MATCH (p:Patient) RETURN p")
    next(asking)
    with pytest.raises(StorageError, match="could not be searched"):
        asking.send(ToolOutcome("query_graph", "error", error="timed out"))
