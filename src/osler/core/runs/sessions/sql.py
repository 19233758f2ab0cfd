"""Sessions in SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from osler.core.runs.database import connected, open_database
from osler.core.runs.tables import conversation_turns, session_tool_calls, sessions


def _now() -> datetime:
    return datetime.now(UTC)


class SqlSessions:
    """Sessions as rows with a time of expiry; what has expired is deleted when the next session begins."""

    def __init__(self, url: str | None, ttl: timedelta, now: Callable[[], datetime] = _now) -> None:
        self._engine = open_database(url)
        self._ttl = ttl
        self._now = now

    def create(self, session_id: str, given: Any) -> None:
        """Begin a session."""
        with self._engine.connect() as connection:
            self._delete_expired(connection)
            self._delete_session(connection, session_id)
            row = {"session_id": session_id, "input": given, "expires_at": self._now() + self._ttl}
            connection.execute(insert(sessions), row)

    def put(self, session_id: str, part: str, value: Any) -> None:
        """Keep one part of a session."""
        self._touch(session_id, {part: value})

    def get(self, session_id: str, part: str) -> Any | None:
        """One part of a session."""
        query = select(sessions.c[part]).where(sessions.c.session_id == session_id, sessions.c.expires_at > self._now())
        with connected(self._engine) as connection:
            return connection.execute(query).scalar_one_or_none()

    def append_call(self, session_id: str, record: Any) -> None:
        """Add to the session's tool log."""
        self._touch(session_id, {})
        with self._engine.connect() as connection:
            connection.execute(insert(session_tool_calls), {"session_id": session_id, "record": record})

    def calls(self, session_id: str) -> list[Any]:
        """The tool log in order."""
        query = (
            select(session_tool_calls.c.record)
            .join(sessions, sessions.c.session_id == session_tool_calls.c.session_id)
            .where(sessions.c.session_id == session_id, sessions.c.expires_at > self._now())
            .order_by(session_tool_calls.c.id)
        )
        with connected(self._engine) as connection:
            return list(connection.execute(query).scalars())

    def append_turn(self, conversation_id: str, turn: Any) -> None:
        """Add a turn to a conversation."""
        with self._engine.connect() as connection:
            connection.execute(insert(conversation_turns), {"conversation_id": conversation_id, "turn": turn})

    def turns(self, conversation_id: str) -> list[Any]:
        """The turns of a conversation in order."""
        query = (
            select(conversation_turns.c.turn)
            .where(conversation_turns.c.conversation_id == conversation_id)
            .order_by(conversation_turns.c.id)
        )
        with connected(self._engine) as connection:
            return list(connection.execute(query).scalars())

    def delete(self, key: str) -> None:
        """Delete the session or conversation of this id."""
        with self._engine.connect() as connection:
            self._delete_session(connection, key)
            connection.execute(delete(conversation_turns).where(conversation_turns.c.conversation_id == key))

    def _touch(self, session_id: str, parts: dict[str, Any]) -> None:
        """Prolong a session and set parts of it; begin it if it is not there or has expired."""
        try:
            self._prolong_or_begin(session_id, parts)
        except IntegrityError:
            # Another process began the same session in between; now it is there.
            self._prolong_or_begin(session_id, parts)

    def _prolong_or_begin(self, session_id: str, parts: dict[str, Any]) -> None:
        now = self._now()
        alive = sessions.c.session_id == session_id, sessions.c.expires_at > now
        with self._engine.connect() as connection:
            changed = connection.execute(update(sessions).where(*alive).values(expires_at=now + self._ttl, **parts))
            if not changed.rowcount:
                self._delete_session(connection, session_id)
                row = {"session_id": session_id, "expires_at": now + self._ttl, **parts}
                connection.execute(insert(sessions), row)

    def _delete_expired(self, connection: Connection) -> None:
        expired = select(sessions.c.session_id).where(sessions.c.expires_at <= self._now())
        connection.execute(delete(session_tool_calls).where(session_tool_calls.c.session_id.in_(expired)))
        connection.execute(delete(sessions).where(sessions.c.expires_at <= self._now()))

    @staticmethod
    def _delete_session(connection: Connection, session_id: str) -> None:
        connection.execute(delete(session_tool_calls).where(session_tool_calls.c.session_id == session_id))
        connection.execute(delete(sessions).where(sessions.c.session_id == session_id))
