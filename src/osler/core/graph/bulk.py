"""Large graphs by files: rows written beside the database and copied in, table by table, so that memory stays bounded.

One transaction of many statements holds everything it created in the buffer pool, and 100,000 nodes overflow it; a copy
streams. A graph is built under another name and renamed when it is whole, so nothing needs the transaction.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

_OPTIONS = "HEADER=false, DELIM=',', QUOTE='\"', ESCAPE='\"', PARALLEL=false"


def copy_nodes(run: Callable[[str], None], folder: Path, label: str, rows: Iterable[Sequence[Any]]) -> None:
    """Copy the rows of a node table, in the order of its columns."""
    with _File(folder, rows) as place:
        run(f"COPY {label} FROM '{place}' ({_OPTIONS})")


def copy_relationships(
    run: Callable[[str], None], folder: Path, kind: str, pair: tuple[str, str], rows: Iterable[Sequence[Any]]
) -> None:
    """Copy the relationships of one kind between two labels: key of the start, key of the end."""
    with _File(folder, rows) as place:
        run(f"COPY {kind} FROM '{place}' (from='{pair[0]}', to='{pair[1]}', {_OPTIONS})")


class _File:
    """Rows in a file that is there only while they are copied."""

    def __init__(self, folder: Path, rows: Iterable[Sequence[Any]]) -> None:
        self._place = folder / "rows.csv"
        self._rows = rows

    def __enter__(self) -> str:
        self._place.touch(mode=0o600)
        with self._place.open("w", encoding="utf-8", newline="") as file:
            file.writelines(_lines(self._rows))
        return str(self._place).replace("\\", "\\\\").replace("'", "\\'")

    def __exit__(self, *problem: object) -> None:
        self._place.unlink(missing_ok=True)


def _lines(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    for row in rows:
        yield ",".join(_written(value) for value in row) + "\n"


def _written(value: Any) -> str:
    """A value as the copy reads it; a text always in quotes, so that only what is missing is empty."""
    if value is None:
        return ""
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    if isinstance(value, dt.datetime):
        return value.isoformat(sep=" ")
    return str(value)
