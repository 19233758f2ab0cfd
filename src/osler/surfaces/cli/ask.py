"""`osler ask`: a question to the guidelines, with patients or without."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from osler.surfaces.cli.batch import AsJson, Fresh, Mode, Out, Result, carry_out
from osler.surfaces.cli.inputs import Columns, Input, about_patients
from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, own_file
from osler.surfaces.cli.progress import watchers
from osler.surfaces.cli.standard_input import typed

if TYPE_CHECKING:
    from osler.core.patient import ReadResult
    from osler.guidelines import AgenticResult

app = typer.Typer(help="Ask guidelines a question; every sentence of the answer cites its passage.")


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="The question, in English; - for standard input.")],
    patient: Annotated[
        list[str] | None,
        typer.Option(
            "--patient",
            help="Patients in any format that Osler reads, each asked about by itself: a file, folder or glob, the id of "
            "a kept patient, - for standard input; may be repeated.",
        ),
    ] = None,
    library: Annotated[list[str] | None, typer.Option("--library", help="A library to ask; may be repeated.")] = None,
    issuer: Annotated[str | None, typer.Option("--issuer", help="Only guidelines of this issuer.")] = None,
    since: Annotated[str | None, typer.Option("--since-date", help="Only guidelines from this date on.")] = None,
    jurisdiction: Annotated[str | None, typer.Option("--jurisdiction", help="Only guidelines that hold here.")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Also write a self-contained HTML report.")] = None,
    mind: Mind = None,
    record: Record = None,
    replay: Replay = None,
    columns: Columns = None,
    out: Out = None,
    fresh: Fresh = False,
    as_json: AsJson = False,
) -> None:
    """Plan, look up, draft and verify an answer; silent where the library does not answer."""
    from osler.casework import ask_guidelines, libraries_state
    from osler.core.library import Filters
    from osler.core.results import Level
    from osler.errors import DataError

    chosen = minds(mind, record, replay)
    question = typed(question)
    # A library that is not there is said before anything is compiled or read.
    libraries_state(library or [], chosen.settings)
    given = about_patients(question, patient, columns=columns, but=out)
    several = len(given) > 1

    def work(read: ReadResult | None, _one: Input[ReadResult | None]) -> Result:
        result = asyncio.run(
            ask_guidelines(
                question,
                record=read.record if read else None,
                problems=read.problems if read else [],
                libraries=library or [],
                filters=Filters(issuer=issuer, since=since, jurisdiction=jurisdiction),
                minds=chosen,
                watchers=[] if several else watchers(),
            )
        )
        if html is not None:
            _write_report(result, own_file(html, result.run_id, several=several))

        def view() -> None:
            from osler.surfaces.cli.guidelines_view import show

            show(result, console())

        # As where there is no such library: nothing could be asked.
        empty = any(one.code == "data.missing" and one.level is Level.ERROR for one in result.problems)
        code = DataError.exit_code if empty else 0
        return Result(result.model_dump(mode="json"), view, read.record.id if read else None, exit_code=code)

    data = partial(libraries_state, library or [], chosen.settings)
    carry_out(given, work, Mode(as_json, out, fresh, settings=chosen.settings, data=data))


def _write_report(result: AgenticResult, path: Path) -> None:
    from osler.config import write_private
    from osler.guidelines.report import render_html

    write_private(path, render_html(result))
