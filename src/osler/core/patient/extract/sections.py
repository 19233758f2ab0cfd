"""The sections of a document."""

from __future__ import annotations

from collections.abc import Iterator

from osler.core.language import AnalysedText, sections
from osler.core.language import Section as FoundSection
from osler.core.patient.extract.lexicon import rules
from osler.core.patient.problems import Level, Problem
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


def crowded_sections(analysed: AnalysedText) -> Iterator[Problem]:
    """A warning for each section that holds more findings than such a section plausibly does."""
    limits: dict[str, int] = rules()["most_in_section"]
    held: dict[int, set[str]] = {}
    for mention in analysed.mentions:
        if mention.section.value in limits and not mention.concept_id.startswith("LAB:"):
            held.setdefault(analysed.section_at(mention.start).start, set()).add(mention.concept_id)
    for section in analysed.sections:
        kind, found = section.kind.value, len(held.get(section.start, ()))
        if found > limits.get(kind, found):
            yield Problem(
                code="input.not_read",
                level=Level.WARNING,
                message=f"the section on {kind.replace('_', ' ')} holds {found} different findings, more than such a section does",
                mend="look whether it ends where the note means it to; a heading or a blank line ends it",
                path=f"{analysed.source_id}[{section.start}:{section.end}]",
            )
