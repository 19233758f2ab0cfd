"""Standard input: read once, no more of it than of a file, kept as a file where a reader needs one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO, TextIO

from osler.errors import DataError, UsageError

STDIN = "-"
_PART = 1 << 20
_MOST_OF_STDIN = 8_000_000_000
"""All trials of a registry, a line each, are less."""


class _Stdin:
    """Standard input can be read once; whoever asks again is told so."""

    used: object = None


def stdin() -> bytes:
    """Standard input, no more of it than of a file; UsageError where two options both ask for it."""
    from osler.core.files import at_most

    return at_most(_stdin())


def typed(words: str) -> str:
    """What was typed, or what standard input says where it was `-`."""
    if words != STDIN:
        return words
    from osler.core.files import decode

    text = decode(stdin())[0].strip()
    if not text:
        raise UsageError("there is nothing on standard input", mend="send the words through a pipe, or type them")
    return text


def open_stdin() -> TextIO:
    """Standard input, which whoever started this command may have closed."""
    if sys.stdin is None:
        raise UsageError("standard input is closed", mend="give a file, or send the input through a pipe")
    return sys.stdin


def _stdin() -> BinaryIO:
    source = open_stdin()
    if _Stdin.used is source:
        raise UsageError("standard input was asked for twice", mend="give '-' once, and a file for the other")
    _Stdin.used = source
    return source.buffer


def keep_stdin(path: Path) -> None:
    """Standard input as a file, part by part: it may be larger than the memory, but not without end."""
    source, left = _stdin(), _MOST_OF_STDIN
    with path.open("wb") as kept:
        while part := source.read(_PART):
            if (left := left - len(part)) < 0:
                raise DataError(
                    f"there are more than {_MOST_OF_STDIN / 1e9:.0f} GB on standard input, and no more are read",
                    mend="give it as a file, or in parts",
                )
            kept.write(part)
