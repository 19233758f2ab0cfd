"""Sessions in Redis, which expires them by itself."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any, cast

import redis

from osler.core.database import encode

_TIMEOUT_SECONDS = 2.0


class RedisSessions:
    """A session is a hash of its parts and a list of its tool calls; a conversation is a list that never expires."""

    def __init__(self, url: str, ttl: timedelta) -> None:
        self._redis = redis.Redis.from_url(
            url, socket_timeout=_TIMEOUT_SECONDS, socket_connect_timeout=_TIMEOUT_SECONDS, decode_responses=True
        )
        self._ttl = ttl

    def create(self, session_id: str, given: Any) -> None:
        """Begin a session."""
        with self._redis.pipeline() as pipe:
            pipe.delete(_parts(session_id), _calls(session_id))
            pipe.hset(_parts(session_id), "input", encode(given))
            pipe.pexpire(_parts(session_id), self._ttl)
            pipe.execute()

    def put(self, session_id: str, part: str, value: Any) -> None:
        """Keep one part of a session."""
        with self._redis.pipeline() as pipe:
            pipe.hset(_parts(session_id), part, encode(value))
            self._prolong(pipe, session_id)
            pipe.execute()

    def get(self, session_id: str, part: str) -> Any | None:
        """One part of a session."""
        # The client's types allow for an awaitable; this client is the synchronous one.
        found = cast("str | None", self._redis.hget(_parts(session_id), part))
        return None if found is None else json.loads(found)

    def append_call(self, session_id: str, record: Any) -> None:
        """Add to the session's tool log."""
        with self._redis.pipeline() as pipe:
            pipe.rpush(_calls(session_id), encode(record))
            self._prolong(pipe, session_id)
            pipe.execute()

    def calls(self, session_id: str) -> list[Any]:
        """The tool log in order."""
        return self._list(_calls(session_id))

    def append_turn(self, conversation_id: str, turn: Any) -> None:
        """Add a turn to a conversation."""
        self._redis.rpush(_turns(conversation_id), encode(turn))

    def turns(self, conversation_id: str) -> list[Any]:
        """The turns of a conversation in order."""
        return self._list(_turns(conversation_id))

    def delete(self, key: str) -> None:
        """Delete the session or conversation of this id."""
        self._redis.delete(_parts(key), _calls(key), _turns(key))

    def _prolong(self, pipe: redis.client.Pipeline, session_id: str) -> None:
        pipe.pexpire(_parts(session_id), self._ttl)
        pipe.pexpire(_calls(session_id), self._ttl)

    def _list(self, key: str) -> list[Any]:
        found = cast("list[str]", self._redis.lrange(key, 0, -1))
        return [json.loads(item) for item in found]


def _parts(session_id: str) -> str:
    return f"osler:session:{session_id}"


def _calls(session_id: str) -> str:
    return f"osler:session:{session_id}:calls"


def _turns(conversation_id: str) -> str:
    return f"osler:conversation:{conversation_id}"
