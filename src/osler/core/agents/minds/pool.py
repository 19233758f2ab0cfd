"""One pool of model connections for the whole process, kept while somebody on the event loop uses it, and a while after."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from osler.config import RoleSettings, Settings
from osler.core.agents.minds.models import ModelHandle, build_model, key_of


@dataclass
class _OnLoop:
    """The models that are connected to from one event loop; a connection cannot serve another."""

    handles: dict[tuple[Any, ...], ModelHandle] = field(default_factory=dict)
    users: int = 0
    linger: float = 0.0
    """Seconds that connections stay open for whoever comes next; only a loop that outlives its users can wait."""
    closing: asyncio.TimerHandle | None = None

    async def close(self) -> None:
        """Close what is open, unless somebody came back."""
        if self.users > 0:
            return
        handles, self.handles = list(self.handles.values()), {}
        for handle in handles:
            await handle.close()


class ModelPool:
    """Models that were built, shared by every runner of an event loop."""

    def __init__(self) -> None:
        self._loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _OnLoop] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def linger(self, seconds: float) -> None:
        """Keep connections of this event loop open for so long after their last user left."""
        with self._lock:
            self._loops.setdefault(asyncio.get_running_loop(), _OnLoop()).linger = seconds

    def enter(self) -> None:
        """Begin to use the pool on this event loop."""
        with self._lock:
            here = self._loops.setdefault(asyncio.get_running_loop(), _OnLoop())
            here.users += 1
            if here.closing is not None:
                here.closing.cancel()
                here.closing = None

    def get(self, mind: RoleSettings, settings: Settings) -> ModelHandle:
        """The model, built once for all who are configured alike."""
        with self._lock:
            here = self._loops.setdefault(asyncio.get_running_loop(), _OnLoop())
        privacy = (settings.privacy.allow_hosted, settings.privacy.log_patient_text)
        alike = (mind.model_dump_json(), settings.models.timeout_seconds, privacy)
        if (known := here.handles.get((*alike, _key(mind, settings)))) is not None:
            return known
        built = build_model(mind, settings)
        here.handles[*alike, _key(mind, settings)] = built
        return built

    async def leave(self) -> None:
        """Stop using the pool on this event loop; after the last one the connections are closed, at once or in a while."""
        loop = asyncio.get_running_loop()
        with self._lock:
            here = self._loops.get(loop)
            if here is None:
                return
            here.users -= 1
            if here.users > 0:
                return
            if here.linger:
                here.closing = loop.call_later(here.linger, lambda: loop.create_task(here.close()))
                return
            del self._loops[loop]
        await here.close()


def _key(mind: RoleSettings, settings: Settings) -> str | None:
    from osler.errors import KeyMissing

    try:
        return key_of(mind, settings)
    except KeyMissing:
        return None


pool = ModelPool()
