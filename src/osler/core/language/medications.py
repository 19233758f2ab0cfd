"""Medication regimens as written: dose, route, frequency."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.types import Regimen, TextMatch

_FURTHEST = 160
"""Characters after a drug's name in which its regimen is looked for."""
_NUMBER = r"\d{1,3}(?:,\d{3}){1,2}|\d{1,6}(?:\.\d{1,4})?|\.\d{1,4}"


class _Rules(NamedTuple):
    dose: re.Pattern[str]
    form: re.Pattern[str]
    route: re.Pattern[str]
    frequency: re.Pattern[str]
    every: re.Pattern[str]
    as_needed: re.Pattern[str]
    between: re.Pattern[str]
    unnamed: re.Pattern[str]
    routes: dict[str, str]
    frequencies: dict[str, float]
    not_names: frozenset[str]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    table = read_yaml("medications.yml")
    routes = {word.lower(): route for route, words in table["routes"].items() for word in words}
    frequencies = {word.lower(): float(times) for times, words in table["frequencies"].items() for word in words}
    dose = rf"(?P<dose>{_NUMBER})(?:\s?(?:-|–|to)\s?(?P<high>{_NUMBER}))?[\s-]?(?P<unit>{_choice(table['dose_units'])})"
    return _Rules(
        dose=_compiled(dose),
        form=_compiled(_choice(table["forms"])),
        route=_compiled(_choice(routes)),
        frequency=_compiled(_choice(frequencies)),
        every=_compiled(
            r"(?:every|q)\s?(?P<n>\d{1,2})(?:\s?(?:-|to)\s?\d{1,2})?\s?(?P<u>h|hr|hrs|hours?|days?|d|weeks?|wk)"
        ),
        as_needed=_compiled(_choice(table["as_needed"])),
        between=re.compile(rf"(?:{_choice(table['between'])})(?!\w)", re.IGNORECASE),
        unnamed=re.compile(rf"(?<![\w-])(?P<name>[A-Za-z][A-Za-z-]{{2,40}})\s{{1,3}}(?={dose}(?!\w))", re.IGNORECASE),
        routes=routes,
        frequencies=frequencies,
        not_names=frozenset(table["not_names"]),
    )


def _choice(phrases: Iterable[str]) -> str:
    ordered = sorted(map(str, phrases), key=len, reverse=True)
    return "|".join(r"\s".join(re.escape(part) for part in phrase.split()) for phrase in ordered)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})(?!\w)", re.IGNORECASE)


def regimens(text: str, drugs: Sequence[TextMatch] = ()) -> list[Regimen]:
    """The regimens of a text: of the drugs at known places, and of other names that stand before a dose and a schedule."""
    rules = _rules()
    found = [_read(text, drug.start, drug.end, drug.concept_ids, rules) for drug in drugs]
    taken = sorted((regimen.start, regimen.end) for regimen in found)
    for match in rules.unnamed.finditer(text):
        name = match["name"].lower()
        before = bisect_left(taken, (match.end(), 0)) - 1
        if name in rules.not_names or (before >= 0 and taken[before][1] > match.start()):
            continue
        regimen = _read(text, match.start("name"), match.end("name"), (), rules)
        if regimen.route or regimen.frequency or regimen.as_needed:
            found.append(regimen)
    return sorted(found, key=lambda regimen: regimen.start)


def _read(text: str, start: int, end: int, concept_ids: tuple[str, ...], rules: _Rules) -> Regimen:
    """The regimen that follows a drug's name, part by part, until something else begins."""
    part: dict[str, re.Match[str]] = {}
    at = reached = end
    limit = min(len(text), end + _FURTHEST)
    while at < limit:
        if text[at].isspace():
            at += 1
            continue
        found = _next_part(text, at, limit, rules, part)
        if found is not None:
            kind, match = found
            part.setdefault(kind, match)
            at = reached = match.end()
            continue
        filler = rules.between.match(text, at, limit)
        if filler is None:
            break
        at = filler.end()
    return _regimen(text, (start, end, reached), concept_ids, part, rules)


def _next_part(
    text: str, at: int, limit: int, rules: _Rules, part: dict[str, re.Match[str]]
) -> tuple[str, re.Match[str]] | None:
    for kind, pattern in (
        ("frequency", rules.frequency),
        ("every", rules.every),
        ("dose", rules.dose),
        ("as_needed", rules.as_needed),
        ("route", rules.route),
        ("form", rules.form),
    ):
        if kind in part and kind not in {"form", "dose"}:
            continue
        match = pattern.match(text, at, limit)
        if match:
            return kind, match
    return None


def _regimen(
    text: str,
    place: tuple[int, int, int],
    concept_ids: tuple[str, ...],
    part: dict[str, re.Match[str]],
    rules: _Rules,
) -> Regimen:
    start, name_end, end = place
    dose, frequency, every = part.get("dose"), part.get("frequency"), part.get("every")
    written = frequency or every
    return Regimen(
        start=start,
        end=end,
        text=text[start:end],
        name=text[start:name_end],
        concept_ids=concept_ids,
        dose=_number(dose["dose"]) if dose else None,
        dose_high=_number(dose["high"]) if dose and dose["high"] else None,
        dose_unit=dose["unit"] if dose else "",
        route=rules.routes[_plain(part["route"].group())] if "route" in part else "",
        frequency=written.group() if written else "",
        times_per_day=_times_per_day(frequency, every, rules),
        as_needed="as_needed" in part,
    )


def _times_per_day(frequency: re.Match[str] | None, every: re.Match[str] | None, rules: _Rules) -> float | None:
    if frequency is not None:
        return rules.frequencies[_plain(frequency.group())]
    if every is None or not int(every["n"]):
        return None
    hours = {"h": 1, "d": 24, "w": 168}[every["u"][0].lower()] * int(every["n"])
    return round(24 / hours, 6)


def _plain(written: str) -> str:
    return " ".join(written.lower().split())


def _number(written: str) -> float:
    return float(written.replace(",", ""))
