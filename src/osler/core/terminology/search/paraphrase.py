"""Saying a query in other words, by phrases that vocabularies use for each other."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from osler.core.terminology.search.normal import rows

Words = tuple[str, ...]

_MOST = 60
_LONGEST_PHRASE = 4


class Rule(NamedTuple):
    """A phrase that can stand for another, and how often a name rewritten so leads to the same concept."""

    replacement: Words
    reliability: float


class Variant(NamedTuple):
    """A query in other words, and how surely it still means the same."""

    words: Words
    reliability: float


def variants(words: Words) -> Iterator[Variant]:
    """The query in other words, surest first; each variant differs from the query in one phrase or more."""
    if len(words) > 12:
        return
    known = rules()
    seen = {words}
    queue: list[tuple[float, Words, int]] = [(-1.0, words, 0)]
    given = 0
    while queue and given < _MOST:
        cost, current, start = heapq.heappop(queue)
        if current != words:
            given += 1
            yield Variant(current, -cost)
        for place in range(start, len(current)):
            for end in range(place + 1, min(place + _LONGEST_PHRASE, len(current)) + 1):
                for rule in known.get(current[place:end], ()):
                    said = current[:place] + rule.replacement + current[end:]
                    if said and said not in seen:
                        seen.add(said)
                        # Only what follows is rewritten next, so a rule never undoes the one before it.
                        heapq.heappush(queue, (cost * rule.reliability, said, place + len(rule.replacement)))


@cache
def rules() -> dict[Words, tuple[Rule, ...]]:
    """Phrase → what can stand for it."""
    found: dict[Words, list[Rule]] = {}
    for phrase, replacement, right, wrong in rows("paraphrases.tsv"):
        # One count on each side keeps a rule that was seen rarely from being trusted fully.
        reliability = (int(right) + 1) / (int(right) + int(wrong) + 2)
        found.setdefault(tuple(phrase.split()), []).append(Rule(tuple(replacement.split()), reliability))
    return {phrase: tuple(sorted(options, key=lambda rule: -rule.reliability)) for phrase, options in found.items()}
