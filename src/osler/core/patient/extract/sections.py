"""The sections of a document."""

from __future__ import annotations

from osler.core.language import Section as FoundSection
from osler.core.language import sections
from osler.core.patient.types import Section


def sections_of(text: str) -> list[Section]:
    """The sections of a text, in order and without gaps."""
    return as_sections(sections(text))


def as_sections(found: list[FoundSection]) -> list[Section]:
    """Sections that were found, as parts of a record."""
    return [
        Section(
            heading=section.title,
            kind=section.kind.value,
            start=section.start,
            end=section.end,
            body_start=section.body_start,
        )
        for section in found
    ]
