"""`osler privacy`: what would be replaced before a text leaves this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from osler.surfaces.cli.batch import AsJson, Fresh, Mode, Out, Result, carry_out
from osler.surfaces.cli.inputs import Columns, Input, Patients, patients
from osler.surfaces.cli.output import visible

if TYPE_CHECKING:
    from osler.core.patient import ReadResult

app = typer.Typer(no_args_is_help=True, help="See what de-identification does.")


@app.callback()
def _group() -> None:
    """See what de-identification does."""


@app.command()
def preview(
    files: Patients, columns: Columns = None, out: Out = None, fresh: Fresh = False, as_json: AsJson = False
) -> None:
    """Show each patient's texts as a hosted model would get them, and what was replaced."""
    carry_out(patients(files, columns=columns, but=out), _preview, Mode(as_json, out, fresh))


def _preview(patient: ReadResult, _one: Input[ReadResult]) -> Result:
    from osler.core.privacy import Deidentifier, KnownIdentifiers

    record = patient.record
    gate = Deidentifier(KnownIdentifiers.of(record.known_identifiers()))
    texts = [gate.scrub(document.text) for document in record.documents]

    def view() -> None:
        for text in texts:
            print(visible(text), end="\n\n")
        for one in gate.replacements:
            print(visible(f"{one.kind:<9} {one.surrogate}  ←  {one.original}"))
        print(", ".join(f"{kind} {count}" for kind, count in gate.counts.items()) or "Nothing was replaced.")

    replaced = [one._asdict() for one in gate.replacements]
    problems = [problem.model_dump(mode="json") for problem in patient.problems]
    body = {"texts": texts, "counts": gate.counts, "replacements": replaced, "problems": problems}
    return Result(body, view, record.id)
