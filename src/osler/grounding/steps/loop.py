"""The loop: extract, search, evaluate, and search again under other terms, a limited number of times."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

from osler.core.agents import OFFLINE, AgentStep, Rejection, StepOutcome
from osler.core.terminology import Candidate
from osler.errors import ContextTooLong, Refused, Unreadable
from osler.grounding.deps import Deps
from osler.grounding.searching import SearchDesk
from osler.grounding.steps.coding import CodeBook, best_fitting, coded, sure_in_type, uncoded
from osler.grounding.steps.evaluation import EvaluateInput, chosen, evaluate_step
from osler.grounding.steps.extraction import ExtractInput, extract_step, term_for
from osler.grounding.steps.fitting import is_excluded, is_like, names_nothing, trusted
from osler.grounding.types import (
    AgenticAction,
    CriterionText,
    ExtractedEntityAction,
    GroundedEntity,
    GroundingSelection,
    Iteration,
    SearchResult,
)
from osler.grounding.wording.terms import worth

InputT = TypeVar("InputT")

_UNCHOSEN = 0.01
_SHOWN = 80
"""How much of what a mind said is repeated where it was refused."""
_CAN_BE_SPLIT = frozenset({"failed", "unsupported", "budget_exhausted"})
_LESS_TEXT_MAY_DO = (ContextTooLong, Refused, Unreadable)


class Loop:
    """One batch of texts on its way: what is settled, what is open, and what happened."""

    def __init__(self, number: int, deps: Deps, desk: SearchDesk, book: CodeBook, *, offline: bool = False) -> None:
        self.entities: list[GroundedEntity] = []
        self.history: list[Iteration] = []
        self.failures: dict[str, str] = {}
        """Why a mind has no answer: by the id of a text that could not be read, or of an entity that could not be coded."""
        self.failure_codes: dict[str, str] = {}
        """The code of each of these failures."""
        self._offline = offline
        self._number = number
        self._deps = deps
        self._desk = desk
        self._book = book

    async def run(self, texts: Sequence[CriterionText]) -> None:
        """Ground the entities of the texts; ServiceError if the search is gone, with what was settled kept.

        Where a mind has no answer, that is noted in `failures`, and the rest goes on.
        """
        found = await self._extract(texts)
        # Numbered only now, in the order of the texts: a replay must meet the same ids whoever answered first.
        open_entities = [self._opened(number, entity) for number, entity in enumerate(found, start=1)]
        limit = self._deps.settings.max_iterations
        for iteration in range(1, limit + 1):
            if not open_entities:
                return
            await self._search(open_entities)
            open_entities = await self._evaluate(open_entities, iteration, limit)

    async def _extract(self, texts: Sequence[CriterionText]) -> list[ExtractedEntityAction]:
        # Under ids of ours: a registry's may hold anything, and a prompt is no place for it.
        named = {f"c{number}": text for number, text in enumerate(texts, start=1)}
        aliased = [text.model_copy(update={"id": alias}) for alias, text in named.items()]
        outcome = await self._ask(extract_step(self._deps.vocabularies), ExtractInput(criteria=aliased))
        if len(texts) > 1 and _can_be_split(outcome):
            # One unreadable reply must not cost the other criteria theirs.
            alone = await asyncio.gather(*(self._extract([text]) for text in texts))
            return [entity for found in alone for entity in found]
        action = outcome.output
        self._note(0, texts_ids(texts), outcome, entities=len(action.entities) if action else 0)
        if action is None:
            self.failures |= {text.id: _why(outcome) for text in texts}
            self.failure_codes |= {text.id: outcome.problem_code for text in texts}
            return []
        return [entity.model_copy(update={"criterion_id": named[entity.criterion_id].id}) for entity in action.entities]

    async def _ask(self, step: AgentStep[InputT, AgenticAction], given: InputT) -> StepOutcome[AgenticAction]:
        return await (self._deps.ask_offline if self._offline else self._deps.ask)(step, given)

    async def _search(self, entities: Sequence[SearchResult]) -> None:
        found = await self._desk.find(entity.search_term for entity in entities)
        for entity in entities:
            entity.candidates = found[entity.search_term]

    async def _evaluate(self, entities: Sequence[SearchResult], iteration: int, limit: int) -> list[SearchResult]:
        """Settle what can be settled; what is left is to be searched under new terms."""
        given = EvaluateInput(
            results=list(entities),
            iteration=iteration,
            max_iterations=limit,
            review=self._deps.settings.review,
            accept=self._deps.settings.accept,
        )
        outcome = await self._ask(evaluate_step(self._deps.vocabularies), given)
        criteria = list(dict.fromkeys(entity.criterion_id for entity in entities))
        if len(criteria) > 1 and _can_be_split(outcome):
            parts = ([entity for entity in entities if entity.criterion_id == name] for name in criteria)
            alone = await asyncio.gather(*(self._evaluate(part, iteration, limit) for part in parts))
            return [entity for left in alone for entity in left]
        action = outcome.output or AgenticAction(action_type="evaluate")
        self._note(
            iteration, criteria, outcome, entities=len(entities), searched=len(entities),
            selected=sum(selection.chooses for selection in action.selections),
        )  # fmt: skip
        reasons = _refusals(outcome.rejected) if outcome.output is not None else {}
        default = _why(outcome) if outcome.output is None else ""
        wished = {wish.entity_id: wish for wish in action.entities if wish.search_term.strip()}
        selections = {selection.entity_id: selection for selection in action.selections}
        left = []
        for entity in entities:
            selection, wish = selections.get(entity.entity_id), wished.get(entity.entity_id)
            if selection is not None and selection.chooses:
                await self._choose(entity, selection)
            elif wish is not None and iteration < limit:
                term = term_for(wish.search_term, entity.text)
                left.append(entity.model_copy(update={"search_term": term, "candidates": []}))
            elif wish is not None and (best := best_fitting(entity)) is not None:
                await self._choose(entity, self._best_available(entity, best))
            else:
                said = selection.reasoning if selection is not None else ""
                reason = reasons.get(entity.entity_id) or default or said or _unsettled(entity, iteration == limit)
                made = uncoded(entity, reason, **self._identity(entity))
                self.entities.append(made)
                if default:
                    self.failures[made.entity_id] = default
                    self.failure_codes[made.entity_id] = outcome.problem_code
        return left

    async def _choose(self, entity: SearchResult, selection: GroundingSelection) -> None:
        """Code an entity, no more surely than its own words lead to the concept, and only if the concept fits them."""
        candidate = chosen(selection, entity)
        if candidate is None:
            raise ValueError("a selection outside the candidates passed the check")
        decided = self._desk.provenance(entity.search_term, candidate.concept_id)
        most = 1.0 if decided else await self._most(entity, candidate)
        if most is None:
            reason = f"{candidate.display} was chosen, which is not what {entity.text!r} says"
            made = uncoded(entity, reason, **self._identity(entity))
            self.entities.append(made.model_copy(update={"refused": f"{candidate.display} ({candidate.concept_id})"}))
            return
        settled = selection.model_copy(
            update={
                "confidence": min(selection.confidence, most),
                "reasoning": decided or selection.reasoning,
            }
        )
        codes = self._book.codes(candidate)
        self.entities.append(coded(entity, settled, candidate, codes, **self._identity(entity)))

    async def _most(self, entity: SearchResult, candidate: Candidate) -> float | None:
        """How surely an entity's own words can mean a concept; None if they cannot.

        Whoever searched for something else, such as a standard term, must come out where a search for the words does;
        what only he knows to be the same is a proposal, for a reviewer.
        """
        if names_nothing(entity.text) or is_excluded(entity.text, entity.search_term, candidate):
            return None
        weight = worth(entity.text, entity.search_term, self._deps.vocabularies)
        if weight:
            return trusted(candidate, entity) * weight
        found = (await self._desk.find([entity.text]))[entity.text]
        own = entity.model_copy(update={"search_term": entity.text, "candidates": found})
        same = next((other for other in found if other.concept_id == candidate.concept_id), None)
        if same is not None:
            return trusted(same, own)
        proposal = max(0.0, self._deps.settings.accept - _UNCHOSEN)
        return min(trusted(candidate, entity), proposal) if is_like(entity.text, candidate) else None

    def _best_available(self, entity: SearchResult, best: Candidate) -> GroundingSelection:
        """What there is when a mind asks for yet another search at the limit: a proposal, never sure enough to hold."""
        return GroundingSelection(
            entity_id=entity.entity_id,
            concept_id=best.concept_id,
            confidence=max(0.0, min(sure_in_type(best, entity), self._deps.settings.accept - _UNCHOSEN)),
            reasoning="the best available at the last iteration; the mind chose none",
        )

    def _opened(self, number: int, entity: ExtractedEntityAction) -> SearchResult:
        return SearchResult(
            entity_id=f"e{self._number}.{number}",
            **entity.model_dump(exclude={"entity_id"}),
        )

    def _identity(self, entity: SearchResult) -> dict[str, str]:
        return {
            "entity_id": stored_id(entity.criterion_id, entity.span_start, entity.span_end, entity.search_term),
            "method": OFFLINE if self._offline else self._deps.method,
        }

    def _note(
        self,
        iteration: int,
        criteria_ids: Sequence[str],
        outcome: StepOutcome[AgenticAction],
        *,
        entities: int,
        searched: int = 0,
        selected: int = 0,
    ) -> None:
        self.history.append(
            Iteration(
                batch=self._number,
                iteration=iteration,
                action=outcome.output.action_type if outcome.output else None,
                mind=outcome.mind,
                criteria_ids=list(criteria_ids),
                entities=entities,
                searched=searched,
                selected=selected,
                refused=[_told(rejection) for rejection in outcome.rejected],
                reason="" if outcome.output else _why(outcome),
            )
        )


def texts_ids(texts: Iterable[CriterionText]) -> list[str]:
    """The ids of some texts."""
    return [text.id for text in texts]


def stored_id(criterion_id: str, start: int, end: int, term: str) -> str:
    """An entity's id: the same words of the same criterion have the same id in every run."""
    return hashlib.sha256(f"{criterion_id}\0{start}\0{end}\0{term}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _can_be_split(outcome: StepOutcome[AgenticAction]) -> bool:
    """Whether fewer texts at a time may bring what all of them together did not."""
    if outcome.output is not None:
        return False
    return outcome.status in _CAN_BE_SPLIT or isinstance(outcome.error, _LESS_TEXT_MAY_DO)


def _why(outcome: StepOutcome[AgenticAction]) -> str:
    return outcome.reason or f"{outcome.status}: no reply could be used"


def _told(rejection: Rejection) -> str:
    """What was refused, in the mind's own words, and why."""
    named = (getattr(rejection.value, name, None) for name in ("text", "entity_text", "concept_id"))
    said = next((text for text in named if text), "")
    return f"{said[:_SHOWN]!r}: {rejection.reason}" if said else rejection.reason


def _refusals(rejected: Iterable[Rejection]) -> dict[str, str]:
    return {
        rejection.value.entity_id: rejection.reason for rejection in rejected if hasattr(rejection.value, "entity_id")
    }


def _unsettled(entity: SearchResult, at_limit: bool) -> str:
    if not entity.candidates:
        return f"the search for {entity.search_term!r} found nothing"
    return "no candidate was chosen within the iterations allowed" if at_limit else "no candidate was chosen"
