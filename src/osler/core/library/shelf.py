"""The named libraries of this machine: which there are, how one is opened, and how it goes."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from osler.config import data_dir
from osler.core.library.library import Library
from osler.core.terminology import Vocabularies
from osler.errors import DataError, UsageError

DEFAULT = "default"
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


def libraries_folder() -> Path:
    """Where libraries live."""
    return data_dir() / "libraries"


def library_names() -> list[str]:
    """The libraries that exist."""
    folder = libraries_folder()
    return sorted(one.name for one in folder.iterdir() if (one / "library.sqlite").exists()) if folder.is_dir() else []


def open_library(name: str = DEFAULT, *, create: bool = False, vocabularies: Vocabularies | None = None) -> Library:
    """The library of that name; one that does not exist is an error unless it is to be created."""
    if not _NAME.fullmatch(name):
        raise UsageError("that is no name for a library", mend="use small letters, digits, dots and hyphens")
    folder = libraries_folder() / name
    if not create and not (folder / "library.sqlite").exists():
        known = ", ".join(library_names())
        raise DataError(
            f"there is no library {name!r}",
            mend=f"the libraries are: {known}" if known else "add a guideline first: osler guidelines add FILE",
        )
    return Library(folder, vocabularies=vocabularies)


def delete_library(name: str) -> None:
    """Remove a library with all that is in it."""
    open_library(name)
    shutil.rmtree(libraries_folder() / name)


@contextmanager
def library_to_fill(name: str = DEFAULT, *, vocabularies: Vocabularies | None = None) -> Iterator[Library]:
    """The library of that name to add to; one that was made for it goes again if nothing came into it."""
    made = name not in library_names()
    place = open_library(name, create=True, vocabularies=vocabularies)
    try:
        yield place
    finally:
        if made and not place.documents():
            delete_library(name)
