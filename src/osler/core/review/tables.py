"""The tables of the review queue, in the same database as the runs."""

from __future__ import annotations

from osler.core.database import History, table
from osler.core.review.migrations import v0001_items_and_decisions, v0002_what_a_decision_is_bound_to

HISTORY = History(
    {"0001": v0001_items_and_decisions.upgrade, "0002": v0002_what_a_decision_is_bound_to.upgrade},
    "alembic_version_review",
)

items = table(
    "review_items",
    plain="kind id identity source",
    json="subject context proposal reasons body",
    moments="created_at",
)

decisions = table(
    "review_decisions",
    plain="decision_id kind identity verdict by undone_by bound_to",
    json="reason outcome",
    moments="at undone_at",
)
