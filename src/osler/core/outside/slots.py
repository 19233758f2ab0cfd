"""Bounded concurrency, the same for all event loops and threads of a process."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(eq=False)
class _Waiting:
    """Somebody who waits for a slot, on an event loop of their own."""

    limit: int
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    turn: asyncio.Future[None] = field(init=False)
    granted: bool = False

    def __post_init__(self) -> None:
        self.turn = self.loop.create_future()

    def wake(self) -> None:
        if not self.turn.done():
            self.turn.set_result(None)


class Slots:
    """At most `limit` holders at a time, first come, first served.

    A process may have several event loops, one after the other or in threads, and an asyncio semaphore belongs to one.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._taken = 0
        self._queue: deque[_Waiting] = deque()
        self._lock = threading.Lock()

    @asynccontextmanager
    async def hold(self, limit: int | None = None) -> AsyncIterator[None]:
        """Hold one slot, waiting while as many are taken as `limit` allows; by default the limit of these slots."""
        await self._take(limit or self.limit)
        try:
            yield
        finally:
            self._give_back()

    async def _take(self, limit: int) -> None:
        waiting = _Waiting(limit)
        with self._lock:
            self._queue.append(waiting)
            self._grant()
        try:
            await waiting.turn
        except BaseException:
            with self._lock:
                granted = waiting.granted
                if not granted:
                    self._queue.remove(waiting)
                self._grant()
            if granted:
                self._give_back()
            raise

    def _give_back(self) -> None:
        with self._lock:
            self._taken -= 1
            self._grant()

    def _grant(self) -> None:
        """Let those in who may come in now; a loop that has ended waits for nothing any more."""
        while self._queue and (self._queue[0].loop.is_closed() or self._taken < self._queue[0].limit):
            waiting = self._queue.popleft()
            try:
                waiting.loop.call_soon_threadsafe(waiting.wake)
            except RuntimeError:
                continue
            waiting.granted = True
            self._taken += 1


_process: dict[str, Slots] = {}
_process_lock = threading.Lock()


def process_slots(name: str, limit: int) -> Slots:
    """The slots of that name for the whole process; who is configured with another limit says so when holding one."""
    with _process_lock:
        return _process.setdefault(name, Slots(limit))
