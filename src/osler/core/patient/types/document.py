"""Documents: the notes and reports of a patient, with their sections."""

from __future__ import annotations

from pydantic import Field

from osler.core.evidence import Evidence, Source, Span
from osler.core.patient.types.base import Part
from osler.core.patient.types.coding import Coding
from osler.core.patient.types.time import PartialDate

READING = "_reading"
"""Where a document, and the source that stands for it, keep what was read out of their words: beside the fields."""


class Section(Part):
    """A headed stretch of a document: `text[start:end]`, heading included."""

    heading: str
    kind: str | None = None
    """The normalised section, such as `family_history`."""
    start: int
    end: int
    body_start: int


class Document(Part):
    """A note or report, exactly as it was written."""

    id: str
    title: str | None = None
    text: str
    codings: list[Coding] = Field(default_factory=list)
    """What type of document it is."""
    written: PartialDate | None = None
    author_kind: str | None = None
    """Who wrote it, by profession: `physician`, `nurse`, `pharmacist`, …; None where the text does not say."""
    encounter_id: str | None = None
    practitioner_ids: list[str] = Field(default_factory=list)
    sections: list[Section] = Field(default_factory=list)
    evidence: list[Evidence] = Field(default_factory=list)

    def source(self) -> Source:
        """The document as a source that evidence can quote."""
        source = Source(id=self.id, kind="note", text=self.text, title=self.title)
        if READING in self.__dict__:
            source.__dict__[READING] = self.__dict__[READING]  # the same words were read already
        return source

    def span(self, start: int, end: int) -> Span:
        """Evidence for a stretch of this document."""
        return Span(source_id=self.id, start=start, end=end, quote=self.text[start:end])
