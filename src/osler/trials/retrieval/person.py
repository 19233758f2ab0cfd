"""Whether the text of a trial is for a person of this age and sex, by the words it uses."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

from osler.yaml_reader import packaged_yaml


class Group(NamedTuple):
    """Words for people of an age."""

    words: re.Pattern[str]
    not_from: float | None
    not_below: float | None
    mostly_below: float | None


class Signs(NamedTuple):
    """For whom a text is, as far as its words tell."""

    groups: tuple[bool, ...]
    women: int
    men: int


@lru_cache(maxsize=20_000)
def signs_of(text: str) -> Signs:
    """The signs in a text."""
    return Signs(
        tuple(bool(group.words.search(text)) for group in _groups()),
        len(_pattern("female").findall(text)),
        len(_pattern("male").findall(text)),
    )


def person_factor(text: str, age: float | None, sex: str | None, penalty: float) -> float:
    """1 for a text that may be for this person; the penalty for each sign that it is for others."""
    signs, factor = signs_of(text), 1.0
    for group, speaks in zip(_groups(), signs.groups, strict=True):
        if age is None:
            continue
        if speaks and ((group.not_from and age >= group.not_from) or (group.not_below and age < group.not_below)):
            factor *= penalty
        elif not speaks and group.mostly_below and age < group.mostly_below:
            factor *= (1 + penalty) / 2
    if (sex == "male" and signs.women > signs.men) or (sex == "female" and signs.men > signs.women):
        factor *= penalty
    return factor


@cache
def _rules() -> dict[str, Any]:
    loaded: dict[str, Any] = packaged_yaml("osler.trials.retrieval", "person.yml")
    return loaded


@cache
def _groups() -> tuple[Group, ...]:
    return tuple(
        Group(_words(row["words"]), row.get("not_from"), row.get("not_below"), row.get("mostly_below"))
        for row in _rules()["groups"]
    )


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return _words(_rules()[name])


def _words(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{alternatives})\b", re.IGNORECASE)
