"""How many of a thing a sentence asks for, where its source asks for another number of the same: "one medicine has failed", not three."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from osler.core.library import stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement

_ENDS = re.compile(
    r"[,;:.()]|\b(?:of|in|at|on|to|for|with|who|that|is|are|was|has|have|had|should|must|may|can|and|or|a|an|the|per|each|every|after|before|if|when)\b",
    re.IGNORECASE,
)
"""Where the words for what is counted end."""
_FROM_ON = re.compile(r"\s+(?:or|and) (?:more|over|fewer|less)\b", re.IGNORECASE)


def count_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Things that a sentence counts otherwise than every source sentence that counts them."""
    there: dict[str, set[float]] = {}
    for one in basis:
        for number, things in _counted(one.text):
            for thing in things:
                there.setdefault(thing, set()).add(number)
    for number, things in _counted(said.text):
        shared = [thing for thing in things if thing in there]
        if shared and not any(number in there[thing] for thing in shared):
            yield "number", f"the cited passage counts another number of {shared[-1]!r}"


def _counted(text: str) -> Iterable[tuple[float, list[str]]]:
    """Each number without a unit, with the stems of what it counts."""
    for found in _number().finditer(text):
        after = text[found.end() :]
        if more := _FROM_ON.match(after):
            after = after[more.end() :]
        end = _ENDS.search(after)
        things = stems(after[: end.start() if end else len(after)])[:3]
        empty = lexicon().empty
        if things and not any(thing[0].isdigit() for thing in things) and not set(things) & _measured():
            value = lexicon().numbers.get(found.group().lower())
            yield (value if value is not None else float(found.group())), [one for one in things if one not in empty]


@cache
def _number() -> re.Pattern[str]:
    words = "|".join(word for word in lexicon().numbers if word != "half")
    return re.compile(rf"(?<![\w./-])(?:{words}|\d{{1,2}})(?![\w./%-])(?=\s)", re.IGNORECASE)


@cache
def _measured() -> frozenset[str]:
    """The stems of units: what they count is an amount, and compared as one."""
    return frozenset(stem for unit in lexicon().units for stem in stems(unit)) | frozenset(stems("times time score"))
