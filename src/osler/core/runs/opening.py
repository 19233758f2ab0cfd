"""Opening a run: `with open_run("diagnosis", patient, settings) as run: …`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from osler.config import Settings
from osler.core.runs.events import EventCallback, EventStream
from osler.core.runs.faults import in_words
from osler.core.runs.memory import Nowhere
from osler.core.runs.recorder import Run, Sink
from osler.core.runs.records import new_record
from osler.core.runs.types import RunContext, RunError
from osler.errors import BudgetExhausted, OslerError

if TYPE_CHECKING:
    from osler.core.runs.store import RunStore

UNRECORDED = "no record was wanted"

_log = logging.getLogger(__name__)


@contextmanager
def open_run(
    capability: str,
    given: Any,
    settings: Settings | Mapping[str, Any] | None = None,
    *,
    store: RunStore | None = None,
    versions: Mapping[str, Any] | None = None,
    callbacks: Sequence[EventCallback] = (),
    context: RunContext | None = None,
    record: bool = True,
    run_id: str | None = None,
    stream: EventStream | None = None,
) -> Iterator[Run]:
    """Record one capability call, in the configured store or in `store`; works in sync and async code alike.

    With `record=False` nothing is kept: the run can be watched, and leaves no trace. `run_id` and `stream` are for a
    caller that told somebody of the run before it was opened.

    Say `run.finish(result)` at the end. Leaving by an exception records how the run ended and lets the
    exception through: a spent budget as `budget_exhausted`, a cancellation as `interrupted`, all else as `failed`.
    """
    sink, why_not = (store, "") if store is not None else _sink(settings) if record else (Nowhere(), UNRECORDED)
    started = new_record(capability, given, settings, versions, context, run_id)
    run = Run(started, given, sink, callbacks, not_stored=why_not, stream=stream)
    try:
        yield run
    except BudgetExhausted as error:
        run.fail("budget_exhausted", RunError(code=error.code, kind=type(error).__name__))
        raise
    except OslerError as error:
        run.fail("failed", RunError(code=error.code, kind=type(error).__name__))
        raise
    except (asyncio.CancelledError, KeyboardInterrupt, GeneratorExit) as error:
        run.fail("interrupted", RunError(code="cancelled", kind=type(error).__name__))
        raise
    except BaseException as error:
        run.fail("failed", RunError(code="bug", kind=type(error).__name__))
        raise
    if run.record.status == "running":
        run.finish(None)


def _sink(settings: Settings | Mapping[str, Any] | None) -> tuple[Sink, str]:
    """Where the run is written, or why it is not."""
    from osler.core.runs.store import open_store

    try:
        return open_store(settings if isinstance(settings, Settings) else None), ""
    except OslerError as error:
        why = in_words(error)
        _log.info("this run is not recorded: %s", why)
        return Nowhere(), why
