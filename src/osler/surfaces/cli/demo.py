"""`osler demo`: a synthetic patient from note to next step, offline."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from osler.surfaces.cli.output import console, emit_json

app = typer.Typer(help="Run a synthetic patient from note to next step, offline.")


@app.command()
def demo(as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False) -> None:
    """Diagnose the synthetic patient that comes with Osler."""
    from osler.casework import Minds, diagnose_case
    from osler.config import Settings
    from osler.core.patient import read_patient
    from osler.core.runs import RunContext
    from osler.surfaces.cli.diagnosis_view import show
    from osler.surfaces.demo import demo_note

    note = demo_note()
    record = read_patient(note, "note").record
    output = asyncio.run(diagnose_case(record, minds=Minds(Settings()), context=RunContext(label="demo")))
    if as_json:
        emit_json({"results": [{"source": "demo", "patient": record.id, **output.model_dump(mode="json")}]})
        return
    out = console()
    out.print(note, style="dim", markup=False)
    show(output, out)
    out.print("\nTry it on your own: osler diagnose --note FILE, or osler diagnose --hpo HP:0001166,HP:0001083")
