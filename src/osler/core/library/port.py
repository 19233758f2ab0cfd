"""The port behind which chunks are indexed: what any engine must do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from osler.core.library.types import Chunk, Filters


class Scored(NamedTuple):
    """A chunk's id and how well it fits."""

    chunk_id: str
    score: float


class WeightedQuery(NamedTuple):
    """A question as an engine is asked it: its words, and further words with less weight."""

    text: str
    further: Mapping[str, float] = {}


class ChunkIndex(Protocol):
    """Text search over chunks. Readers may search while one writer commits."""

    def replace(self, gone: Iterable[str], chunks: Iterable[Chunk]) -> None:
        """In one commit, let go of all chunks of some documents and take in others."""

    def search(self, query: WeightedQuery, k: int, filters: Filters) -> list[Scored]:
        """The best chunks for a query, best first."""

    def terms(self, text: str) -> list[str]:
        """The words of a text as this index knows them."""

    def known(self, terms: Iterable[str]) -> frozenset[str]:
        """Those of some words that any chunk has."""

    def rarity(self, terms: Sequence[str]) -> dict[str, float]:
        """How much each word tells: high for one that few chunks have, highest for one that none has."""
