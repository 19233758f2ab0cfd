"""Allergies of a note: what its section names, and that there are none."""

from __future__ import annotations

import re

from osler.core.evidence import Span
from osler.core.language import AnalysedText, SectionKind
from osler.core.patient.extract.lexicon import words
from osler.core.patient.types import Allergy, Document, PatientRecord, Presence

_ITEM = re.compile(r"[^,;\n]+")
_LONGEST = 80
_DECORATION = " \t\r-*•."


def add_allergies(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add what the section on allergies lists and no vocabulary knows, and the statement that there are none."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    none_known = words("no_known_allergies").search(analysed.text)
    if none_known:
        # A statement of its own: allergies were asked about and there are none.
        _add(record, document, *none_known.span(), Presence.ABSENT)
    for section in analysed.sections:
        if section.kind is SectionKind.ALLERGIES:
            _add_items(record, document, section.body_start, section.end)


def _add_items(record: PatientRecord, document: Document, start: int, end: int) -> None:
    known = [span for fact in record.allergies for span in fact.evidence if isinstance(span, Span)]
    for item in _ITEM.finditer(document.text, start, end):
        words_ = item.group().strip(_DECORATION)
        first = item.start() + item.group().find(words_)
        place = document.span(first, first + len(words_))
        # A long stretch is prose, whose drugs were found as mentions; a substance must not be lost for want of a code.
        if words_ and len(words_) <= _LONGEST and not any(place.overlaps(span) for span in known):
            _add(record, document, place.start, place.end, Presence.PRESENT)


def _add(record: PatientRecord, document: Document, start: int, end: int, presence: Presence) -> None:
    record.allergies.append(
        Allergy(
            id=f"allergy-{len(record.allergies) + 1}",
            text=document.text[start:end],
            presence=presence,
            evidence=[document.span(start, end)],
        )
    )
