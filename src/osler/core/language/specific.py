"""The more specific finding that the words around a mention make of it: "ataxia … progressive", "diarrhea … chronic"."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.types import TextMatch
from osler.core.terminology import Match, Vocabularies
from osler.core.terminology.names import is_acronym, is_stop_word, root, word_pairs

_WORD = re.compile(r"[^\W_]+")
_BREAK = re.compile(
    r"\b\d{1,2}\)|[,;:.()\n]|\b(?:with|without|who|whose|whom|than|but|while|whereas|due|because|associated|include[sd]?|including)\b",
    re.IGNORECASE,
)
"""Where what is said of a finding ends; a number before a bracket counts the next one: "1) diabetes 2) asthma".

What follows "with" is said of something else: "delayed infants with severe seizures" says nothing of how delayed."""
_JOINT = re.compile(r"\b(?:and|or|plus)\b|&", re.IGNORECASE)
"""Before another finding, what follows such a word is said of that one: "short stature and mild learning difficulties"."""
_NEXT_NOUN = re.compile(r"\b(?:and|or)\s(?:the|his|her|their|its|an?)\s", re.IGNORECASE)
"""Where a noun begins of which something else is said: "the liver was large and the spleen normal"."""
_BEFORE, _AFTER = 5, 4
"""Words around a mention that may belong to it."""
_BY_CIRCUMSTANCE = re.compile(
    r"\b(?:worse|worst|worsens|worsening)\s(?:in|at|on|when|with|after|during|lying|by|if|for|than|standing|sitting|towards?|as)\b",
    re.IGNORECASE,
)
"""How a finding is by day or in a posture is no course of it: ptosis that is "worse in the evening" is not progressive."""
_CIRCUMSTANCE = 10
_NUMBER = re.compile(r"\d+|i{1,3}|iv|first|second|third|1st|2nd|3rd", re.IGNORECASE)
_NUMBERED = frozenset(["type", "types", "grade", "stage", "degree", "class", "group"])
"""What a number must stand beside to say which kind something is: "diabetes in her first pregnancy" is no type 1."""
_MOST_EXTRA = 2
_DEPTH = 2
_GENERIC = frozenset(
    root(word)
    for word in (
        "abnormality",
        "abnormal",
        "morphology",
        "onset",
        "type",
        "with",
        "and",
        "or",
        "without",
        "to",
        "from",
        "as",
    )
)


class _Kind(NamedTuple):
    """A kind of a finding, and the words of one of its names."""

    base: frozenset[str]
    hpo_id: str


@lru_cache(maxsize=4096)
def _kinds(hpo_id: str, vocabularies: Vocabularies) -> tuple[_Kind, ...]:
    """The kinds of a finding whose names are its words and one or two more."""
    graph, terms = vocabularies.hpo, vocabularies.names
    level, found = {hpo_id}, set[str]()
    for _ in range(_DEPTH):
        level = {child for parent in level for child in graph.children(parent)}
        found |= level
    kinds = set()
    for kind in found:
        for name in terms.names(kind):
            roots = _roots(name)
            if 1 < len(roots) <= 6:
                kinds.add(_Kind(roots, kind))
    return tuple(kinds)


@lru_cache(maxsize=4096)
def _named(hpo_id: str, vocabularies: Vocabularies) -> tuple[frozenset[str], ...]:
    """The words of each name of a finding: what is said beside one of them is said of it by whatever name."""
    return tuple({roots for name in vocabularies.names.names(hpo_id) if (roots := _roots(name))})


@lru_cache(maxsize=65_536)
def _roots(name: str) -> frozenset[str]:
    return frozenset(root(word) for word in _WORD.findall(name) if not is_stop_word(word)) - _GENERIC


def more_specific(
    text: str,
    place: tuple[int, int],
    hpo_id: str,
    bounds: tuple[int, int],
    others: Sequence[tuple[int, int]],
    vocabularies: Vocabularies,
) -> str | None:
    """The kind of a finding that the words beside it name; None where they name none, or several alike.

    `bounds` are those of the sentence, `others` the places of its other findings, whose words are not taken.
    """
    written = text[slice(*place)]
    own = _roots(written)
    # "AVM" shares no word with the names of its kinds, so "pulmonary AVM" is held against all of them
    kinds = [kind for kind in _kinds(hpo_id, vocabularies) if own & kind.base or is_acronym(written)]
    if not kinds:
        return None
    near = _near(text, place, bounds, others)
    fitting: dict[str, int] = {}
    for kind in kinds:
        if near.isdisjoint(kind.base):
            continue  # what a kind says more must stand near by
        for named in (own, *_named(hpo_id, vocabularies)):
            extra = kind.base - named
            if named <= kind.base and 0 < len(extra) <= _MOST_EXTRA and extra <= near:
                fitting[kind.hpo_id] = max(len(extra), fitting.get(kind.hpo_id, 0))
    if not fitting:
        return None
    most = max(fitting.values())
    best = [found for found, extra in fitting.items() if extra == most]
    return best[0] if len(best) == 1 else None


_WORSE = re.compile(
    r"\s(?:(?:is|are|was|were|gets|got|becomes|became|always|usually|often|typically|much)\s){0,3}(?:worse|worst|worsens|worsening)$",
    re.IGNORECASE,
)


def without_circumstance(text: str, match: TextMatch, vocabularies: Vocabularies) -> TextMatch:
    """A finding without the word that tells when it is worse: "ptosis is worse in the evening" is no progressive ptosis."""
    worse = _WORSE.search(text, match.start, match.end)
    if worse is None or not _BY_CIRCUMSTANCE.search(text, worse.start(), min(len(text), match.end + _CIRCUMSTANCE)):
        return match
    whole = [one for one in vocabularies.find(text[match.start : worse.start()]) if one.start == 0]
    return Match(match.start, match.start + whole[0].end, whole[0].concept_ids) if whole else match


def _near(
    text: str, place: tuple[int, int], bounds: tuple[int, int], others: Sequence[tuple[int, int]]
) -> frozenset[str]:
    """The roots of the words around a place, up to a break or another finding."""
    start, end = place
    first, last = bounds
    index = bisect_left(others, (start, end))
    if index > 0:
        first = max(first, others[index - 1][1]) if others[index - 1][1] <= start else first
    following = bisect_right(others, (end, 0))
    if following < len(others):
        last = min(last, others[following][0])
        joint = _JOINT.search(text, end, last)
        last = joint.start() if joint else last
    breaks = [match.end() for match in _BREAK.finditer(text, first, start)]
    first = max([first, *breaks])
    stops = (_BREAK.search(text, end, last), _NEXT_NOUN.search(text, end, last))
    last = min([last, *(stop.start() for stop in stops if stop)])
    before = _saying(_WORD.findall(_BY_CIRCUMSTANCE.sub(" ", text[first:start])))[-_BEFORE:]
    after = _saying(_WORD.findall(_BY_CIRCUMSTANCE.sub(" ", text[end:last])))[:_AFTER]
    roots = {root(word) for word in (*before, *after)}
    # "worsening" stands for "progressive", "persistent" for "chronic"
    return frozenset(roots.union(*(word_pairs().get(one, ()) for one in roots)))


def _saying(words: Sequence[str]) -> list[str]:
    """Words without the numbers that count something else than a type, a grade or a stage."""
    beside = [*map(str.casefold, words), ""]
    return [
        word
        for place, word in enumerate(words)
        if not _NUMBER.fullmatch(word) or beside[place - 1] in _NUMBERED or beside[place + 1] in _NUMBERED
    ]
