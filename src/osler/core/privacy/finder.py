"""Finding everything in a text that identifies somebody, without overlaps."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.privacy.dates import find_dates
from osler.core.privacy.known import KnownFinder
from osler.core.privacy.patterns import patterns
from osler.core.privacy.people import find_people
from osler.core.privacy.places import find_places
from osler.core.privacy.types import Identifying

_REST = re.compile(r"[^\W\d_]+")


def find_identifiers(text: str, known: KnownFinder) -> list[Identifying]:
    """What the record knows and what patterns find, in order of the text."""
    finders = (known.find, find_dates, _find_patterns, find_people, find_places)
    found = sorted(_whole(text, one) for find in finders for one in find(text) if one.end > one.start)
    kept: list[Identifying] = []
    for one in found:
        if kept and one.start < kept[-1].end:
            kept[-1] = _union(kept[-1], one)
        else:
            kept.append(one)
    return kept


def _whole(text: str, found: Identifying) -> Identifying:
    """A name or a place to the end of its last word: half of a surname would leave the other half behind."""
    if found.kind not in ("NAME", "PLACE"):
        return found
    rest = _REST.match(text, found.end) if text[found.end - 1].isalpha() else None
    return found if rest is None else found._replace(end=rest.end())


def _union(one: Identifying, other: Identifying) -> Identifying:
    """Two findings that overlap become one, of the longer's kind: nothing known is ever cut in half."""
    # Ten digits behind the label of a record are no telephone.
    longer = max(one, other, key=lambda found: (found.end - found.start, found.known, found.kind != "PHONE"))
    return longer._replace(start=min(one.start, other.start), end=max(one.end, other.end))


def _find_patterns(text: str) -> Iterator[Identifying]:
    rules = patterns()
    for kind, pattern in rules.identifiers:
        for match in pattern.finditer(text):
            start, end = match.span("id") if "id" in pattern.groupindex else match.span()
            if kind == "NAME":
                words = text[start:end].split(" ")
                if words[0] in rules.not_names or rules.eponym.match(text, end):
                    continue
                # A sentence may go on after the name: "Dr. Smith. The patient …".
                while words[-1] in rules.not_names:
                    end -= len(words.pop()) + 1
            yield Identifying(start, end, kind)
