"""The review queue for any kind of question: decided once, taken back, disagreed upon, carried elsewhere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from osler.core.database import open_database
from osler.core.review import Decision, NewItem, ReviewItem, ReviewQueue, Verdict
from osler.core.review.tables import HISTORY, decisions, items
from osler.errors import UsageError
from tests.services import columns_of, database_url, postgres_server, postgres_url

__all__ = ["database_url", "postgres_server", "postgres_url"]

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
VERDICT = "verdict"


@pytest.fixture
def queue(database_url: str) -> ReviewQueue:
    return ReviewQueue(open_database(database_url))


def question(number: str, identity: str = "") -> NewItem:
    return NewItem(
        id=number, identity=identity or number, source="trial", subject="LVEF below 40 %", context="whole text",
        proposal="not met", reasons=["no measurement"], body={"criterion": number},
    )  # fmt: skip


def by(who: str, verdict: Verdict = "accepted", minutes: int = 0, **outcome: str) -> Decision:
    return Decision(verdict=verdict, by=who, at=NOON + timedelta(minutes=minutes), outcome=outcome)


def statuses(queue: ReviewQueue) -> dict[str, str]:
    return {item.id: item.status for item in queue.items(status=None)}


def test_what_is_queued_waits_by_kind_and_id(queue: ReviewQueue) -> None:
    queue.add(VERDICT, [question("a1")], at=NOON)
    queue.add("fact", [question("a1")], at=NOON)
    assert [(item.kind, item.id, item.subject) for item in queue.items(kind="fact")] == [
        ("fact", "a1", "LVEF below 40 %")
    ]
    assert queue.get("a", kind=VERDICT).body == {"criterion": "a1"}
    with pytest.raises(UsageError, match="several items"):
        queue.get("a1")
    with pytest.raises(UsageError, match="no item"):
        queue.get("zz")


def test_the_same_question_is_decided_once_now_and_later(queue: ReviewQueue) -> None:
    queue.add(VERDICT, [question("a1", "same"), question("a2", "same"), question("b1")], at=NOON)
    decided = queue.decide(queue.get("a1"), by("anna"))
    assert (decided.status, decided.decisions[0].by, decided.decisions[0].at) == ("accepted", "anna", NOON)
    queue.add(VERDICT, [question("a3", "same")], at=NOON)
    assert statuses(queue) == {"a1": "accepted", "a2": "accepted", "a3": "accepted", "b1": "pending"}


def test_what_was_decided_is_not_asked_again(queue: ReviewQueue) -> None:
    queue.add(VERDICT, [question("a1")], at=NOON)
    queue.decide(queue.get("a1"), by("anna", "rejected"))
    queue.add(VERDICT, [question("a1", "the proposal changed")], at=NOON)
    assert statuses(queue) == {"a1": "rejected"}


def test_a_decision_is_taken_back_and_stays_in_the_record(queue: ReviewQueue) -> None:
    queue.add(VERDICT, [question("a1")], at=NOON)
    item = queue.decide(queue.get("a1"), by("anna"))
    with pytest.raises(UsageError, match="already accepted by anna"):
        queue.decide(item, by("anna", "rejected", 1))
    undone = queue.undo(item, by="anna", at=NOON + timedelta(minutes=2))
    assert (undone.status, undone.decisions[0].undone_by) == ("pending", "anna")
    assert queue.decide(undone, by("anna", "rejected", 3)).status == "rejected"
    assert len(queue.get("a1").decisions) == 2


def test_reviewers_who_differ_are_a_conflict_until_one_gives_way(queue: ReviewQueue) -> None:
    queue.add(VERDICT, [question("a1")], at=NOON)
    queue.decide(queue.get("a1"), by("anna", "corrected", value="met"))
    assert queue.decide(queue.get("a1"), by("carl", "corrected", 1, value="met")).status == "corrected"
    item = queue.decide(queue.get("a1"), by("ben", "corrected", 2, value="unknown"))
    assert item.status == "conflict"
    assert [found.id for found in queue.items(status="conflict")] == ["a1"]
    with pytest.raises(UsageError, match="anna, carl, ben"):
        queue.undo(item, by="dora", at=NOON)
    assert queue.undo(item, by="dora", at=NOON, whose="ben").status == "corrected"


def test_an_exported_queue_is_taken_over_once(queue: ReviewQueue, tmp_path: Path) -> None:
    queue.add(VERDICT, [question("a1"), question("b1")], at=NOON)
    queue.decide(queue.get("a1"), by("anna"))
    other = ReviewQueue(open_database(f"sqlite:///{tmp_path / 'other.db'}"))
    other.add(VERDICT, [question("a1")], at=NOON)
    other.decide(other.get("a1"), by("ben", "rejected"))
    exported = [ReviewItem.model_validate_json(item.model_dump_json()) for item in queue.items(status=None)]
    assert other.load(exported) == 1
    assert other.load(exported) == 0
    assert statuses(other) == {"a1": "conflict", "b1": "pending"}


def test_the_migrations_make_exactly_the_tables_that_the_code_uses(queue: ReviewQueue, database_url: str) -> None:
    with open_database(database_url).connect() as connection:
        assert connection.select(HISTORY.versions) == [{"version_num": HISTORY.head}]
        for table in (items, decisions):
            assert columns_of(connection, table) == set(table.columns)


def test_a_decision_bound_to_a_source_holds_there_and_goes_before_one_that_holds_everywhere(queue: ReviewQueue) -> None:
    here, there = (question(name, "same").model_copy(update={"source": name}) for name in ("here", "there"))
    queue.add(VERDICT, [here, there], at=NOON)
    bound = by("anna", "corrected", value="met").model_copy(update={"bound_to": "here"})
    queue.decide(queue.get("here"), bound)
    assert statuses(queue) == {"here": "corrected", "there": "pending"}

    queue.decide(queue.get("there"), by("anna", "rejected", 1))
    assert statuses(queue) == {"here": "corrected", "there": "rejected"}
    queue.add(VERDICT, [question("new", "same").model_copy(update={"source": "other"})], at=NOON)
    assert statuses(queue)["new"] == "rejected"
    with pytest.raises(UsageError, match="already corrected by anna"):
        queue.decide(queue.get("here"), bound)

    queue.undo(queue.get("here"), by="anna", at=NOON + timedelta(minutes=2))
    assert statuses(queue) == {"here": "rejected", "there": "rejected", "new": "rejected"}


def test_what_a_decision_is_bound_to_is_carried_elsewhere(queue: ReviewQueue, tmp_path: Path) -> None:
    queue.add(VERDICT, [question("a1", "same"), question("a2", "same").model_copy(update={"source": "x"})], at=NOON)
    queue.decide(queue.get("a2"), by("anna").model_copy(update={"bound_to": "x"}))
    other = ReviewQueue(open_database(f"sqlite:///{tmp_path / 'other.db'}"))
    assert other.load(queue.items(status=None)) == 1
    assert statuses(other) == {"a1": "pending", "a2": "accepted"}
