"""The tables of the review queue, in the same database as the runs."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, MetaData, String, Table, Text

from osler.core.runs import History, Json, Moment

HISTORY = History("osler.core.review:migrations", "0001", "alembic_version_review")

metadata = MetaData()

items = Table(
    "review_items",
    metadata,
    Column("kind", String(32), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("identity", String(64), nullable=False),
    Column("source", Text, nullable=False),
    Column("subject", Json, nullable=False),
    Column("context", Json, nullable=False),
    Column("proposal", Json, nullable=False),
    Column("reasons", Json, nullable=False),
    Column("body", Json, nullable=False),
    Column("created_at", Moment, nullable=False),
    Index("ix_review_items_identity", "kind", "identity"),
)

decisions = Table(
    "review_decisions",
    metadata,
    Column("decision_id", Integer, primary_key=True, autoincrement=True),
    Column("kind", String(32), nullable=False),
    Column("identity", String(64), nullable=False),
    Column("verdict", String(16), nullable=False),
    Column("by", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("reason", Json, nullable=False),
    Column("outcome", Json, nullable=False),
    Column("undone_by", Text),
    Column("undone_at", Moment),
    Index("ix_review_decisions_identity", "kind", "identity"),
)
