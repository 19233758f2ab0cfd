"""`osler patient`: show, check and convert patients in any of the accepted formats."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from osler.errors import UsageError
from osler.surfaces.cli.batch import AsJson, Fresh, Mode, Out, Result, carry_out
from osler.surfaces.cli.inputs import Columns, Input, Patients, patients
from osler.surfaces.cli.output import emit_json, one_line, visible

if TYPE_CHECKING:
    from osler.core.patient import Problem, ReadResult, WriteResult
    from osler.core.results import ResultStatus

app = typer.Typer(
    no_args_is_help=True, help="Read patients from FHIR, Phenopackets, notes, documents, tables or a form."
)

AsFormat = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="fhir, phenopacket, input, note, pdf, docx, rtf, email, csv or xlsx; guessed when left out.",
    ),
]


@app.command()
def show(
    files: Patients,
    format: AsFormat = None,  # noqa: A002
    columns: Columns = None,
    out: Out = None,
    fresh: Fresh = False,
    as_json: AsJson = False,
) -> None:
    """Print a readable summary of each patient."""
    given = patients(files, format=format, columns=columns, but=out)

    def work(patient: ReadResult, one: Input[ReadResult]) -> Result:
        record, problems = patient
        body = {"record": record.model_dump(mode="json", exclude_defaults=True), "problems": _plain(problems)}

        def view() -> None:
            from osler.core.patient import summarise

            print(visible(summarise(record)))
            _say(problems, one, given)

        return Result(body, view, record.id, status=_status(problems))

    carry_out(given, work, Mode(as_json, out, fresh))


@app.command()
def check(
    files: Patients,
    format: AsFormat = None,  # noqa: A002
    columns: Columns = None,
    out: Out = None,
    fresh: Fresh = False,
    as_json: AsJson = False,
) -> None:
    """List everything that is wrong with each patient, and how to mend it; exit status 2 when something is."""

    def work(patient: ReadResult, _one: Input[ReadResult]) -> Result:
        from osler.core.patient import Level, check_record

        found = [*patient.problems, *check_record(patient.record)]
        wrong = any(problem.level is Level.ERROR for problem in found)

        def view() -> None:
            print(visible("\n".join(_line(problem) for problem in found)) or "no problems found")

        return Result(
            {"problems": _plain(found)}, view, patient.record.id, exit_code=2 if wrong else 0, status=_status(found)
        )

    carry_out(patients(files, format=format, columns=columns, but=out), work, Mode(as_json, out, fresh))


@app.command()
def convert(
    files: Patients,
    to: Annotated[str, typer.Option("--to", help="fhir or phenopacket.")],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Where to write; a folder for several patients; stdout when left out."),
    ] = None,
    format: AsFormat = None,  # noqa: A002
    columns: Columns = None,
    out: Out = None,
    fresh: Fresh = False,
) -> None:
    """Write each patient as a FHIR R4 Bundle or a Phenopacket v2, and name what that format cannot carry.

    On standard output, several patients are JSON lines.
    """
    from osler.core.patient import to_fhir, to_phenopacket

    writers = {"fhir": to_fhir, "phenopacket": to_phenopacket}
    if to not in writers:
        raise UsageError("that is no format to convert to", mend="give --to fhir or --to phenopacket")
    given = patients(files, format=format, columns=columns, but=out)
    if output is not None and out is not None:
        raise UsageError("--output and --out both say where to write", mend="choose one of them")
    if output is not None and len(given) > 1 and not output.is_dir():
        raise UsageError(f"{output} is no folder, and there are several patients", mend="make the folder first")

    def work(patient: ReadResult, one: Input[ReadResult]) -> Result:
        written = writers[to](patient.record)
        body = {
            "problems": _plain(patient.problems),
            "document": written.document,
            "not_carried": written.not_carried,
            "extended": written.extended,
        }
        if output is not None:
            _write(output, one.source, to, written)

        def view() -> None:
            if output is None:
                emit_json(written.document, lines=len(given) > 1)
            _say(patient.problems, one, given)
            for title, fields in (
                ("not carried", written.not_carried),
                ("carried only in extensions", written.extended),
            ):
                if fields:
                    typer.echo(visible(f"{title}: {', '.join(fields)}"), err=True)

        return Result(body, view, patient.record.id, status=_status(patient.problems))

    carry_out(given, work, Mode(False, out, fresh, headings=False))


@app.command()
def add(
    files: Patients,
    format: AsFormat = None,  # noqa: A002
    columns: Columns = None,
    patient_id: Annotated[str | None, typer.Option("--id", help="Keep the patient under this id.")] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="It is the same patient: put it in place of what is kept under the id.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Keep a copy of each patient on this machine, for 'osler chat --patient ID'; the files stay as they are."""

    # Where they are kept, patients without an id get one that lasts longer than a file's name.
    given = patients(files, format=format, columns=columns, named=False)
    if patient_id is not None and not patient_id.strip():
        raise UsageError("an id cannot be empty", mend="give one after --id, or leave --id out")
    if patient_id is not None and len(given) > 1:
        raise UsageError("one --id cannot name several patients", mend="add them one by one, or leave out --id")

    def work(patient: ReadResult, one: Input[ReadResult]) -> Result:
        from osler.casework import patient_home

        record, problems = patient
        kept = patient_home().admit(record, source=one.source, patient_id=patient_id, replace=replace)

        def view() -> None:
            print(visible(kept.id))
            _say(problems, one, given)

        return Result({"id": kept.id, "problems": _plain(problems)}, view, kept.id, status=_status(problems))

    carry_out(given, work, Mode(as_json, headings=False))


