"""A diagnosis in the terminal: red flags, a compact table, contributions, next steps."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from osler.core.evidence import Span
from osler.diagnosis.types import ACKNOWLEDGED, AgentOutput, DiseaseCandidate
from osler.surfaces.cli.output import show_run

_BAR = 10
_SHOWN = 7
_FLAG_STYLE = {"URGENT": "bold white on red", "WARNING": "yellow"}
_CONFIDENCE_STYLE = {"high": "green", "moderate": "yellow", "low": "dim"}


def show(output: AgentOutput, out: Console) -> None:
    """Print the whole answer."""
    if output.acknowledged:
        out.print(f"[{_FLAG_STYLE['URGENT']}] {escape(ACKNOWLEDGED)} [/]")
    _red_flags(output, out)
    if output.status == "urgent":
        out.print("\nAn urgent red flag ends the analysis: no diseases were ranked.")
    else:
        if output.disease_candidates:
            _differential(output, out)
            _contributions(output.disease_candidates[0], out)
        _steps(output, out)
        _lines("What would change this", output.what_would_change, out)
        _uncertainty(output, out)
        _reanalysis(output, out)
    _lines("Remarks", [problem.in_words() for problem in output.problems], out, style="dim")
    show_run(output, out)


def _red_flags(output: AgentOutput, out: Console) -> None:
    for flag in output.red_flags:
        terms = ", ".join(f"{term.label} ({term.id})" for term in flag.triggering_terms)
        out.print(f"[{_FLAG_STYLE[flag.severity]}] {flag.severity} [/] [bold]{escape(flag.title)}[/]  {escape(terms)}")
        out.print(f"  {escape(flag.recommended_action)}")
        quotes = dict.fromkeys(" ".join(span.quote.split()) for span in flag.triggering_spans if isinstance(span, Span))
        if quotes:
            out.print("  [dim]because the note says:[/] " + escape("; ".join(f"“{quote}”" for quote in quotes)))


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
    by_id = {entry.disease_id: entry for entry in output.differential}
    for candidate in output.disease_candidates[:_SHOWN]:
        entry = by_id.get(candidate.disease_id)
        level = entry.confidence if entry else ""
        genes = f" {escape(', '.join(candidate.genes[:3]))}" if candidate.genes else ""
        findings = len(candidate.matched_terms) + len(candidate.extra_terms)
        table.add_row(
            str(candidate.rank),
            f"{escape(candidate.name)} [dim]{candidate.disease_id}{genes}[/]",
            f"{_bar(candidate.probability)}\u00a0{_percent(candidate.probability)}",
            f"[{_CONFIDENCE_STYLE[level]}]{level}[/]" if level else "",
            f"{len(candidate.matched_terms)}\u00a0of\u00a0{findings}",
            escape(", ".join(entry.contradicting_phenotypes) if entry else ""),
        )
    out.print("\n[bold]Differential[/]", f"[dim]data completeness {output.data_completeness:.2f}[/]")
    out.print(table)


def _contributions(candidate: DiseaseCandidate, out: Console) -> None:
    table = Table("finding", "ln LR", "", "match", "source", box=None, header_style="bold", pad_edge=False)
    widest = max((abs(item.log_likelihood_ratio) for item in candidate.contributions), default=0.0) or 1.0
    for item in sorted(candidate.contributions, key=lambda item: -item.log_likelihood_ratio):
        value = item.log_likelihood_ratio
        blocks = "█" * max(1, round(_BAR * abs(value) / widest))
        match = item.kind if item.matched_label in (None, item.label) else f"{item.kind}: {item.matched_label}"
        share = "" if item.frequency is None else f", {100 * item.frequency:.0f} %"
        table.add_row(
            escape(item.label),
            f"{value:+.2f}",
            f"[{'green' if value >= 0 else 'red'}]{blocks}[/]",
            escape(match + share),
            f"[dim]{escape(', '.join(item.references[:2]))}[/]",
        )
    out.print(f"\n[bold]What each finding contributed to {escape(candidate.name)}[/]")
    out.print(table)


def _steps(output: AgentOutput, out: Console) -> None:
    table = Table("#", "next step", "type", "why", "bits", box=None, header_style="bold", pad_edge=False)
    for step in output.next_best_steps:
        style = "red" if step.urgency == "urgent" else ""
        table.add_row(
            str(step.rank),
            escape(step.action),
            step.action_type.replace("_", " "),
            escape(step.rationale),
            "" if step.information_bits is None else f"{step.information_bits:.2f}",
            style=style,
        )
    out.print("\n[bold]Next best steps[/]")
    out.print(table)


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


def _percent(share: float) -> str:
    return f"{100 * share:.1f}\u00a0%" if share >= 0.001 else "<\u00a00.1\u00a0%"


def _bar(share: float) -> str:
    filled = round(_BAR * share)
    return f"[cyan]{'█' * filled}[/][dim]{'░' * (_BAR - filled)}[/]"
