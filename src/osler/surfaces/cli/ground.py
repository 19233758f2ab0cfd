"""`osler ground`: from criteria and notes to coded entities, or to an expert with the reason."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, emit_json, err_console, naming, progress
from osler.surfaces.cli.progress import watchers

if TYPE_CHECKING:
    from osler.casework import GroundingOutput, Minds
    from osler.grounding.documents import GroundingDocument

app = typer.Typer(help="Code the entities of eligibility criteria and notes.")


@app.command()
def ground(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…",
            help="Criteria (one on each line), ClinicalTrials.gov v2 records or protocol PDFs; - for stdin.",
        ),
    ],
    note: Annotated[bool, typer.Option("--note", help="The files are clinical notes.")] = False,
    mind: Mind = None,
    record: Record = None,
    replay: Replay = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="A table for review.")] = False,
    as_fhir: Annotated[bool, typer.Option("--fhir", help="A FHIR R4 Bundle of ResearchStudy and Group.")] = False,
) -> None:
    """Ground each file; what needs a human goes to the queue of 'osler review'."""
    from osler.errors import OslerError, ServiceError, UsageError

    if as_json + as_csv + as_fhir > 1:
        raise UsageError("--json, --csv and --fhir exclude each other", mend="choose one of them")
    if as_fhir and note:
        raise UsageError("a note has no eligibility", mend="leave --fhir out")
    chosen = minds(mind, record, replay)
    outputs: list[GroundingOutput] = []
    failed: list[tuple[str, OslerError]] = []
    for name in progress(files, "grounding", len(files)):
        try:
            outputs.append(_one(_read(name, note=note), chosen, quiet=len(files) > 1))
        except OslerError as error:
            if len(files) == 1:
                raise
            failed.append((name, error))
    for name, failure in failed:
        err_console().print(f"{name}: {failure.message}", markup=False, soft_wrap=True)
    if not outputs:
        raise failed[0][1]
    _emit(outputs, as_json=as_json, as_csv=as_csv, as_fhir=as_fhir)
    if unreachable := next((output.state.error for output in outputs if output.state.error), None):
        # The document is already out, so this must not become a second one.
        err_console().print(f"the batch ended early: {unreachable}", markup=False, soft_wrap=True)
        err_console().print("  what was grounded before is kept; run the command again", markup=False)
        raise typer.Exit(ServiceError.exit_code)
    if failed:
        raise typer.Exit(failed[0][1].exit_code)


def _read(name: str, *, note: bool) -> GroundingDocument:
    from osler.grounding.documents import read_document, read_path

    with naming(name):
        if name == "-":
            return read_document(sys.stdin.buffer.read(), name="stdin", note=note)
        return read_path(Path(name), note=note)


def _one(document: GroundingDocument, chosen: Minds, *, quiet: bool) -> GroundingOutput:
    from osler.casework import ground_document

    return asyncio.run(ground_document(document, minds=chosen, watchers=[] if quiet else watchers()))


def _emit(outputs: list[GroundingOutput], *, as_json: bool, as_csv: bool, as_fhir: bool) -> None:
    from osler.grounding.export import to_csv, to_fhir

    if as_json:
        documents = [_document(output) for output in outputs]
        emit_json(documents[0] if len(documents) == 1 else documents)
    elif as_csv:
        print(to_csv(entity for output in outputs for entity in output.state.grounded_entities), end="")
    elif as_fhir:
        bundles = [to_fhir(output.state.protocol_id, output.criteria) for output in outputs]
        emit_json(bundles[0] if len(bundles) == 1 else bundles)
    else:
        from osler.surfaces.cli.grounding_view import show

        for output in outputs:
            show(output, console())


def _document(output: GroundingOutput) -> dict[str, object]:
    dumped = output.model_dump(mode="json")
    return {**dumped.pop("state"), **dumped}
