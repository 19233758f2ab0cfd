"""Whether what a sentence says of two or more values held against each other is what the record's values say: which, of when, and which way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from osler.consult.checked.entailed import TABLE, Entry, entailed, holds, strange_words
from osler.consult.checked.reworded import DAY
from osler.core.terminology import Vocabularies

_NUMBER = r"\d+(?:[.,]\d+)?"
_UNIT = r"(?:\s?(?:%|kg|kgs|lb|lbs|pounds|mmhg|mm\[hg\]|bpm|[a-zµ0-9*^]+/[a-z0-9.²]+))?"
_DAY = r"(?:19|20)\d\d(?:-\d\d){0,2}"
_TOLD = re.compile(
    rf"(?:(?:in|on|of|from) )?(?P<before>{_DAY})\s*\((?P<inside>{_NUMBER}(?:/{_NUMBER})?){_UNIT}\)"
    rf"|(?<![\d./-])(?P<value>(?!{_DAY}(?![\d.]))\d+(?:[.,]\d+)?(?:/{_NUMBER})?)(?![\d-]){_UNIT}(?:,? \(?(?:in|on|of|from)? ?(?P<after>{_DAY})\)?)?"
    rf"|\b(?:in|on|of|from|between|and|with|to) (?P<day>{_DAY})(?!\s*\()",
    re.IGNORECASE,
)
"""A value and its day, in either order, or a day alone."""
_THAN = re.compile(
    r"\b(?P<way>lower|higher)\b(?P<gap>[^.;]*?) than\b(?: the)?|^compared (?:with|to)\b[^;]*?\b(?P<since>lower|higher)\b",
    re.IGNORECASE,
)
_A_LITTLE = re.compile(r"\b(?:only )?(?:a little|a bit|slightly|somewhat)\b,?", re.IGNORECASE)
_AGAINST = re.compile(r"\b(?:against|versus|vs\.?|compared (?:with|to))\b", re.IGNORECASE)
_FROM = re.compile(r"\bfrom (?=\d)", re.IGNORECASE)
_SAME = re.compile(
    r"\b(?:hardly|barely|scarcely) changed\b|\b(?:practically|virtually|almost|nearly|much|about) the same\b",
    re.IGNORECASE,
)
_STEP = re.compile(
    r"\b(?:and )?(?:then )?(?:(?P<up>up|rose|rising|climbed)|(?P<down>down|fell|falling|dropped)) to\b", re.I
)
_CONNECTS = re.compile(
    r"\b(?:between|compared|with|to|and|then|went|go|gone|changed|than|but|up|down|only|later|a year)\b|[:()]",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:before (?:it|that)|(?:the )?(?:time|value|reading|one) before|previously|earlier|previous)\b", re.I
)
"""That the other value is of a day before."""
_BOUND = re.compile(
    rf"\b(?:(?P<above>above|over|more than|higher than)|(?P<below>below|under|less than|lower than)) (?P<number>{_NUMBER})(?!/){_UNIT}",
    re.IGNORECASE,
)
"""A bound that a value is said to pass."""
_LITTLE, _NOTHING = 0.1, 0.02
"""How far, as a share, what is a little lower and what is practically the same may be away."""


def bound_held(claim: str, entries: Sequence[Entry], vocabularies: Vocabularies) -> bool:
    """Whether one value of the record passes the bound that a claim names, and says all else of it."""
    match = _BOUND.search(claim)
    if match is None:
        return False
    bound = float(match["number"].replace(",", ""))
    for entry in entries:
        value = _value_of(entry)
        if value is None or entry.measure is None or len(value.parts) > 1:
            continue
        passes = value.parts[0] > bound if match["above"] else value.parts[0] < bound
        told = f"{claim[: match.start()]}{value.parts[0]:.10g}{claim[match.end() :]}"  # said as the value that it is
        if passes and _same_unit(match.group(), entry) and entailed(told, entry, vocabularies):
            return True
    return False


def _same_unit(said: str, entry: Entry) -> bool:
    """Whether the unit that a bound is said in, where it is, is that of the entry."""
    unit = re.sub(rf"^.*?{_NUMBER}\s*", "", said).strip().lower()
    return (
        not unit or unit in entry.text.lower().split() or unit in entry.text.lower().replace("[", "").replace("]", "")
    )


class _Value(NamedTuple):
    entry: Entry
    day: str
    parts: tuple[float, ...]
    """One number, or the two of a blood pressure."""


def compares(claim: str) -> bool:
    """Whether a claim holds values against each other."""
    several = len([match for match in _TOLD.finditer(claim) if match["value"] or match["inside"]]) > 1
    return _THAN.search(claim) is not None or (several and bool(_FROM.search(claim) or _SAME.search(claim)))


def comparison_held(claim: str, entries: Sequence[Entry], vocabularies: Vocabularies) -> bool:
    """Whether the values of one measure say all of a comparison."""
    rest = _STEP.sub(" ", _TOLD.sub(" ", claim))
    for words_of_it in (_A_LITTLE, _SAME, _AGAINST, _FROM):
        rest = words_of_it.sub(" ", rest)
    for name in ("rising", "falling"):
        rest = TABLE.pattern("direction", name).sub(" ", rest)
    rest = _CONNECTS.sub(" ", rest)
    rest = _EARLIER.sub(" ", rest)
    if re.search(r"\d", rest):
        return False
    values = [one for one in map(_value_of, entries) if one is not None]
    values = [one for one in values if one.entry.measure and not strange_words(rest, one.entry, vocabularies)]
    return any(
        _are_so(claim, [one for one in values if one.entry.measure == measure])
        for measure in {one.entry.measure for one in values}
    )


def _are_so(claim: str, values: Sequence[_Value]) -> bool:
    """Whether the values of one measure are those of a claim, and stand to each other as it says."""
    told = [_meant(value, day, values) for value, day in _told(claim)]
    known = [one for one in told if one is not None]
    return len(told) > 1 and len(known) == len(told) and _is_so(claim, known)


def _told(claim: str) -> list[tuple[str | None, str | None]]:
    """The values of a claim with their days, in order; days first and then their values are put together."""
    found = [
        (match["inside"] or match["value"], match["before"] or match["after"] or match["day"])
        for match in _TOLD.finditer(claim)
    ]
    days, values = [day for value, day in found if value is None], [value for value, day in found if day is None]
    if len(days) == len(values) == len(found) / 2:
        return list(zip(values, days, strict=True))  # "higher in 2020 than in 2019: 186/108 against 154/105"
    if len(found) == 3 and found[0][0] is None and found[1][1] is None:
        return [(found[1][0], found[0][1]), found[2]]
    return list(found)


def _meant(value: str | None, day: str | None, values: Sequence[_Value]) -> _Value | None:
    """The one value of the record that is told, by what it is and by its day; None where none or several are."""
    found = [
        one
        for one in values
        if (day is None or one.day.startswith(day)) and (value is None or _is_value(value, one.parts))
    ]
    return found[0] if found and len({one.day for one in found}) == 1 else None


def _is_value(written: str, parts: tuple[float, ...]) -> bool:
    said = written.split("/")
    return len(said) == len(parts) and all(holds(f"{part}", one) for part, one in zip(parts, said, strict=True))


def _is_so(claim: str, told: Sequence[_Value]) -> bool:
    """Whether the values stand to each other as the claim says."""
    than = _THAN.search(claim)
    if _A_LITTLE.search(claim) and any(_share(one, other) > _LITTLE for one, other in pairwise(told)):
        return False
    if than is not None:
        way, told = (than["since"], told[::-1]) if than["since"] else (than["way"], told)
        low, high = (told[0], told[-1]) if way.lower() == "lower" else (told[-1], told[0])
        in_order = not _EARLIER.search(claim) or told[-1].day < told[0].day
        return len(told) == 2 and in_order and _rises(low, high)
    if any(one.day >= other.day for one, other in pairwise(told)):
        return False
    if _SAME.search(claim):
        return all(_share(one, other) <= _NOTHING for one, other in pairwise(told))
    return all(
        _goes(way, one, other) for way, (one, other) in zip(_ways(claim, len(told) - 1), pairwise(told), strict=True)
    )


def _ways(claim: str, count: int) -> list[str | None]:
    """Which way each step goes: by its own words, or by those of the whole."""
    steps: list[str | None] = ["rising" if step["up"] else "falling" for step in _STEP.finditer(claim)]
    if len(steps) == count:
        return steps
    named = [name for name in ("rising", "falling") if TABLE.pattern("direction", name).search(claim)]
    return [named[0] if len(named) == 1 else None] * count


def _goes(way: str | None, one: _Value, other: _Value) -> bool:
    return way is not None and (_rises(one, other) if way == "rising" else _rises(other, one))


def _rises(one: _Value, other: _Value) -> bool:
    """Whether no part falls and some part rises."""
    steps = [b - a for a, b in zip(one.parts, other.parts, strict=True)]
    return all(step >= 0 for step in steps) and any(step > 0 for step in steps)


def _share(one: _Value, other: _Value) -> float:
    return max(abs(b - a) / max(abs(a), 1e-9) for a, b in zip(one.parts, other.parts, strict=True))


def _value_of(entry: Entry) -> _Value | None:
    """The value, or the two of a pressure, of an entry of one day."""
    if len(set(entry.days)) != 1:
        return None
    text = DAY.sub(" ", entry.text)
    pair = re.search(rf"({_NUMBER})/({_NUMBER}) mmHg", text)
    if pair is not None:
        return _Value(entry, entry.days[0], (float(pair[1]), float(pair[2])))
    number = re.match(rf"\s*({_NUMBER})", entry.text.partition(entry.days[0])[2])  # "(1 year ago)" is no value
    return _Value(entry, entry.days[0], (float(number[1].replace(",", "")),)) if number else None
