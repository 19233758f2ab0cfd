"""The whole answer of grounding: the state of its flow in the common envelope, with the criteria coded."""

from __future__ import annotations

from pydantic import Field

from osler.core.agents import OFFLINE
from osler.core.criteria import Criterion
from osler.core.results import Envelope, Level, Problem, ResultStatus, table, unsupported_part
from osler.grounding.documents import GroundingDocument
from osler.grounding.steps.stand_in import OMITTED
from osler.grounding.trees import code_criteria
from osler.grounding.types import GroundedEntity, GroundingState


class GroundingOutput(Envelope):
    """A document's grounding: the state of its flow, and its criteria with the codes at their atoms."""

    state: GroundingState
    criteria: list[Criterion] = Field(default_factory=list)

    @property
    def grounded_entities(self) -> list[GroundedEntity]:
        """Every entity of the document, as `grounded_entities` of the JSON has them."""
        return self.state.grounded_entities

    def _repr_html_(self) -> str:
        """Every entity with its concept, or why an expert decides."""
        rows = [
            (
                entity.text,
                entity.entity_type.value if entity.entity_type else "",
                entity.preferred_term or "",
                " ".join(dict.fromkeys(code for code in (entity.concept_id, *entity.codes) if code)),
                f"{entity.grounding_confidence:.2f}" if entity.status == "accepted" else "expert review",
            )
            for entity in self.state.grounded_entities
        ]
        heading = ("entity", "type", "concept", "codes", "confidence")
        return table(heading, rows, caption=f"{self.state.protocol_id}: {self.status}")


def output_of(document: GroundingDocument, state: GroundingState) -> GroundingOutput:
    """The answer that a finished flow amounts to."""
    unread = [entity for entity in state.grounded_entities if entity.entity_type is None]
    problems = [
        Problem(
            code=entity.failure or "answer.limited",
            level=Level.ERROR,
            message=f"no reply about this text could be used: {'; '.join(entity.review_reasons) or entity.reasoning}",
            mend="it waits for an expert in 'osler review list'",
            path=entity.criteria_id,
        )
        for entity in unread
    ]
    problems += _stand_ins(state)
    if state.error:
        problems.append(
            Problem(
                code="service",
                level=Level.ERROR,
                message=f"the batch ended early: {state.error}",
                mend="what was grounded before is kept; run the command again",
            )
        )
    status: ResultStatus = "unavailable" if state.error else "partial" if _any_lost(problems) else "complete"
    problems += _refusals(state)
    return GroundingOutput(
        status=status,
        problems=problems,
        versions=state.versions,
        minds=_minds(state),
        state=state,
        criteria=code_criteria(document.criteria, state.grounded_entities),
    )


def _any_lost(problems: list[Problem]) -> bool:
    return any(problem.level is not Level.INFO for problem in problems)


def _minds(state: GroundingState) -> dict[str, str]:
    """Which minds gave a reply that was used, by the part of the loop."""
    found: dict[str, dict[str, None]] = {}
    for turn in state.iteration_history:
        if turn.action is not None:
            found.setdefault("extract" if turn.iteration == 0 else "evaluate", {})[turn.mind] = None
    if any(entity.stands_in_for for entity in state.grounded_entities):
        for step in ("extract", "evaluate"):
            found.setdefault(step, {})[OFFLINE] = None
    return {step: ", ".join(minds) for step, minds in found.items()}


def _refusals(state: GroundingState) -> list[Problem]:
    """What a model said and a check refused: words that are not in the text, codes that no search returned."""
    told = {
        (turn.mind, said): ", ".join(turn.criteria_ids)
        for turn in state.iteration_history
        if turn.mind != OFFLINE
        for said in turn.refused
    }
    mind = next((turn.mind for turn in state.iteration_history if turn.mind != OFFLINE), OFFLINE)
    chosen = {
        (mind, f"{entity.text!r}: {entity.reasoning}"): entity.criteria_id
        for entity in state.grounded_entities
        if entity.refused and mind != OFFLINE
    }
    return [
        unsupported_part(f"{who} was refused: {said}", path=path) for (who, said), path in {**told, **chosen}.items()
    ]


def _stand_ins(state: GroundingState) -> list[Problem]:
    """Each text for which the offline mind's reading stands in for a model's."""
    first: dict[tuple[str, bool], GroundedEntity] = {}
    for entity in state.grounded_entities:
        if entity.stands_in_for:
            first.setdefault((entity.criteria_id, entity.failure == OMITTED), entity)
    return [
        Problem(
            code=entity.failure,
            level=Level.INFO if entity.failure == OMITTED else Level.WARNING,
            message=entity.review_reasons[0],
            mend="accept, correct or reject the proposal in 'osler review list'",
            path=name,
        )
        for (name, _), entity in first.items()
    ]
