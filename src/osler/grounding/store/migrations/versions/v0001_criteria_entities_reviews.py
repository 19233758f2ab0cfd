"""The first tables: criteria, entities, the review queue, and what experts decided."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    """Create the tables."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "grounding_criteria",
        sa.Column("criteria_id", sa.String(255), primary_key=True),
        sa.Column("protocol_id", sa.String(255), nullable=False),
        sa.Column("criteria_type", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("ix_grounding_criteria_protocol_id", "grounding_criteria", ["protocol_id"])
    op.create_table(
        "grounding_entities",
        sa.Column("entity_id", sa.String(64), primary_key=True),
        sa.Column("criteria_id", sa.String(255), nullable=False),
        sa.Column("batch_id", sa.String(64), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("ix_grounding_entities_criteria_id", "grounding_entities", ["criteria_id"])
    op.create_index("ix_grounding_entities_batch_id", "grounding_entities", ["batch_id"])
    op.create_table(
        "grounding_reviews",
        sa.Column("entity_id", sa.String(64), primary_key=True),
        sa.Column("protocol_id", sa.String(255), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("decided_by", sa.Text),
        sa.Column("decided_at", moment),
        sa.Column("reason", sa.Text),
    )
    op.create_index("ix_grounding_reviews_status", "grounding_reviews", ["status"])
    op.create_table(
        "grounding_overrides",
        sa.Column("term", sa.String(255), primary_key=True),
        sa.Column("candidate", sa.Text, nullable=False),
        sa.Column("entity_id", sa.String(64), nullable=False),
        sa.Column("decided_by", sa.Text, nullable=False),
        sa.Column("decided_at", moment, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("grounding_overrides", "grounding_reviews", "grounding_entities", "grounding_criteria"):
        op.drop_table(table)
