"""What a tumour is called where its kind and its place are told apart: an adenocarcinoma of the left upper lobe is one of the lung."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from osler.core.patient.extract.cancer.lexicon import choices
from osler.core.terminology import Vocabularies

_QUALIFIER = re.compile(r"^[\w-]+\s")


def concepts_of(histology: str, site: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The narrowest concepts that the vocabularies have for a kind of tumour at a place; none where they have none."""
    organ = _organ(site)
    if organ is None:
        return ()
    for kind in _narrowest_first(histology):
        for name in (f"{organ} {kind}", f"{kind} of {organ}"):
            if ids := _whole(name, vocabularies):
                return ids
    return ()


def _narrowest_first(histology: str) -> Iterator[str]:
    """A kind of tumour, and what is left of it as its qualifiers go: "high-grade serous carcinoma", "serous carcinoma"."""
    while True:
        yield histology
        shorter = _QUALIFIER.sub("", histology, count=1)
        if shorter == histology:
            return
        histology = shorter


@cache
def _organ(site: str) -> str | None:
    """The organ that the words for a place belong to."""
    places = list(choices("organs").pattern.finditer(site))
    return choices("organs").meaning(places[-1].group()) if places else None


def _whole(name: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    found = next((match for match in vocabularies.find(name) if (match.start, match.end) == (0, len(name))), None)
    return found.concept_ids if found else ()
