"""Sources, the places in them, and the claims that rest on those places."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

SourceKind = Literal["note", "fhir", "phenopacket", "criterion", "chunk", "web", "annotation", "input"]


class Source(BaseModel):
    """Something that can be quoted or pointed into."""

    model_config = ConfigDict(frozen=True)

    id: str
    kind: SourceKind
    text: str | None = Field(default=None, repr=False)
    title: str | None = None
    reference: str | None = None
    """Where the source itself comes from: a PMID, a file name, a vocabulary version."""


class Span(BaseModel):
    """A stretch of a source's exact text: `source.text[start:end] == quote`."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["span"] = "span"
    source_id: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    quote: str = Field(repr=False)

    @model_validator(mode="after")
    def _ordered(self) -> Span:
        if self.end < self.start:
            raise ValueError(f"span ends at {self.end}, before it starts at {self.start}")
        return self

    def overlaps(self, other: Span) -> bool:
        """Whether both cover at least one common character of the same source."""
        return self.source_id == other.source_id and self.start < other.end and other.start < self.end


class Pointer(BaseModel):
    """A place in a structured source: a resource path, an annotation row."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["pointer"] = "pointer"
    source_id: str
    path: str
    reference: str | None = None
    """What the place itself cites, such as `PMID:28239884`."""


Evidence = Annotated[Span | Pointer, Field(discriminator="kind")]

ClaimStatus = Literal["unchecked", "supported", "unsupported"]


class Claim(BaseModel):
    """A statement and what it rests on; `unsupported` when any of that did not hold."""

    text: str
    evidence: list[Evidence] = Field(default_factory=list)
    status: ClaimStatus = "unchecked"
    problems: list[str] = Field(default_factory=list)
