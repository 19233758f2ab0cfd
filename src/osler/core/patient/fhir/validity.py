"""What R4 does not allow in a resource: its elements held against the table of them, and their values against their types."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from osler.core.patient.fhir.elements import Json

_NAMED = 5
"""So many places are told; whoever mends them sees the rest."""
_FIELD = re.compile(r"\w{1,64}", re.ASCII)
_ZONE = r"(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)"
_CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?"
_DAY = r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_WORD = r"\S*"
_TEXT = r"[\s\S]+"
# The patterns that R4 gives for its primitive types.
_WRITTEN = {
    "base64Binary": r"\s*(?:[0-9a-zA-Z+/=]{4}\s*)+",
    "canonical": _WORD,
    "code": r"\S+(?: \S+)*",
    "date": rf"\d{{4}}(?:-(?:0[1-9]|1[0-2]))?|{_DAY}",
    "dateTime": rf"\d{{4}}(?:-(?:0[1-9]|1[0-2]))?|{_DAY}(?:T{_CLOCK}{_ZONE})?",
    "id": r"[A-Za-z0-9.-]{1,64}",
    "instant": rf"{_DAY}T{_CLOCK}{_ZONE}",
    "markdown": _TEXT,
    "oid": r"urn:oid:[0-2](?:\.(?:0|[1-9]\d*))+",
    "string": _TEXT,
    "time": _CLOCK,
    "uri": _WORD,
    "url": _WORD,
    "uuid": r"urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
}
_PATTERNS = {name: re.compile(pattern) for name, pattern in _WRITTEN.items()}
_LEAST = {"integer": -(2**31), "unsignedInt": 0, "positiveInt": 1}
_MOST = 2**31 - 1


class _Element(NamedTuple):
    """What an element of a type is."""

    type: str
    listed: bool
    required: bool


@cache
def _elements() -> dict[str, dict[str, _Element]]:
    """By type, its elements."""
    found: dict[str, dict[str, _Element]] = {}
    text = files("osler.core.patient.fhir").joinpath("r4.tsv").read_text(encoding="utf-8")
    _heading, *rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    for owner, name, written in rows:
        found.setdefault(owner, {})[name] = _Element(written.rstrip("*!"), "*" in written, "!" in written)
    return found


def fault_of(kind: str, resource: Json) -> str:
    """What R4 does not allow in a resource, as places and rules without the content; empty when it is valid.

    Asked only of what could not be read: most that is not R4 to the letter can be understood.
    """
    body = {name: value for name, value in resource.items() if name != "resourceType"}
    try:
        places = [f"{place} ({rule})" for place, rule in _of_object(kind, body, ())]
    except RecursionError:
        return "nested too deeply"
    return "; ".join(list(dict.fromkeys(places))[:_NAMED])


_Path = tuple[int | str, ...]
_DATES = frozenset({"date", "dateTime", "instant"})


def without_faulty_dates(kind: str, resource: Json) -> tuple[Json, list[str]]:
    """A resource without the values that stand where a date has to and are none, and the places and rules of those."""
    left_out: list[str] = []
    body = {name: value for name, value in resource.items() if name != "resourceType"}
    kept = _dated(kind, body, (), left_out)
    return {"resourceType": kind, **kept}, left_out


def _dated(kind: str, body: Json, path: _Path, left_out: list[str]) -> Json:
    elements = _elements().get(kind, {})
    found: Json = {}
    for name, value in body.items():
        element = elements.get(name)
        if element is None or value is None:
            found[name] = value
        elif element.type in _DATES and not isinstance(value, list) and not _is_primitive(element.type, value):
            left_out.append(f"{_place((*path, name))} (is no {element.type})")
        elif element.type[0].isupper() and isinstance(value, dict):
            found[name] = _dated(element.type, value, (*path, name), left_out)
        elif element.type[0].isupper() and isinstance(value, list):
            found[name] = [
                _dated(element.type, one, (*path, name, number), left_out) if isinstance(one, dict) else one
                for number, one in enumerate(value)
            ]
        else:
            found[name] = value
    return found


def _of_object(kind: str, body: Any, path: _Path) -> Iterator[tuple[str, str]]:
    if not isinstance(body, dict):
        yield _place(path), f"{kind} has to be an object"
        return
    elements = _elements().get(kind)
    if elements is None:
        return
    for name, element in elements.items():
        # The value of a primitive may be missing where an extension says why.
        if element.required and body.get(name) is None and f"_{name}" not in body:
            yield _place((*path, name)), "is missing"
    for name, value in body.items():
        known = elements.get(name)
        if value is None:
            continue
        if known is not None:
            yield from _of_element(known, value, (*path, name))
        elif name != "fhir_comments" and name.removeprefix("_") not in elements:
            yield _place((*path, name)), f"{kind} has no such element"


def _of_element(element: _Element, value: Any, path: _Path) -> Iterator[tuple[str, str]]:
    if isinstance(value, list) != element.listed:
        yield _place(path), "has to be a list" if element.listed else "may not be a list"
    elif element.listed:
        for number, one in enumerate(value):
            yield from _of_value(element.type, one, (*path, number))
    else:
        yield from _of_value(element.type, value, path)


def _of_value(kind: str, value: Any, path: _Path) -> Iterator[tuple[str, str]]:
    if kind[0].isupper():
        yield from _of_object(kind, value, path)
    elif value is not None and not _is_primitive(kind, value):
        yield _place(path), f"is no {kind}"


def _is_primitive(kind: str, value: Any) -> bool:
    """Whether a value is one of a primitive type."""
    if kind == "boolean" or isinstance(value, bool):
        return kind == "boolean" and isinstance(value, bool)
    if kind == "decimal":
        return isinstance(value, int | float) and math.isfinite(value)
    if kind in _LEAST:
        return isinstance(value, int) and _LEAST[kind] <= value <= _MOST
    if not isinstance(value, str) or not _PATTERNS[kind].fullmatch(value):
        return False
    return kind not in {"date", "dateTime", "instant"} or _is_in_the_calendar(value)


def _is_in_the_calendar(written: str) -> bool:
    """Whether there is such a day: 30 February is written like one."""
    year, month, day = (int(part) for part in f"{written[:10]}-01-01".split("-")[:3])
    try:
        dt.date(year, month, day)
    except ValueError:
        return False
    return True


def _place(path: _Path) -> str:
    return ".".join(str(step) if _FIELD.fullmatch(str(step)) else "?" for step in path) or "the resource"
