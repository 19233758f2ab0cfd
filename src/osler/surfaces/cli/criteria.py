"""`osler criteria`: what an eligibility text says, and what it means for a patient."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from osler.errors import DataError, UsageError
from osler.surfaces.cli.output import console, emit_json, err_console, naming

if TYPE_CHECKING:
    from osler.core.criteria import Criterion

app = typer.Typer(no_args_is_help=True, help="Read eligibility criteria and check them against a patient.")

_FILE = Annotated[
    str, typer.Argument(metavar="FILE", help="An eligibility text or a ClinicalTrials.gov v2 record; - for stdin.")
]
_JSON = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


@app.command()
def show(file: _FILE, as_json: _JSON = False) -> None:
    """Print every criterion as a tree of conditions."""
    from osler.core.criteria import outline_text

    criteria = _read(file)
    if as_json:
        emit_json([criterion.model_dump(mode="json") for criterion in criteria])
        return
    out = console()
    for criterion in criteria:
        out.print(f"[bold]{criterion.id}[/bold] ({criterion.kind})", highlight=False)
        out.print(outline_text(criterion.tree, 1), markup=False, soft_wrap=True)


@app.command()
def check(
    file: _FILE,
    patient: Annotated[Path, typer.Option("--patient", help="A patient record in any format that Osler reads.")],
    on: Annotated[
        str | None, typer.Option("--on", help="The day of judgement, YYYY-MM-DD; default: that of the record.")
    ] = None,
    as_json: _JSON = False,
) -> None:
    """Print the verdict on every criterion for a patient, with its proof."""
    from osler.core.criteria import judge, proof_text
    from osler.core.patient import read_patient

    criteria = _read(file)
    with naming(patient):
        result = read_patient(patient)
    day = _day(on)
    judgements = [judge(criterion, result.record, on=day) for criterion in criteria]
    if as_json:
        emit_json([judgement.model_dump(mode="json") for judgement in judgements])
        return
    out = console()
    for criterion, judgement in zip(criteria, judgements, strict=True):
        style = {"eligible": "green", "ineligible": "red", "unknown": "yellow"}[judgement.eligibility]
        out.print(
            f"[bold]{criterion.id}[/bold] ({criterion.kind}) [{style}]{judgement.truth.value} → {judgement.eligibility}[/]"
        )
        out.print(proof_text(judgement.proof, 1), markup=False, soft_wrap=True)
    for problem in result.problems:
        err_console().print(f"{problem.level}: {problem.message}", markup=False, soft_wrap=True)


def _read(file: str) -> list[Criterion]:
    with naming(file):
        return _parsed(file)


def _parsed(file: str) -> list[Criterion]:
    from osler.core.criteria import parse_eligibility, registry_criteria

    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise DataError(f"{file} cannot be read: {error.strerror}", mend="give a file, or - for stdin") from error
    if not text.strip():
        raise DataError("there is no eligibility text", mend="give a text with inclusion or exclusion criteria")
    if text.lstrip().startswith("{"):
        try:
            return registry_criteria(json.loads(text))
        except json.JSONDecodeError as error:
            raise DataError(
                f"{file} is not valid JSON: {error.msg}", mend="give an API v2 record or plain text"
            ) from error
    return parse_eligibility(text, source_id="criterion")


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise UsageError(f"--on {text} is not a date", mend="write YYYY-MM-DD") from error
