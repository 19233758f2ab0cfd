"""The vectors of a library's chunks, memory-mapped, and the search by meaning over them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from osler.core.library.embeddings import PASSAGE_TOKENS, EmbeddingCache, Progress, silent
from osler.core.library.port import Scored
from osler.core.library.types import Chunk
from osler.core.terminology import embedder

_NAMES = "vectors.json"
_TOWARDS = 0.2
"""How far a question is drawn towards the first hit of both searches (Rocchio's feedback, on vectors).

Chosen on BioASQ: 0.2, 0.4 and 0.7 lift nDCG@10 of the fused search from .822 to .832, .834 and .833; the least of them is used.
"""
_NEAR = 10
"""Of how many times the chunks that are wanted the second look takes account."""


class VectorIndex:
    """One row a chunk in a file that is mapped into memory; a finished file is renamed into place."""

    def __init__(self, folder: Path, cache: EmbeddingCache | None = None) -> None:
        self._folder = folder
        self._cache = cache
        self._stamp = 0
        self._ids: list[str] = []
        self._places: dict[str, int] = {}
        self._vectors: NDArray[np.float32] | None = None
        self._state = ""
        self._last: tuple[tuple[str, int], NDArray[np.float32]] | None = None

    @property
    def ready(self) -> bool:
        """Whether any chunk was embedded."""
        return (self._folder / _NAMES).exists()

    @property
    def state(self) -> str:
        """What the documents were whose chunks were embedded, as `build` was told it."""
        self._load()
        return self._state

    def build(self, chunks: Sequence[Chunk], progress: Progress = silent, state: str = "") -> None:
        """Embed chunks, as far as their texts are new on this machine, and put their vectors in place."""
        vectors = (self._cache or EmbeddingCache()).embed([passage(chunk) for chunk in chunks], progress)
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = f"vectors-{os.getpid()}-{len(chunks)}.npy"
        # Kept twice as wide as in the cache: a search multiplies them all, and converting costs more than reading.
        np.save(self._folder / file, vectors.astype(np.float32))
        pointer = self._folder / f"{_NAMES}.new"
        told = {"file": file, "state": state, "ids": [chunk.id for chunk in chunks]}
        pointer.write_text(json.dumps(told), encoding="utf-8")
        pointer.replace(self._folder / _NAMES)
        for old in self._folder.glob("vectors-*.npy"):
            if old.name != file:
                old.unlink(missing_ok=True)

    def search(self, text: str, k: int, allowed: frozenset[str] | None = None, *, near: str = "") -> list[Scored]:
        """The chunks whose vectors lie nearest to that of a text, best first; `near` is a chunk that it is drawn towards."""
        self._load()
        if self._vectors is None or not self._ids or not text.strip():
            return []
        likeness = self._likeness(text, self._vectors)
        if near and (place := self._places.get(near)) is not None:
            likeness = _drawn(likeness, self._vectors, place, k)
        if allowed is not None:
            likeness[[number for number, one in enumerate(self._ids) if one not in allowed]] = -1.0
        k = min(k, len(likeness))
        best = np.argpartition(-likeness, k - 1)[:k]
        return [
            Scored(self._ids[number], float(likeness[number]))
            for number in best[np.argsort(-likeness[best])].tolist()
            if likeness[number] > -1.0
        ]

    def likeness(self, text: str, chunk_ids: Iterable[str]) -> dict[str, float]:
        """How near some chunks are to a text; those without a vector are left out."""
        self._load()
        if self._vectors is None or not text.strip():
            return {}
        near = self._likeness(text, self._vectors)
        return {one: float(near[place]) for one in chunk_ids if (place := self._places.get(one)) is not None}

    def _likeness(self, text: str, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """How near every chunk is to a text; a search that is repeated with feedback multiplies once."""
        last, key = self._last, (text, self._stamp)
        # Searches run side by side: what another of them put there meanwhile is not ours.
        if last is None or last[0] != key:
            self._last = last = (key, np.vecdot(vectors, asked_vector(text)))
        return last[1].copy()

    def embedded(self) -> frozenset[str]:
        """The ids of the chunks that have a vector."""
        self._load()
        return frozenset(self._ids)

    def _load(self) -> None:
        pointer = self._folder / _NAMES
        if not pointer.exists():
            return
        stamp = pointer.stat().st_mtime_ns
        if stamp != self._stamp:
            content = json.loads(pointer.read_text(encoding="utf-8"))
            self._vectors = np.load(self._folder / content["file"], mmap_mode="r")
            self._ids, self._stamp, self._state = content["ids"], stamp, content.get("state", "")
            self._places = {chunk_id: place for place, chunk_id in enumerate(self._ids)}


def _drawn(likeness: NDArray[np.float32], vectors: NDArray[np.float32], place: int, k: int) -> NDArray[np.float32]:
    """Likenesses drawn towards one chunk: of those that were near already, which is where the first hits come from."""
    near = min(len(likeness), _NEAR * k)
    first = np.argpartition(-likeness, near - 1)[:near]
    drawn = np.full_like(likeness, -1.0)
    drawn[first] = likeness[first] + _TOWARDS * np.asarray(vectors[first] @ vectors[place])
    return drawn


@lru_cache(maxsize=256)
def asked_vector(text: str) -> NDArray[np.float32]:
    """The vector of a question; a search that is repeated with feedback embeds it once."""
    return np.asarray(embedder(PASSAGE_TOKENS).embed([text])[0], dtype=np.float32)


def passage(chunk: Chunk) -> str:
    """What of a chunk is embedded."""
    heading = " / ".join(chunk.heading)
    return "\n".join(
        filter(None, [heading if chunk.title in heading else f"{chunk.title} {heading}".strip(), chunk.text])
    )
