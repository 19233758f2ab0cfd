"""Which of several overlapping matches stay: the longest of each layer, where phenotypes are a layer of their own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache

from osler.core.terminology.matching.lookup import Hit

PHENOTYPE = "HP:"
_SHORTEST_JOIN = len(" and ")


_OF_ANOTHER_KIND = frozenset({"ICD10CM:T67.01"})
"""Conditions that are no kind of what their last word names: who had a heat stroke had no stroke."""


def longest(hits: list[Hit]) -> list[Hit]:
    """Hits that no better hit of the same layer overlaps.

    A disease name that contains a finding ("neurofibromatosis type 2") leaves both standing.
    """
    if len(hits) < 2:
        return hits
    phenotypes: list[Hit] = []
    others: list[Hit] = []
    doubtful: set[tuple[int, int]] = set()
    for hit in _divided(hits):
        found, named = _layers(hit.ids)
        if not named:
            phenotypes.append(hit)
        elif not found:
            others.append(hit)
        else:
            phenotypes.append(hit._replace(ids=found))
            others.append(hit._replace(ids=named))
            doubtful.add((hit.start, hit.end))
    chosen = _not_overlapped(phenotypes)
    if doubtful:
        # A word that is a finding and also the name of a disease is neither inside a longer finding: "atrophic scarring".
        longer = sorted(chosen, key=lambda hit: hit.start)
        others = [hit for hit in others if (hit.start, hit.end) not in doubtful or not _is_inside(hit, longer)]
    kept = _not_overlapped(others)
    if other_things := [hit for hit in kept if hit.ids[0] in _OF_ANOTHER_KIND]:
        chosen = [hit for hit in chosen if not _is_inside(hit, other_things)]
    return _merged(chosen, kept)


def _is_inside(hit: Hit, longer: list[Hit]) -> bool:
    """Whether one of some hits that stand in order and do not overlap holds a shorter one."""
    place = bisect_right(longer, hit.start, key=lambda one: one.start) - 1
    return place >= 0 and hit.end <= longer[place].end and longer[place].words > hit.words


def _divided(hits: list[Hit]) -> list[Hit]:
    """The hits without those that only name two others together: "nausea and vomiting" is nausea, and it is vomiting."""
    if len(hits) < 3:
        return hits
    findings = [hit for hit in hits if hit.ids[0].startswith(PHENOTYPE)]
    first = {(hit.start, hit.words): hit.end for hit in findings}
    second = {(hit.end, hit.words): hit.start for hit in findings}
    return [hit for hit in hits if hit.words < 2 or not _names_two(hit, first, second)]


def _names_two(hit: Hit, first: dict[tuple[int, int], int], second: dict[tuple[int, int], int]) -> bool:
    for count in range(1, hit.words):
        left, right = first.get((hit.start, count)), second.get((hit.end, hit.words - count))
        if left is not None and right is not None and right - left >= _SHORTEST_JOIN:
            return True
    return False


@lru_cache(maxsize=65_536)
def _layers(ids: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The phenotypes that lead the concepts of a hit, and the others; a hit that begins with another has none."""
    if not ids[0].startswith(PHENOTYPE):
        return (), ids
    named = tuple(concept for concept in ids if not concept.startswith(PHENOTYPE))
    return ids[: len(ids) - len(named)], named


def _not_overlapped(hits: list[Hit]) -> list[Hit]:
    if len(hits) < 2:
        return hits
    chosen: list[Hit] = []
    # What was chosen does not overlap: in order of where it stands, only the next that ends behind a hit's start can.
    starts: list[int] = []
    ends: list[int] = []
    for hit in sorted(hits, key=lambda hit: (-hit.words, hit.distance, hit.start)):
        place = bisect_right(ends, hit.start)
        if place == len(starts) or starts[place] >= hit.end:
            chosen.append(hit)
            starts.insert(place, hit.start)
            ends.insert(place, hit.end)
    return chosen


def _merged(phenotypes: Iterable[Hit], others: Iterable[Hit]) -> list[Hit]:
    by_place = {(hit.start, hit.end): hit for hit in phenotypes}
    for hit in others:
        same = by_place.get((hit.start, hit.end))
        by_place[hit.start, hit.end] = same._replace(ids=same.ids + hit.ids) if same else hit
    return list(by_place.values())
