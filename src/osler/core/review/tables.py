"""The tables of the review queue, in the same database as the runs."""

from __future__ import annotations

from osler.core.database import History, table
from osler.core.review.migrations import v0001_items_and_decisions

HISTORY = History({"0001": v0001_items_and_decisions.upgrade}, "alembic_version_review")

items = table(
    "review_items",
    plain="kind id identity source",
    json="subject context proposal reasons body",
    moments="created_at",
)

decisions = table(
    "review_decisions",
    plain="decision_id kind identity verdict by undone_by",
    json="reason outcome",
    moments="at undone_at",
)
