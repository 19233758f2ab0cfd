"""The first tables: items by kind and id, and the decisions on what they ask."""

from osler.core.database import Connection


def upgrade(connection: Connection) -> None:
    """Create the tables."""
    connection.define("""
        CREATE TABLE review_items (
            kind VARCHAR(32) NOT NULL,
            id VARCHAR(64) NOT NULL,
            identity VARCHAR(64) NOT NULL,
            source TEXT NOT NULL,
            subject TEXT NOT NULL,
            context TEXT NOT NULL,
            proposal TEXT NOT NULL,
            reasons TEXT NOT NULL,
            body TEXT NOT NULL,
            created_at {moment} NOT NULL,
            PRIMARY KEY (kind, id)
        );
        CREATE INDEX ix_review_items_identity ON review_items (kind, identity);
        CREATE TABLE review_decisions (
            decision_id {serial},
            kind VARCHAR(32) NOT NULL,
            identity VARCHAR(64) NOT NULL,
            verdict VARCHAR(16) NOT NULL,
            "by" TEXT NOT NULL,
            at {moment} NOT NULL,
            reason TEXT NOT NULL,
            outcome TEXT NOT NULL,
            undone_by TEXT,
            undone_at {moment}
        );
        CREATE INDEX ix_review_decisions_identity ON review_decisions (kind, identity);
    """)
