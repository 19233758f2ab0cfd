"""`osler ground`: from criteria and notes to coded entities, or to an expert with the reason."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from osler.errors import ServiceError, UsageError
from osler.surfaces.cli.batch import AsJson, Fresh, Mode, Out, Result, carry_out
from osler.surfaces.cli.inputs import Input, texts
from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, emit_json, err_console
from osler.surfaces.cli.progress import watchers
from osler.surfaces.cli.standard_input import STDIN

if TYPE_CHECKING:
    from osler.casework import GroundingOutput

app = typer.Typer(help="Code the entities of eligibility criteria and notes.")


@app.command()
def ground(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Criteria (one on each line), ClinicalTrials.gov v2 records, protocol PDFs, Word or rich-text "
            "documents, or JSON lines of them; several files, folders and globs; - for standard input.",
        ),
    ],
    note: Annotated[bool, typer.Option("--note", help="The files are clinical notes.")] = False,
    mind: Mind = None,
    record: Record = None,
    replay: Replay = None,
    out: Out = None,
    fresh: Fresh = False,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="A table for review.")] = False,
    as_fhir: Annotated[bool, typer.Option("--fhir", help="A FHIR R4 Bundle of ResearchStudy and Group.")] = False,
) -> None:
    """Ground each file; what needs a human goes to the queue of 'osler review'."""
    from osler.grounding import read_document

    if as_json + as_csv + as_fhir > 1:
        raise UsageError("--json, --csv and --fhir exclude each other", mend="choose one of them")
    if as_fhir and note:
        raise UsageError("a note has no eligibility", mend="leave --fhir out")
    if out is not None and (as_csv or as_fhir):
        raise UsageError("--out writes JSON lines", mend="leave --csv and --fhir out")
    chosen = minds(mind, record, replay)
    given = texts(files, but=out)
    shown: list[GroundingOutput] = []

    def work(data: bytes, one: Input[bytes]) -> Result:
        from osler.casework import ground_document

        document = read_document(data, name=_name(one.source), note=note)
        watching = [] if len(given) > 1 else watchers()
        output = asyncio.run(ground_document(document, minds=chosen, watchers=watching))
        failed = ServiceError.exit_code if output.state.error else 0

        def view() -> None:
            if as_csv or as_fhir:
                # Both are one document of all inputs.
                shown.append(output)
                return
            from osler.surfaces.cli.grounding_view import show

            show(output, console())

        if output.state.error:
            err_console().print(f"the batch ended early: {output.state.error}", markup=False, soft_wrap=True)
            err_console().print("  what was grounded before is kept; run the command again", markup=False)
        return Result(as_document(output), view, exit_code=failed)

    try:
        carry_out(given, work, Mode(as_json, out, fresh, headings=False, settings=chosen.settings))
    finally:
        if shown:
            _emit(shown, as_csv=as_csv)


def _name(source: str) -> str:
    """What a document is called where it has no id of its own."""
    return "stdin" if source.startswith(STDIN) else Path(source).stem


def _emit(outputs: list[GroundingOutput], *, as_csv: bool) -> None:
    from osler.grounding.export import to_csv, to_fhir

    if as_csv:
        print(to_csv(entity for output in outputs for entity in output.state.grounded_entities), end="")
        return
    bundles = [to_fhir(output.state.protocol_id, output.criteria) for output in outputs]
    emit_json(bundles[0] if len(bundles) == 1 else bundles)


def as_document(output: GroundingOutput) -> dict[str, Any]:
    """A grounding as `--json` has it: the fields of its state beside those of every result."""
    dumped = output.model_dump(mode="json")
    return {**dumped.pop("state"), **dumped}
