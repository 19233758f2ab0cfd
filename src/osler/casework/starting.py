"""Starting a capability on the record: a handle at once, the result when it is there."""

from __future__ import annotations

import asyncio
import getpass
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from osler.casework.capability import Capability, InputT, OutputT
from osler.casework.wiring import Minds, Watcher
from osler.casework.work import Work, submit
from osler.config import StoreSettings, load_settings
from osler.core.results import Envelope
from osler.core.runs import EventStream, RunContext, Subscription, new_run_id, open_run
from osler.core.terminology import Vocabularies

ResultT = TypeVar("ResultT", bound=Envelope)


class Handle(Generic[ResultT]):
    """A run under way: `await handle` or `handle.wait()` gives its result, `handle.cancel()` ends it."""

    def __init__(self, run_id: str, stream: EventStream, done: Future[ResultT], cancel: Callable[[], None]) -> None:
        self.run_id = run_id
        self._stream = stream
        self._done = done
        self._cancel = cancel

    def events(self) -> Subscription:
        """The run's events as an async iterator, from the first to the last."""
        return self._stream.subscribe()

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        return self._done.done()

    def cancel(self) -> None:
        """End the run; it is recorded as interrupted. Nothing happens if it has ended.

        Whoever waits is told within half a second; a run that is in the middle of a computation ends after it.
        """
        self._cancel()

    async def result(self) -> ResultT:
        """The result, or the error that ended the run. Whoever stops waiting does not stop the run."""
        return await asyncio.shield(asyncio.wrap_future(self._done))

    def __await__(self) -> Generator[Any, None, ResultT]:
        return self.result().__await__()

    def wait(self) -> ResultT:
        """The result for callers that do not await, in a notebook's running loop as well; Ctrl-C ends the run."""
        try:
            return self._done.result()
        except KeyboardInterrupt:
            self.cancel()
            raise


def start(
    capability: Capability[InputT, OutputT],
    given: InputT,
    *,
    minds: Minds | None = None,
    context: RunContext | None = None,
    watchers: Sequence[Watcher] = (),
    record: bool = True,
) -> Handle[OutputT]:
    """Start a capability with the configured minds; with `record=False` nothing of it is kept anywhere."""
    minds = minds or Minds(load_settings())
    run_id = new_run_id()
    stream = EventStream(list(watchers))
    about = _about(capability.about(given), context or RunContext(), minds.settings.stores)

    async def carry_out() -> OutputT:
        try:
            return await _carry_out(capability, given, minds, about, run_id=run_id, stream=stream, record=record)
        finally:
            stream.end()

    done, cancel = submit(carry_out)
    return Handle(run_id, stream, done, cancel)


async def carry_out(handle: Handle[ResultT]) -> ResultT:
    """The result of a run that belongs to whoever waits: when the waiting is cancelled, so is the run."""
    try:
        return await handle.result()
    except asyncio.CancelledError:
        handle.cancel()
        raise


async def _carry_out(
    capability: Capability[InputT, OutputT],
    given: InputT,
    minds: Minds,
    about: RunContext,
    *,
    run_id: str,
    stream: EventStream,
    record: bool,
) -> OutputT:
    begun = time.monotonic()
    with open_run(
        capability.name, given, minds.settings, context=about, record=record, run_id=run_id, stream=stream
    ) as recorded:
        async with minds.runner() as runner:
            work = Work(runner=runner, recorder=recorded, gate=capability.gate(given), keep=record, context=about)
            # What takes seconds the first time is loaded beside the loop: the other runs go on, and this one can end.
            await asyncio.to_thread(_prepare, capability, work.vocabularies)
            output = await capability.carry_out(given, work)
            output.roles = runner.roles()
        recorded.note_versions(**output.versions)
        output.run_id = run_id if record else None
        # The steps' own seconds overlap; a run has lasted as long as whoever waits for it has waited.
        lasted = {"seconds": round(time.monotonic() - begun, 3)}
        # The steps' own calls overlap as well.
        limited = {"tool_calls": output.usage.tool_calls} if getattr(output, "usage_is_limited", False) else {}
        output.usage = recorded.total.model_copy(update=lasted | limited)
        output.stored, output.not_stored = recorded.stored, recorded.not_stored
        recorded.finish(await asyncio.to_thread(output.model_dump, mode="json"), capability.outcome(output))
        # The last write may fail as well; then there is nothing stored that could differ from what is shown.
        output.stored, output.not_stored = recorded.stored, recorded.not_stored
    return output


_PREPARING = threading.Lock()
"""Two runs that begin together load nothing twice."""


def _prepare(capability: Capability[InputT, OutputT], vocabularies: Vocabularies) -> None:
    with _PREPARING:
        capability.prepare(vocabularies)


def _about(told: RunContext, given: RunContext, stores: StoreSettings) -> RunContext:
    """What the caller says of the run, before what its input tells and what holds for this installation."""
    stated = {name: value for name, value in given.model_dump().items() if value is not None}
    return told.model_copy(update={"actor": stores.actor or account_name(), "tenant": stores.tenant, **stated})


def account_name() -> str | None:
    """The name of the account that runs this process, where it has one."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return None
