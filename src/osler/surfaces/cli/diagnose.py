"""`osler diagnose`: from phenotypes and a note to red flags, a differential, and the next step."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, emit_json, naming
from osler.surfaces.cli.progress import watchers

if TYPE_CHECKING:
    from osler.casework import Minds
    from osler.core.patient import ReadResult
    from osler.diagnosis import AgentOutput

app = typer.Typer(help="Rank rare diseases for a patient and say what to do next.")

_SHORT_AGE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([ymwd])\s*", re.IGNORECASE)


@app.command()
def diagnose(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Patient files: FHIR, Phenopacket, note, PDF or PatientInput JSON.")
    ] = None,
    hpo: Annotated[str | None, typer.Option("--hpo", help="Observed HPO ids or names, separated by commas.")] = None,
    exclude: Annotated[str | None, typer.Option("--exclude", help="Excluded HPO ids, separated by commas.")] = None,
    age: Annotated[str | None, typer.Option("--age", help="Age: 5y, 18m, 6w, 10d, or ISO 8601 (P5Y).")] = None,
    sex: Annotated[str | None, typer.Option("--sex", help="male, female, other or unknown.")] = None,
    note: Annotated[Path | None, typer.Option("--note", help="A clinical note; '-' reads standard input.")] = None,
    genes: Annotated[str | None, typer.Option("--genes", help="Candidate genes, separated by commas.")] = None,
    since: Annotated[str | None, typer.Option("--since", help="Report only what changed since this run.")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Also write a self-contained HTML report.")] = None,
    mind: Mind = None,
    record: Record = None,
    replay: Replay = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Diagnose each patient; options describe a patient of their own, or add to a single file."""
    chosen = minds(mind, record, replay)
    patients = _patients(files or [], hpo=hpo, exclude=exclude, age=age, sex=sex, note=note)
    outputs = []
    named: list[Path | None] = [*files] if files else [note]
    for patient, path in zip(patients, named, strict=True):
        output = _one(patient, chosen, genes, None if path is None else path.name)
        outputs.append(output)
        if html is not None:
            _write_html(html, patient, output, several=len(patients) > 1)
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


def _one(patient: ReadResult, chosen: Minds, genes: str | None, label: str | None) -> AgentOutput:
    from osler.casework import diagnose_case
    from osler.core.runs import RunContext

    return asyncio.run(
        diagnose_case(
            patient.record,
            minds=chosen,
            genes=_words(genes),
            problems=patient.problems,
            context=RunContext(label=label),
            watchers=watchers(),
        )
    )


def _patients(
    files: list[Path], *, hpo: str | None, exclude: str | None, age: str | None, sex: str | None, note: Path | None
) -> list[ReadResult]:
    from osler.core.patient import read_patient
    from osler.errors import UsageError

    described = any(value is not None for value in (hpo, exclude, age, sex, note))
    if described and files:
        raise UsageError(
            "a patient file and options that describe a patient were both given",
            mend="put everything into the file, or leave the file out",
        )
    if files:
        return [_read(path) for path in files]
    form = {
        "free_text": _note(note),
        "hpo_terms": [*_words(hpo), *(f"-{term}" for term in _words(exclude))],
        "age": _age(age),
        "sex": sex,
    }
    return [read_patient(json.dumps({key: value for key, value in form.items() if value}), "input")]


def _read(path: Path) -> ReadResult:
    from osler.core.patient import read_patient

    with naming(path):
        return read_patient(path)


def _note(path: Path | None) -> str | None:
    if path is None:
        return None
    if str(path) == "-":
        return sys.stdin.read()
    from osler.core.patient import read_patient

    with naming(path):
        documents = read_patient(path, "pdf" if path.suffix.lower() == ".pdf" else "note").record.documents
    return "\n\n".join(document.text for document in documents)


def _words(text: str | None) -> list[str]:
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def _age(text: str | None) -> str | None:
    found = _SHORT_AGE.fullmatch(text or "")
    return f"P{found[1]}{found[2].upper()}" if found else text


def _write_html(path: Path, patient: ReadResult, output: AgentOutput, *, several: bool) -> None:
    from osler.config import write_private
    from osler.diagnosis.report import render_html

    target = path.with_name(f"{path.stem}-{output.run_id}{path.suffix}") if several else path
    write_private(target, render_html(output, [document.source() for document in patient.record.documents]))


def _show_changes(run_id: str, output: AgentOutput, *, as_json: bool) -> None:
    from osler.casework import changes_since

    report = changes_since(run_id, output)
    if as_json:
        emit_json(report)
        return
    out = console()
    for line in report.lines() or ["nothing changed"]:
        out.print(line)
