"""The live stream of a run: callbacks and async subscribers see each event as it happens."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable

from osler.core.runs.types import Event

EventCallback = Callable[[Event], None]

_log = logging.getLogger(__name__)


class Subscription:
    """An async iterator over a run's events, from its first to its last."""

    def __init__(self, past: list[Event]) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[Event | None] = asyncio.Queue()
        for event in past:
            self._queue.put_nowait(event)

    def deliver(self, event: Event | None) -> None:
        """Hand over an event, from any thread; None says that there will be no more."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._queue.put_nowait, event)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Event:
        event = await self._queue.get()
        if event is None:
            # Put back, so that iterating an ended stream again ends again instead of waiting forever.
            self._queue.put_nowait(None)
            raise StopAsyncIteration
        return event


class EventStream:
    """Everything a run has told so far, and who wants to hear what comes next."""

    def __init__(self, callbacks: list[EventCallback] | None = None) -> None:
        self.callbacks: list[EventCallback] = list(callbacks or [])
        self._past: list[Event] = []
        self._subscriptions: list[Subscription] = []
        self._ended = False
        self._lock = threading.Lock()

    @property
    def past(self) -> list[Event]:
        """The events so far."""
        with self._lock:
            return list(self._past)

    def subscribe(self) -> Subscription:
        """Follow the run, beginning with what already happened; needs a running event loop."""
        with self._lock:
            subscription = Subscription(self._past)
            self._subscriptions.append(subscription)
            if self._ended:
                subscription.deliver(None)
        return subscription

    def publish(self, event: Event) -> None:
        """Tell everyone; a listener that fails is not the run's problem."""
        with self._lock:
            self._past.append(event)
            for subscription in self._subscriptions:
                subscription.deliver(event)
        for callback in self.callbacks:
            try:
                callback(event)
            except Exception as error:  # noqa: BLE001 - a surface's fault must not stop an analysis
                _log.warning("a callback of event %s failed: %s", event.kind, type(error).__name__)

    def end(self) -> None:
        """Close the stream for all subscribers."""
        with self._lock:
            self._ended = True
            for subscription in self._subscriptions:
                subscription.deliver(None)
