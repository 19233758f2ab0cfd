"""A file of named arrays, compiled once into the cache folder and mapped into memory afterwards.

One file, written beside its final place and renamed: a reader sees all of it or nothing, and two processes that
compile at the same time each put an identical file in the same place.
"""

from __future__ import annotations

import json
import mmap
import os
import tempfile
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osler.config import cache_dir

Arrays = dict[str, NDArray[Any]]

BuildListener = Callable[[str], None]
build_listeners: list[BuildListener] = []
"""Told the name of what is about to be compiled, so that a surface can say why it waits."""

_MAGIC = b"OSLERARR"
_ALIGNMENT = 64


def compiled(name: str, key: str, build: Callable[[], Mapping[str, NDArray[Any]]]) -> Arrays:
    """The arrays of `name` for this `key`: from the cache if a whole file is there, else built and kept."""
    path = cache_dir() / f"{name}-{key}.arrays"
    found = read_arrays(path)
    if found is None:
        for listener in build_listeners:
            listener(name)
        write_arrays(path, build())
        found = read_arrays(path)
    if found is None:
        raise OSError(f"the compiled file {path} cannot be read back")
    return found


def pack_strings(values: list[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Strings as one UTF-8 block and the offsets where each ends."""
    encoded = [value.encode("utf-8") for value in values]
    offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
    np.cumsum([len(part) for part in encoded], out=offsets[1:])
    return np.frombuffer(b"".join(encoded), dtype=np.uint8), offsets


class Strings:
    """A sequence of strings that are decoded only when they are asked for."""

    def __init__(self, block: NDArray[np.uint8], offsets: NDArray[np.int64]) -> None:
        self._block = block
        self._offsets = offsets

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, index: int) -> str:
        start, end = self._offsets[index], self._offsets[index + 1]
        return self._block[start:end].tobytes().decode("utf-8")

    def all(self) -> list[str]:
        """Every string, decoded at once."""
        raw = self._block.tobytes()
        bounds = self._offsets.tolist()
        return [raw[start:end].decode("utf-8") for start, end in pairwise(bounds)]


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a file of arrays: whole, or not at all."""
    blocks = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    header: dict[str, list[Any]] = {}
    position = 0
    for name, array in blocks.items():
        header[name] = [array.dtype.str, list(array.shape), position]
        position += -(-array.nbytes // _ALIGNMENT) * _ALIGNMENT
    text = json.dumps({"arrays": header, "bytes": position}).encode("ascii")
    text += b" " * (-(len(_MAGIC) + 8 + len(text)) % _ALIGNMENT)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as handle:
            handle.write(_MAGIC + len(text).to_bytes(8, "little") + text)
            for array in blocks.values():
                handle.write(array.tobytes())
                handle.write(b"\0" * (-array.nbytes % _ALIGNMENT))
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_arrays(path: Path) -> Arrays | None:
    """The arrays of a whole, sound file; None where there is none (it will be built)."""
    try:
        with path.open("rb") as handle:
            mapped = mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        return None
    start = len(_MAGIC) + 8
    if mapped[: len(_MAGIC)] != _MAGIC:
        return None
    length = int.from_bytes(mapped[len(_MAGIC) : start], "little")
    try:
        header = json.loads(mapped[start : start + length])
    except ValueError:
        return None
    if len(mapped) != start + length + header["bytes"]:
        return None
    return {
        name: np.frombuffer(
            mapped, dtype=np.dtype(dtype), count=int(np.prod(shape, dtype=np.int64)), offset=start + length + offset
        ).reshape(shape)
        for name, (dtype, shape, offset) in header["arrays"].items()
    }
