"""The day of a reaction: "penicillin gave me hives in 2009", "since I was a child"."""

from __future__ import annotations

import datetime as dt

from osler.consult.extraction.ages import at_age
from osler.consult.extraction.clauses import clauses
from osler.consult.extraction.times import when
from osler.consult.extraction.types import AllergyEntry


def dated_allergies(found: list[AllergyEntry], message: str, now: dt.datetime) -> list[AllergyEntry]:
    """The allergies, each with the day or the age that its own clause tells."""
    return [entry.model_copy(update={"date": _told(entry, message, now)}) for entry in found]


def _told(entry: AllergyEntry, message: str, now: dt.datetime) -> str | None:
    named = [clause.text for clause in clauses(message) if entry.substance.lower() in clause.lower]
    own = named[0] if len(named) == 1 else ""
    day = when(own, now)
    # How it is today is told of what lasts: the day of a reaction is one that is over.
    if day is not None and day >= now.date().isoformat():
        return None
    return day or at_age(own)
