"""Whom a run is about, who asked for it, what it is called and what came out."""

from osler.core.database import Connection


def upgrade(connection: Connection) -> None:
    """Add the columns; runs of before have nothing in them."""
    connection.define("""
        ALTER TABLE runs ADD COLUMN patient TEXT;
        ALTER TABLE runs ADD COLUMN tenant TEXT;
        ALTER TABLE runs ADD COLUMN actor TEXT;
        ALTER TABLE runs ADD COLUMN label TEXT;
        ALTER TABLE runs ADD COLUMN outcome TEXT;
        ALTER TABLE runs ADD COLUMN parent VARCHAR(64);
        CREATE INDEX ix_runs_patient ON runs (patient);
        CREATE INDEX ix_runs_parent ON runs (parent);
    """)
