"""One renderer for the events of every command."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from osler.core.runs import Event
from osler.surfaces.cli.progress import in_words, watchers


def event(kind: str, step: str = "ground", **data: Any) -> Event:
    return Event(sequence=0, at=datetime.now(UTC), step=step, kind=kind, data=data)


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (event("step_started"), ""),
        (event("step_started", mind="offline", prompt_version="1"), ""),
        (event("step_started", mind="openai-chat:x", prompt_version="1"), "ground: asking openai-chat:x ..."),
        (event("step_progress", n=200, of=400), "ground: 200 of 400"),
        (event("step_done", entities=3, searches=4), "ground: entities 3, searches 4"),
        (event("step_done", step="Red Flag Check", urgent=False, flags=0), "Red Flag Check: urgent False, flags 0"),
        (event("step_done", status="ok", rejected=0), ""),
        (event("step_done", status="budget_exhausted", rejected=0), "ground: budget exhausted"),
        (event("usage", requests=1), ""),
    ],
)
def test_an_event_is_one_line_or_none(told: Event, line: str) -> None:
    assert in_words(told) == line


def test_nobody_watches_where_there_is_no_terminal() -> None:
    assert watchers() == []
