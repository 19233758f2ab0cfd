"""Conditions that were taken away with their organ: fibroids after a hysterectomy."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.core.evidence import Span
from osler.core.language import AnalysedText, SectionKind
from osler.core.patient.extract.lexicon import any_of, rules
from osler.core.patient.types import PatientRecord, Presence, Procedure
from osler.core.patient.types.status import Status

_DATED = re.compile(r"[^.;\n]{1,60}?\b(?:19|20)\d\d\b")
"""An operation with its year, which may stand after what it was for: "hysterectomy for fibroids 2010"."""
_MENDED = re.compile(r"\b(?:repair(?:ed)?|closure|ligation|ligated|clipping|coiling)$", re.IGNORECASE)
_PAST = (SectionKind.PAST_MEDICAL_HISTORY, SectionKind.PAST_SURGICAL_HISTORY)


class _Removal(NamedTuple):
    """An operation and the conditions that it ends."""

    operations: re.Pattern[str]
    conditions: frozenset[str]
    alone: frozenset[str]


def end_removed(record: PatientRecord, analysed: AnalysedText) -> None:
    """Mark as resolved what an operation of the past took away with its organ."""
    _end_mended(record)
    done = [procedure.label for procedure in record.procedures if _is_past(procedure, analysed)]
    removals = [removal for removal in _removals() if any(removal.operations.search(label) for label in done)]
    if not removals:
        return
    for fact in (*record.conditions, *record.phenotypes):
        if fact.presence is Presence.PRESENT and fact.status is None:
            own = {coding.id for coding in fact.codings}
            broader = {above for one in own for above in analysed.vocabularies.hierarchy.ancestors(one)}
            if any(own & removal.alone or (own | broader) & removal.conditions for removal in removals):
                fact.status = Status.RESOLVED


def _end_mended(record: PatientRecord) -> None:
    """Mark as resolved what is named only as what an operation mended: the aneurysm of "AAA repair 2015"."""
    mended = [
        span
        for one in record.procedures
        if one.presence is Presence.PRESENT and one.status is Status.COMPLETED and _MENDED.search(one.label)
        for span in one.evidence
        if isinstance(span, Span)
    ]
    for fact in (*record.conditions, *record.phenotypes):
        named = [span for span in fact.evidence if isinstance(span, Span)]
        inside = named and all(any(whole.overlaps(span) for whole in mended) for span in named)
        if inside and fact.presence is Presence.PRESENT and fact.status is None:
            fact.status = Status.RESOLVED


def _is_past(procedure: Procedure, analysed: AnalysedText) -> bool:
    """Whether an operation was done before what the note tells of: dated, called earlier, or told as history."""
    if procedure.presence is not Presence.PRESENT or procedure.status is not Status.COMPLETED:
        return False
    if procedure.time is not None:
        written, day = analysed.about.written, procedure.time.at.date if procedure.time.at else None
        # What is taken out on the day of the note is what the note is about.
        return written is None or day is None or day != written.value.date.isoformat()
    places = [
        span.start for span in procedure.evidence if isinstance(span, Span) and span.source_id == analysed.source_id
    ]
    if any(_DATED.match(analysed.text, place) for place in places):
        return True
    told = (mention for mention in analysed.mentions if mention.start in places)
    return any(mention.section in _PAST or mention.assertion.historical for mention in told)


@cache
def _removals() -> tuple[_Removal, ...]:
    return tuple(
        _Removal(any_of(tuple(row["operations"])), frozenset(row["conditions"]), frozenset(row.get("alone", ())))
        for row in rules()["removals"]
    )
