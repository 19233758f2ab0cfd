"""What was begun, changed or stopped at a visit: its day is that of the visit, where none is told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from osler.consult.extraction.types import EncounterEntry, MedicationEntry

Taken = TypeVar("Taken", bound=MedicationEntry)
_CHANGES = frozenset({"started", "stopped", "changed"})
_BY_WHOM = re.compile(
    r"^(?:(?:and|who|where|then|so|but|the)[, ]+)*(?:(?:he|she|they|dr\.? [\w'-]+|(?:the )?(?:doctor|gp|nurse|consultant|specialist|dentist|\w+ologist|hospital))(?:'s|'ve|'d)?\b|(?:(?:i )?(?:was|got|been) )?(?:put|started|given|prescribed|switched|taken)\b)",
    re.IGNORECASE,
)
"""How a clause begins that tells what was done there."""
_ANOTHER_TIME = re.compile(
    r"\b(?:today|now|tonight|tomorrow|this \w+|next|before|previously|already|later)\b", re.IGNORECASE
)


def dated_by_visit(entries: Sequence[Taken], visits: Sequence[EncounterEntry], text: str) -> list[Taken]:
    """The entries; those that tell what the one visit before them brought have its day."""
    past = [one for one in visits if one.status == "past" and one.date]
    if len(past) != 1:
        return list(entries)
    visit = past[0]
    return [entry.model_copy(update={"date": visit.date}) if _is_of(entry, visit, text) else entry for entry in entries]


def _is_of(entry: MedicationEntry, visit: EncounterEntry, text: str) -> bool:
    """Whether a medicine without a day is told right behind a visit as what was done there."""
    plain = text.replace("’", "'")
    told, seen = plain.find(entry.quote), plain.find(visit.quote)
    if entry.date is not None or entry.status not in _CHANGES or told <= seen or seen < 0:
        return False
    return _BY_WHOM.match(entry.quote.strip()) is not None and _ANOTHER_TIME.search(entry.quote) is None
