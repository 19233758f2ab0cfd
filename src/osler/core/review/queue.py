"""The review queue in the database: items by kind and id, decisions by what they decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from osler.config import Settings, load_settings
from osler.core.database import Connection, Database, Row, beginning, chunks, database_url, migrate, open_database
from osler.core.review.tables import HISTORY, decisions, items
from osler.core.review.types import Decision, NewItem, ReviewItem, ReviewStatus
from osler.errors import UsageError

_IDS = "kind = :kind AND id IN :ids"
_BEGINS = "id LIKE :begins ESCAPE '/'"


class ReviewQueue:
    """What waits and what was decided. A decision holds for every item of the same identity, present and future.

    One that is bound to a source holds for the items of that source, and there it goes before one that holds everywhere.
    """

    def __init__(self, database: Database) -> None:
        migrate(database, HISTORY)
        self._database = database

    def add(self, kind: str, found: Iterable[NewItem], *, at: datetime) -> None:
        """Queue items; one that waits already is replaced, one that was decided is not asked again."""
        new = {item.id: item for item in found}
        with self._database.transaction() as connection:
            known = {
                item.id: item for chunk in chunks(list(new)) for item in _read(connection, _IDS, kind=kind, ids=chunk)
            }
            fresh = [item for item in new.values() if item.id not in known or known[item.id].status == "pending"]
            for chunk in chunks([item.id for item in fresh]):
                connection.delete(items, where=_IDS, kind=kind, ids=chunk)
            rows = [
                item.model_dump() | {"kind": kind, "created_at": known[item.id].created_at if item.id in known else at}
                for item in fresh
            ]
            connection.insert(items, *rows)

    def items(
        self, *, kind: str | None = None, status: ReviewStatus | None = "pending", limit: int | None = None
    ) -> list[ReviewItem]:
        """The queue, oldest first."""
        with self._database.reading() as connection:
            found = _read(connection) if kind is None else _read(connection, "kind = :kind", kind=kind)
        return [item for item in found if status is None or item.status == status][:limit]

    def get(self, item_id: str, *, kind: str | None = None) -> ReviewItem:
        """One item by its id, or the beginning of one."""
        with self._database.reading() as connection:
            found = _read(connection, _BEGINS, begins=beginning(item_id))
        found = [item for item in found if kind is None or item.kind == kind]
        exact = [item for item in found if item.id == item_id]
        if len(exact or found) != 1:
            what = "several items begin" if found else "there is no item that begins"
            raise UsageError(f"{what} with {item_id!r}", mend="'osler review list --all' shows every id")
        return (exact or found)[0]

    def same(self, item: ReviewItem) -> list[ReviewItem]:
        """Every item that asks the same, this one included."""
        with self._database.reading() as connection:
            return _read(connection, "kind = :kind AND identity = :identity", kind=item.kind, identity=item.identity)

    def decide(self, item: ReviewItem, decision: Decision) -> ReviewItem:
        """Decide an item and all that ask the same; a reviewer who decided before has to take that back first."""
        with self._database.transaction() as connection:
            current = next(iter(_read(connection, _IDS, kind=item.kind, ids=[item.id])), item)
            before = next((one for one in current.decisions if one.stands and _is_by(one, decision)), None)
            if before is not None:
                raise UsageError(
                    f"this item was already {before.verdict} by {before.by}",
                    mend=f"take it back with 'osler review undo {item.id}', or let another reviewer decide (--by)",
                )
            connection.insert(decisions, {"kind": item.kind, "identity": item.identity, **decision.model_dump()})
        return self.get(item.id, kind=item.kind)

    def undo(self, item: ReviewItem, *, by: str, at: datetime, whose: str | None = None) -> ReviewItem:
        """Take back the decision of a reviewer (default: of whoever takes it back, or the only one there is)."""
        standing = item.standing
        chosen = [one for one in standing if one.by == (whose or by)] or (standing if whose is None else [])
        if len(chosen) != 1:
            named = ", ".join(one.by for one in standing) or "nobody"
            raise UsageError(f"it is not clear whose decision to take back (decided by: {named})", mend="name it: --of")
        with self._database.connect() as connection:
            connection.update(
                decisions,
                {"undone_by": by, "undone_at": at},
                where="""kind = :kind AND identity = :identity AND "by" = :whose AND undone_at IS NULL
                    AND coalesce(bound_to, '') = :bound""",
                kind=item.kind,
                identity=item.identity,
                whose=chosen[0].by,
                bound=chosen[0].bound_to or "",
            )
        return self.get(item.id, kind=item.kind)

    def load(self, exported: Sequence[ReviewItem]) -> int:
        """Take over items and decisions of another queue; how many decisions were new. What differs is a conflict."""
        new = 0
        with self._database.transaction() as connection:
            known = {(item.kind, item.id) for item in _read(connection)}
            made = {_key(row["kind"], row["identity"], _decision(row)) for row in connection.select(decisions)}
            for item in exported:
                if (item.kind, item.id) not in known:
                    connection.insert(items, item.model_dump(exclude={"decisions"}))
                    known.add((item.kind, item.id))
                for decision in item.decisions:
                    key = _key(item.kind, item.identity, decision)
                    if key in made:
                        continue
                    connection.insert(
                        decisions, {"kind": item.kind, "identity": item.identity, **decision.model_dump()}
                    )
                    made.add(key)
                    new += 1
        return new


def open_review_queue(settings: Settings | None = None) -> ReviewQueue:
    """The queue at the place where the runs are."""
    return ReviewQueue(open_database(database_url((settings or load_settings()).stores.runs_url)))


def _is_by(one: Decision, other: Decision) -> bool:
    """Whether the same reviewer decided both for the same place."""
    return (one.by, one.bound_to) == (other.by, other.bound_to)


def _key(kind: str, identity: str, decision: Decision) -> tuple[str, str, str, datetime]:
    return kind, identity, decision.by, decision.at


def _read(connection: Connection, where: str = "", **values: Any) -> list[ReviewItem]:
    """Items with all decisions on what they ask, oldest first."""
    rows = connection.select(items, where=where, order="created_at, id", **values)
    found = [ReviewItem.model_validate(row) for row in rows]
    made: dict[tuple[str, str], list[Decision]] = {}
    for chunk in chunks(sorted({item.identity for item in found})):
        for row in connection.select(decisions, where="identity IN :chunk", order="decision_id", chunk=chunk):
            made.setdefault((row["kind"], row["identity"]), []).append(_decision(row))
    for item in found:
        told = made.get((item.kind, item.identity), [])
        item.decisions = [one for one in told if one.bound_to in (None, item.source)]
    return found


def _decision(row: Row) -> Decision:
    return Decision.model_validate({name: row[name] for name in Decision.model_fields})
