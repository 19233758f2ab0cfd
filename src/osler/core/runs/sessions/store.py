"""The port behind sessions: a working context that expires, and conversations that do not."""

from __future__ import annotations

from typing import Any, Protocol


class SessionStore(Protocol):
    """What SQLite, PostgreSQL and Redis each do for the session manager.

    The parts of a session are `input`, `context` and `output`. Every write gives the session its full time again.
    """

    def create(self, session_id: str, given: Any) -> None:
        """Begin a session, forgetting an earlier one of the same id."""

    def put(self, session_id: str, part: str, value: Any) -> None:
        """Keep one part of a session."""

    def get(self, session_id: str, part: str) -> Any | None:
        """One part of a session; None if it was never put or has expired."""

    def append_call(self, session_id: str, record: Any) -> None:
        """Add to the session's tool log."""

    def calls(self, session_id: str) -> list[Any]:
        """The tool log in order; empty once the session has expired."""

    def append_turn(self, conversation_id: str, turn: Any) -> None:
        """Add a turn to a conversation, which is kept until it is deleted."""

    def turns(self, conversation_id: str) -> list[Any]:
        """The turns of a conversation in order."""

    def delete(self, key: str) -> None:
        """Delete the session or conversation of this id."""
