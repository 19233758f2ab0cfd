"""The tables of grounding, in the same database as the runs."""

from __future__ import annotations

from sqlalchemy import Column, Index, MetaData, String, Table

from osler.core.runs import History, Json

HISTORY = History("osler.grounding.store:migrations", "0002", "alembic_version_grounding")

metadata = MetaData()

criteria = Table(
    "grounding_criteria",
    metadata,
    Column("criteria_id", String(255), primary_key=True),
    Column("protocol_id", String(255), nullable=False),
    Column("criteria_type", String(16), nullable=False),
    Column("text", Json, nullable=False),
    Index("ix_grounding_criteria_protocol_id", "protocol_id"),
)

entities = Table(
    "grounding_entities",
    metadata,
    Column("entity_id", String(64), primary_key=True),
    Column("criteria_id", String(255), nullable=False),
    Column("batch_id", String(64), nullable=False),
    Column("status", String(32), nullable=False),
    Column("body", Json, nullable=False),
    Index("ix_grounding_entities_criteria_id", "criteria_id"),
    Index("ix_grounding_entities_batch_id", "batch_id"),
)