@app.command("list")
def list_(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False) -> None:
    """List the patients that are kept on this machine: id, name, date of birth, when it was kept, how many facts."""
    from osler.casework import patient_home

    lines = patient_home().lines()
    if as_json:
        emit_json([line.model_dump(mode="json") for line in lines])
        return
    for line in lines:
        who = f"{line.name or 'no name'}\t{line.birth_date or 'no birth date'}"
        print(visible(f"{line.id}\t{who}\t{line.added:%Y-%m-%d %H:%M}\t{line.facts} facts"))
    if not lines:
        typer.echo("no patients are kept here; add one with 'osler patient add FILE'", err=True)


@app.command()
def remove(patient_id: Annotated[str, typer.Argument(help="The id that 'osler patient list' shows.")]) -> None:
    """Forget a patient that is kept on this machine: the record and its graph."""
    from osler.casework import patient_home

    patient_home().remove(patient_id)
    typer.echo("removed", err=True)


def _write(output: Path, source: str, to: str, written: WriteResult) -> None:
    from osler.config import write_private

    if output.is_dir():
        output /= f"{re.sub(r'[^A-Za-z0-9_.-]+', '-', Path(source).name)}.{to}.json"
    write_private(output, json.dumps(written.document, ensure_ascii=False, indent=2))


def _status(problems: Sequence[Problem]) -> ResultStatus:
    """Whether all of a patient was read."""
    return "partial" if any(problem.level == "error" for problem in problems) else "complete"


def _plain(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    return [problem.model_dump(mode="json") for problem in problems]


def _say(problems: Sequence[Problem], one: Input[ReadResult], given: Sequence[Input[ReadResult]]) -> None:
    """Tell the problems of one patient, with where it comes from if there are several."""
    source = f"{one_line(one.source)}: " if len(given) > 1 else ""
    for problem in problems:
        typer.echo(visible(f"{source}{_line(problem)}"), err=True)


def _line(problem: Problem) -> str:
    place = f" {problem.path}:" if problem.path else ""
    mend = f"\n  mend: {problem.mend}" if problem.mend else ""
    return f"{problem.level}:{place} {problem.message}{mend}"
