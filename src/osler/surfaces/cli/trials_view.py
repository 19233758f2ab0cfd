"""How matches and screenings look in a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table
from rich.text import Text

from osler.surfaces.cli.output import show_first, show_run

if TYPE_CHECKING:
    from rich.console import Console

    from osler.trials import CriterionResult, MatchResult, MissingDatum, TrialResult
    from osler.trials.screening import ScreenedPatient, Screening

_STYLES = {"ELIGIBLE": "bold green", "UNCERTAIN": "yellow", "EXCLUDED": "red", "NOT_RELEVANT": "dim"}
_MARKS_IN_A_LINE = 25
_MARKS = {"MET": "✓", "NOT_MET": "✗", "UNKNOWN": "?", "NOT_APPLICABLE": "–"}
_MISSING_SHOWN, _TEXT_SHOWN, _DAYS_SHOWN, _TRIALS_SHOWN, _PATIENTS_SHOWN = 8, 100, 3, 3, 50


def show_match(result: MatchResult, out: Console, *, details: int) -> None:
    """Missing data first, then the trials with a mark for every criterion, then the first trials in full."""
    problems = show_first(result, out)
    out.print(f"[bold]Patient[/] {escape(result.patient_id)}", highlight=False)
    out.print(result.as_of_remark, style="dim", markup=False)
    for problem in problems:
        mend = f" ({problem.mend})" if problem.mend else ""
        out.print(f"{problem.level}: {problem.message}{mend}", style="yellow", markup=False)
    _show_missing(result.missing, out)
    table = Table("trial", "verdict", "conf.", "criteria", "why", box=None, header_style="bold")
    for trial in result.trials:
        verdict = Text(trial.verdict.value, style=_STYLES[trial.verdict.value])
        if trial.no_exclusion_found:
            verdict.append("\nno exclusion found", style="dim")
        title = Text(f"{trial.nct_id}\n{trial.brief_title[:60]}")
        if trial.about:
            title.append(f"\nfor {trial.about}", style="dim")
        table.add_row(title, verdict, f"{trial.confidence:.2f}", _marks(trial), Text(trial.reason))
    if not result.trials:
        out.print("no trial was found")
        show_run(result, out)
        return
    out.print(table)
    out.print(
        "✓ met  ✗ not met  ? unknown  – not applicable; green lets in, red keeps out, underlined: assumed", style="dim"
    )
    for trial in result.trials:
        _show_outdated(trial, out, f"{trial.nct_id}: ")
    for trial in result.trials[:details]:
        _show_trial(trial, out)
    show_run(result, out)


def show_screening(screening: Screening, out: Console) -> None:
    """The funnel, the counts and what is missing."""
    problems = show_first(screening, out)
    table = Table("criterion", "type", "removes", "next", "open", "left", box=None, header_style="bold")
    if screening.not_relevant:
        first = len(screening.patients) - screening.not_relevant
        table.add_row(Text("(about nothing that the patient has)", style="dim"), "", *map(str, (screening.not_relevant, screening.not_relevant, 0, first)))  # fmt: skip
    for step in screening.funnel:
        cells = (step.removes, step.removes_next, step.unknown_next, step.left)
        table.add_row(Text(_short(step.criterion_text)), step.criterion_type, *(str(cell) for cell in cells))
    out.print(f"[bold]{screening.trial_id}[/]", highlight=False)
    judged = [patient.result for patient in screening.patients if patient.result.criteria]
    days = Counter(str(result.as_of or "no day known") for result in judged)
    if days:
        out.print(f"judged as of {', '.join(_counted(days))}", style="dim", markup=False)
    out.print(table)
    out.print(
        "removes: excluded by it alone; next: of those whom the criteria before it left; open: unknown for so many of those left; left: after it",
        style="dim",
    )
    counts = ", ".join(f"{count} {name.lower()}" for name, count in screening.counts.items())
    unexcluded = sum(patient.result.no_exclusion_found for patient in screening.patients)
    kept = f" (of the uncertain {unexcluded} with every inclusion met and no exclusion found)" if unexcluded else ""
    out.print(f"{len(screening.patients)} patients: {counts}{kept}")
    _show_patients(screening.patients, out)
    for patient in screening.patients:
        _show_outdated(patient.result, out, f"{patient.patient_id}: ")
    for problem in problems:
        out.print(f"{problem.level}: {problem.message}", style="yellow", markup=False)
    out.print(f"judged {screening.judged}, reused {screening.reused}, not read {len(screening.unread)}", style="dim")
    _show_missing(screening.missing, out)
    for unread in screening.unread[:_MISSING_SHOWN]:
        out.print(f"not read: {unread.source}: {unread.message}", style="yellow", markup=False)
    show_run(screening, out)


def _show_patients(patients: Sequence[ScreenedPatient], out: Console) -> None:
    """Each patient with the verdict and why, those who may take part first; of a large group the rest by name."""
    order = list(_STYLES)
    ranked = sorted(patients, key=lambda patient: order.index(patient.verdict.value))
    table = Table("patient", "verdict", "why", box=None, header_style="bold")
    for patient in ranked[:_PATIENTS_SHOWN]:
        verdict = patient.verdict.value
        table.add_row(Text(patient.patient_id), Text(verdict, style=_STYLES[verdict]), Text(_why(patient.result)))
    if ranked:
        out.print(table)
    for verdict in order:
        names = [patient.patient_id for patient in ranked[_PATIENTS_SHOWN:] if patient.verdict.value == verdict]
        if names:
            out.print(Text(f"  {verdict}: {', '.join(names)}", style=_STYLES[verdict]))


def _why(trial: TrialResult) -> str:
    """The reason of a verdict; of an open one with the datum that would settle most."""
    first = next((datum for datum in trial.missing if not datum.reading), None)
    return f"{_short(trial.reason)}{f'; missing: {_short(first.name)}' if first is not None else ''}"


def _show_outdated(trial: TrialResult, out: Console, whose: str) -> None:
    """Decisions of persons that are older than the record, each by its criterion."""
    from osler.trials import outdated

    for item in outdated(trial):
        out.print(f"  {whose}{_short(item.criterion_text)}: {item.review}", style="yellow", markup=False)


def _show_missing(missing: Sequence[MissingDatum], out: Console) -> None:
    """What the record lacks, apart from what was not understood."""
    for title, reading in (("Missing data", False), ("Not understood: a person reads it beside the record", True)):
        data = [datum for datum in missing if datum.reading is reading]
        if data:
            out.print(f"[bold]{title}[/]")
        for datum in data[:_MISSING_SHOWN]:
            noun = "criterion" if datum.settles == 1 else "criteria"
            of = f" ({', '.join(datum.trials[:_TRIALS_SHOWN])})" if datum.trials else ""
            more = f", and {len(datum.may_settle)} more where it passes" if datum.may_settle else ""
            out.print(f"  {datum.name} settles {datum.settles} {noun}{more}{of}", markup=False)


def _counted(days: Counter[str]) -> list[str]:
    """The days of judgement, the most frequent first, each with its patients where there are several."""
    shown = [day if len(days) == 1 else f"{day} ({count})" for day, count in days.most_common(_DAYS_SHOWN)]
    return [*shown, f"{len(days) - _DAYS_SHOWN} other days"] if len(days) > _DAYS_SHOWN else shown


def _marks(trial: TrialResult) -> Text:
    """A mark for every criterion, in lines that fit beside the rest of the table."""
    text = Text()
    for place, item in enumerate(trial.criteria):
        if place and place % _MARKS_IN_A_LINE == 0:
            text.append("\n")
        text.append(_MARKS[item.verdict.value], style=_style(item))
    return text


def _style(item: CriterionResult) -> str:
    if item.verdict.value in ("UNKNOWN", "NOT_APPLICABLE"):
        return "yellow" if item.verdict.value == "UNKNOWN" else "dim"
    good = (item.verdict.value == "MET") == (item.criterion_type == "inclusion")
    return ("green" if good else "red") + (" underline" if item.assumptions else "")


def _show_trial(trial: TrialResult, out: Console) -> None:
    out.print(f"\n[bold]{trial.nct_id}[/] {trial.verdict.value}", highlight=False)
    for item in trial.criteria:
        out.print(
            Text(
                f"{_MARKS[item.verdict.value]} {item.criterion_type}: {_short(item.criterion_text)}", style=_style(item)
            )
        )
        if _is_a_models(item):
            out.print(f"    decided by {item.decided_by}", markup=False, style="bold dim")
            for cited in item.evidence:
                if cited.kind == "span":
                    out.print(f'    from "{_short(cited.quote)}"', markup=False, style="dim")
            out.print("    in the model's own words, unchecked:", markup=False, style="dim")
        elif item.decided_by != "offline":
            out.print(f"    decided by {item.decided_by}", markup=False, style="bold dim")
        for line in item.reasoning.splitlines():
            out.print(f"    {line}", markup=False, style="dim")
        if item.disagreement:
            out.print(f"    {item.disagreement}", markup=False, style="red")


def _is_a_models(item: CriterionResult) -> bool:
    """Whether a model's verdict stands, and the reasoning is in its words."""
    response = item.model_response
    return response is not None and item.decided_by == response.mind != "offline"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _TEXT_SHOWN else f"{line[:_TEXT_SHOWN]} …"
