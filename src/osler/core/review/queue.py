"""The review queue in the database: items by kind and id, decisions by what they decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Engine, and_, delete, insert, select, update

from osler.config import Settings, load_settings
from osler.core.review.tables import HISTORY, decisions, items
from osler.core.review.types import Decision, NewItem, ReviewItem, ReviewStatus
from osler.core.runs import connected, database_url, migrate, open_database, transaction
from osler.errors import UsageError

_CHUNK = 400


class ReviewQueue:
    """What waits and what was decided. A decision holds for every item of the same identity, present and future."""

    def __init__(self, engine: Engine) -> None:
        migrate(engine, HISTORY)
        self._engine = engine

    def add(self, kind: str, found: Iterable[NewItem], *, at: datetime) -> None:
        """Queue items; one that waits already is replaced, one that was decided is not asked again."""
        new = {item.id: item for item in found}
        with transaction(self._engine) as connection:
            known = {item.id: item for chunk in _chunks(list(new)) for item in _read(connection, _ids(kind, chunk))}
            fresh = [item for item in new.values() if item.id not in known or known[item.id].status == "pending"]
            for chunk in _chunks([item.id for item in fresh]):
                connection.execute(delete(items).where(_ids(kind, chunk)))
            rows = [
                item.model_dump() | {"kind": kind, "created_at": known[item.id].created_at if item.id in known else at}
                for item in fresh
            ]
            if rows:
                connection.execute(insert(items), rows)

    def items(
        self, *, kind: str | None = None, status: ReviewStatus | None = "pending", limit: int | None = None
    ) -> list[ReviewItem]:
        """The queue, oldest first."""
        with connected(self._engine) as connection:
            found = _read(connection, None if kind is None else items.c.kind == kind)
        return [item for item in found if status is None or item.status == status][:limit]

    def get(self, item_id: str, *, kind: str | None = None) -> ReviewItem:
        """One item by its id, or the beginning of one."""
        with connected(self._engine) as connection:
            found = _read(connection, _begins(item_id, kind))
        exact = [item for item in found if item.id == item_id]
        if len(exact or found) != 1:
            what = "several items begin" if found else "there is no item that begins"
            raise UsageError(f"{what} with {item_id!r}", mend="'osler review list --all' shows every id")
        return (exact or found)[0]

    def same(self, item: ReviewItem) -> list[ReviewItem]:
        """Every item that asks the same, this one included."""
        with connected(self._engine) as connection:
            return _read(connection, and_(items.c.kind == item.kind, items.c.identity == item.identity))

    def decide(self, item: ReviewItem, decision: Decision) -> ReviewItem:
        """Decide an item and all that ask the same; a reviewer who decided before has to take that back first."""
        with transaction(self._engine) as connection:
            current = next(iter(_read(connection, _ids(item.kind, [item.id]))), item)
            before = next((one for one in current.standing if one.by == decision.by), None)
            if before is not None:
                raise UsageError(
                    f"this item was already {before.verdict} by {before.by}",
                    mend=f"take it back with 'osler review undo {item.id}', or let another reviewer decide (--by)",
                )
            connection.execute(
                insert(decisions), {"kind": item.kind, "identity": item.identity, **decision.model_dump()}
            )
        return self.get(item.id, kind=item.kind)

    def undo(self, item: ReviewItem, *, by: str, at: datetime, whose: str | None = None) -> ReviewItem:
        """Take back the decision of a reviewer (default: of whoever takes it back, or the only one there is)."""
        standing = item.standing
        chosen = [one for one in standing if one.by == (whose or by)] or (standing if whose is None else [])
        if len(chosen) != 1:
            named = ", ".join(one.by for one in standing) or "nobody"
            raise UsageError(f"it is not clear whose decision to take back (decided by: {named})", mend="name it: --of")
        with self._engine.connect() as connection:
            connection.execute(
                update(decisions)
                .where(
                    decisions.c.kind == item.kind,
                    decisions.c.identity == item.identity,
                    decisions.c.by == chosen[0].by,
                    decisions.c.undone_at.is_(None),
                )
                .values(undone_by=by, undone_at=at)
            )
        return self.get(item.id, kind=item.kind)

    def load(self, exported: Sequence[ReviewItem]) -> int:
        """Take over items and decisions of another queue; how many decisions were new. What differs is a conflict."""
        new = 0
        with transaction(self._engine) as connection:
            known = {(item.kind, item.id) for item in _read(connection, None)}
            made = {_key(row._mapping["kind"], row._mapping["identity"], _decision(row)) for row in
                    connection.execute(select(decisions))}  # fmt: skip
            for item in exported:
                if (item.kind, item.id) not in known:
                    connection.execute(insert(items), item.model_dump(exclude={"decisions"}))
                    known.add((item.kind, item.id))
                for decision in item.decisions:
                    key = _key(item.kind, item.identity, decision)
                    if key in made:
                        continue
                    row = {"kind": item.kind, "identity": item.identity, **decision.model_dump()}
                    connection.execute(insert(decisions), row)
                    made.add(key)
                    new += 1
        return new


def open_review_queue(settings: Settings | None = None) -> ReviewQueue:
    """The queue at the place where the runs are."""
    return ReviewQueue(open_database(database_url((settings or load_settings()).stores.runs_url)))


def _key(kind: str, identity: str, decision: Decision) -> tuple[str, str, str, datetime]:
    return kind, identity, decision.by, decision.at


def _ids(kind: str, ids: Sequence[str]) -> ColumnElement[bool]:
    return and_(items.c.kind == kind, items.c.id.in_(ids))


def _begins(item_id: str, kind: str | None) -> ColumnElement[bool]:
    begins = items.c.id.startswith(item_id, autoescape=True)
    return begins if kind is None else and_(begins, items.c.kind == kind)


def _read(connection: Connection, where: ColumnElement[bool] | None) -> list[ReviewItem]:
    """Items with all decisions on what they ask, oldest first."""
    query = select(items).order_by(items.c.created_at, items.c.id)
    found = [
        ReviewItem.model_validate(dict(row._mapping))
        for row in connection.execute(query if where is None else query.where(where))
    ]
    made: dict[tuple[str, str], list[Decision]] = {}
    for chunk in _chunks(sorted({item.identity for item in found})):
        chosen = select(decisions).where(decisions.c.identity.in_(chunk)).order_by(decisions.c.decision_id)
        for row in connection.execute(chosen):
            made.setdefault((row._mapping["kind"], row._mapping["identity"]), []).append(_decision(row))
    for item in found:
        item.decisions = list(made.get((item.kind, item.identity), []))
    return found


def _decision(row: object) -> Decision:
    return Decision.model_validate({name: getattr(row, name) for name in Decision.model_fields})


def _chunks(values: Sequence[str]) -> Iterable[Sequence[str]]:
    return (values[start : start + _CHUNK] for start in range(0, len(values), _CHUNK))
