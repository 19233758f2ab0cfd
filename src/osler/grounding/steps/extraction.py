"""Agent step: the entities of some texts, each with its place and a term to search for."""

from __future__ import annotations

import re
from functools import cache

from pydantic import BaseModel

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.core.evidence import find_quote
from osler.core.terminology import Vocabularies
from osler.grounding.offline import extract_offline
from osler.grounding.types import AgenticAction, CriterionText, ExtractedEntityAction

CONTEXT = 40
"""Characters on each side of an entity in its context window."""

_CODE = re.compile(r"C\d{7}|[A-Za-z][\w.]*:[\w.-]+|\d{6,18}")


class ExtractInput(BaseModel):
    """The texts to read."""

    criteria: list[CriterionText]


@cache
def extract_step(vocabularies: Vocabularies) -> AgentStep[ExtractInput, AgenticAction]:
    """The step; its output holds only entities that stand in their texts, each with its true place."""
    return AgentStep(
        agent=load_agent("osler.grounding", "extract"),
        input_type=ExtractInput,
        output_type=AgenticAction,
        policy=lambda given: extract_offline(given.criteria, vocabularies),
        checks=[_extracts, _stand_in_their_texts],
    )


def context_of(text: str, start: int, end: int) -> str:
    """The entity with the words around it."""
    return text[max(0, start - CONTEXT) : end + CONTEXT]


def term_for(term: str, text: str) -> str:
    """The term to search for an entity; a code is none unless the text itself has it, for a mind knows no codes."""
    term = term.strip()
    return text if not term or (_CODE.fullmatch(term) and term not in text) else term


def _extracts(output: AgenticAction, given: ExtractInput, _tools: ToolResults) -> Checked[AgenticAction]:
    if output.action_type == "extract":
        return Checked(output)
    reason = f"the reply to an extraction was {output.action_type!r}"
    return Checked(None, [Rejection(path="action_type", reason=reason, value=output.action_type)])


def _stand_in_their_texts(output: AgenticAction, given: ExtractInput, _tools: ToolResults) -> Checked[AgenticAction]:
    texts = {criterion.id: criterion.text for criterion in given.criteria}
    only = given.criteria[0].id if len(given.criteria) == 1 else ""
    taken: set[tuple[str, int, int]] = set()
    kept: list[ExtractedEntityAction] = []
    rejected: list[Rejection] = []
    for index, entity in enumerate(output.entities):
        criterion_id = entity.criterion_id if entity.criterion_id in texts else only
        place = _place(entity, texts[criterion_id], criterion_id, taken) if criterion_id else None
        if place is None:
            reason = "the quote is not in its criterion" if criterion_id else "there is no such criterion"
            rejected.append(Rejection(path=f"entities[{index}]", reason=reason, value=entity))
            continue
        taken.add((criterion_id, *place))
        kept.append(_placed(entity, criterion_id, texts[criterion_id], place))
    return Checked(output.model_copy(update={"entities": kept, "selections": []}), rejected)


def _placed(
    entity: ExtractedEntityAction, criterion_id: str, text: str, place: tuple[int, int]
) -> ExtractedEntityAction:
    start, end = place
    quote = text[start:end]
    return entity.model_copy(
        update={
            "criterion_id": criterion_id,
            "text": quote,
            "span_start": start,
            "span_end": end,
            "context_window": context_of(text, start, end),
            "search_term": term_for(entity.search_term, quote),
        }
    )


def _place(
    entity: ExtractedEntityAction, text: str, criterion_id: str, taken: set[tuple[str, int, int]]
) -> tuple[int, int] | None:
    """Where the entity stands: where it says, or else the first such words that no entity of the reply has yet."""
    if entity.text.strip() and text[entity.span_start : entity.span_end] == entity.text:
        return entity.span_start, entity.span_end
    first = find_quote(text, entity.text)
    place, offset = first, 0
    while place is not None and (criterion_id, *place) in taken:
        offset = place[1]
        further = find_quote(text[offset:], entity.text)
        place = (further[0] + offset, further[1] + offset) if further else None
    return place or first
