"""Which of several overlapping matches stay: the longest of each layer, where phenotypes are a layer of their own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from osler.core.terminology.matching.lookup import Hit

PHENOTYPE = "HP:"


def longest(hits: list[Hit]) -> list[Hit]:
    """Hits that no better hit of the same layer overlaps.

    A disease name that contains a finding ("neurofibromatosis type 2") leaves both standing.
    """
    if len(hits) < 2:
        return hits
    phenotypes: list[Hit] = []
    others: list[Hit] = []
    for hit in hits:
        found, named = _layers(hit.ids)
        if not named:
            phenotypes.append(hit)
        elif not found:
            others.append(hit)
        else:
            phenotypes.append(hit._replace(ids=found))
            others.append(hit._replace(ids=named))
    return _merged(_not_overlapped(phenotypes), _not_overlapped(others))


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
    for hit in sorted(hits, key=lambda hit: (-hit.words, hit.distance, hit.start)):
        if not any(hit.start < other.end and other.start < hit.end for other in chosen):
            chosen.append(hit)
    return chosen


def _merged(phenotypes: Iterable[Hit], others: Iterable[Hit]) -> list[Hit]:
    by_place = {(hit.start, hit.end): hit for hit in phenotypes}
    for hit in others:
        same = by_place.get((hit.start, hit.end))
        by_place[hit.start, hit.end] = same._replace(ids=same.ids + hit.ids) if same else hit
    return list(by_place.values())
