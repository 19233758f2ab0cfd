"""A table or a section that is on what is asked for: the rows under "Duration", where it is asked how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from osler.core.library import row_of
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.intent import Intent

_HEADED = {
    "duration": ("duration", "length", "how long", "course"),
    "interval": ("interval", "how often", "frequency"),
}
"""What a heading or a column is called that tells it."""
_BEHIND = 0.01


def of_asked_aspect(
    kept: Sequence[Candidate], candidates: Sequence[Candidate], intents: Sequence[Intent]
) -> list[Candidate]:
    """The rows of the guidelines that answer which tell just what is asked for, and are for this patient, before the rest."""
    names = [name for intent in intents for name in _HEADED.get(intent.name, ())]
    documents = {one.chunk.document_id for one in kept if not one.chunk.recommendation_id}
    first = max((one.order for one in kept), default=0.0)
    found = [
        one
        for one in candidates
        if names
        and one.fits
        and one.applicability.met
        and one.applicability.fit == "applies"
        and one.chunk.document_id in documents
        and _tells(one, names)
    ]
    return [replace(one, order=first + _BEHIND * (len(found) - place)) for place, one in enumerate(found)]


def _tells(one: Candidate, names: Sequence[str]) -> bool:
    """Whether a candidate is a row with a column of such a name."""
    row = row_of(one.quoted[0])
    return row is not None and any(name in column.casefold() for column, _ in row.cells for name in names)
