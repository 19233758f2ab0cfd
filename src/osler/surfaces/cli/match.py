"""`osler match`: the trials for a patient, each criterion judged with evidence."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, emit_json, err_console

if TYPE_CHECKING:
    from osler.trials.types import MatchResult

app = typer.Typer(help="Find trials for a patient and judge every criterion with evidence.")


@app.command()
def match(
    patient: Annotated[
        Path, typer.Argument(help="A patient in any format: FHIR, Phenopacket, note, PDF, PatientInput.")
    ],
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy", help="strict: what is not mentioned is unknown; clinical: absent where it would be told."
        ),
    ] = None,
    registry: Annotated[str | None, typer.Option("--registry", help="local (the index) or ctgov (the API).")] = None,
    index: Annotated[Path | None, typer.Option("--index", help="The folder of the local index.")] = None,
    details: Annotated[int, typer.Option("--details", min=0, help="Show the proofs of the first N trials.")] = 1,
    html: Annotated[Path | None, typer.Option("--html", help="Also write a self-contained HTML report.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Also write every verdict as CSV.")] = None,
    xlsx: Annotated[Path | None, typer.Option("--xlsx", help="Also write every verdict as a spreadsheet.")] = None,
    fhir: Annotated[Path | None, typer.Option("--fhir", help="Also write FHIR ResearchSubject resources.")] = None,
    mind: Mind = None,
    record: Record = None,
    replay: Replay = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Match one patient with the trials of a registry."""
    from osler.casework import match_case
    from osler.core.patient import read_patient
    from osler.errors import ServiceError
    from osler.surfaces.cli.progress import watchers
    from osler.surfaces.cli.trials_view import show_match

    check_choice("--policy", policy, ("strict", "clinical"))
    check_choice("--registry", registry, ("local", "ctgov"))
    read = read_patient(patient)
    result = asyncio.run(
        match_case(
            read.record,
            minds=minds(mind, record, replay),
            registry=registry,
            folder=index,
            policy=policy,
            problems=read.problems,
            watchers=watchers(),
        )
    )
    _write(result, html=html, csv=csv, xlsx=xlsx, fhir=fhir)
    if as_json:
        emit_json(result.model_dump(mode="json"))
    else:
        show_match(result, console(), details=details)
    if result.status == "unavailable":
        # What was found is out already; the code says that it may not be all.
        err_console().print("the registry could not be reached; what was found before is shown", markup=False)
        raise typer.Exit(ServiceError.exit_code)


def check_choice(option: str, value: str | None, allowed: tuple[str, ...]) -> None:
    """Refuse a word that an option does not know."""
    from osler.errors import UsageError

    if value is not None and value not in allowed:
        raise UsageError(f"{option} {value} is not known", mend=f"choose {' or '.join(allowed)}")


def _write(result: MatchResult, *, html: Path | None, csv: Path | None, xlsx: Path | None, fhir: Path | None) -> None:
    import json

    from osler.config import write_private
    from osler.trials.report import criterion_rows, render_html, to_csv, to_research_subjects, to_xlsx

    if html is not None:
        write_private(html, render_html(result))
    if csv is not None:
        write_private(csv, to_csv(criterion_rows(result)))
    if xlsx is not None:
        to_xlsx(criterion_rows(result), xlsx)
    if fhir is not None:
        write_private(fhir, json.dumps(to_research_subjects(result), indent=2))
