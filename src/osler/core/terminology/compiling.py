"""A file of named arrays, compiled once into the cache folder and mapped into memory afterwards.

One file, written beside its final place and renamed: a reader sees all of it or nothing, and two processes that
compile at the same time each put an identical file in the same place. It carries a checksum, which every process
verifies once: a file whose bytes changed is compiled anew and never changes a score. What cannot be kept in the cache
folder is kept among the temporary files, or else used from memory.
"""

from __future__ import annotations

import json
import logging
import mmap
import os
import shutil
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osler.config import cache_dir, spare_cache_dir
from osler.errors import OslerError

Arrays = dict[str, NDArray[Any]]

BuildListener = Callable[[str], None]
build_listeners: list[BuildListener] = []
"""Told the name of what is about to be compiled, so that a surface can say why it waits."""

UNUSED_FOR = timedelta(days=30)
"""What was compiled from other data is deleted when it was not used for this long."""

_MAGIC = b"OSLERARR"
_ALIGNMENT = 64
_DAY = 24 * 60 * 60.0
_VERIFIED: set[tuple[str, int, int, int]] = set()
_log = logging.getLogger(__name__)


def compiled(name: str, key: str, build: Callable[[], Mapping[str, NDArray[Any]]]) -> Arrays:
    """The arrays of `name` for this `key`: from the cache if a sound file is there, else built and kept.

    Where the cache folder cannot be written, they are kept among the temporary files, and not built for every command.
    """
    file = f"{name}-{key}.arrays"
    try:
        folder = cache_dir()
    except OslerError as error:
        return _spared(file, lambda: _built(name, build), error.path, error.message)
    path = folder / file
    found = read_arrays(path, checked=True)
    if found is not None:
        _mark_used(path)
        return found
    spare = _spare(file)
    if spare is not None and shutil.disk_usage(folder).free < sum(array.nbytes for array in spare.values()):
        return spare
    arrays = spare or _built(name, build)
    try:
        write_arrays(path, arrays)
    except OSError as error:
        return spare or _spared(file, lambda: arrays, str(folder), error.strerror or type(error).__name__)
    prune_compiled(folder, name, but=path)
    return read_arrays(path) or arrays


def _spare(file: str) -> Arrays | None:
    """What an earlier command kept among the temporary files."""
    folder = spare_cache_dir()
    return read_arrays(folder / file, checked=True) if folder is not None else None


def _spared(file: str, build: Callable[[], Arrays], unwritable: str, why: str) -> Arrays:
    """From the temporary files, or built and kept there."""
    found = _spare(file)
    if found is not None:
        return found
    arrays, folder = build(), spare_cache_dir(make=True)
    try:
        if folder is None:
            raise NotADirectoryError
        write_arrays(folder / file, arrays)
    except OSError:
        _say_once("nowhere, and compiled anew each time", unwritable, why)
        return arrays
    _say_once(f"in {folder}", unwritable, why)
    return read_arrays(folder / file) or arrays


@cache
def _say_once(place: str, unwritable: str, why: str) -> None:
    # Part by part: a log shows no long value, which might be a patient's words.
    _log.warning("what is compiled is kept %s: %s cannot be used (%s)", place, unwritable, why)


def prune_compiled(folder: Path, name: str, *, but: Path, unused_for: timedelta = UNUSED_FOR) -> list[Path]:
    """Delete what was compiled of `name` from other data and was not used for long, and what a crash left half-written."""
    limit = time.time() - unused_for.total_seconds()
    pruned = []
    for path in (*folder.glob(f"{name}-*.arrays"), *folder.glob(f".{name}-*.arrays.*")):
        try:
            if path != but and path.stat().st_mtime < limit:
                path.unlink()
                pruned.append(path)
        except OSError:
            # Another process was quicker, or the file is not ours to delete.
            continue
    return pruned


def _built(name: str, build: Callable[[], Mapping[str, NDArray[Any]]]) -> Arrays:
    for listener in build_listeners:
        listener(name)
    return {part: np.ascontiguousarray(array) for part, array in build().items()}


def _mark_used(path: Path) -> None:
    """Let the time of the file say when it was last used, to the day; nobody keeps the time of access."""
    try:
        if time.time() - path.stat().st_mtime > _DAY:
            path.touch()
    except OSError:
        return


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
        # Memory's own view gives plain numbers and bytes; an array makes an object of its own for each.
        self._bytes = block.data
        self._ends = offsets.data

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, index: int) -> str:
        return str(self._bytes[self._ends[index] : self._ends[index + 1]], "utf-8")

    def begins(self, index: int, length: int) -> bytes:
        """The first bytes of a string, at most so many."""
        start = self._ends[index]
        return bytes(self._bytes[start : min(start + length, self._ends[index + 1])])

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
    text = json.dumps({"arrays": header, "bytes": position, "crc32": _checksum(blocks.values())}).encode("ascii")
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


def _checksum(blocks: Iterable[NDArray[Any]]) -> int:
    checksum = 0
    for array in blocks:
        # Through memory's own view: `tobytes` would copy tens of megabytes for nothing.
        flat = array.reshape(-1).view(np.uint8) if array.size else np.empty(0, np.uint8)
        checksum = zlib.crc32(b"\0" * (-array.nbytes % _ALIGNMENT), zlib.crc32(flat.data, checksum))
    return checksum


def read_arrays(path: Path, *, checked: bool = False) -> Arrays | None:
    """The arrays of a whole, sound file; None where there is none (it will be built).

    With `checked` a file without a checksum, as earlier versions wrote it, does not count as sound.
    """
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
    if len(mapped) != start + length + header["bytes"] or not _sound(path, mapped, start + length, header, checked):
        return None
    return {
        name: np.frombuffer(
            mapped, dtype=np.dtype(dtype), count=int(np.prod(shape, dtype=np.int64)), offset=start + length + offset
        ).reshape(shape)
        for name, (dtype, shape, offset) in header["arrays"].items()
    }


def _sound(path: Path, mapped: mmap.mmap, begin: int, header: Mapping[str, Any], checked: bool) -> bool:
    """Whether the bytes are those that were written; asked once in a process for each state of a file."""
    if "crc32" not in header:
        return not checked
    state = path.stat()
    key = (str(path), state.st_ino, state.st_size, state.st_mtime_ns)
    if key not in _VERIFIED:
        with memoryview(mapped) as view, view[begin:] as data:
            if zlib.crc32(data) != header["crc32"]:
                _log.warning("%s is damaged and is not used", path)
                return False
        _VERIFIED.add(key)
    return True
