"""What a library is made of: documents, the blocks that a reader finds in them, chunks, and what a search gives back."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from osler.core.library.rows import row_of
from osler.core.results import Problem

Sex = Literal["female", "male"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Population(_Frozen):
    """Whom a recommendation is for, as far as it says; what it does not say is None."""

    age_from: float | None = None
    """The least age in years."""
    age_below: float | None = None
    """The age in years that is no longer meant: "50 to 75 years" ends below 76."""
    sex: Sex | None = None
    pregnant: bool | None = None
    conditions: tuple[str, ...] = ()
    """The phrases that narrow it further: "who have ever smoked", "with type 2 diabetes"."""

    @property
    def is_everyone(self) -> bool:
        """Whether nobody is left out."""
        return self == Population()


class DocumentMetadata(_Frozen):
    """What a document says of itself."""

    title: str = ""
    issuer: str = ""
    version: str = ""
    date: str = ""
    """ISO 8601, as precise as it is known: 2021, 2021-03 or 2021-03-09."""
    review: str = ""
    """When it is due for review, written as the date is."""
    jurisdiction: str = ""

    def filled_from(self, other: DocumentMetadata) -> DocumentMetadata:
        """This, with what is empty here taken from another."""
        return DocumentMetadata(
            **{name: getattr(self, name) or getattr(other, name) for name in DocumentMetadata.model_fields}
        )


BlockKind = Literal["paragraph", "item", "table"]


class Recommendation(_Frozen):
    """A recommendation that came as data: its id, its grade, and whom it is for."""

    id: str
    title: str = ""
    grade: str = ""
    population: Population = Field(default_factory=Population)


class Block(_Frozen):
    """A paragraph, a list item or a table row, with the headings above it and the page it stands on."""

    text: str
    heading: tuple[str, ...] = ()
    page: int | None = None
    kind: BlockKind = "paragraph"
    recommendation: Recommendation | None = None


class ReadDocument(BaseModel):
    """A file as a reader understood it."""

    metadata: DocumentMetadata
    blocks: list[Block]
    stated: DocumentMetadata = DocumentMetadata()
    """What its own table and the head and foot of its pages say of it; what stands in its first lines goes before."""
    problems: list[Problem] = Field(default_factory=list)
    format: str


READING = 12
"""The state of the readers: higher since the tables of plain texts are read, and a row says what its table is about."""


class Document(_Frozen):
    """A document of a library."""

    id: str
    metadata: DocumentMetadata
    source: str = ""
    """The name of the file that it came from."""
    format: str = ""
    content_hash: str = ""
    chunks: int = 0
    reading: int = 1
    """By which state of the readers it was read; a library keeps what was read, not the file."""


class Chunk(_Frozen):
    """A passage that can be retrieved, cited and checked against; its id changes only with its content."""

    id: str
    document_id: str
    ordinal: int
    text: str
    title: str = ""
    heading: tuple[str, ...] = ()
    page: int | None = None
    issuer: str = ""
    version: str = ""
    date: str = ""
    grade: str = ""
    recommendation_id: str = ""
    population: Population = Field(default_factory=Population)
    scope: Population = Field(default_factory=Population)
    """Whom all of its document is for, by ages: as its title says, or the sentence that says whom it applies to."""

    @property
    def place(self) -> str:
        """Where it stands, in words; a row of a table with the section above its caption."""
        below = [one for one in self.heading if one != self.title]
        parts = [self.title, *below[-2 if row_of(self.text) else -1 :]]
        return ", ".join(filter(None, [*parts, f"page {self.page}" if self.page else ""]))

    @property
    def searched(self) -> str:
        """Everything of it that a search reads."""
        return "\n".join(filter(None, [self.title, " / ".join(self.heading), self.text]))


class Filters(_Frozen):
    """What a search is limited to."""

    issuer: str | None = None
    since: str | None = None
    """ISO date; documents without a date do not pass."""
    until: str | None = None
    jurisdiction: str | None = None
    version: str | None = None
    documents: tuple[str, ...] | None = None


Retriever = Literal["bm25", "dense", "hybrid"]


class SearchOptions(_Frozen):
    """How a search is done."""

    k: int = Field(default=10, ge=1, le=1000)
    retriever: Retriever = "bm25"
    expand: bool = True
    """Add the synonyms that the vocabularies know, with a small weight."""
    feedback: bool = True
    """Add the words that tell the first hits apart from the rest of the library, with a small weight."""
    filters: Filters = Field(default_factory=Filters)


class Hit(_Frozen):
    """A chunk that a search found, its score, and its place in each list that it was fused from."""

    chunk: Chunk
    score: float
    ranks: dict[str, int] = Field(default_factory=dict)


class AddReport(BaseModel):
    """What an addition did."""

    document: Document
    outcome: Literal["added", "updated", "unchanged"]
    replaced: list[str] = Field(default_factory=list)
    """The documents that this one took the place of."""
    problems: list[Problem] = Field(default_factory=list)
