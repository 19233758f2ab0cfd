"""A file → its bytes, never more of them than are wanted: a device or a pipe has no end that can be asked for."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import BinaryIO

from osler.errors import DataError

MAX_INPUT_BYTES = 64 * 1024 * 1024
"""More than any single patient's record; a larger input is a mistake or an attack."""


def refuse_endless(path: Path, most: int = 16 * MAX_INPUT_BYTES) -> None:
    """DataError where something is there that is neither a folder nor a file of at most so many bytes."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise DataError("this is a device or a pipe and no file", mend="give a file or a folder", path=str(path))
    if path.is_file() and path.stat().st_size > most:
        raise DataError(
            f"there are more than {most / 1e6:.0f} MB, and no more are read", mend="give it in parts", path=str(path)
        )


def bytes_of(path: Path, most: int = MAX_INPUT_BYTES) -> bytes:
    """The bytes of a file or a pipe; DataError where there are more than `most`, or where it is a device."""
    if stat.S_ISCHR(mode := path.stat().st_mode) or stat.S_ISBLK(mode):
        raise DataError("this is a device and no file", mend="give a file, or - for standard input")
    with path.open("rb") as file:
        return at_most(file, most)


def at_most(file: BinaryIO, most: int = MAX_INPUT_BYTES) -> bytes:
    """All that is left in an open file; DataError where it is more than `most`."""
    data = file.read(most + 1)
    if len(data) > most:
        raise DataError(f"there are more than {most / 1e6:.0f} MB, and no more are read", mend="give it in parts")
    return data
