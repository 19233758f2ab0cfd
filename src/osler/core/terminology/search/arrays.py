"""Lists of numbers and hash lookups over the arrays of a mapped file; see `compiled` for the file itself."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology.compiling import Arrays, Strings, pack_strings

Array = NDArray[Any]


def digest(text: str) -> int:
    """A 64-bit hash of a text, the same in every process."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def pack_texts(name: str, texts: list[str]) -> Arrays:
    """The arrays of a table of strings."""
    block, offsets = pack_strings(texts)
    return {f"{name}.block": block, f"{name}.offsets": offsets}


def texts(arrays: Arrays, name: str) -> Strings:
    """A packed table of strings."""
    return Strings(arrays[f"{name}.block"], arrays[f"{name}.offsets"])


class Lists:
    """A list of numbers for each key: one flat array and where each key's list starts."""

    def __init__(self, arrays: Arrays, name: str) -> None:
        self._values = arrays[f"{name}.values"]
        self._starts = arrays[f"{name}.starts"]

    def __getitem__(self, key: int) -> Array:
        found: Array = self._values[self._starts[key] : self._starts[key + 1]]
        return found

    def size(self, key: int) -> int:
        """How long a key's list is, without touching it."""
        return int(self._starts[key + 1] - self._starts[key])

    def sizes(self) -> Array:
        """How long each key's list is."""
        return np.diff(self._starts)

    @staticmethod
    def pack(name: str, keys: Array, values: Array, key_count: int) -> Arrays:
        """The arrays of pairs of (key, value); the values of a key keep their order."""
        starts = np.zeros(key_count + 1, dtype=np.int64)
        np.cumsum(np.bincount(keys, minlength=key_count), out=starts[1:])
        return {f"{name}.values": values[np.argsort(keys, kind="stable")], f"{name}.starts": starts}


class Lookup:
    """From a text's hash to the numbers filed under it; the caller checks the text itself."""

    def __init__(self, arrays: Arrays, name: str) -> None:
        # Memory's own view gives plain numbers; an array makes an object of its own for each.
        self._hashes = arrays[f"{name}.hashes"].data
        self._numbers = arrays[f"{name}.numbers"].data

    def find(self, text: str) -> list[int]:
        wanted = digest(text)
        low = high = bisect_left(self._hashes, wanted)
        while high < len(self._hashes) and self._hashes[high] == wanted:
            high += 1
        return list(self._numbers[low:high])

    @staticmethod
    def pack(name: str, texts: Sequence[str]) -> Arrays:
        """The arrays of a lookup from each text to its place in the sequence."""
        hashes = np.fromiter((digest(text) for text in texts), dtype=np.uint64, count=len(texts))
        order = np.argsort(hashes, kind="stable").astype(np.uint32)
        return {f"{name}.hashes": hashes[order], f"{name}.numbers": order}
