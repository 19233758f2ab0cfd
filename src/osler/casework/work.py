"""What a capability's run function is given, and the loop of its own on which each run works."""

from __future__ import annotations

import asyncio
import datetime as dt
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


def submit(work: Callable[[], Coroutine[Any, Any, T]]) -> tuple[Future[T], Callable[[], None]]:
    """Start some work on an event loop and a thread of its own; its future, and how to cancel it.

    Parsing, ranking and store writes hold up neither the caller's loop nor another run. What the runs share, one pool of
    model connections and one limit on requests, has a loop that does nothing else.
    """
    done: Future[T] = Future()
    begun = _Begun()
    # A task begins in the context of whoever submitted it.
    context = copy_context()
    context.run(model_pool.share, _LINGER_SECONDS)
    threading.Thread(
        target=context.run, args=(asyncio.run, _carry_out(work, done, begun)), name="osler-run", daemon=True
    ).start()

    def cancel() -> None:
        if done.done():
            return
        begun.cancel()
        # Whoever waits is not kept until the work comes to a place where it can end.
        patience = threading.Timer(_PATIENCE_SECONDS, done.cancel)
        patience.daemon = True
        patience.start()

    return done, cancel


class _Begun:
    """The task of some work, which may be called off before there is one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._task: asyncio.Task[Any] | None = None
        self._cancelled = False

    def note(self, task: asyncio.Task[Any]) -> None:
        """It has begun."""
        with self._lock:
            self._task = task
            if self._cancelled:
                task.cancel()

    def cancel(self) -> None:
        """End it, from any thread."""
        with self._lock, suppress(RuntimeError):  # a loop that is closed has nothing left to end
            self._cancelled = True
            if self._task is not None:
                self._task.get_loop().call_soon_threadsafe(self._task.cancel)


async def _carry_out(work: Callable[[], Coroutine[Any, Any, T]], done: Future[T], begun: _Begun) -> None:
    task = asyncio.create_task(work())
    task.add_done_callback(lambda task: _tell(task, done))
    begun.note(task)
    await asyncio.wait([task])


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
