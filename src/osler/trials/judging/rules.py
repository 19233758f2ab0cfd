"""The rules of judgement, read once from `rules.yml`."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

from osler.yaml_reader import RuleTable


class LifeStage(NamedTuple):
    """A word for an age, with the years it covers."""

    pattern: re.Pattern[str]
    start: float | None
    end: float | None


class Implication(NamedTuple):
    """What is asked, the words in which notes state it, and those in which they state its contrary."""

    asked: re.Pattern[str]
    stated: re.Pattern[str]
    contrary: re.Pattern[str] | None


class Sign(NamedTuple):
    """What betrays a condition that is asked for: findings by their HPO ids, and words of a note."""

    asked: re.Pattern[str]
    findings: frozenset[str]
    stated: re.Pattern[str] | None


_TABLE = RuleTable("osler.trials.judging", "rules.yml")
pattern = _TABLE.pattern


def rules() -> dict[str, Any]:
    """The whole file."""
    return _TABLE.rules


@cache
def life_stages() -> tuple[LifeStage, ...]:
    """The words for ages."""
    return tuple(
        LifeStage(re.compile(rf"(?:{row['words']})"), row.get("from"), row.get("to")) for row in rules()["life_stages"]
    )


@cache
def empty_words() -> frozenset[str]:
    """Words that name no condition."""
    return frozenset(str(word) for word in rules()["empty_words"])


@cache
def common_words() -> frozenset[str]:
    """Words that stand in too many criteria and notes to tell what is asked."""
    return frozenset(str(word) for word in rules()["common_words"])


def in_any_order(first: str, second: str) -> str:
    """The pattern of two things that one clause tells, whichever comes first and with words between that take nothing back."""
    between = r"(?:(?!\b(?:not|no|never|nor|un\w+|declin\w+|refus\w+|if|unless|before|until|awaiting|to be|will|would|yet|but)\b)[^.;:()]){0,40}?"
    return rf"\b(?:{first})\b{between}\b(?:{second})\b|\b(?:{second})\b{between}\b(?:{first})\b"


@cache
def told_together(*path: str) -> re.Pattern[str]:
    """The pattern of the pairs of a section: what a clause tells with both words of a pair, in either order."""
    pairs: Any = rules()
    for part in path:
        pairs = pairs[part]
    return re.compile("|".join(in_any_order(*pair) for pair in pairs))


@cache
def implications() -> tuple[Implication, ...]:
    """What is asked, and the words in which notes state it or its contrary."""
    return tuple(
        Implication(
            re.compile(row["asked"]),
            re.compile("|".join([row["stated"], *(in_any_order(*pair) for pair in row.get("together", ()))])),
            re.compile(row["contrary"]) if "contrary" in row else None,
        )
        for row in rules()["implied"]
    )


@cache
def signs() -> tuple[Sign, ...]:
    """The signs of what is asked."""
    return tuple(
        Sign(
            re.compile(row["asked"]),
            frozenset(row.get("findings", ())),
            re.compile(row["stated"]) if "stated" in row else None,
        )
        for row in rules()["signs"]
    )


@lru_cache(maxsize=10_000)
def is_instruction(text: str) -> bool:
    """Whether a line of an eligibility text tells its reader what to do and asks nothing of a patient."""
    return bool(pattern("instructions").search(" ".join(text.casefold().split())))
