"""A connection: the statements that the stores need, and faults that say which database failed and how to mend it."""

# ruff: noqa: S608 - names and conditions come from the code, values are always parameters
from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from osler.core.database.dialects import Dialect
from osler.core.database.tables import Table

Row = dict[str, Any]
"""A row by the names of its columns."""

T = TypeVar("T")
V = TypeVar("V")
_CHUNK = 400


class Conflict(Exception):
    """A row contradicts one that is there: another process wrote it first."""


class Connection:
    """One connection; each statement is done when it returns, unless a transaction was begun.

    Names of tables and columns, conditions and orders come from the code, never from what was typed; values are
    parameters, `:name` in a condition, and a list there stands for all of its values.
    """

    def __init__(self, raw: Any, dialect: Dialect, fault: Callable[[Exception], Exception]) -> None:
        self._raw = raw
        self._dialect = dialect
        self._fault = fault

    def execute(self, statement: str, values: Mapping[str, Any] | None = None) -> Any:
        """Carry out one statement; the driver's cursor."""
        sql, given = _spread(statement, values or {})
        return self._told(lambda: self._raw.execute(self._dialect.sql(sql), self._ready(given)))

    def insert(self, into: Table, *rows: Mapping[str, Any]) -> None:
        """Write rows, all with the same columns; Conflict if one of them is there already."""
        if not rows:
            return
        names = list(rows[0])
        places = ", ".join(f":{name}" for name in names)
        sql = f"INSERT INTO {into.name} ({_quoted(names)}) VALUES ({places})"
        ready = [self._ready(into.stored(row)) for row in rows]
        cursor = self._raw.cursor()
        try:
            self._told(lambda: cursor.executemany(self._dialect.sql(sql), ready))
        finally:
            cursor.close()

    def select(
        self,
        of: Table,
        names: Sequence[str] = (),
        /,
        *,
        where: str = "",
        order: str = "",
        limit: int | None = None,
        **values: Any,
    ) -> list[Row]:
        """Rows with the named columns (default: all), as they were told."""
        names = names or list(of.columns)
        sql = f"SELECT {_quoted(names)} FROM {of.name}"
        sql += f" WHERE {where}" * bool(where) + f" ORDER BY {order}" * bool(order)
        sql += f" LIMIT {limit:d}" if limit is not None else ""
        return [of.read(names, row) for row in self._told(self.execute(sql, values).fetchall)]

    def update(self, of: Table, changes: Mapping[str, Any], /, *, where: str = "", **values: Any) -> int:
        """Change rows; how many there were."""
        changed = {f"new_{name}": value for name, value in of.stored(changes).items()}
        places = ", ".join(f'"{name}" = :new_{name}' for name in changes)
        sql = f"UPDATE {of.name} SET {places}" + f" WHERE {where}" * bool(where)
        return int(self.execute(sql, {**changed, **values}).rowcount)

    def delete(self, of: Table, /, *, where: str, **values: Any) -> int:
        """Delete rows; how many there were."""
        return int(self.execute(f"DELETE FROM {of.name} WHERE {where}", values).rowcount)

    def define(self, statements: str) -> None:
        """Change the tables: statements with `{moment}` and `{serial}` for the types whose names differ."""
        for statement in statements.format_map(self._dialect.types).split(";"):
            if statement.strip():
                self.execute(statement)

    def tables(self) -> set[str]:
        """The names of the tables that are there."""
        return {str(name) for (name,) in self._told(self.execute(self._dialect.tables).fetchall)}

    def hold_tables(self) -> None:
        """Wait, inside a transaction, until no other process changes the tables."""
        if self._dialect.lock:
            self.execute(self._dialect.lock)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of the writes inside are done at the end, or none of them."""
        self.execute(self._dialect.begin)
        try:
            yield
        except BaseException:
            self._roll_back()
            raise
        self.execute("COMMIT")

    def _roll_back(self) -> None:
        try:
            self._raw.execute("ROLLBACK")
        except Exception as error:
            # A connection that broke has nothing to take back; what broke it is told.
            if not self._dialect.is_fault(error):
                raise

    def _ready(self, values: Mapping[str, Any]) -> dict[str, Any]:
        moment = self._dialect.moment
        return {name: moment(value) if isinstance(value, datetime) else value for name, value in values.items()}

    def _told(self, work: Callable[[], T]) -> T:
        """Let a database that fails at any moment be a fault of the storage, not of Osler."""
        try:
            return work()
        except self._dialect.conflict:
            # A driver's words for it quote the row.
            raise Conflict from None
        except Exception as error:
            if self._dialect.is_fault(error):
                raise self._fault(error) from None
            raise


def chunks(values: Sequence[V]) -> Iterator[list[V]]:
    """Values in lists that one statement can take as parameters, and a run of them can write."""
    return (list(values[start : start + _CHUNK]) for start in range(0, len(values), _CHUNK))


def beginning(text: str) -> str:
    """What `LIKE … ESCAPE '/'` is given to find values that begin with a text."""
    return re.sub(r"[%_/]", r"/\g<0>", text) + "%"


def _quoted(names: Sequence[str]) -> str:
    """Names as a statement takes them, also where SQL has a meaning of its own for one."""
    return ", ".join(f'"{name}"' for name in names)


def _spread(statement: str, values: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A list becomes one parameter for each of its values."""
    single: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, list | tuple):
            each = {f"{name}_{place}": one for place, one in enumerate(value)}
            places = ", ".join(f":{one}" for one in each)
            statement = statement.replace(f"IN :{name}", f"IN ({places})")
            single |= each
        else:
            single[name] = value
    return statement, single
