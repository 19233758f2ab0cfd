"""`osler criteria`: what eligibility texts say, and what they mean for patients."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from osler.errors import DataError, UsageError
from osler.surfaces.cli.batch import AsJson, Fresh, Mode, Out, Result, carry_out
from osler.surfaces.cli.inputs import Columns, Input, Inputs, patients, texts
from osler.surfaces.cli.output import console, err_console

if TYPE_CHECKING:
    from osler.core.criteria import Criterion
    from osler.core.patient import ReadResult

app = typer.Typer(no_args_is_help=True, help="Read eligibility criteria and check them against patients.")

T = TypeVar("T")

_FILES = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Eligibility texts or documents, ClinicalTrials.gov v2 records, or JSON lines of them; several files, "
        "folders and globs; - for standard input.",
    ),
]
_STYLES = {"eligible": "green", "ineligible": "red", "unknown": "yellow"}


@app.command()
def show(files: _FILES, out: Out = None, fresh: Fresh = False, as_json: AsJson = False) -> None:
    """Print every criterion as a tree of conditions."""

    def work(data: bytes, _one: Input[bytes]) -> Result:
        criteria = _parsed(data)

        def view() -> None:
            from rich.markup import escape

            from osler.core.criteria import outline_text

            page = console()
            for criterion in criteria:
                page.print(f"[bold]{escape(criterion.id)}[/bold] ({criterion.kind})", highlight=False)
                page.print(outline_text(criterion.tree, 1), markup=False, soft_wrap=True)

        return Result({"criteria": [criterion.model_dump(mode="json") for criterion in criteria]}, view)

    carry_out(texts(files, but=out), work, Mode(as_json, out, fresh))


@app.command()
def check(
    files: _FILES,
    patient: Annotated[
        list[str],
        typer.Option(
            "--patient",
            help="Patients in any format that Osler reads: a file, folder or glob, - for standard input; may be repeated.",
        ),
    ],
    columns: Columns = None,
    on: Annotated[
        str | None, typer.Option("--on", help="The day of judgement, YYYY-MM-DD; default: that of the record.")
    ] = None,
    out: Out = None,
    fresh: Fresh = False,
    as_json: AsJson = False,
) -> None:
    """Print the verdict on every criterion for every patient, with its proof."""
    day = _day(on)
    people, trials = patients(patient, columns=columns, but=out), texts(files, but=out)
    persons = [one._replace(read=_once(one.read)) for one in people]
    read = [Input(one.source, _once(_criteria_of(one)), digest=one.digest) for one in trials]
    pairs = Inputs((_pair(trial, person) for trial in read for person in persons), people.left_out + trials.left_out)

    def work(pair: tuple[list[Criterion], ReadResult], _one: Input[tuple[list[Criterion], ReadResult]]) -> Result:
        from osler.core.criteria import judge

        criteria, read = pair
        judgements = [judge(criterion, read.record, on=day) for criterion in criteria]

        def view() -> None:
            from rich.markup import escape

            from osler.core.criteria import proof_text

            page = console()
            for criterion, judgement in zip(criteria, judgements, strict=True):
                verdict = f"[{_STYLES[judgement.eligibility]}]{judgement.truth.value} → {judgement.eligibility}[/]"
                page.print(f"[bold]{escape(criterion.id)}[/bold] ({criterion.kind}) {verdict}")
                page.print(proof_text(judgement.proof, 1), markup=False, soft_wrap=True)
            for problem in read.problems:
                err_console().print(f"{problem.level}: {problem.message}", markup=False, soft_wrap=True)

        body = {
            "judgements": [judgement.model_dump(mode="json") for judgement in judgements],
            "problems": [problem.model_dump(mode="json") for problem in read.problems],
        }
        return Result(body, view, read.record.id)

    carry_out(pairs, work, Mode(as_json, out, fresh))


def _pair(trial: Input[list[Criterion]], person: Input[ReadResult]) -> Input[tuple[list[Criterion], ReadResult]]:
    def read() -> tuple[list[Criterion], ReadResult]:
        criteria = trial.read()
        try:
            return criteria, person.read()
        except DataError as error:
            error.path = error.path or person.source
            raise

    beside = (("patient_source", person.source),)
    return Input(trial.source, read, beside, digest=lambda: f"{trial.state()} {person.state()}")


def _criteria_of(one: Input[bytes]) -> Callable[[], list[Criterion]]:
    return lambda: _parsed(one.read())


def _once(read: Callable[[], T]) -> Callable[[], T]:
    """A reader that remembers what it read, or why it could not: each file meets many others."""
    kept: list[T | DataError] = []

    def remembered() -> T:
        if not kept:
            try:
                kept.append(read())
            except DataError as error:
                kept.append(error)
        if isinstance(kept[0], DataError):
            raise kept[0]
        return kept[0]

    return remembered


def _parsed(data: bytes) -> list[Criterion]:
    from osler.core.criteria import parse_eligibility, registry_criteria
    from osler.core.patient import document_text

    text, _ = document_text(data)
    if not text.strip():
        raise DataError("there is no eligibility text", mend="give a text with inclusion or exclusion criteria")
    if text.lstrip().startswith("{"):
        try:
            return registry_criteria(json.loads(text))
        except json.JSONDecodeError as error:
            raise DataError(
                f"the record is not valid JSON: {error.msg}", mend="give an API v2 record or plain text"
            ) from error
    return parse_eligibility(text, source_id="criterion")


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"--on {text} is not a date", mend="write YYYY-MM-DD") from error
