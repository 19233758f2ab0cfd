"""`osler patient`: show, check and convert a patient in any of the accepted formats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from osler.surfaces.cli.output import emit_json, naming

if TYPE_CHECKING:
    from osler.core.patient import Problem

app = typer.Typer(no_args_is_help=True, help="Read a patient from FHIR, Phenopackets, notes, PDF or a form.")

File = Annotated[Path, typer.Argument(help="The patient: FHIR, Phenopacket, note, PDF or PatientInput JSON.")]
AsFormat = Annotated[
    str | None, typer.Option("--format", help="fhir, phenopacket, input, note or pdf; guessed when left out.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command()
def show(file: File, format: AsFormat = None, as_json: AsJson = False) -> None:  # noqa: A002
    """Print a readable summary of a patient."""
    from osler.core.patient import read_patient, summarise

    with naming(file):
        record, problems = read_patient(file, format)
    if as_json:
        emit_json({"record": record.model_dump(mode="json", exclude_defaults=True), "problems": problems})
        return
    print(summarise(record))
    _say(problems)


@app.command()
def check(file: File, format: AsFormat = None, as_json: AsJson = False) -> None:  # noqa: A002
    """List everything that is wrong with a patient, and how to mend it; exit status 2 when something is."""
    from osler.core.patient import Level, check_record, read_patient

    with naming(file):
        record, problems = read_patient(file, format)
    found = [*problems, *check_record(record)]
    if as_json:
        emit_json({"problems": found})
    else:
        print("\n".join(_line(problem) for problem in found) or "no problems found")
    if any(problem.level is Level.ERROR for problem in found):
        raise typer.Exit(2)


@app.command()
def convert(
    file: File,
    to: Annotated[str, typer.Option("--to", help="fhir or phenopacket.")],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Where to write; stdout when left out.")] = None,
    format: AsFormat = None,  # noqa: A002
) -> None:
    """Write a patient as a FHIR R4 Bundle or a Phenopacket v2, and name what that format cannot carry."""
    from osler.config import write_private
    from osler.core.patient import read_patient, to_fhir, to_phenopacket
    from osler.errors import UsageError

    writers = {"fhir": to_fhir, "phenopacket": to_phenopacket}
    if to not in writers:
        raise UsageError("that is no format to convert to", mend="give --to fhir or --to phenopacket")
    with naming(file):
        record, problems = read_patient(file, format)
    written = writers[to](record)
    if output is None:
        emit_json(written.document)
    else:
        write_private(output, json.dumps(written.document, ensure_ascii=False, indent=2))
    _say(problems)
    for title, fields in (("not carried", written.not_carried), ("carried only in extensions", written.extended)):
        if fields:
            typer.echo(f"{title}: {', '.join(fields)}", err=True)


@app.command()
def add(file: File, format: AsFormat = None, as_json: AsJson = False) -> None:  # noqa: A002
    """Keep a copy of a patient on this machine, for 'osler chat --patient ID'; the file stays as it is."""
    from osler.casework import patient_home
    from osler.core.patient import read_patient

    record, problems = read_patient(file, format)
    patient_home().add(record)
    if as_json:
        emit_json({"id": record.id, "problems": problems})
        return
    print(record.id)
    _say(problems)


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the patients that are kept on this machine, by their ids."""
    from osler.casework import patient_home

    lines = patient_home().lines()
    if as_json:
        emit_json([line.model_dump(mode="json") for line in lines])
        return
    for line in lines:
        print(f"{line.id}\t{line.added:%Y-%m-%d %H:%M}\t{line.facts} facts")
    if not lines:
        typer.echo("no patients are kept here; add one with 'osler patient add FILE'", err=True)


@app.command()
def remove(patient_id: Annotated[str, typer.Argument(help="The id that 'osler patient list' shows.")]) -> None:
    """Forget a patient that is kept on this machine: the record and its graph."""
    from osler.casework import patient_home

    patient_home().remove(patient_id)
    typer.echo("removed", err=True)


def _say(problems: list[Problem]) -> None:
    for problem in problems:
        typer.echo(_line(problem), err=True)


def _line(problem: Problem) -> str:
    place = f" {problem.path}:" if problem.path else ""
    mend = f"\n  mend: {problem.mend}" if problem.mend else ""
    return f"{problem.level}:{place} {problem.message}{mend}"
