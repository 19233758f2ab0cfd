"""Denials of what an examination of one part of the body did not find: they say nothing of the other parts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.criteria import Finding
from osler.core.evidence import Evidence, Span
from osler.trials.judging.findings import named
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView
from osler.yaml_reader import packaged_yaml

_OF_ALL = ("no ", "health")


class _Region(NamedTuple):
    name: str
    words: re.Pattern[str]
    within: frozenset[str]


def denied_elsewhere(atom: Finding, evidence: Sequence[Evidence], view: PatientView) -> bool:
    """Whether something is asked of one part of the body, and every sentence that denies it speaks of another part alone."""
    asked = _regions(atom.name)
    if {one.sentence.span for one in view.statements if one.kind.startswith(_OF_ALL)}.issuperset(evidence):
        # Who is well, or had no operations, is or had so everywhere, whatever else the sentence speaks of.
        return False
    if asked and _is_denied_itself(atom, evidence, view):
        return False
    told = [_regions(one.text) for one in view.sentences_of(evidence if asked else ())]
    return bool(told) and all(named and not _covered(asked, named) for named in told)


def _is_denied_itself(atom: Finding, evidence: Sequence[Evidence], view: PatientView) -> bool:
    """Whether just what is asked is denied, which has its place in its name: no stroke is no cerebrovascular accident."""
    asked = named(atom.name, view.vocabularies)
    facts = [fact for fact in view.facts_told_in(evidence) if fact.absent]
    return asked.whole and any(fact.concepts & asked.concepts for fact in facts)


def denied_on_a_day(atom: Finding, evidence: Sequence[Evidence], view: PatientView) -> bool:
    """Whether the whole past is asked for, and every denial is that of an examination, which saw one day of it."""
    if not any(window.kind == "ever" for window in atom.windows):
        return False
    told = list(_told_of(evidence, view))
    return bool(told) and all(
        pattern("examined").search(words) and not pattern("of_the_past").search(words) for words in told
    )


_NEXT_DENIAL = re.compile(r",\s(?:and\s)?(?:no|nor|not|never|denies|without)\b")


def _told_of(evidence: Sequence[Evidence], view: PatientView) -> Iterator[str]:
    """The words of the sentences that may speak of evidence: not those of the next denial, "no asthma, no nodules on CT"."""
    for sentence in view.sentences_of(evidence):
        ends = [
            item.end - sentence.start
            for item in evidence
            if isinstance(item, Span) and item.source_id == sentence.source_id and item.start >= sentence.start
            and item.end <= sentence.end
        ]  # fmt: skip
        words = sentence.text.casefold()
        further = _NEXT_DENIAL.search(words, max(ends, default=0)) if ends else None
        yield words[: further.start()] if further else words


def _covered(asked: frozenset[str], named: frozenset[str]) -> bool:
    """Whether one of the parts that are named is asked for, or holds what is asked for."""
    return any(region.name in asked and ({region.name} | region.within) & named for region in _table())


@lru_cache(maxsize=2000)
def _regions(text: str) -> frozenset[str]:
    words = text.casefold()
    return frozenset(region.name for region in _table() if region.words.search(words))


@cache
def _table() -> tuple[_Region, ...]:
    rows = packaged_yaml("osler.trials.judging.denied", "regions.yml")
    return tuple(
        _Region(str(name), re.compile(row["words"]), frozenset(row.get("within", ()))) for name, row in rows.items()
    )
