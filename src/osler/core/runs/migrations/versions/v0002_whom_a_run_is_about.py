"""Whom a run is about, who asked for it, what it is called and what came out."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: Sequence[str] | None = None
depends_on: Sequence[str] | None = None


def upgrade() -> None:
    """Add the columns; runs of before have nothing in them."""
    for name in ("patient", "tenant", "actor", "label", "outcome"):
        op.add_column("runs", sa.Column(name, sa.Text))
    op.add_column("runs", sa.Column("parent", sa.String(64)))
    op.create_index("ix_runs_patient", "runs", ["patient"])
    op.create_index("ix_runs_parent", "runs", ["parent"])


def downgrade() -> None:
    """Drop the columns."""
    op.drop_index("ix_runs_parent", "runs")
    op.drop_index("ix_runs_patient", "runs")
    for name in ("patient", "tenant", "actor", "label", "outcome", "parent"):
        op.drop_column("runs", name)
