"""The first tables: runs, their trace, sessions and conversations."""

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
        "runs",
        sa.Column("run_id", sa.String(64), primary_key=True),
        sa.Column("capability", sa.String(64), nullable=False),
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("started_at", moment, nullable=False),
        sa.Column("finished_at", moment),
        sa.Column("input_hash", sa.String(64), nullable=False),
        sa.Column("input", sa.Text),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("versions", sa.Text, nullable=False),
        sa.Column("usage", sa.Text, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("error", sa.Text),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("process_start", sa.String(64), nullable=False),
        sa.Column("heartbeat_at", moment, nullable=False),
    )
    op.create_index("ix_runs_status", "runs", ["status"])
    op.create_index("ix_runs_capability", "runs", ["capability"])
    op.create_table(
        "run_trace",
        sa.Column("run_id", sa.String(64), sa.ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("session_id", sa.String(128), primary_key=True),
        sa.Column("input", sa.Text),
        sa.Column("context", sa.Text),
        sa.Column("output", sa.Text),
        sa.Column("expires_at", moment, nullable=False),
    )
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    for table, owner, value in (
        ("session_tool_calls", "session_id", "record"),
        ("conversation_turns", "conversation_id", "turn"),
    ):
        op.create_table(
            table,
            sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
            sa.Column(owner, sa.String(128), nullable=False),
            sa.Column(value, sa.Text, nullable=False),
        )
        op.create_index(f"ix_{table}_{owner}", table, [owner])


def downgrade() -> None:
    """Drop the tables."""
    for table in ("conversation_turns", "session_tool_calls", "sessions", "run_trace", "runs"):
        op.drop_table(table)
