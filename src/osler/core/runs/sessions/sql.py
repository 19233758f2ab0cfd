"""Sessions in SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from osler.core.database import Conflict, Connection, migrate, open_database
from osler.core.runs.tables import HISTORY, conversation_turns, session_tool_calls, sessions

_TURNS = "conversation_id = :id"
_ALIVE = "session_id = :session AND expires_at > :now"
_CALLS_OF_ALIVE = "session_id IN (SELECT session_id FROM sessions WHERE session_id = :session AND expires_at > :now)"
_CALLS_OF_EXPIRED = "session_id IN (SELECT session_id FROM sessions WHERE expires_at <= :now)"


def _now() -> datetime:
    return datetime.now(UTC)


class SqlSessions:
    """Sessions as rows with a time of expiry; what has expired is deleted when the next session begins."""

    def __init__(self, url: str | None, ttl: timedelta, now: Callable[[], datetime] = _now) -> None:
        self._database = open_database(url)
        migrate(self._database, HISTORY)
        self._ttl = ttl
        self._now = now

    def create(self, session_id: str, given: Any) -> None:
        """Begin a session."""
        with self._database.connect() as connection:
            self._delete_expired(connection)
            self._delete_session(connection, session_id)
            row = {"session_id": session_id, "input": given, "expires_at": self._now() + self._ttl}
            connection.insert(sessions, row)

    def put(self, session_id: str, part: str, value: Any) -> None:
        """Keep one part of a session."""
        self._touch(session_id, {part: value})

    def get(self, session_id: str, part: str) -> Any | None:
        """One part of a session."""
        with self._database.reading() as connection:
            found = connection.select(sessions, [part], where=_ALIVE, session=session_id, now=self._now())
        return found[0][part] if found else None

    def append_call(self, session_id: str, record: Any) -> None:
        """Add to the session's tool log."""
        self._touch(session_id, {})
        with self._database.connect() as connection:
            connection.insert(session_tool_calls, {"session_id": session_id, "record": record})

    def calls(self, session_id: str) -> list[Any]:
        """The tool log in order."""
        with self._database.reading() as connection:
            found = connection.select(
                session_tool_calls,
                ["record"],
                where=_CALLS_OF_ALIVE,
                order="id",
                session=session_id,
                now=self._now(),
            )
        return [row["record"] for row in found]

    def append_turn(self, conversation_id: str, turn: Any) -> None:
        """Add a turn to a conversation."""
        with self._database.connect() as connection:
            connection.insert(conversation_turns, {"conversation_id": conversation_id, "turn": turn})

    def turns(self, conversation_id: str) -> list[Any]:
        """The turns of a conversation in order."""
        with self._database.reading() as connection:
            found = connection.select(conversation_turns, ["turn"], where=_TURNS, order="id", id=conversation_id)
        return [row["turn"] for row in found]

    def delete(self, key: str) -> None:
        """Delete the session or conversation of this id."""
        with self._database.connect() as connection:
            self._delete_session(connection, key)
            connection.delete(conversation_turns, where=_TURNS, id=key)

    def _touch(self, session_id: str, parts: dict[str, Any]) -> None:
        """Prolong a session and set parts of it; begin it if it is not there or has expired."""
        try:
            self._prolong_or_begin(session_id, parts)
        except Conflict:
            # Another process began the same session in between; now it is there.
            self._prolong_or_begin(session_id, parts)

    def _prolong_or_begin(self, session_id: str, parts: dict[str, Any]) -> None:
        now = self._now()
        prolonged = {"expires_at": now + self._ttl, **parts}
        with self._database.connect() as connection:
            if not connection.update(sessions, prolonged, where=_ALIVE, session=session_id, now=now):
                self._delete_session(connection, session_id)
                connection.insert(sessions, {"session_id": session_id, **prolonged})

    def _delete_expired(self, connection: Connection) -> None:
        now = self._now()
        connection.delete(session_tool_calls, where=_CALLS_OF_EXPIRED, now=now)
        connection.delete(sessions, where="expires_at <= :now", now=now)

    @staticmethod
    def _delete_session(connection: Connection, session_id: str) -> None:
        for owned in (session_tool_calls, sessions):
            connection.delete(owned, where="session_id = :session", session=session_id)
