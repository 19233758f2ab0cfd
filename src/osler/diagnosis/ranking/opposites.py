"""Opposite findings: a disease that shows one does not explain the other by being near it in the ontology."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from osler.core.terminology import HpoGraph
from osler.yaml_reader import packaged_yaml


def opposite_terms(graph: HpoGraph) -> dict[int, tuple[int, ...]]:
    """The terms whose labels say the opposite of a term's label."""
    places = {label.casefold(): place for place, label in enumerate(graph.labels)}
    found = {}
    for label, place in places.items():
        others = {places[other] for other in _turned(label) if other in places} - {place}
        if others:
            found[place] = tuple(sorted(others))
    return found


def _turned(label: str) -> Iterator[str]:
    """The label with one word turned into its opposite."""
    for word, pattern, other in _pairs():
        # Nearly no label has the letters at all, and to look for them costs a tenth of the pattern.
        if word in label and pattern.search(label):
            yield pattern.sub(other, label)


@cache
def _pairs() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    pairs = []
    for one, other in packaged_yaml("osler.diagnosis.ranking", "opposites.yml"):
        for word, turned in ((one, other), (other, one)):
            letters = word.rstrip("*")
            end = "" if word.endswith("*") else r"\b"
            pairs.append((letters, re.compile(rf"\b{re.escape(letters)}{end}"), turned.rstrip("*")))
    return tuple(pairs)
