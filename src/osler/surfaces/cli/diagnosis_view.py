"""A diagnosis in the terminal: red flags, a compact table, contributions, next steps."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from osler.core.evidence import Span
from osler.core.results import Level, Problem
from osler.diagnosis import ACKNOWLEDGED, AgentOutput, DiseaseCandidate
from osler.diagnosis.report import ReportHead, basis_of
from osler.diagnosis.steps import percent
from osler.surfaces.cli.output import show_first, show_run

_BAR = 10
_GRAVE = 5
_SMALLEST = 0.005
"""What is written as 0.00 has no bar."""
_FLAG_STYLE = {"URGENT": "bold white on red", "WARNING": "yellow"}
_CONFIDENCE_STYLE = {"high": "green", "moderate": "yellow", "low": "dim"}


def show(output: AgentOutput, out: Console, head: ReportHead | None = None) -> None:
    """Print the whole answer, headed by whom it is about, when it was made, and what with."""
    problems = show_first(output, out)
    _head(output, head, out)
    if output.acknowledged:
        out.print(f"[{_FLAG_STYLE['URGENT']}] {escape(ACKNOWLEDGED)} [/]")
    _red_flags(output, out)
    grave = [problem for problem in problems if problem.level is Level.ERROR][:_GRAVE]
    _lines("Mend this first", [_mended(problem) for problem in grave], out, style="yellow")
    if output.status == "urgent":
        out.print("\nAn urgent red flag ends the analysis: no diseases were ranked.")
    else:
        if output.common_illness:
            out.print(f"[yellow]{escape(output.common_illness)}[/]")
        for named in output.named_diagnoses:
            out.print(f"[yellow]{escape(named.sentence)}[/]")
        if output.differential:
            _differential(output, out)
        _steps(output, out)
        _lines("What would change this", output.what_would_change, out)
        _uncertainty(output, out)
        if output.differential:
            _contributions(_leading(output), out)
        _reanalysis(output, out)
    differing = [f"{one.about}: the rules say {one.rules}, the model {one.model}" for one in output.disagreements]
    _lines("Where the rules and the model differ", differing, out)
    _lines("Remarks", [one.in_words() for one in problems if one not in grave], out, style="dim")
    show_run(output, out)


def _head(output: AgentOutput, head: ReportHead | None, out: Console) -> None:
    """Patient, date and source as the report has them, and the versions of what the answer was made with."""
    told = [f"Patient: {head.patient}", f"written {head.date}", f"from {head.source}"] if head is not None else []
    told += [f"{name} {version}" for name, version in output.versions.items()]
    out.print(f"[dim]{escape('; '.join(told))}[/]")


def _mended(problem: Problem) -> str:
    return f"{problem.in_words()}: {problem.mend}" if problem.mend else problem.in_words()


def _leading(output: AgentOutput) -> DiseaseCandidate:
    """The disease of the first entry, with its sum."""
    return next(one for one in output.disease_candidates if one.disease_id == output.differential[0].disease_id)


def _red_flags(output: AgentOutput, out: Console) -> None:
    for flag in output.red_flags:
        terms = ", ".join(f"{term.label} ({term.id})" for term in flag.triggering_terms)
        out.print(f"[{_FLAG_STYLE[flag.severity]}] {flag.severity} [/] [bold]{escape(flag.title)}[/]  {escape(terms)}")
        out.print(f"  {escape(flag.recommended_action)}")
        quotes = dict.fromkeys(" ".join(span.quote.split()) for span in flag.triggering_spans if isinstance(span, Span))
        if quotes:
            out.print("  [dim]because the note says:[/] " + escape("; ".join(f"“{quote}”" for quote in quotes)))
        if flag.triggering_values:
            out.print("  [dim]because the record has:[/] " + escape("; ".join(flag.triggering_values)))


def _differential(output: AgentOutput, out: Console) -> None:
    table = Table(
        "#",
        "disease",
        "probability",
        "confidence",
        "explains",
        "against",
        box=None,
        header_style="bold",
        pad_edge=False,
    )
    by_id = {candidate.disease_id: candidate for candidate in output.disease_candidates}
    for place, entry in enumerate(output.differential, start=1):
        candidate = by_id[entry.disease_id]
        genes = f" {escape(', '.join(candidate.genes[:3]))}" if candidate.genes else ""
        findings = len(candidate.matched_terms) + len(candidate.extra_terms)
        family = f"{escape(entry.family)}: " if entry.family and entry.family != entry.disease else ""
        others = f" [dim]and {_counted(entry.subtypes - 1, 'more subtype')}[/]" if entry.subtypes > 1 else ""
        table.add_row(
            str(place),
            f"{family}{escape(entry.disease)} [dim]{entry.disease_id}{genes}[/]{others}",
            f"{_bar(entry.probability)}\u00a0{percent(entry.probability)}",
            f"[{_CONFIDENCE_STYLE[entry.confidence]}]{entry.confidence}[/]",
            f"{len(candidate.matched_terms)}\u00a0of\u00a0{findings}",
            escape(", ".join(entry.contradicting_phenotypes)),
        )
    table.add_row(
        "",
        "[dim]all other diseases together[/]",
        f"{_bar(output.other_diseases)}\u00a0{percent(output.other_diseases)}",
    )
    table.add_row(
        "",
        "[dim]none of the diseases known here[/]",
        f"{_bar(output.none_known)}\u00a0{percent(output.none_known)}",
    )
    out.print("\n[bold]Differential[/]", f"[dim]data completeness {output.data_completeness:.2f}[/]")
    out.print(table)
    for said in (said for entry in output.differential for said in entry.commoner):
        out.print(f"[bold]Commoner:[/] {escape(said)}")


def show_sum(candidate: DiseaseCandidate, output: AgentOutput, out: Console) -> None:
    """Print one disease's whole sum: every finding, every factor, before and after."""
    entries = enumerate(output.differential, start=1)
    entry = next(
        (
            place
            for place, entry in entries
            if candidate.disease_id in (entry.disease_id, *(member.disease_id for member in entry.members))
        ),
        None,
    )
    place = f"rank {candidate.rank} of single diseases" + (f", entry {entry} of the differential" if entry else "")
    out.print(f"[bold]{escape(candidate.name)}[/] [dim]{candidate.disease_id}[/], {place}")
    _contributions(candidate, out)
    total = sum(item.log_likelihood_ratio for item in candidate.contributions)
    total += sum(factor.log_likelihood_ratio for factor in candidate.factors)
    out.print(
        f"\nsum {total:+.2f}; {percent(candidate.pretest)} before, {percent(candidate.probability)} after{_of_family(candidate, output)}"
    )
    out.print(
        "[dim]After less than the sum alone would give: some patients are taken to have a disease that is not known here,"
    )
    out.print("[dim]or findings that mislead; the share of all others stands beside it.")


