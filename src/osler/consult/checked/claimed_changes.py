"""Whether what a sentence says of a change is what two values of the record say: from which to which, by how much, and which way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from osler.consult.checked.entailed import TABLE, Entry, holds, strange_words
from osler.consult.checked.reworded import DAY
from osler.core.terminology import Vocabularies

_NUMBER = r"\d+(?:[.,]\d+)?"
_DAY = r"\d{4}(?:-\d\d){0,2}"
_THEN, _LATER = rf"(?: (?:in|on) (?P<then>{_DAY}))?", rf"(?: (?:in|on) (?P<now>{_DAY}))?"
_UNIT = r"(?:\s?(?:%|kg|kgs|lb|lbs|pounds|mmhg|mm\[hg\]|bpm|[a-zµ0-9*^]+/[a-z0-9.² ]+?))?"
_FROM_TO = re.compile(
    rf"\bfrom (?P<first>{_NUMBER}){_UNIT}{_THEN} to (?P<last>{_NUMBER}){_UNIT}{_LATER}(?=[.,;]|$|\s)",
    re.IGNORECASE,
)
_BY = re.compile(
    rf"\b(?:(?:you|he|she|they|the patient) (?:have |has )?(?P<weight>lost|gained)|by(?! (?:19|20)\d\d\b)) (?P<amount>{_NUMBER}){_UNIT}(?: (?:between|from) (?P<then>{_DAY}) (?:and|to) (?P<now>{_DAY}))?(?=[.,;]|$|\s)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(rf"\b(?:between|from) (?P<then>{_DAY}) (?:and|to|until) (?P<now>{_DAY})", re.IGNORECASE)
_STEADY = re.compile(rf"\bis stable at (?P<value>{_NUMBER}){_UNIT}(?=[.,;]|$|\s)", re.IGNORECASE)
_MOVED = re.compile(r"\b(?:has |have )?(?:went|gone|moved|changed|shifted)\b", re.IGNORECASE)
"""Words for a change that do not say which way."""
_LOST = {"lost": "falling", "gained": "rising"}
_WEIGHT = "LAB:weight"


class _Value(NamedTuple):
    entry: Entry
    day: str
    value: float


def tells_a_change(claim: str) -> bool:
    """Whether a claim tells from which value to which, or by how much, something went."""
    return any(pattern.search(claim) for pattern in (_FROM_TO, _BY, _STEADY))


def change_held(claim: str, entries: Sequence[Entry], vocabularies: Vocabularies) -> bool:
    """Whether two values of one measure say all of a change: which, on which days, in this order and this way."""
    match = _FROM_TO.search(claim) or _BY.search(claim) or _STEADY.search(claim)
    if match is None:
        return False
    told = match.groupdict()
    rest = f"{claim[: match.start()]} {claim[match.end() :]}"
    beside = _BY.search(rest) if "first" in told else None
    if beside is not None:
        told = told | {"amount": beside["amount"]}
        rest = f"{rest[: beside.start()]} {rest[beside.end() :]}"
    time = _BETWEEN.search(rest) if not told.get("then") else None
    if time is not None:
        told, rest = told | time.groupdict(), f"{rest[: time.start()]} {rest[time.end() :]}"
    if DAY.search(rest) or re.search(r"(?<![\w.])\d", rest):  # the 1 of an HbA1c is no number
        return False
    values = sorted(filter(None, map(_value_of, entries)), key=lambda one: one.day)
    if "value" in told:
        return _is_steady(told, rest, values, vocabularies)
    pairs = [(one, other) for one in values for other in values if one.day < other.day and _alike(one, other)]
    way = _LOST.get((told.get("weight") or "").lower()) or _way_of(rest)
    bare = _without_way(rest)
    if way is None and told.get("first") and _MOVED.search(rest):  # its two values tell which way it went
        way = "rising" if _number(told["first"]) < _number(told["last"]) else "falling"
        bare = _MOVED.sub(" ", bare)
    return way is not None and any(
        _is_between(told, one, other, way)
        and (told.get("weight") is None or other.entry.measure == _WEIGHT)
        and not strange_words(bare, other.entry, vocabularies)
        for one, other in pairs
    )


def _is_steady(told: dict[str, str | None], rest: str, values: Sequence[_Value], vocabularies: Vocabularies) -> bool:
    """Whether all values of one measure, from the first day that is named to the last, are the one that is told."""
    own = [one for one in values if one.entry.measure and not strange_words(rest, one.entry, vocabularies)]
    then, now = told.get("then") or "", told.get("now") or ""
    if len(own) < 2 or not own[0].day.startswith(then) or not own[-1].day.startswith(now):
        return False
    return len({one.entry.measure for one in own}) == 1 and all(holds(f"{o.value}", told["value"] or "") for o in own)


def _value_of(entry: Entry) -> _Value | None:
    """The value and the day of an entry that is one value of one day."""
    if len(entry.days) != 1:
        return None
    number = re.match(rf"\s*({_NUMBER})", entry.text.partition(entry.days[0])[2])  # "(1 year ago)" is no value
    return _Value(entry, entry.days[0], float(number[1].replace(",", ""))) if number else None


def _number(written: str | None) -> float:
    return float((written or "0").replace(",", ""))


def _alike(one: _Value, other: _Value) -> bool:
    return one.entry.measure is not None and one.entry.measure == other.entry.measure


def _is_between(told: dict[str, str | None], one: _Value, other: _Value, way: str) -> bool:
    step = other.value - one.value
    if (step > 0) != (way == "rising") or step == 0:
        return False
    days = ((told.get("then"), one.day), (told.get("now"), other.day))
    if any(said and not day.startswith(said) for said, day in days):
        return False
    first, last, amount = told.get("first"), told.get("last"), told.get("amount")
    if amount and not holds(f"{abs(step):.10f}", amount):
        return False
    if amount and not first:
        return True
    return bool(first and last and holds(f"{one.value}", first) and holds(f"{other.value}", last))


def _way_of(text: str) -> str | None:
    """Whether a text speaks of rising or of falling; None where of neither, or of both."""
    found = [name for name in ("rising", "falling") if TABLE.pattern("direction", name).search(text)]
    return found[0] if len(found) == 1 else None


def _without_way(text: str) -> str:
    for name in ("rising", "falling"):
        text = TABLE.pattern("direction", name).sub(" ", text)
    return text
