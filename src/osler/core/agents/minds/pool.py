"""One pool of model connections for the whole process, kept while somebody on the event loop uses it, and a while after."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from osler.config import RoleSettings, Settings
from osler.core.agents.minds.models import ModelHandle, build_model, key_of

T = TypeVar("T")


_HOME: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("_HOME", default=None)
"""The loop on which requests are sent for whoever works on another; where there is none, on their own."""


@dataclass
class _OnLoop:
    """The models that are connected to from one event loop; a connection cannot serve another."""

    handles: dict[tuple[Any, ...], ModelHandle] = field(default_factory=dict)
    users: int = 0
    linger: float = 0.0
    """Seconds that connections stay open for whoever comes next; only a loop that outlives its users can wait."""
    left: int = 0
    """How often the last user has left."""


class ModelPool:
    """Models that were built, shared by every runner of an event loop, or of all loops that share one for requests."""

    def __init__(self) -> None:
        self._loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _OnLoop] = WeakKeyDictionary()
        self._lock = threading.RLock()
        self._lasting: asyncio.AbstractEventLoop | None = None
        self._pid = 0
        self._closing: set[asyncio.Task[None]] = set()

    def share(self, linger: float) -> None:
        """From here on send requests from one loop of this process, which does nothing else.

        For work on loops of its own: whatever holds such a loop up holds up nobody's request. Connections stay open for
        `linger` seconds after their last user left.
        """
        with self._lock:
            # A forked child has its parent's loop but not the thread that runs it.
            if self._lasting is None or self._pid != os.getpid():
                self._lasting, self._pid = asyncio.new_event_loop(), os.getpid()
                threading.Thread(target=self._lasting.run_forever, name="osler-requests", daemon=True).start()
            _HOME.set(self._lasting)
            self.linger(linger)

    @property
    def home(self) -> asyncio.AbstractEventLoop:
        """The loop from which requests are sent."""
        return _HOME.get() or asyncio.get_running_loop()

    async def send(self, request: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Carry out a request on the loop of its connection."""
        home = self.home
        if home is asyncio.get_running_loop():
            return await request()
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(request(), home))

    def linger(self, seconds: float) -> None:
        """Keep connections of this event loop open for so long after their last user left."""
        with self._lock:
            self._here().linger = seconds

    def enter(self) -> None:
        """Begin to use the pool on this event loop."""
        with self._lock:
            self._here().users += 1

    def get(self, mind: RoleSettings, settings: Settings) -> ModelHandle:
        """The model, built once for all who are configured alike."""
        privacy = (settings.privacy.allow_hosted, settings.privacy.log_patient_text)
        alike = (mind.model_dump_json(), settings.models.timeout_seconds, privacy, _key(mind, settings))
        with self._lock:
            handles = self._here().handles
            if alike not in handles:
                handles[alike] = build_model(mind, settings)
            return handles[alike]

    async def leave(self) -> None:
        """Stop using the pool on this event loop; after the last one the connections are closed, at once or in a while."""
        home = self.home
        with self._lock:
            here = self._loops.get(home)
            if here is None:
                return
            here.users -= 1
            if here.users > 0:
                return
            here.left += 1
            if here.linger:
                close = partial(self._close_later, home, here, here.left)
                home.call_soon_threadsafe(home.call_later, here.linger, close)
                return
            del self._loops[home]
        await self._close(here, here.left)

    def _here(self) -> _OnLoop:
        return self._loops.setdefault(self.home, _OnLoop())

    def _close_later(self, home: asyncio.AbstractEventLoop, here: _OnLoop, left: int) -> None:
        closing = home.create_task(self._close(here, left))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    async def _close(self, here: _OnLoop, left: int) -> None:
        """Close what is open, unless somebody came back."""
        with self._lock:
            if here.users > 0 or here.left != left:
                return
            handles, here.handles = list(here.handles.values()), {}
        for handle in handles:
            await handle.close()


def _key(mind: RoleSettings, settings: Settings) -> str | None:
    from osler.errors import KeyMissing

    try:
        return key_of(mind, settings)
    except KeyMissing:
        return None


pool = ModelPool()
