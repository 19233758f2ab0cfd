"""One pool of model connections for the whole process, kept as long as somebody on the event loop uses it."""

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


class ModelPool:
    """Models that were built, shared by every runner of an event loop."""

    def __init__(self) -> None:
        self._loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _OnLoop] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def enter(self) -> None:
        """Begin to use the pool on this event loop."""
        with self._lock:
            self._loops.setdefault(asyncio.get_running_loop(), _OnLoop()).users += 1

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
        """Stop using the pool on this event loop; whoever leaves last closes the connections."""
        loop = asyncio.get_running_loop()
        with self._lock:
            here = self._loops.get(loop)
            if here is None:
                return
            here.users -= 1
            if here.users > 0:
                return
            del self._loops[loop]
        for handle in here.handles.values():
            await handle.close()


def _key(mind: RoleSettings, settings: Settings) -> str | None:
    from osler.errors import ConfigError

    try:
        return key_of(mind, settings)
    except ConfigError:
        return None


pool = ModelPool()
