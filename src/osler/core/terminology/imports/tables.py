"""Reading the delimited files of a release: from where the last attempt stopped, bad lines named, truncation refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from osler.core.terminology.imports.staging import Fact, Position, Staging
from osler.errors import DataError

_BATCH = 20_000
_BAD_SHARE = 0.01
_BAD_ALLOWED = 20


class Progress(NamedTuple):
    """How far an import is: what it is doing, and bytes or items done of the total."""

    step: str
    done: int
    total: int


OnProgress = Callable[[Progress], None]


@dataclass(frozen=True)
class Table:
    """One file of a release: its shape, and what one of its rows says."""

    path: Path
    columns: int
    separator: str
    has_header: bool
    facts: Callable[[list[str]], Iterable[Fact]]


def read_table(table: Table, staging: Staging, on_progress: OnProgress) -> None:
    """Bring a file into the staging database, going on where an earlier attempt stopped."""
    name, total = table.path.name, table.path.stat().st_size
    position = staging.position(name)
    facts: list[Fact] = []
    bad: list[tuple[int, str]] = []
    with table.path.open("rb") as handle:
        handle.seek(position.offset)
        line_number, bad_count = position.line, position.bad
        for raw in handle:
            line_number += 1
            if not raw.endswith(b"\n"):
                _refuse_cut_line(table, raw, line_number)
            if table.has_header and line_number == 1:
                continue
            fields, reason = _fields(table, raw)
            if reason:
                bad.append((line_number, reason))
                bad_count += 1
                if line_number == 1 + table.has_header:
                    raise DataError(f"{name} line {line_number}: {reason}", mend=_mend(table))
            else:
                facts.extend(table.facts(fields))
            if line_number % _BATCH == 0:
                offset = handle.tell()
                staging.commit(name, facts, Position(offset, line_number, bad_count), bad)
                facts, bad = [], []
                on_progress(Progress(f"reading {name}", offset, total))
        if line_number > int(table.has_header) and bad_count > max(_BAD_ALLOWED, _BAD_SHARE * line_number):
            raise DataError(f"{name}: {bad_count} of {line_number} lines cannot be read", mend=_mend(table))
        staging.commit(name, facts, Position(handle.tell(), line_number, bad_count), bad)
    on_progress(Progress(f"reading {name}", total, total))


def _fields(table: Table, raw: bytes) -> tuple[list[str], str]:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return [], "not UTF-8"
    fields = text.rstrip("\r\n").split(table.separator)
    if table.separator == "|" and fields[-1] == "":
        fields.pop()
    if len(fields) != table.columns:
        return [], f"{len(fields)} columns where {table.columns} belong"
    return fields, ""


def _refuse_cut_line(table: Table, raw: bytes, line: int) -> None:
    """A last line without its end is a release that was cut off, unless it is whole."""
    _, reason = _fields(table, raw)
    complete = not reason and (table.separator != "|" or raw.endswith(b"|"))
    if not complete:
        raise DataError(
            f"{table.path.name} ends in the middle of line {line}: the file is truncated",
            mend="copy or download the file again; the import then starts over with the whole file",
        )


def _mend(table: Table) -> str:
    return f"check that {table.path.name} is the original file of the release"


def describe_bad_lines(lines: Iterable[tuple[str, int, str]], shown: int = 20) -> Iterator[str]:
    """The skipped lines in words, at most `shown` of each file and the number of the others."""
    by_file: dict[str, list[tuple[int, str]]] = {}
    for file, line, reason in lines:
        by_file.setdefault(file, []).append((line, reason))
    for file, bad in by_file.items():
        for line, reason in bad[:shown]:
            yield f"{file} line {line}: {reason}; skipped"
        if len(bad) > shown:
            yield f"{file}: {len(bad) - shown} further lines skipped"
