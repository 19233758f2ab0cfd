"""A rate limit that spaces calls evenly instead of letting them come in bursts."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from osler.core.outside.clock import Clock, SystemClock


@dataclass
class RateLimit:
    """At most `per_second` calls a second, each waiting for its own reserved moment; threads share it."""

    per_second: float
    clock: Clock = field(default_factory=SystemClock)
    _next: float = field(default=0.0, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    async def wait(self) -> None:
        """Wait until the next call may start."""
        with self._lock:
            now = self.clock.monotonic()
            moment = max(now, self._next)
            self._next = moment + 1.0 / self.per_second
        if moment > now:
            await self.clock.sleep(moment - now)
