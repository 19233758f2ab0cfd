"""Vectors of texts, kept by content: what was embedded once is never embedded again, in whatever library it stands.

Two files grow side by side, one of keys and one of vectors. A row counts when both files hold it, so a process that
is killed in the middle of a batch loses that batch and nothing else.
"""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from osler.config import cache_dir
from osler.core.terminology import DIMENSIONS, embedder

Progress = Callable[[int, int], None]
Vectors = NDArray[np.float16]

PASSAGE_TOKENS = 256
_MODEL = "minilm-int8"
_KEY_BYTES = 16
_ROW_BYTES = DIMENSIONS * 2
_BATCH = 64


def silent(done: int, total: int) -> None:
    """The progress of whoever does not watch."""


class EmbeddingCache:
    """The vectors of every text that was ever embedded on this machine, by a hash of the text."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or cache_dir() / f"embeddings-{_MODEL}-{PASSAGE_TOKENS}"
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._keys = self._folder / "keys.bin"
        self._vectors = self._folder / "vectors.f16"

    def embed(self, texts: Sequence[str], progress: Progress = silent) -> Vectors:
        """One row of length 1 for each text; only what is new is computed, batch by batch."""
        wanted = [_key(text) for text in texts]
        known = self._rows()
        missing = list(dict.fromkeys(key for key in wanted if key not in known))
        by_key = dict(zip(wanted, texts, strict=True))
        # Texts of like length share a batch, because every text is padded to the longest of its batch.
        missing.sort(key=lambda key: len(by_key[key]))
        progress(len(wanted) - len(missing), len(wanted))
        for start in range(0, len(missing), _BATCH):
            keys = missing[start : start + _BATCH]
            self._append(keys, embedder(PASSAGE_TOKENS).embed([by_key[key] for key in keys]))
            progress(len(wanted) - max(0, len(missing) - start - _BATCH), len(wanted))
        rows = self._rows()
        if not wanted:
            return np.zeros((0, DIMENSIONS), dtype=np.float16)
        stored = np.memmap(self._vectors, dtype=np.float16, mode="r").reshape(-1, DIMENSIONS)
        return np.asarray(stored[[rows[key] for key in wanted]])

    def _rows(self) -> dict[bytes, int]:
        count = self._count()
        if not count:
            return {}
        with self._keys.open("rb") as handle:
            packed = handle.read(count * _KEY_BYTES)
        return {packed[row * _KEY_BYTES : (row + 1) * _KEY_BYTES]: row for row in range(count)}

    def _count(self) -> int:
        if not self._keys.exists() or not self._vectors.exists():
            return 0
        return min(self._keys.stat().st_size // _KEY_BYTES, self._vectors.stat().st_size // _ROW_BYTES)

    def _append(self, keys: Sequence[bytes], vectors: NDArray[np.float32]) -> None:
        with self._locked():
            count = self._count()
            for path, row, content in (
                (self._vectors, _ROW_BYTES, vectors.astype(np.float16).tobytes()),
                (self._keys, _KEY_BYTES, b"".join(keys)),
            ):
                path.touch(mode=0o600)
                with path.open("r+b") as handle:
                    # What a killed writer left behind the last whole row is overwritten.
                    handle.truncate(count * row)
                    handle.seek(count * row)
                    handle.write(content)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with (self._folder / "lock").open("w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:_KEY_BYTES]
