"""The unit of a number that is written without one: the one in which it is possible, else the one that the note speaks for."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from osler.yaml_reader import packaged_yaml

EITHER = "either"
"""What is said of a number that is possible in two units where nothing in the note tells which is meant."""


def bare_unit(name: str, value: float, text: str = "") -> str | None:
    """The unit of a bare number of a measure, `EITHER` where the note leaves two open, None where there is no such value."""
    rows: list[dict[str, Any]] = _table()["assumed_units"].get(name, [])
    row = next((item for item in rows if item.get("from", 0) <= value < item.get("below", 1e9)), None)
    if row is None:
        return None
    return spoken_unit(name, value, text) or (EITHER if row.get("open") else str(row["unit"]))


def spoken_unit(name: str, value: float, text: str) -> str | None:
    """The unit that the note itself speaks for where a bare number is possible in two; None where it does not."""
    rows: list[dict[str, Any]] = _table()["assumed_units"].get(name, [])
    row = next((item for item in rows if item.get("from", 0) <= value < item.get("below", 1e9)), None)
    return _spoken_for(name, text) if row is not None and "or" in row else None


def has_units(name: str) -> bool:
    """Whether a measure has a table of the units that a bare number may be in."""
    return name in _table()["assumed_units"]


def _spoken_for(name: str, text: str) -> str | None:
    """The one unit that the cues of a note speak for; the first row of cues that speaks for one alone decides."""
    for cues in _cues(name):
        units = [unit for unit, pattern in cues.items() if pattern.search(text)]
        if len(units) == 1:
            return units[0]
    return None


@cache
def _cues(name: str) -> tuple[dict[str, re.Pattern[str]], ...]:
    rows: list[dict[str, str]] = _table()["unit_cues"].get(name, [])
    return tuple({unit: re.compile(cue, re.IGNORECASE) for unit, cue in row.items()} for row in rows)


def _table() -> Any:
    return packaged_yaml(__package__, "values.yml")
