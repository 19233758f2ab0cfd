"""What a consultation is given from outside: guidelines, a library, the web, pages, videos; each a port."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol

from pydantic import BaseModel, Field

from osler.core.patient import PatientRecord
from osler.core.terminology import Vocabularies


class Passage(BaseModel):
    """A passage of a document, quoted."""

    id: str
    title: str = ""
    text: str
    source: str = "library"


class GuidelineAnswer(BaseModel):
    """What the guidelines say to a question, with the ids of the passages it rests on."""

    sentences: list[str] = Field(default_factory=list)
    citations: list[str] = Field(default_factory=list)


class GuidelineTool(Protocol):
    """Asks the guidelines; injected by casework, because capabilities do not import each other."""

    def __call__(self, question: str, record: PatientRecord) -> Awaitable[GuidelineAnswer | None]:
        """An answer, or None where the guidelines are silent."""


class SearchPort(Protocol):
    """Finds passages of a library on this machine."""

    def __call__(self, query: str) -> Awaitable[list[Passage]]:
        """The passages, best first."""


class PublicQuery(NamedTuple):
    """What leaves this machine for a search; `outgoing.public_query` alone makes it, of names and words of tables."""

    concepts: tuple[str, ...]
    topics: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The query in words."""
        return " ".join([*self.concepts, *self.topics])


class WebSearch(Protocol):
    """Finds passages outside; it takes no text, so that none of a message can be handed to it."""

    def __call__(self, query: PublicQuery) -> Awaitable[list[Passage]]:
        """The passages, best first."""


SaysSo = Callable[[str, Sequence[Passage], Vocabularies], bool]
"""Whether passages say a sentence, by the rules for guidelines; injected by casework."""


class VideoInsight(Protocol):
    """Answers a question about a video from its transcript."""

    def __call__(self, url: str, question: str) -> Awaitable[str]:
        """What the video says to the question."""


def not_denied(sentence: str, passages: Sequence[Passage], vocabularies: Vocabularies) -> bool:
    """The second look of an installation that has none."""
    return True


async def no_passages(query: str) -> list[Passage]:
    """The search of an installation that has no library."""
    return []
