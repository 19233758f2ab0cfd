"""Bounded concurrency that survives a change of event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary


class Slots:
    """At most `limit` holders at a time on each event loop.

    A command may start several event loops one after the other, and an asyncio semaphore belongs to one of them.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._per_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Hold one slot, waiting for it if all are taken."""
        loop = asyncio.get_running_loop()
        semaphore = self._per_loop.setdefault(loop, asyncio.Semaphore(self.limit))
        async with semaphore:
            yield
