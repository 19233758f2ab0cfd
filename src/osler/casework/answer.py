"""A call of a Python function: a run that is used as its result, whose input is read beside the caller's event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from contextvars import copy_context
from threading import Thread
from typing import Any, TypeVar

from osler.casework.starting import Handle
from osler.core.results import Envelope
from osler.core.runs import Subscription

ResultT = TypeVar("ResultT", bound=Envelope)


class Answer(Handle[ResultT]):
    """A run that is used as its result: `await answer`, or ask it for any field of the result, which waits for it."""

    def __init__(self, begun: Future[Handle[ResultT]]) -> None:
        self._begun = begun

    @classmethod
    def of(cls, begin: Callable[[], Handle[ResultT]]) -> Answer[ResultT]:
        """The run that `begin` starts once it has read its input.

        Under an event loop the input is read in a thread, so that the loop goes on; what is wrong with it is then
        told where the answer is awaited or used, and otherwise at once.
        """
        begun: Future[Handle[ResultT]] = Future()
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            begun.set_result(begin())
            return cls(begun)
        Thread(target=copy_context().run, args=(_settle, begun, begin), name="osler-reading", daemon=True).start()
        return cls(begun)

    @property
    def run_id(self) -> str:  # type: ignore[override]
        """The id of the run."""
        return self._begun.result().run_id

    def events(self) -> Subscription:
        """The run's events as an async iterator, from the first to the last."""
        return self._begun.result().events()

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        if not self._begun.done():
            return False
        return self._begun.cancelled() or self._begun.exception() is not None or self._begun.result().done

    def cancel(self) -> None:
        """End the run, or do not begin it."""
        if not self._begun.cancel() and self._begun.exception() is None:
            self._begun.result().cancel()

    async def result(self) -> ResultT:
        """The result, or the error that ended the run. Whoever stops waiting does not stop the run."""
        handle = await asyncio.shield(asyncio.wrap_future(self._begun))
        return await handle.result()

    def wait(self) -> ResultT:
        """The result for callers that do not await."""
        return self._begun.result().wait()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_begun":
            raise AttributeError(name)
        return getattr(self.wait(), name)

    def __repr__(self) -> str:
        if not self._begun.done():
            return "<a run whose input is being read>"
        return repr(self.wait()) if self.done else f"<run {self.run_id} is under way>"


def _settle(begun: Future[Handle[ResultT]], begin: Callable[[], Handle[ResultT]]) -> None:
    try:
        handle = begin()
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is told to whoever waits
        with suppress(InvalidStateError):
            begun.set_exception(error)
        return
    try:
        begun.set_result(handle)
    except InvalidStateError:
        # It was called off while its input was read.
        handle.cancel()
