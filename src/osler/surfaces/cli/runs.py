"""`osler runs`: what was done, with what, and what came out."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

import typer

from osler.core.runs import RunStatus
from osler.errors import UsageError
from osler.surfaces.cli.output import console, emit_json, err_console, progress

if TYPE_CHECKING:
    from osler.core.runs import Difference, RunDetail, RunStore

_NOBODY = "patient"
"""The id of a record whose source names nobody."""
_TYPED = "(typed in)"

app = typer.Typer(no_args_is_help=True, help="List, show, export, compare, replay and prune runs.")

RunId = Annotated[str, typer.Argument(help="A run's id, the beginning of one, or 'last'.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Status = Annotated[str | None, typer.Option(help=f"One of: {', '.join(get_args(RunStatus))}.")]


@app.command("list")
def list_(
    capability: Annotated[str | None, typer.Option(help="Only runs of this capability.")] = None,
    status: Status = None,
    patient: Annotated[str | None, typer.Option(help="Only runs about this patient.")] = None,
    tenant: Annotated[str | None, typer.Option(help="Only runs kept for this clinic or project.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="At most so many, newest first.")] = 20,
    as_json: AsJson = False,
) -> None:
    """List runs, newest first: whom or what they are about, when they were, what came out."""
    found = _store().list_runs(
        capability=capability, status=_status(status), patient=patient, tenant=tenant, limit=limit
    )
    if as_json:
        emit_json([run.model_dump(mode="json", exclude={"settings"}) for run in found])
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table("run", "when", "about", "capability", "outcome", "seconds", box=None, pad_edge=False)
    table.columns[0].no_wrap = True
    for run in found:
        seconds = "" if run.seconds is None else f"{run.seconds:.2f}"
        outcome = run.outcome if run.status == "done" else run.status.replace("_", " ")
        table.add_row(
            run.run_id,
            f"{run.started_at.astimezone():%Y-%m-%d %H:%M}",
            escape(run.label or (_TYPED if run.patient == _NOBODY else run.patient) or ""),
            run.capability,
            escape(outcome or run.status),
            seconds,
        )
    asked_for_some = capability or status or patient or tenant
    console().print(table if found else "No run fits." if asked_for_some else "There are no runs yet.")
    if len(found) == limit:
        console().print(f"the newest {limit}; --limit shows more", style="dim")


@app.command()
def show(run_id: RunId, as_json: AsJson = False) -> None:
    """Show one run: whom it was about, what each step used, and what came out; with --json all that is stored of it."""
    run = _store().get(run_id)
    if as_json:
        emit_json(_plain(run))
        return
    from osler.surfaces.cli.runs_view import show as view

    view(run, console())


@app.command()
def export(
    run_id: RunId,
    out: Annotated[Path, typer.Option(help="The folder that gets a folder for the run.")] = Path("runs"),
    as_json: AsJson = False,
) -> None:
    """Write a run to files that only you can read."""
    from osler.core.runs import export_run

    target = export_run(_store().get(run_id), out)
    files = sorted(str(path) for path in target.iterdir())
    if as_json:
        emit_json({"folder": str(target), "files": files})
    else:
        console().print("\n".join(files), markup=False)


@app.command()
def compare(
    left: RunId,
    right: RunId,
    raw: Annotated[
        bool, typer.Option("--raw", help="Every place where the stored documents differ, settings and usage included.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say what changed from one run to a later one, in the terms of its capability."""
    store = _store()
    before, after = store.get(left), store.get(right)
    if raw:
        _compare_raw(before, after, as_json=as_json)
        return
    from osler import casework  # noqa: F401 - its capabilities register how their runs are compared
    from osler.core.runs import kind_of

    if before.capability != after.capability:
        raise UsageError(
            f"a run of {before.capability} and one of {after.capability} have nothing to compare",
            mend="choose two runs of the same capability, or add --raw",
        )
    changes = kind_of(before).changes(before, after)
    same_input = before.input_hash == after.input_hash
    if as_json:
        told = {"left": before.run_id, "right": after.run_id, "same_input": same_input}
        emit_json({**told, "lines": changes.lines(), "changes": changes.model_dump(mode="json")})
        return
    out = console()
    out.print("same input" if same_input else "different inputs")
    for line in changes.lines() or ["nothing changed"]:
        out.print(line, markup=False, soft_wrap=True)


def _compare_raw(before: RunDetail, after: RunDetail, *, as_json: bool) -> None:
    from osler.core.runs import compare_runs

    found = compare_runs(before, after)
    if as_json:
        emit_json(_plain(found))
        return
    console().print("same input" if found.same_input else "different inputs")
    for part in ("settings", "versions", "status", "result", "usage"):
        _print_differences(part, getattr(found, part))


@app.command()
def replay(run_id: RunId, as_json: AsJson = False) -> None:
    """Carry a run out again from its recorded exchanges, without any network, and compare the results."""
    from osler import casework  # noqa: F401 - its capabilities register how their runs are replayed
    from osler.core.runs import replay_run

    found = asyncio.run(replay_run(_store().get(run_id)))
    if as_json:
        emit_json(_plain(found))
        return
    console().print("the result is the same" if found.same_result else "the result differs")
    _print_differences("result", found.differences)


@app.command()
def prune(
    older_than: Annotated[str | None, typer.Option(help="Runs that started longer ago, such as 30d.")] = None,
    keep: Annotated[int | None, typer.Option(min=0, help="Spare the newest so many.")] = None,
    status: Status = None,
    yes: Annotated[bool, typer.Option("--yes", help="Delete; without it, only show what would be deleted.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete runs by age, number or status; runs under way are spared."""
    from osler.core.runs import choose_for_pruning, parse_age

    store = _store()
    age = None if older_than is None else parse_age(older_than)
    chosen = [
        run.run_id for run in choose_for_pruning(store.list_runs(), older_than=age, keep=keep, status=_status(status))
    ]
    deleted = sum(store.delete(part) for part in progress(_parts(chosen), "deleting")) if yes else 0
    if as_json:
        emit_json({"chosen": chosen, "deleted": deleted})
        return
    console().print("\n".join(chosen) if chosen else "No run is chosen.", markup=False)
    if yes:
        err_console().print(f"{deleted} deleted")
    elif chosen:
        err_console().print(f"{len(chosen)} would be deleted; add --yes to do it")


def _store() -> RunStore:
    from osler.core.runs import open_store

    return open_store()


def _status(written: str | None) -> RunStatus | None:
    known = get_args(RunStatus)
    if written is not None and written not in known:
        raise UsageError(f"there is no status {written!r}", mend=f"choose one of: {', '.join(known)}")
    return cast("RunStatus | None", written)


def _plain(value: Any) -> Any:
    import json

    from osler.core.database import encode

    return json.loads(encode(value))


def _parts(chosen: list[str], size: int = 500) -> list[list[str]]:
    return [chosen[start : start + size] for start in range(0, len(chosen), size)]


def _print_differences(part: str, found: list[Difference]) -> None:
    from rich.markup import escape

    out = console()
    out.print(f"[bold]{part}[/bold]: " + ("same" if not found else f"{len(found)} differences"))
    for one in found:
        left = "(absent)" if one.absent == "left" else repr(one.left)
        right = "(absent)" if one.absent == "right" else repr(one.right)
        out.print(escape(f"  {one.path or 'whole'}: {left} → {right}"))
