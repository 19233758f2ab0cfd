"""`osler diagnose`: from phenotypes and a note to red flags, a differential, and the next step."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from osler.errors import UsageError
from osler.surfaces.cli.batch import AsJson, Fresh, Mode, Out, Result, carry_out
from osler.surfaces.cli.inputs import Columns, Input, Inputs, patients
from osler.surfaces.cli.ledger import digest
from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, own_file
from osler.surfaces.cli.progress import watchers
from osler.surfaces.cli.typed_patient import Typed, added_to, check_findings, symbols, typed_patient

if TYPE_CHECKING:
    from osler.casework import Minds
    from osler.core.patient import ReadResult
    from osler.diagnosis import AgentOutput
    from osler.diagnosis.report import ReportHead

app = typer.Typer(help="Rank rare diseases for a patient and say what to do next.")


@app.command()
def diagnose(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE",
            help="Patients: FHIR, Phenopacket, PatientInput JSON, note, PDF, Word, RTF, e-mail, a table with one "
            "patient a row, or JSON lines; several files, folders and globs; - for standard input.",
        ),
    ] = None,
    hpo: Annotated[
        list[str] | None, typer.Option("--hpo", help="An observed HPO id or name; repeat it, or list ids with commas.")
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option("--exclude", help="An excluded HPO id or name; repeat it, or list ids with commas."),
    ] = None,
    onset: Annotated[
        list[str] | None, typer.Option("--onset", help="When a finding began, as HP:0001250=3y; may be repeated.")
    ] = None,
    age: Annotated[str | None, typer.Option("--age", help="Age: 5y, 18m, 6w, 10d, or ISO 8601 (P5Y).")] = None,
    sex: Annotated[str | None, typer.Option("--sex", help="male, female, other or unknown.")] = None,
    note: Annotated[
        list[Path] | None, typer.Option("--note", help="A clinical note; - reads standard input; may be repeated.")
    ] = None,
    genes: Annotated[
        list[str] | None, typer.Option("--genes", help="Candidate genes; may be repeated or listed with commas.")
    ] = None,
    columns: Columns = None,
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
    out: Out = None,
    fresh: Fresh = False,
    as_json: AsJson = False,
) -> None:
    """Diagnose each patient; options describe a patient of their own, or add to the one in a file."""
    chosen = minds(mind, record, replay)
    typed = Typed(hpo=hpo or [], exclude=exclude or [], onset=onset or [], age=age, sex=sex, notes=note or [])
    given = _given(files or [], typed, columns, out)
    if since is not None and len(given) > 1:
        raise UsageError("--since compares one patient with an earlier run", mend="give one patient")
    view = _View(since=since, explain=explain, html=html, several=len(given) > 1)
    work = _Diagnosis(chosen, _genes(genes), acknowledge=acknowledge, view=view)
    carry_out(given, work, Mode(as_json, out, fresh, settings=chosen.settings))


def _age(years: float) -> str:
    """An age as it is said: days and weeks of a newborn, months of an infant, whole years later."""
    days = years * 365.25
    if days < 14:
        return f"{days:.0f} days"
    if years < 2:
        return f"{days / 7:.0f} weeks" if days < 90 else f"{years * 12:.0f} months"
    return f"{int(years)} years"


def _genes(given: list[str] | None) -> list[str]:
    """The symbols that were typed; refused where none of them is known."""
    typed = symbols(given)
    if typed:
        from osler.casework import refuse_unknown_genes

        refuse_unknown_genes(typed)
    return typed


def _given(files: list[str], typed: Typed, columns: str | None, out: Path | None) -> Inputs[ReadResult]:
    described = typed_patient(typed) if typed or not files else None
    check_findings(typed, alone=not files)
    if not files and described is not None:
        typed_in = Input(
            ", ".join(map(str, typed.notes)) or "options", lambda: described, digest=digest(described.record)
        )
        return Inputs([typed_in])
    given = patients(files, columns=columns, but=out)
    if described is None:
        return given
    if len(given) != 1:
        raise UsageError(
            f"options describe one patient, and the files hold {len(given)}",
            mend="give one file beside them, or put everything into the files",
        )
    one = given[0]
    state = f"{one.state()} {digest(described.record)}"
    return Inputs([Input(one.source, lambda: added_to(one.read(), described), digest=state)], given.left_out)


@dataclass(frozen=True)
class _View:
    """How an answer is to be shown."""

    since: str | None
    explain: str | None
    html: Path | None
    several: bool


@dataclass(frozen=True)
class _Diagnosis:
    """What is done with each patient."""

    minds: Minds
    genes: Sequence[str]
    acknowledge: bool
    view: _View

    def __call__(self, patient: ReadResult, one: Input[ReadResult]) -> Result:
        output = self._run(patient, one.source)
        if self.view.html is not None:
            _write_html(self.view.html, patient, output, one.source, several=self.view.several)
        if self.view.explain is not None:
            return _explained(self.view.explain, patient, output, self.genes)
        if self.view.since is not None:
            return _changes(self.view.since, output, patient.record.id)
        return _shown(output, patient.record.id, _head_of(patient, one.source))

    def _run(self, patient: ReadResult, source: str) -> AgentOutput:
        from osler.casework import diagnose_case
        from osler.core.runs import RunContext

        return asyncio.run(
            diagnose_case(
                patient.record,
                minds=self.minds,
                genes=self.genes,
                problems=patient.problems,
                context=RunContext(label=None if source == "options" else Path(source).name),
                watchers=[] if self.view.several else watchers(),
                acknowledge=self.acknowledge,
            )
        )


def _shown(output: AgentOutput, patient: str, head: ReportHead | None = None) -> Result:
    def view() -> None:
        from osler.surfaces.cli.diagnosis_view import show

        show(output, console(), head)

    return Result(output.model_dump(mode="json"), view, patient)


def _explained(disease: str, patient: ReadResult, output: AgentOutput, genes: Sequence[str]) -> Result:
    """One disease's whole sum; where nothing was ranked, the answer as it is."""
    from osler.casework import known_genes
    from osler.core.terminology import bundled_vocabularies
    from osler.diagnosis import case_of, disease_id_of, explain_disease
    from osler.surfaces.cli.diagnosis_view import show_sum

    disease_id_of(disease, bundled_vocabularies())
    if not output.disease_candidates:
        return _shown(output, patient.record.id)
    case = case_of(patient.record, bundled_vocabularies())
    known, _ = known_genes([*case.genes, *genes])
    found = explain_disease(case.model_copy(update={"genes": known}), output, disease, bundled_vocabularies())
    return Result(found.model_dump(mode="json"), lambda: show_sum(found, output, console()), patient.record.id)


