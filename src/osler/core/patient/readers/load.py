"""The bytes of an input, if there are not too many of them."""

from __future__ import annotations

from pathlib import Path

from osler.core.files import MAX_INPUT_BYTES, bytes_of
from osler.errors import DataError

SUFFIXES = frozenset(
    {".json", ".ndjson", ".jsonl", ".pb", ".phenopacket"}
    | {".txt", ".text", ".md", ".markdown", ".pdf", ".docx", ".rtf", ".eml", ".csv", ".tsv", ".tab", ".xlsx"}
)
"""How the names of patient files end."""


_OF_FOLDER = frozenset(
    {"readme", "license", "licence", "copying", "copyright", "notice", "changelog", "contributing", "authors"}
    | {"citation", "security", "code_of_conduct", "manifest", "requirements", "datapackage", "dataset_description"}
)
"""What files are called that tell of a folder, and of no patient in it."""


def tells_of_folder(path: Path) -> bool:
    """Whether a file goes by its name about the folder that it is in: README.md, LICENSE.txt."""
    return path.name.partition(".")[0].casefold().replace("-", "_") in _OF_FOLDER


def is_path(source: str) -> bool:
    """Whether a string names a file: a short line that exists, or one that can be nothing else."""
    if not source or len(source) > 1024 or any(char in source for char in "\n\r\0{") or not source.isprintable():
        return False
    try:
        if Path(source).is_file():
            return True
    except (OSError, ValueError):
        return False
    return " " not in source and Path(source).suffix.lower() in SUFFIXES


def load(path: Path) -> bytes:
    """The bytes of a file; its name is not repeated in errors, because it may hold the patient's."""
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise DataError("the path is a folder", mend="give a file")
        check_size(size)
        return bytes_of(path)
    except FileNotFoundError as error:
        raise DataError("there is no such file", mend="check the path") from error
    except OSError as error:
        raise DataError(f"the file cannot be read: {error.strerror}", mend="check its permissions") from error


def check_size(size: int) -> None:
    """Refuse what is too large before anything of it is read."""
    if size > MAX_INPUT_BYTES:
        raise DataError(
            f"the input has {size / 1e6:.0f} MB; at most {MAX_INPUT_BYTES / 1e6:.0f} MB are read",
            mend="give one patient at a time",
        )
