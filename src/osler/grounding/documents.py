"""What is to be grounded, from wherever it is: plain criteria, a registry record, a protocol PDF, a note."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from pydantic import BaseModel, Field

from osler.core.criteria import Criterion, parse_eligibility, registry_criteria
from osler.core.files import bytes_of
from osler.core.results import Problem
from osler.core.terminology import Vocabularies
from osler.errors import DataError
from osler.grounding.types import CriterionText

_PDF = b"%PDF-"
_STEM = re.compile(r"[^A-Za-z0-9_.-]+")
# A protocol numbers its sections: "5.1 Inclusion Criteria", "6 STUDY TREATMENT".
_SECTION = re.compile(
    r"^[ \t]*(?P<number>\d{1,2}(?:\.\d{1,2}){0,3})\.?[ \t]+(?P<title>[A-Z][^\n]{2,80})$", re.MULTILINE
)
_ELIGIBILITY = re.compile(
    r"(?:inclusion|exclusion|eligibility)\b|selection\s+of\s+(?:subjects|patients|participants|study)", re.IGNORECASE
)
_HEADING = re.compile(
    r"^[ \t]*(?:\d+(?:\.\d+)*\.?[ \t]+)?(?:key\s+)?(?:inclusion|eligibility)\s+criteria\b", re.IGNORECASE | re.MULTILINE
)


class GroundingDocument(BaseModel):
    """A protocol's criteria, or one note, under the id that the store keeps it by."""

    protocol_id: str
    criteria: list[Criterion] = Field(default_factory=list)
    note: str | None = Field(default=None, repr=False)
    problems: list[Problem] = Field(default_factory=list)
    """What of the file was not read, or read as something else."""

    @property
    def texts(self) -> list[CriterionText]:
        """What goes into the flow."""
        if self.note is not None:
            return [CriterionText(id=self.protocol_id, text=self.note, criteria_type="note")]
        return [CriterionText(id=item.id, text=item.text, criteria_type=item.kind) for item in self.criteria]


def read_document(
    data: bytes, vocabularies: Vocabularies | None = None, *, name: str = "text", note: bool = False
) -> GroundingDocument:
    """The criteria of a text or document, a ClinicalTrials.gov v2 record or a protocol PDF; with `note`, a note."""
    from osler.core.patient import document_text

    is_pdf = data.startswith(_PDF)
    text, problems = document_text(data, vocabularies)
    if not text.strip():
        raise DataError("there is no text to ground", mend="give criteria, one on each line, or a note with --note")
    protocol_id = _identifier(name, text)
    if note:
        return GroundingDocument(protocol_id=protocol_id, note=text, problems=problems)
    if text.lstrip().startswith("{"):
        return _from_registry(text, vocabularies)
    if is_pdf:
        text = eligibility_section(text)
    criteria = parse_eligibility(text, vocabularies, source_id=protocol_id)
    if not criteria:
        raise DataError("the text holds no criteria", mend="give criteria, one on each line")
    return GroundingDocument(protocol_id=protocol_id, criteria=criteria, problems=problems)


def read_path(path: Path, vocabularies: Vocabularies | None = None, *, note: bool = False) -> GroundingDocument:
    """The document in a file."""
    try:
        data = bytes_of(path)
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}", mend="give a file, or - for stdin") from None
    return read_document(data, vocabularies, name=path.stem, note=note)


def eligibility_section(text: str) -> str:
    """The part of a protocol that lists its criteria; DataError if none can be found."""
    sections = list(_SECTION.finditer(text))
    wanted = [place for place, section in enumerate(sections) if _ELIGIBILITY.search(section["title"])]
    parts = []
    for place in wanted:
        end = sections[place + 1].start() if place + 1 < len(sections) else len(text)
        if len(text[sections[place].end() : end].split()) > 5:
            # Without its number: the heading then reads like any other, and a table of contents has nothing under it.
            parts.append(text[sections[place].start("title") : end])
    if parts:
        return "\n".join(parts)
    heading = _HEADING.search(text)
    if heading is None:
        raise DataError(
            "the PDF has no section of inclusion or exclusion criteria",
            mend="give the criteria as text, one on each line",
        )
    following = next((section.start() for section in sections if section.start() > heading.end()), len(text))
    return text[heading.start() : following]


def _from_registry(text: str, vocabularies: Vocabularies | None) -> GroundingDocument:
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(
            f"the record is not valid JSON: {error.msg}", mend="give an API v2 record or plain text"
        ) from None
    except RecursionError:
        raise DataError("the record is nested too deeply", mend="give an API v2 record") from None
    criteria = registry_criteria(record, vocabularies)
    if not criteria:
        raise DataError("the record has no eligibility criteria", mend="ask the API for the field EligibilityModule")
    return GroundingDocument(protocol_id=criteria[0].id.rpartition("/")[0], criteria=criteria)


def _identifier(name: str, text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{_STEM.sub('-', name)[:60].strip('-') or 'text'}-{digest}"