def _head_of(patient: ReadResult, source: str) -> ReportHead:
    """Whom an answer is about, the day it is made, and what it is made from."""
    import datetime as dt

    from osler.core.terminology import bundled_vocabularies
    from osler.diagnosis import case_of
    from osler.diagnosis.report import ReportHead

    case = case_of(patient.record, bundled_vocabularies())
    age = "age not given" if case.age_years is None else _age(case.age_years)
    return ReportHead(
        patient=f"{age}, sex {case.sex}",
        date=dt.datetime.now(dt.UTC).date().isoformat(),
        source="what was typed" if source == "options" else Path(source).name,
    )


def _write_html(path: Path, patient: ReadResult, output: AgentOutput, source: str, *, several: bool) -> None:
    from osler.config import write_private
    from osler.diagnosis.report import render_html

    head = _head_of(patient, source)
    target = own_file(path, output.run_id, several=several, called=None if source == "options" else Path(source).stem)
    write_private(target, render_html(output, [document.source() for document in patient.record.documents], head))


def _changes(run_id: str, output: AgentOutput, patient: str) -> Result:
    from osler.casework import changes_since

    report = changes_since(run_id, output)

    def view() -> None:
        out = console()
        for line in report.lines() or ["nothing changed"]:
            out.print(line)

    return Result({"since": run_id, **report.model_dump(mode="json")}, view, patient)
