"""Since which age or time of life something is told to be, where no day is: "since I was nine", "as a child"."""

from __future__ import annotations

import re
from functools import cache

from osler.core.language import NUMBER_OF_WORD
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "ages.yml")

_AGE = "age "
_OLDEST = 120
_ISO = re.compile(r"\d{4}(?:-\d\d){0,2}")


def at_age(text: str, *, bare: bool = False) -> str | None:
    """The age ("age 9") or the time of life ("childhood") that a statement names; `bare`: also by a number alone."""
    lower = text.lower()
    for pattern in (*_patterns("of_years"), *(_patterns("bare") if bare else ())):
        match = pattern.search(lower)
        if match is not None:
            years = int(match["age"]) if match["age"].isdigit() else int(NUMBER_OF_WORD[match["age"]])
            return f"{_AGE}{years}" if years <= _OLDEST else None
    return next((name for name, pattern in _stages() if pattern.search(lower)), None)


def years_of(told: str) -> str | None:
    """The age that was told, as a duration ("P9Y"); None where it is a day or a time of life."""
    return f"P{told.removeprefix(_AGE)}Y" if told.startswith(_AGE) else "P0D" if told == "birth" else None


def is_a_day(told: str | None) -> bool:
    """Whether what was told is a day, a month or a year, and no age."""
    return told is not None and _ISO.match(told) is not None


@cache
def _patterns(name: str) -> tuple[re.Pattern[str], ...]:
    age = rf"(?P<age>\d{{1,3}}|{'|'.join(sorted(NUMBER_OF_WORD, key=len, reverse=True))})\b"
    return tuple(re.compile(form.replace("<age>", age)) for form in _TABLE.rules[name])


@cache
def _stages() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(form)) for name, form in _TABLE.rules["stages"].items())
