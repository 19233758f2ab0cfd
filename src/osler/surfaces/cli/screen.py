"""`osler screen`: one trial over many patients, with the funnel and the log."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, emit_json

app = typer.Typer(help="Screen many patients for one trial.")


@app.command()
def screen(
    trial: Annotated[str, typer.Argument(help="An id in the index, a v2 record, or a text of criteria.")],
    patients: Annotated[
        Path, typer.Option("--patients", help="A folder, an NDJSON file or a spreadsheet of patients.")
    ],
    policy: Annotated[str | None, typer.Option("--policy", help="strict or clinical.")] = None,
    index: Annotated[Path | None, typer.Option("--index", help="The folder of the local index.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Also write every verdict as CSV.")] = None,
    xlsx: Annotated[Path | None, typer.Option("--xlsx", help="Also write every verdict as a spreadsheet.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Judge everybody again, whatever the log holds.")] = False,
    mind: Mind = None,
    record: Record = None,
    replay: Replay = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Judge one trial for every patient; a second run judges again only what changed."""
    from osler.casework import screen_patients
    from osler.config import write_private
    from osler.surfaces.cli.match import check_choice
    from osler.surfaces.cli.progress import watchers
    from osler.surfaces.cli.trials_view import show_screening
    from osler.trials.report import screening_rows, to_csv, to_xlsx

    check_choice("--policy", policy, ("strict", "clinical"))
    screening = asyncio.run(
        screen_patients(
            trial,
            patients,
            minds=minds(mind, record, replay),
            policy=policy,
            folder=index,
            reuse=not fresh,
            watchers=watchers(),
        )
    )
    if csv is not None:
        write_private(csv, to_csv(screening_rows(screening)))
    if xlsx is not None:
        to_xlsx(screening_rows(screening), xlsx)
    if as_json:
        emit_json(screening.model_dump(mode="json"))
    else:
        show_screening(screening, console())
