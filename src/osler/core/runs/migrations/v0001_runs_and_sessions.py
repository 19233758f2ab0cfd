"""The first tables: runs, their trace, sessions and conversations."""

from osler.core.database import Connection


def upgrade(connection: Connection) -> None:
    """Create the tables."""
    connection.define("""
        CREATE TABLE runs (
            run_id VARCHAR(64) NOT NULL PRIMARY KEY,
            capability VARCHAR(64) NOT NULL,
            status VARCHAR(32) NOT NULL,
            started_at {moment} NOT NULL,
            finished_at {moment},
            input_hash VARCHAR(64) NOT NULL,
            input TEXT,
            settings TEXT NOT NULL,
            versions TEXT NOT NULL,
            usage TEXT NOT NULL,
            result TEXT,
            error TEXT,
            host VARCHAR(255) NOT NULL,
            pid INTEGER NOT NULL,
            process_start VARCHAR(64) NOT NULL,
            heartbeat_at {moment} NOT NULL
        );
        CREATE INDEX ix_runs_status ON runs (status);
        CREATE INDEX ix_runs_capability ON runs (capability);
        CREATE TABLE run_trace (
            run_id VARCHAR(64) NOT NULL REFERENCES runs (run_id) ON DELETE CASCADE,
            sequence INTEGER NOT NULL,
            at {moment} NOT NULL,
            kind VARCHAR(16) NOT NULL,
            step TEXT NOT NULL,
            name TEXT NOT NULL,
            data TEXT NOT NULL,
            PRIMARY KEY (run_id, sequence)
        );
        CREATE TABLE sessions (
            session_id VARCHAR(128) NOT NULL PRIMARY KEY,
            input TEXT,
            context TEXT,
            output TEXT,
            expires_at {moment} NOT NULL
        );
        CREATE INDEX ix_sessions_expires_at ON sessions (expires_at);
        CREATE TABLE session_tool_calls (
            id {serial},
            session_id VARCHAR(128) NOT NULL,
            record TEXT NOT NULL
        );
        CREATE INDEX ix_session_tool_calls_session_id ON session_tool_calls (session_id);
        CREATE TABLE conversation_turns (
            id {serial},
            conversation_id VARCHAR(128) NOT NULL,
            turn TEXT NOT NULL
        );
        CREATE INDEX ix_conversation_turns_conversation_id ON conversation_turns (conversation_id);
    """)
