"""`osler ask`: a question to the guidelines, with a patient or without."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from osler.surfaces.cli.inputs import one_patient
from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, emit_json
from osler.surfaces.cli.progress import watchers

app = typer.Typer(help="Ask guidelines a question; every sentence of the answer cites its passage.")


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="The question, in English.")],
    patient: Annotated[
        Path | None,
        typer.Option(
            "--patient", help="A patient file: FHIR, Phenopacket, note, document or PatientInput JSON; - for stdin."
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
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Plan, look up, draft and verify an answer; silent where the library does not answer."""
    from osler.casework import ask_guidelines
    from osler.core.library import Filters

    read = one_patient(patient) if patient is not None else None
    result = asyncio.run(
        ask_guidelines(
            question,
            record=read.record if read else None,
            problems=read.problems if read else [],
            libraries=library or [],
            filters=Filters(issuer=issuer, since=since, jurisdiction=jurisdiction),
            minds=minds(mind, record, replay),
            watchers=watchers(),
        )
    )
    if html is not None:
        from osler.config import write_private
        from osler.guidelines.report import render_html

        write_private(html, render_html(result))
    if as_json:
        emit_json(result)
        return
    from osler.surfaces.cli.guidelines_view import show

    show(result, console())
