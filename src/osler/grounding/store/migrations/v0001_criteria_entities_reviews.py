"""The first tables: criteria, entities, the review queue, and what experts decided."""

from osler.core.database import Connection


def upgrade(connection: Connection) -> None:
    """Create the tables."""
    connection.define("""
        CREATE TABLE grounding_criteria (
            criteria_id VARCHAR(255) NOT NULL PRIMARY KEY,
            protocol_id VARCHAR(255) NOT NULL,
            criteria_type VARCHAR(16) NOT NULL,
            text TEXT NOT NULL
        );
        CREATE INDEX ix_grounding_criteria_protocol_id ON grounding_criteria (protocol_id);
        CREATE TABLE grounding_entities (
            entity_id VARCHAR(64) NOT NULL PRIMARY KEY,
            criteria_id VARCHAR(255) NOT NULL,
            batch_id VARCHAR(64) NOT NULL,
            status VARCHAR(32) NOT NULL,
            body TEXT NOT NULL
        );
        CREATE INDEX ix_grounding_entities_criteria_id ON grounding_entities (criteria_id);
        CREATE INDEX ix_grounding_entities_batch_id ON grounding_entities (batch_id);
        CREATE TABLE grounding_reviews (
            entity_id VARCHAR(64) NOT NULL PRIMARY KEY,
            protocol_id VARCHAR(255) NOT NULL,
            status VARCHAR(32) NOT NULL,
            body TEXT NOT NULL,
            created_at {moment} NOT NULL,
            decided_by TEXT,
            decided_at {moment},
            reason TEXT
        );
        CREATE INDEX ix_grounding_reviews_status ON grounding_reviews (status);
        CREATE TABLE grounding_overrides (
            term VARCHAR(255) NOT NULL PRIMARY KEY,
            candidate TEXT NOT NULL,
            entity_id VARCHAR(64) NOT NULL,
            decided_by TEXT NOT NULL,
            decided_at {moment} NOT NULL,
            reason TEXT NOT NULL
        );
    """)
