"""A table as the code sees it: its columns, and how each is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from osler.core.database.documents import encode


class Kind(StrEnum):
    """How a column is kept, the same on SQLite and PostgreSQL."""

    PLAIN = "plain"
    """A text or an integer."""
    JSON = "json"
    """JSON as ASCII text: PostgreSQL's own types refuse NUL and lone surrogates, which notes can hold."""
    MOMENT = "moment"
    """A moment in UTC."""


class Table(NamedTuple):
    """The name of a table and its columns."""

    name: str
    columns: Mapping[str, Kind]

    def stored(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a row as a statement takes them; columns that the table does not have are a mistake."""
        return {
            name: encode(value) if self.columns[name] is Kind.JSON and value is not None else value
            for name, value in values.items()
        }

    def read(self, names: Sequence[str], row: Sequence[Any]) -> dict[str, Any]:
        """A row as it was told; ValueError or TypeError where what is stored is no document or no moment."""
        return {name: _READERS[self.columns[name]](value) for name, value in zip(names, row, strict=True)}


def table(name: str, *, plain: str = "", json: str = "", moments: str = "") -> Table:
    """A table whose columns are named by kind, in words."""
    kinds = ((Kind.PLAIN, plain), (Kind.JSON, json), (Kind.MOMENT, moments))
    return Table(name, {column: kind for kind, columns in kinds for column in columns.split()})


def _moment(value: str | datetime | None) -> datetime | None:
    """SQLite keeps text without a zone, PostgreSQL gives the zone of the session."""
    if value is None:
        return None
    found = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


_READERS = {
    Kind.PLAIN: lambda value: value,
    Kind.JSON: lambda value: None if value is None else json.loads(value),
    Kind.MOMENT: _moment,
}
