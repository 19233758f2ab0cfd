"""One run as a page for a person: whom it was about, what each step used, and what was shown when it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rich.markup import escape
from rich.table import Table

from osler.core.runs import Usage, kind_of
from osler.errors import OslerError
from osler.surfaces.cli.inputs import NOBODY
from osler.surfaces.cli.output import show_first, show_run
from osler.surfaces.cli.record import printable

if TYPE_CHECKING:
    from rich.console import Console

    from osler.core.results import Envelope
    from osler.core.runs import RunDetail

_COUNTED = ("asked", "again", "unreadable", "tokens in", "out", "tools", "USD", "seconds")


@dataclass
class _Step:
    """What a run tells of one of its steps."""

    minds: list[str] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    failed_calls: int = 0


def show(run: RunDetail, out: Console) -> None:
    """Print the page: the run, its steps, and its result as its own command prints it."""
    out.print(f"[bold]{run.run_id}[/bold]  {run.capability}  {run.status.replace('_', ' ')}")
    for name, told in _head(run):
        out.print(escape(f"{name:<9} {printable(told)}"), soft_wrap=True)
    out.print(f"usage     {used(run.usage)}", soft_wrap=True)
    if run.error is not None:
        out.print(escape(f"error     {run.error.code} ({run.error.kind})"))
    if steps := _steps(run):
        out.print()
        out.print(_table(steps, run.usage_by_step))
    if run.result is not None:
        out.print()
        _show_result(run, out)
    out.print("\n--json prints the whole of it: settings, versions, trace, result", style="dim")


def used(usage: Usage) -> str:
    """What a run used, in a line."""
    return (
        f"{usage.requests} requests ({usage.retries} again, {usage.parse_failures} unreadable replies), "
        f"{usage.input_tokens} tokens in, {usage.output_tokens} out, {usage.tool_calls} tool calls, "
        f"{_cost(usage.cost_usd)} USD"
    )


def _head(run: RunDetail) -> list[tuple[str, str]]:
    lasted = "" if run.seconds is None else f", {run.seconds:.2f} s"
    patient = None if run.patient == NOBODY else run.patient
    told = [
        ("label", run.label),
        ("patient", patient),
        ("tenant", run.tenant),
        ("actor", run.actor),
        ("parent", run.parent),
    ]
    told += [("when", f"{run.started_at.astimezone():%Y-%m-%d %H:%M:%S}{lasted}"), ("outcome", run.outcome)]
    told += [("input", run.input_hash[:16]), ("versions", ", ".join(_versions(run)))]
    return [(name, value) for name, value in told if value]


def _versions(run: RunDetail) -> list[str]:
    """What the run rests on, without what is a list of its own (the prompts of all steps)."""
    return [f"{name} {value}" for name, value in run.versions.items() if isinstance(value, str | int)]


def _steps(run: RunDetail) -> dict[str, _Step]:
    steps: dict[str, _Step] = {}
    for entry in run.trace:
        if not entry.step:
            continue
        step = steps.setdefault(entry.step, _Step())
        mind = entry.data.get("mind")
        if isinstance(mind, str) and mind not in step.minds:
            step.minds.append(mind)
        if entry.kind == "event" and entry.name == "step_done":
            step.endings[str(entry.data.get("status", "done"))] += 1
        if entry.kind == "tool_call" and entry.data.get("status") == "error":
            step.failed_calls += 1
    return steps


def _table(steps: dict[str, _Step], usage: dict[str, Usage]) -> Table:
    table = Table("step", "mind", "ended", box=None, pad_edge=False)
    for name in _COUNTED:
        table.add_column(name, justify="right")
    for name, step in steps.items():
        spent = usage.get(name)
        tools = f"{spent.tool_calls}{f' ({step.failed_calls} failed)' if step.failed_calls else ''}" if spent else ""
        counted = (
            (spent.requests, spent.retries, spent.parse_failures, spent.input_tokens, spent.output_tokens)
            if spent
            else ("",) * 5
        )
        last = (_cost(spent.cost_usd), f"{spent.seconds:.2f}") if spent else ("", "")
        cells = (name, ", ".join(step.minds), _endings(step.endings), *map(str, counted), tools, *last)
        table.add_row(*(escape(cell) for cell in cells))
    return table


def _endings(endings: Counter[str]) -> str:
    told = [f"{status.replace('_', ' ')}{f' ×{count}' if count > 1 else ''}" for status, count in endings.items()]
    return ", ".join(told)


def _cost(cost: float | None) -> str:
    return "?" if cost is None else f"{cost:.4f}"


def _show_result(run: RunDetail, out: Console) -> None:
    """What the run's own command printed; of a result that this version cannot read, how it ended and what was wrong."""
    from osler import casework

    try:
        kind = kind_of(run)
        output = kind.output_of(run) if isinstance(kind, casework.Capability) else None
    except OslerError as error:
        out.print(escape(str(error)), style="yellow", soft_wrap=True)
        return
    if output is not None:
        _VIEWS.get(run.capability, _plain)(output, out)


def _diagnosis(output: Any, out: Console) -> None:
    from osler.surfaces.cli.diagnosis_view import show as view

    view(output, out)


def _grounding(output: Any, out: Console) -> None:
    from osler.surfaces.cli.grounding_view import show as view

    view(output, out)


def _guidelines(output: Any, out: Console) -> None:
    from osler.surfaces.cli.guidelines_view import show as view

    view(output, out)


def _trials(output: Any, out: Console) -> None:
    from osler.surfaces.cli.trials_view import show_match

    show_match(output, out, details=0)


def _screening(output: Any, out: Console) -> None:
    from osler.surfaces.cli.trials_view import show_screening

    show_screening(output, out)


def _record(output: Any, out: Console) -> None:
    from osler.surfaces.cli.record import show as view

    view(output, out)


def _consult(output: Any, out: Console) -> None:
    out.print(printable(output.text), markup=False, soft_wrap=True)
    _plain(output, out)


def _plain(output: Envelope, out: Console) -> None:
    """How it ended, what was wrong and who made it."""
    for problem in show_first(output, out):
        out.print(problem.in_words(), style="yellow", markup=False, soft_wrap=True)
    show_run(output, out)


_VIEWS: dict[str, Callable[[Any, Console], None]] = {
    "consult": _consult,
    "diagnosis": _diagnosis,
    "grounding": _grounding,
    "guidelines": _guidelines,
    "record": _record,
    "screening": _screening,
    "trials": _trials,
}
"""How each capability's own command prints its result."""
