"""How a run under way is shown: the one renderer of `step_started`, `step_progress` and `step_done`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from osler.surfaces.cli.output import err_console

if TYPE_CHECKING:
    from osler.casework import Watcher
    from osler.core.runs import Event

_UNSHOWN = frozenset({"prompt_version", "status"})
OFFLINE = "offline"


def watchers() -> list[Watcher]:
    """Whom a command lets watch its run: the terminal if stderr is one, else nobody."""
    return [show_event] if sys.stderr.isatty() else []


def show_event(event: Event) -> None:
    """Print an event as a line on stderr, where it tells a person anything."""
    if line := in_words(event):
        err_console().print(line, style="dim", markup=False, highlight=False)


def in_words(event: Event) -> str:
    """An event as one line; empty for what is of interest only to the record."""
    step = event.step.replace("_", " ")
    if event.kind == "step_progress":
        return f"{step}: {event.data['n']} of {event.data['of']}{_counts(event.data, but=('n', 'of'))}"
    if event.kind == "step_started" and event.data.get("mind", OFFLINE) != OFFLINE:
        return f"{step}: asking {event.data['mind']} ..."
    if event.kind == "step_done":
        failed = event.data.get("status", "ok") != "ok"
        return f"{step}: {event.data['status'].replace('_', ' ')}" if failed else _done(step, event.data)
    return ""


def _done(step: str, data: dict[str, Any]) -> str:
    counts = _counts(data, but=("rejected",) if not data.get("rejected") else ())
    return f"{step}{counts}" if counts else ""


def _counts(data: dict[str, Any], but: tuple[str, ...] = ()) -> str:
    told = [
        f"{name.replace('_', ' ')} {value}"
        for name, value in data.items()
        if name not in but and name not in _UNSHOWN and isinstance(value, int | float | str)
    ]
    return f": {', '.join(told)}" if told else ""
