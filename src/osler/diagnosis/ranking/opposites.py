"""Opposite findings: a disease that shows one does not explain the other by being near it in the ontology."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from osler.core.terminology import HpoGraph
from osler.yaml_reader import packaged_yaml


def opposite_terms(graph: HpoGraph) -> dict[int, tuple[int, ...]]:
    """The terms whose labels say the opposite of a term's label."""
    places = {(graph.label(hpo_id) or "").casefold(): place for place, hpo_id in enumerate(graph.ids)}
    found = {}
    for label, place in places.items():
        others = {places[other] for other in _turned(label) if other in places} - {place}
        if others:
            found[place] = tuple(sorted(others))
    return found


def _turned(label: str) -> Iterator[str]:
    """The label with one word turned into its opposite."""
    for pattern, other in _pairs():
        if pattern.search(label):
            yield pattern.sub(other, label)


@cache
def _pairs() -> tuple[tuple[re.Pattern[str], str], ...]:
    pairs = []
    for one, other in packaged_yaml("osler.diagnosis.ranking", "opposites.yml"):
        for word, turned in ((one, other), (other, one)):
            end = "" if word.endswith("*") else r"\b"
            pairs.append((re.compile(rf"\b{re.escape(word.rstrip('*'))}{end}"), turned.rstrip("*")))
    return tuple(pairs)
