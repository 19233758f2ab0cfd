"""Whether a medicine that is kept for an emergency was ever used: that it was prescribed is no answer to this."""

from __future__ import annotations

import re

from osler.consult.record.answers import RecordAnswer
from osler.consult.record.asking import Answering, Rows, entries_in, types_in
from osler.consult.record.computing import is_present
from osler.consult.record.computing.rows import called, dated, truth
from osler.consult.record.concepts import EITHER, matching
from osler.consult.record.reading.types import RecordQuestion
from osler.core.terminology import Vocabularies

_KEPT = re.compile(r"\b(?:epinephrine|adrenaline|glucagon|naloxone)\b", re.IGNORECASE)
"""What is prescribed to be at hand, and given only in need."""
_USED = re.compile(
    r"\b(?:(?:had|have|has|having) to (?:have|use|take|get|be given|inject)|need(?:ed|ing|s)?|us(?:e|ed|ing)|inject(?:ed|ing|ion)?|was given|were given|been given|administered|jabbed)\b"
)
NO_USE = "The record holds no use of it; that does not mean that there was none. Prescribed: {name}, {since}."


def asks_whether_used(read: RecordQuestion) -> bool:
    """Whether it is asked if, or when, a medicine for an emergency was needed."""
    named = _KEPT.search(read.phrase) is not None
    return read.kind == "medication" and named and read.intent in _OF_A_USE and _USED.search(read.asked) is not None


_BOTH = EITHER.join(("epinephrine", "adrenaline"))
"""One drug by its two names: records write either."""
_OF_A_USE = frozenset({"ever", "when", "count"})


def whether_used(read: RecordQuestion, prescribed: Rows, vocabularies: Vocabularies) -> Answering:
    """What was given of it, each time with its day; that no use is recorded, where there is none."""
    kept = _KEPT.search(read.phrase)
    drug = kept.group() if kept is not None else read.phrase
    drug = _BOTH if drug.lower() in _BOTH else drug
    types = matching(drug, (yield from types_in("procedure")), vocabularies)
    given = [row for row in (yield from entries_in("procedure", types)) if row["date"] and is_present(row)]
    given = [row for row in given if read.period.holds(row["date"])]
    if given:
        told = "; ".join(f"{called(row['name'])} {dated(row)}" for row in given)
        return truth(True, given, f"{told}.")
    row = prescribed[-1]
    said = NO_USE.format(name=called(row["name"]), since=dated(row))
    return RecordAnswer(type="none", entries=[row["uuid"]], text=said)
