"""Findings told with how severe they are or on which side: one record says it, the next does not, of the same patients."""

from __future__ import annotations

import re

from osler.core.terminology import HpoGraph

_GRADES = ("borderline", "mild", "mildly", "moderate", "moderately", "marked", "severe", "severely", "profound")
_SIDES = ("unilateral", "bilateral", "prelingual", "postlingual")
_GRADE = re.compile(rf"(?:,\s*)?\b(?:{'|'.join((*_GRADES, *_SIDES))})\b(?:\s*to\s+)?")


def ungraded_terms(graph: HpoGraph) -> dict[int, int]:
    """The term above each graded one that says the same without the grade."""
    places = {label.casefold(): place for place, label in enumerate(graph.labels)}
    found = {}
    for label, place in places.items():
        plain = " ".join(_GRADE.sub(" ", label).split())
        above = places.get(plain, place)
        if above != place and above in graph.lineage(place):
            found[place] = above
    return found
