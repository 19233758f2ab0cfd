"""Agent step: which candidate each entity means, or which other terms to search for."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from pydantic import BaseModel

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.core.terminology import Candidate, Vocabularies
from osler.grounding.offline import evaluate_offline
from osler.grounding.steps.coding import entity_type
from osler.grounding.types import AgenticAction, ExtractedEntityAction, GroundingSelection, SearchResult

_UNASKED = "no such entity was asked about"


class EvaluateInput(BaseModel):
    """The entities that are still open, with what the search found for them."""

    results: list[SearchResult]
    iteration: int
    max_iterations: int
    review: float
    """The confidence below which a choice is not worth a human's look."""
    accept: float
    """The confidence from which a choice is taken without one."""


@cache
def evaluate_step(vocabularies: Vocabularies) -> AgentStep[EvaluateInput, AgenticAction]:
    """The step; its output chooses only what the search returned for the entity."""
    return AgentStep(
        agent=load_agent("osler.grounding", "evaluate"),
        input_type=EvaluateInput,
        output_type=AgenticAction,
        policy=lambda given: evaluate_offline(
            given.results,
            vocabularies,
            last=given.iteration >= given.max_iterations,
            review=given.review,
            accept=given.accept,
        ),
        checks=[_evaluates, _speaks_of_open_entities, _codes_were_returned],
        variables=_told,
    )


def _told(given: EvaluateInput) -> dict[str, Any]:
    """What the prompt says: our own ids and types, and everything of the terminology's as data of theirs."""
    return {
        "results": [
            {
                **result.model_dump(include={"entity_id", "text", "context_window", "search_term"}),
                "entity_type": kind.value if (kind := entity_type(result.entity_type)) else "unknown type",
                "candidates": "\n".join(_line(candidate) for candidate in result.candidates),
            }
            for result in given.results
        ],
        "iteration": given.iteration,
        "max_iterations": given.max_iterations,
    }


def _line(candidate: Candidate) -> str:
    """A candidate on one line, whatever its name holds."""
    fields = {
        "concept_id": candidate.concept_id,
        "CUI": candidate.cui,
        "SNOMED": candidate.snomed_code,
        "type": candidate.semantic_type,
        "confidence": candidate.confidence,
        "name": candidate.display,
    }
    return json.dumps(fields, ensure_ascii=False)


def chosen(selection: GroundingSelection, result: SearchResult) -> Candidate | None:
    """The one candidate that a selection names by every code it gives; None when no candidate has them all."""
    for candidate in result.candidates:
        same = (
            selection.concept_id in (None, "", candidate.concept_id)
            and selection.selected_cui in (None, "", candidate.cui)
            and selection.snomed_code in (None, "", candidate.snomed_code)
        )
        if same:
            return candidate
    return None


def _evaluates(output: AgenticAction, given: EvaluateInput, _tools: ToolResults) -> Checked[AgenticAction]:
    if output.action_type != "extract":
        return Checked(output)
    reason = "the reply to an evaluation was 'extract'"
    return Checked(None, [Rejection(path="action_type", reason=reason, value=output.action_type)])


def _speaks_of_open_entities(
    output: AgenticAction, given: EvaluateInput, _tools: ToolResults
) -> Checked[AgenticAction]:
    """Every part with the id of the entity it means; what means none is taken out."""
    ids = {result.entity_id for result in given.results}
    by_text: dict[str, list[str]] = {}
    for result in given.results:
        by_text.setdefault(result.text.casefold(), []).append(result.entity_id)

    def meant(entity_id: str, text: str) -> str | None:
        named = by_text.get(text.strip().casefold(), [])
        return entity_id if entity_id in ids else named[0] if len(named) == 1 else None

    rejected: list[Rejection] = []
    selections: list[GroundingSelection] = []
    entities: list[ExtractedEntityAction] = []
    for index, selection in enumerate(output.selections):
        found = meant(selection.entity_id, selection.entity_text)
        if found is None:
            rejected.append(Rejection(path=f"selections[{index}]", reason=_UNASKED, value=selection))
        else:
            selections.append(selection.model_copy(update={"entity_id": found}))
    for index, entity in enumerate(output.entities):
        found = meant(entity.entity_id, entity.text)
        if found is None:
            rejected.append(Rejection(path=f"entities[{index}]", reason=_UNASKED, value=entity))
        else:
            entities.append(entity.model_copy(update={"entity_id": found}))
    return Checked(output.model_copy(update={"selections": selections, "entities": entities}), rejected)


def _codes_were_returned(output: AgenticAction, given: EvaluateInput, _tools: ToolResults) -> Checked[AgenticAction]:
    results = {result.entity_id: result for result in given.results}
    kept: list[GroundingSelection] = []
    rejected: list[Rejection] = []
    for index, selection in enumerate(output.selections):
        if selection.chooses and chosen(selection, results[selection.entity_id]) is None:
            reason = "a code was chosen that no search returned for this entity"
            rejected.append(Rejection(path=f"selections[{index}]", reason=reason, value=selection))
        else:
            kept.append(selection)
    return Checked(output.model_copy(update={"selections": kept}), rejected)
