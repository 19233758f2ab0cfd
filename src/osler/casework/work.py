"""What a capability's run function is given, and the loop of its own on which all runs of this process work."""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any, TypeVar

from osler.config import Settings
from osler.core.agents import Runner, model_pool
from osler.core.privacy import Deidentifier
from osler.core.runs import NullRecorder, Recorder, RunContext
from osler.core.terminology import Vocabularies, bundled_vocabularies

T = TypeVar("T")

_PATIENCE_SECONDS = 0.3
"""How long whoever calls a run off waits for it to end by itself, which it cannot while it computes or loads."""
_LINGER_SECONDS = 30.0
"""How long connections to a model wait for the next run: the patients of a folder come one after another."""


def _today() -> dt.date:
    return dt.datetime.now(dt.UTC).date()


@dataclass(frozen=True)
class Work:
    """Minds, record, gate and vocabularies of one run."""

    runner: Runner
    recorder: Recorder = field(default_factory=NullRecorder)
    gate: Deidentifier | None = None
    """The de-identification gate of the case: what is sent to a hosted model passes it."""
    keep: bool = False
    """Whether sessions, queues and other stores may be written; never in a replay or an unrecorded run."""
    today: dt.date = field(default_factory=_today)
    """The day of the run; in a replay, the day of the run that is replayed."""
    context: RunContext = field(default_factory=RunContext)
    kept: Mapping[str, Any] | None = None
    """In a replay, what the run that is replayed kept (`recorder.exchange(step, key=…, kept=…)`), by key."""

    vocabularies: Vocabularies = field(default_factory=bundled_vocabularies)
    """What the capabilities of the run look words up in."""

    @property
    def settings(self) -> Settings:
        """The settings of this run."""
        return self.runner.settings


class WorkLoop:
    """One event loop on a thread of its own: parsing, ranking and store writes never hold up the caller's loop.

    All runs share it, so that they share one pool of model connections and one limit on requests.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0

    def submit(self, work: Callable[[], Coroutine[Any, Any, T]]) -> tuple[Future[T], Callable[[], None]]:
        """Start some work; its future, and how to cancel it."""
        loop = self._running()
        done: Future[T] = Future()
        tasks: list[asyncio.Task[T]] = []
        cancelled = threading.Event()

        def begin() -> None:
            task = loop.create_task(work())
            tasks.append(task)
            task.add_done_callback(lambda task: _tell(task, done))
            if cancelled.is_set():
                task.cancel()

        def cancel() -> None:
            if done.done():
                return
            cancelled.set()
            loop.call_soon_threadsafe(lambda: [task.cancel() for task in tasks])
            # Whoever waits is not kept until the work comes to a place where it can end.
            patience = threading.Timer(_PATIENCE_SECONDS, done.cancel)
            patience.daemon = True
            patience.start()

        loop.call_soon_threadsafe(begin, context=copy_context())
        return done, cancel

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            # A forked child has its parent's loop but not the thread that runs it.
            if self._loop is None or self._pid != os.getpid():
                self._loop, self._pid = asyncio.new_event_loop(), os.getpid()
                threading.Thread(target=self._loop.run_forever, name="osler-work", daemon=True).start()
                self._loop.call_soon_threadsafe(model_pool.linger, _LINGER_SECONDS)
            return self._loop


def _tell(task: asyncio.Task[T], done: Future[T]) -> None:
    with suppress(InvalidStateError):
        _hand_over(task, done)


def _hand_over(task: asyncio.Task[T], done: Future[T]) -> None:
    """Give what came of the work to whoever waits, unless nobody does any more."""
    if task.cancelled():
        done.cancel()
        done.set_running_or_notify_cancel()
    elif (error := task.exception()) is not None:
        done.set_exception(error)
    else:
        done.set_result(task.result())


WORK_LOOP = WorkLoop()
