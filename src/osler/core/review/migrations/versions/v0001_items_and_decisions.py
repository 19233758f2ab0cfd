"""The first tables: items by kind and id, and the decisions on what they ask."""

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
        "review_items",
        sa.Column("kind", sa.String(32), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(64), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("subject", "context", "proposal", "reasons", "body")),
        sa.Column("created_at", moment, nullable=False),
    )
    op.create_index("ix_review_items_identity", "review_items", ["kind", "identity"])
    op.create_table(
        "review_decisions",
        sa.Column("decision_id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("identity", sa.String(64), nullable=False),
        sa.Column("verdict", sa.String(16), nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("undone_by", sa.Text),
        sa.Column("undone_at", moment),
    )
    op.create_index("ix_review_decisions_identity", "review_decisions", ["kind", "identity"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("review_decisions")
    op.drop_table("review_items")
