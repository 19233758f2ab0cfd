"""An answer from guidelines in the terminal: warnings, the answer, the recommendations, the passages, the plan."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from osler.guidelines import AgenticResult, DebugInfo
from osler.surfaces.cli.output import show_first, show_run

_WORDS = 140
_NOBODY = "no patient was given"
_FIT_STYLE = {"applies": "green", "does_not_apply": "red", "unclear": "yellow"}


def show(result: AgenticResult, out: Console) -> None:
    """Print the whole answer, warnings first."""
    problems = show_first(result, out)
    for warning in result.warnings:
        out.print(f"[bold yellow]warning[/] {escape(warning)}")
    out.print(escape(result.final_answer_text), style="bold" if result.citations else "")
    if result.recommendations:
        _recommendations(result, out)
    for citation in result.citations:
        grade = f", grade {citation.grade}" if citation.grade else ""
        dated = ", ".join(filter(None, [citation.issuer, citation.version, citation.date, citation.jurisdiction]))
        out.print(
            f"\n[bold]\\[{citation.number}][/] {escape(citation.place)}{grade}  [dim]{escape(dated)} {citation.chunk_id}[/]"
        )
        out.print(f"    {escape(citation.text)}", style="dim")
    if result.debug_info is not None and result.debug_info.plan:
        _plan(result.debug_info, out)
    if result.differences:
        _differences(result, out)
    for left_out in result.left_out:
        out.print(left_out, style="dim", markup=False)
    for problem in problems:
        out.print(problem.in_words(), style="dim", markup=False)
    show_run(result, out)


def _differences(result: AgenticResult, out: Console) -> None:
    """Where a model and the offline mind both answered, and not alike: somebody should look."""
    out.print("\n[bold]Where the minds differ[/]")
    table = Table("recommendation", "about", "model", "offline", box=None, header_style="bold", pad_edge=False)
    for one in result.differences:
        table.add_row(*map(escape, (one.item, one.about, _short(one.model), _short(one.offline))))
    out.print(table)


def _recommendations(result: AgenticResult, out: Console) -> None:
    table = Table("recommendation", "grade", "for this patient", box=None, header_style="bold", pad_edge=False)
    for row in result.recommendations:
        fit = f"[{_FIT_STYLE[row.fit]}]{row.fit.replace('_', ' ')}[/]" if row.reasons != [_NOBODY] else "[dim]—[/]"
        reasons = f" [dim]{escape('; '.join(row.reasons))}[/]" if row.reasons else ""
        # Several recommendations of one section share its title; the words tell them apart.
        table.add_row(f"{escape(row.title)}\n[dim]{escape(_short(row.text))}[/]", escape(row.grade), fit + reasons)
    out.print()
    out.print(table)


def _short(text: str) -> str:
    return text if len(text) <= _WORDS else f"{text[:_WORDS].rsplit(' ', 1)[0]} …"


def _plan(debug: DebugInfo, out: Console) -> None:
    out.print("\n[bold]Plan[/]")
    found = {bundle.subtask_name: bundle for bundle in debug.evidence}
    for task in debug.plan:
        bundle = found.get(task.name)
        count = len(bundle.chunks) if bundle else 0
        out.print(f"  {task.name} ({task.priority}): {count or 'no'} passages", style="dim", markup=False)