def _of_family(candidate: DiseaseCandidate, output: AgentOutput) -> str:
    """The probability of all the subtypes together, where a disease is one of those of an entry."""
    for entry in output.differential:
        if entry.subtypes > 1 and candidate.disease_id in {member.disease_id for member in entry.members}:
            return f" as this subtype; {escape(entry.family)} with all its subtypes {percent(entry.probability)}"
    return ""


def _contributions(candidate: DiseaseCandidate, out: Console) -> None:
    table = Table("finding", "ln LR", "", "what it rests on", box=None, header_style="bold", pad_edge=False)
    items = sorted(candidate.contributions, key=lambda item: -item.log_likelihood_ratio)
    rows = [(item.label, item.log_likelihood_ratio, basis_of(item)) for item in items]
    rows += [(factor.name, factor.log_likelihood_ratio, factor.explanation) for factor in candidate.factors]
    widest = max((abs(value) for _, value, _ in rows), default=0.0) or 1.0
    for label, value, basis in rows:
        blocks = "█" * (max(1, round(_BAR * abs(value) / widest)) if abs(value) >= _SMALLEST else 0)
        table.add_row(
            escape(label),
            f"{value:+.2f}",
            f"[{'green' if value >= 0 else 'red'}]{blocks}[/]",
            f"[dim]{escape(basis)}[/]",
        )
    out.print(f"\n[bold]What each finding contributed to {escape(candidate.name)}[/]")
    out.print(table)
    if candidate.prevalence:
        out.print(f"[dim]prevalence {escape(candidate.prevalence)}; shown, not weighed[/]")


def _steps(output: AgentOutput, out: Console) -> None:
    table = Table("#", "next step", "type", "why", "bits", box=None, header_style="bold", pad_edge=False)
    for step in output.next_best_steps:
        style = "red" if step.urgency == "urgent" else ""
        table.add_row(
            str(step.rank),
            escape(step.action),
            step.kind,
            f"{escape(step.rationale)} [dim]({escape(step.evidence_source)})[/]",
            "" if step.information_bits is None else f"{step.information_bits:.2f}",
            style=style,
        )
    out.print("\n[bold]Next best steps[/]")
    out.print(table)
    if output.why_no_more_steps:
        out.print(f"[dim]{escape(output.why_no_more_steps)}[/]")


def _uncertainty(output: AgentOutput, out: Console) -> None:
    _lines("Known", output.uncertainty.known, out)
    _lines("Missing", output.uncertainty.missing, out)
    _lines("Ambiguous", output.uncertainty.ambiguous, out)


def _reanalysis(output: AgentOutput, out: Console) -> None:
    for result in output.reanalysis:
        lines = [f"{result.recommendation} (score {result.score:.2f})", *result.reasons, *result.proxies]
        _lines("Earlier genetic test", lines, out)


def _lines(title: str, lines: list[str], out: Console, style: str = "") -> None:
    if lines:
        out.print(f"\n[bold]{title}[/]")
        for line in lines:
            out.print(f"  {escape(line)}", style=style)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _bar(share: float) -> str:
    filled = round(_BAR * share)
    return f"[cyan]{'█' * filled}[/][dim]{'░' * (_BAR - filled)}[/]"
