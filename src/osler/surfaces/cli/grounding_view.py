"""A grounding in the terminal: each text with its entities, codes and confidence."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from osler.casework import GroundingOutput
from osler.grounding import GroundedEntity
from osler.surfaces.cli.output import show_first, show_run

_LONGEST = 110
_CODES = 3


def show(output: GroundingOutput, out: Console) -> None:
    """Print the entities by text, then what is left for an expert."""
    state = output.state
    problems = show_first(output, out)
    by_text: dict[str, list[GroundedEntity]] = {}
    for entity in state.grounded_entities:
        by_text.setdefault(entity.criteria_id, []).append(entity)
    out.print(f"[bold]{escape(state.protocol_id)}[/]  [dim]{escape(state.grounding_method)}[/]")
    for text in state.criteria_texts:
        words = " ".join(text.text.split())
        shown = words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
        out.print(f"\n[dim]{text.criteria_type}[/] {escape(shown)}", soft_wrap=True)
        if text.id in by_text:
            out.print(_table(by_text[text.id]))
    if state.differences:
        _differences(output, out)
    for problem in problems:
        out.print(problem.in_words(), style="yellow", markup=False, soft_wrap=True)
    review = len(state.for_review)
    accepted = sum(entity.status == "accepted" for entity in state.grounded_entities)
    out.print(f"\n{accepted} accepted, {review} for expert review ('osler review list')")
    show_run(output, out)


def _differences(output: GroundingOutput, out: Console) -> None:
    """Where a model and the offline mind both answered, and not alike: somebody should look."""
    state = output.state
    numbers = {text.id: number for number, text in enumerate(state.criteria_texts, start=1)}
    out.print("\n[bold]Where the minds differ[/]")
    table = Table("text", "about", "model", "offline", box=None, header_style="bold", pad_edge=False)
    for one in state.differences:
        table.add_row(str(numbers.get(one.item, one.item)), *map(escape, (one.about, one.model, one.offline)))
    out.print(table)


def _reasons(entity: GroundedEntity) -> list[str]:
    """Why an expert is to look; what happened to the model is told once, below."""
    if not entity.stands_in_for:
        return entity.review_reasons
    return ["proposed by the offline mind", *entity.review_reasons[1:]]


def _table(entities: list[GroundedEntity]) -> Table:
    table = Table("entity", "type", "concept", "codes", "", box=None, show_header=False, padding=(0, 2, 0, 2))
    for entity in entities:
        sure = entity.status == "accepted"
        codes = [code for code in entity.codes if code != entity.concept_id][:_CODES]
        why = f"{entity.grounding_confidence:.2f}" if sure else f"expert review: {'; '.join(_reasons(entity))}"
        table.add_row(
            escape(entity.text[:60]),
            entity.entity_type.value if entity.entity_type else "",
            escape(f"{entity.preferred_term} {entity.concept_id}" if entity.concept_id else "-"),
            escape(" ".join(codes)),
            f"[{'green' if sure else 'yellow'}]{escape(why)}[/]",
        )
    return table
