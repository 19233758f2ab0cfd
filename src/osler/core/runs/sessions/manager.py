"""The session manager: the working context of an analysis, which never stops the analysis."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, TypeVar

from osler.config import Settings, load_settings
from osler.core.database import plain
from osler.core.outside import extra
from osler.core.runs.faults import in_words
from osler.core.runs.sessions.store import SessionStore
from osler.core.runs.types import ToolCallRecord
from osler.errors import ConfigError, StorageError

T = TypeVar("T")

_REST_SECONDS = 30.0
"""How long a store that failed is left alone, so that each call does not wait for it anew."""

_log = logging.getLogger(__name__)


class SessionManager:
    """Input, tool log, context packet and output of an analysis, for an hour; conversations until they are deleted.

    A store that is down is logged once and then answered for: writes are dropped, reads find nothing.
    """

    def __init__(self, open_store: Callable[[], SessionStore], clock: Callable[[], float] = time.monotonic) -> None:
        self._open = open_store
        self._clock = clock
        self._store: SessionStore | None = None
        self._logged = False
        self._rest_until = float("-inf")

    @classmethod
    def from_settings(cls, settings: Settings | None = None) -> SessionManager:
        """The manager over the configured store."""
        stores = (settings or load_settings()).stores
        ttl = timedelta(seconds=stores.session_ttl_seconds)
        return cls(lambda: open_session_store(stores.sessions_url, ttl))

    def create_session(self, session_id: str, patient_input: Mapping[str, Any]) -> None:
        """Begin a session with what the patient brought."""
        self._try(lambda store: store.create(session_id, plain(patient_input)), None)

    def log_tool_call(self, session_id: str, record: ToolCallRecord) -> None:
        """Add a tool call to the session's log."""
        self._try(lambda store: store.append_call(session_id, record.model_dump(mode="json")), None)

    def get_tool_log(self, session_id: str) -> list[ToolCallRecord]:
        """The session's tool calls in order."""
        found: list[Any] = self._try(lambda store: store.calls(session_id), [])
        return [ToolCallRecord.model_validate(record) for record in found]

    def set_context(self, session_id: str, context: Mapping[str, Any]) -> None:
        """Keep the context packet of the final reasoning."""
        self._try(lambda store: store.put(session_id, "context", plain(context)), None)

    def get_context(self, session_id: str) -> dict[str, Any] | None:
        """The context packet, while the session lasts."""
        return self._try(lambda store: store.get(session_id, "context"), None)

    def set_output(self, session_id: str, output: Mapping[str, Any]) -> None:
        """Keep the final output."""
        self._try(lambda store: store.put(session_id, "output", plain(output)), None)

    def get_output(self, session_id: str) -> dict[str, Any] | None:
        """The final output, while the session lasts."""
        return self._try(lambda store: store.get(session_id, "output"), None)

    def add_turn(self, conversation_id: str, turn: Mapping[str, Any]) -> None:
        """Add a turn to a conversation."""
        self._try(lambda store: store.append_turn(conversation_id, plain(turn)), None)

    def get_conversation(self, conversation_id: str) -> list[dict[str, Any]]:
        """The turns of a conversation in order."""
        return self._try(lambda store: store.turns(conversation_id), [])

    def delete(self, key: str) -> None:
        """Delete the session or conversation of this id."""
        self._try(lambda store: store.delete(key), None)

    def _try(self, work: Callable[[SessionStore], T], otherwise: T) -> T:
        if self._clock() < self._rest_until:
            return otherwise
        try:
            if self._store is None:
                self._store = self._open()
            return work(self._store)
        except Exception as error:  # noqa: BLE001 - whatever a store does, an analysis goes on
            self._rest_until = self._clock() + _REST_SECONDS
            if not self._logged:
                self._logged = True
                why = f"{error.message}; {error.mend}" if isinstance(error, ConfigError) else in_words(error)
                # That the disk cannot be written is told with the run; that a server is gone is told only here.
                level = logging.INFO if isinstance(error, StorageError) else logging.WARNING
                _log.log(level, "the session store is down (%s); the analysis goes on without it", why)
            return otherwise


def open_session_store(url: str | None, ttl: timedelta) -> SessionStore:
    """The store a URL names: Redis for redis:// and rediss://, a database otherwise."""
    if url is not None and url.startswith(("redis://", "rediss://", "unix://")):
        with extra("redis", needed_for="a session store in Redis"):
            from osler.core.runs.sessions.redis import RedisSessions

        return RedisSessions(url, ttl)
    from osler.core.runs.sessions.sql import SqlSessions

    return SqlSessions(url, ttl)
