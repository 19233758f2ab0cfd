"""`osler bench`: accuracy on a data set, one JSON document."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from osler.core.files import refuse_endless
from osler.surfaces.cli.inputs import a_file
from osler.surfaces.cli.output import console, emit_json, waiting

if TYPE_CHECKING:
    from osler.evals import BenchReport

app = typer.Typer(
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    help="Measure accuracy on a data set.",
)


@app.command()
def bench(
    context: typer.Context,
    suite: Annotated[
        str,
        typer.Argument(
            help="A suite's name; 'list' shows them all, 'compare A B' holds two files of --items together."
        ),
    ],
    data: Annotated[
        str | None, typer.Option("--data", help="The data set, in the suite's format; - for standard input.")
    ] = None,
    mind: Annotated[
        list[str] | None, typer.Option("--mind", help="'offline' or a model such as anthropic:…; may be repeated.")
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Measure only N items, chosen by hash.")] = None,
    items_to: Annotated[
        Path | None, typer.Option("--items", help="Write the result of every single item to this file (JSON Lines).")
    ] = None,
    json_to: Annotated[str | None, typer.Option("--json", help="Write JSON to this file; '-' is stdout.")] = None,
) -> None:
    """Run a suite; further options (such as --leave-publication-out) are the suite's own."""
    from osler.evals import load_suite, run_suite

    if suite == "list":
        _list(as_json=json_to is not None)
        return
    if suite == "compare":
        _compare(context.args, json_to)
        return
    chosen = load_suite(suite)
    options = _suite_options(context.args)
    targets = [target for target in (items_to, Path(json_to) if json_to and json_to != "-" else None) if target]
    given = a_file(data) if data is not None else nullcontext()
    with _writable(targets), given as path, waiting(f"measuring {suite}"):
        if path is not None:
            refuse_endless(path)
        reports = run_suite(chosen, path, minds=mind or ["offline"], limit=limit, options=options)
    if items_to is not None:
        from osler.evals import write_items

        write_items(items_to, (line for report in reports for line in report.item_lines()))
    document = [report.model_dump() for report in reports]
    if json_to is not None:
        _write_json(document[0] if len(document) == 1 else document, json_to)
        return
    _table(reports)


@contextmanager
def _writable(targets: list[Path]) -> Iterator[None]:
    """Files that can be written, known before anything is measured: one that cannot would lose it all.

    What fails leaves no empty file behind.
    """
    made = [target for target in targets if not target.exists()]
    for target in targets:
        target.open("a", encoding="utf-8").close()
    try:
        yield
    except BaseException:
        for target in made:
            target.unlink(missing_ok=True)
        raise


def _write_json(payload: Any, target: str) -> None:
    if target == "-":
        emit_json(payload)
        return
    import json

    Path(target).write_text(json.dumps(payload, indent=2) + "\n", encoding="utf-8")


def _compare(words: list[str], json_to: str | None) -> None:
    from osler.errors import UsageError
    from osler.evals import compare_items, read_items

    if len(words) != 2:
        raise UsageError("two files of items are needed", mend="osler bench compare BEFORE.jsonl AFTER.jsonl")
    with a_file(words[0]) as before, a_file(words[1]) as after:
        for items in (before, after):
            refuse_endless(items)
        report = compare_items(read_items(before), read_items(after))
    if json_to is not None:
        _write_json(report.model_dump(), json_to)
        return
    out = console()
    low, high = report.interval
    out.print(f"{report.n} items in both; only in one: {report.only_left}, {report.only_right}")
    out.print(
        f"mean score {report.left:.4f} → {report.right:.4f}: {report.difference:+.4f} (95 % {low:+.4f} to {high:+.4f})"
    )
    for title, changes in (("better", report.better), ("worse", report.worse)):
        out.print(f"{title}: {len(changes)}")
        for change in changes:
            out.print(f"  {change.id}  {change.left:.3g} → {change.right:.3g}", markup=False)


def _suite_options(words: list[str]) -> dict[str, str]:
    """`--flag`, `--name value` and `--name=value` as a suite's options."""
    from osler.errors import UsageError

    options: dict[str, str] = {}
    pending: str | None = None
    for word in words:
        if word.startswith("--"):
            name, _, value = word[2:].partition("=")
            options[name] = value or "true"
            pending = None if value else name
        elif pending is not None:
            options[pending] = word
            pending = None
        else:
            raise UsageError(f"{word!r} is not an option", mend="suite options look like --name or --name value")
    return options


def _list(*, as_json: bool) -> None:
    from osler.evals import load_suite, suite_names

    suites = [load_suite(name) for name in suite_names()]
    if as_json:
        emit_json(
            [
                {"suite": s.name, "summary": s.summary, "data_format": s.data_format, "options": dict(s.options)}
                for s in suites
            ]
        )
        return
    from rich.markup import escape

    out = console()
    for item in suites:
        out.print(f"[bold]{item.name}[/bold]  {escape(item.summary)}")
        out.print(f"  data: {item.data_format}", style="dim", markup=False)
        for option, meaning in item.options.items():
            out.print(f"  --{option}: {meaning}", style="dim", markup=False)


def _table(reports: list[BenchReport]) -> None:
    from rich.table import Table

    table = Table("metric", *(report.mind for report in reports), box=None, header_style="bold")
    names = list(dict.fromkeys(name for report in reports for name in report.metrics))
    for name in ["n", "seconds_per_item", *names]:
        cells = []
        for report in reports:
            value = report.metrics[name] if name in report.metrics else getattr(report, name, None)
            cells.append(f"{value:.4g}" if isinstance(value, float) else str(value if value is not None else "-"))
        table.add_row(name, *cells)
    console().print(table)
