"""Results that a note calls normal without a number: "liver enzymes and creatinine are normal", "normal CBC and TSH"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.criteria import known_measure
from osler.core.language import Experiencer, Polarity, assert_mention
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import NumberedSentence, PatientView


class Panel(NamedTuple):
    """Tests that are told of together, by the measures of which they consist."""

    names: re.Pattern[str]
    members: frozenset[str]


def called_normal(measure: str, view: PatientView) -> NumberedSentence | None:
    """The last sentence that calls a measure, or a panel with it, normal today."""
    return next((one for one in reversed(view.sentences) if measure in _normal_in(one.text)), None)


@lru_cache(maxsize=256)
def _normal_in(text: str) -> frozenset[str]:
    """The measures that a sentence calls normal."""
    found: set[str] = set()
    for said in pattern("called_normal", "behind").finditer(text.casefold()):
        if _holds(text, said):
            found.update(_before(text, said.start()))
    for said in pattern("called_normal", "before").finditer(text.casefold()):
        if _holds(text, said):
            found.update(_behind(text[said.end() :]))
    return frozenset(found)


def _holds(text: str, said: re.Match[str]) -> bool:
    """Whether it is said of the patient as it is: not denied, not of a relative, of no other time and no more than nearly."""
    told = assert_mention(text, *said.span())
    denied = told.polarity is not Polarity.PRESENT and " not " not in f" {said[0]}"
    if told.experiencer is not Experiencer.PATIENT or denied:
        return False
    around = text[max(_clause_start(text, said.start()) - 1, 0) : said.end()].casefold()
    return not pattern("called_normal", "unsure").search(around)


def _clause_start(text: str, end: int) -> int:
    return max((one.end() for one in pattern("called_normal", "parted").finditer(text.casefold(), 0, end)), default=0)


def _before(text: str, end: int) -> Iterator[str]:
    """The members of the list that stands before the words, back to where another statement ends."""
    for name in reversed(pattern("called_normal", "listed").split(text[_clause_start(text, end) : end].casefold())):
        if pattern("called_normal", "verbs").search(name):
            return
        yield from _measures(name)


def _behind(text: str) -> Iterator[str]:
    """The members of the list that the word opens, as far as they are results."""
    clause = pattern("called_normal", "parted").split(text.casefold())[0].rstrip(" .")
    for name in pattern("called_normal", "listed").split(clause):
        found = _measures(name)
        if not found:
            return
        yield from found


def _measures(name: str) -> frozenset[str]:
    words = " ".join(name.split()).strip(" .")
    bare = pattern("called_normal", "article").sub("", words)
    if (known := known_measure(words) or known_measure(bare)) is not None:
        return frozenset({known.id})
    return members_of(bare)


def members_of(name: str) -> frozenset[str]:
    """The measures of which a panel consists; none of what is no panel."""
    plain = " ".join(name.casefold().split())
    return frozenset(member for panel in _panels() if panel.names.fullmatch(plain) for member in panel.members)


@cache
def _panels() -> tuple[Panel, ...]:
    return tuple(Panel(re.compile(row["names"]), frozenset(row["of"])) for row in rules()["panels"])
