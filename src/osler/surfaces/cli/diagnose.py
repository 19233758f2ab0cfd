"""`osler diagnose`: from phenotypes and a note to red flags, a differential, and the next step."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, emit_json
from osler.surfaces.cli.progress import watchers
from osler.surfaces.cli.typed_patient import Typed, read_files, words

if TYPE_CHECKING:
    from osler.casework import Minds
    from osler.core.patient import ReadResult
    from osler.diagnosis import AgentOutput

app = typer.Typer(help="Rank rare diseases for a patient and say what to do next.")


@app.command()
def diagnose(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Patient files: FHIR, Phenopacket, note, PDF or PatientInput JSON.")
    ] = None,
    hpo: Annotated[str | None, typer.Option("--hpo", help="Observed HPO ids or names, separated by commas.")] = None,
    exclude: Annotated[
        str | None, typer.Option("--exclude", help="Excluded HPO ids or names, separated by commas.")
    ] = None,
    onset: Annotated[
        list[str] | None, typer.Option("--onset", help="When a finding began, as HP:0001250=3y; may be repeated.")
    ] = None,
    age: Annotated[str | None, typer.Option("--age", help="Age: 5y, 18m, 6w, 10d, or ISO 8601 (P5Y).")] = None,
    sex: Annotated[str | None, typer.Option("--sex", help="male, female, other or unknown.")] = None,
    note: Annotated[Path | None, typer.Option("--note", help="A clinical note; '-' reads standard input.")] = None,
    genes: Annotated[str | None, typer.Option("--genes", help="Candidate genes, separated by commas.")] = None,
    since: Annotated[str | None, typer.Option("--since", help="Report only what changed since this run.")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Also write a self-contained HTML report.")] = None,
    explain: Annotated[
        str | None, typer.Option("--explain", help="Print one disease's whole sum, by id or name, wherever it stands.")
    ] = None,
    acknowledge: Annotated[
        bool, typer.Option("--acknowledge", help="Go on below urgent red flags, under a banner that stays.")
    ] = False,
    mind: Mind = None,
    record: Record = None,
    replay: Replay = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Diagnose each patient; options describe a patient of their own, or add to a single file."""
    chosen = minds(mind, record, replay)
    typed = Typed(hpo=hpo, exclude=exclude, onset=onset or [], age=age, sex=sex, note=note)
    patients = read_files(files or [], typed)
    outputs = []
    named: list[Path | None] = [*files] if files else [note]
    for patient, path in zip(patients, named, strict=True):
        output = _one(patient, chosen, genes, None if path is None else path.name, acknowledge=acknowledge)
        outputs.append(output)
        if html is not None:
            _write_html(html, patient, output, path, several=len(patients) > 1)
        if explain is not None:
            _explain(explain, patient, output, words(genes), as_json=as_json)
    if explain is not None:
        return
    if since is not None:
        _show_changes(since, outputs[-1], as_json=as_json)
        return
    if as_json:
        dumped = [output.model_dump(mode="json") for output in outputs]
        emit_json(dumped[0] if len(dumped) == 1 else dumped)
        return
    from osler.surfaces.cli.diagnosis_view import show

    for output in outputs:
        show(output, console())


def _one(patient: ReadResult, chosen: Minds, genes: str | None, label: str | None, *, acknowledge: bool) -> AgentOutput:
    from osler.casework import diagnose_case
    from osler.core.runs import RunContext

    return asyncio.run(
        diagnose_case(
            patient.record,
            minds=chosen,
            genes=words(genes),
            problems=patient.problems,
            context=RunContext(label=label),
            watchers=watchers(),
            acknowledge=acknowledge,
        )
    )


def _explain(disease: str, patient: ReadResult, output: AgentOutput, genes: list[str], *, as_json: bool) -> None:
    from osler.diagnosis import case_of
    from osler.diagnosis.explain import disease_id_of, explain_disease
    from osler.surfaces.cli.diagnosis_view import show, show_sum

    disease_id_of(disease)
    if not output.disease_candidates:
        show(output, console())
        return
    case = case_of(patient.record)
    found = explain_disease(case.model_copy(update={"genes": [*case.genes, *genes]}), output, disease)
    if as_json:
        emit_json(found)
    else:
        show_sum(found, console())


def _write_html(path: Path, patient: ReadResult, output: AgentOutput, source: Path | None, *, several: bool) -> None:
    import datetime as dt

    from osler.config import write_private
    from osler.diagnosis import case_of
    from osler.diagnosis.report import ReportHead, render_html

    case = case_of(patient.record)
    age = "age not given" if case.age_years is None else f"{case.age_years:.1f} years"
    head = ReportHead(
        patient=f"{age}, sex {case.sex}",
        date=dt.datetime.now(dt.UTC).date().isoformat(),
        source=source.name if source is not None else "what was typed",
    )
    target = path.with_name(f"{path.stem}-{output.run_id}{path.suffix}") if several else path
    write_private(target, render_html(output, [document.source() for document in patient.record.documents], head))


def _show_changes(run_id: str, output: AgentOutput, *, as_json: bool) -> None:
    from osler.casework import changes_since

    report = changes_since(run_id, output)
    if as_json:
        emit_json(report)
        return
    out = console()
    for line in report.lines() or ["nothing changed"]:
        out.print(line)
