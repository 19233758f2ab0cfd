"""Grounding from beginning to end: ground, then validate_confidence unless there was an error."""

from __future__ import annotations

import asyncio
import hashlib
import uuid
from collections.abc import Iterable, Sequence

from osler.core.agents import OFFLINE
from osler.core.runs import NullRecorder
from osler.errors import OslerError, PrivacyBlocked, ServiceError, UsageError
from osler.grounding.deps import OFFLINE_BATCH, Deps
from osler.grounding.saved import SavedBatch, batch_key
from osler.grounding.searching import SearchDesk
from osler.grounding.steps.coding import CodeBook
from osler.grounding.steps.loop import Loop, stored_id
from osler.grounding.steps.stand_in import disagreements, joined
from osler.grounding.steps.validate import validate_confidence
from osler.grounding.types import CriterionText, GroundedEntity, GroundingState

_SIDE_BY_SIDE = 4
"""Batches under way at a time; the runner limits how many requests a model sees."""


async def run(state: GroundingState, *, deps: Deps | None = None) -> GroundingState:
    """The flow: load the criteria, ground them, validate if nothing failed, store what there is."""
    deps = deps or Deps()
    state.criteria_texts = state.criteria_texts or _load(state, deps)
    deps = deps.for_run(items=len(state.criteria_texts))
    state.grounding_method = deps.method
    state.versions = {"vocabularies": deps.vocabularies.names.version}
    await ground_criteria(state, deps)
    if should_continue(state) == "continue":
        deps.recorder.event("validate_confidence", "step_started")
        # Beside the loop, as what follows: of some hundred criteria each takes a tenth of a second.
        state.grounded_entities = await asyncio.to_thread(validate_confidence, state.grounded_entities, deps.settings)
        deps.recorder.event(
            "validate_confidence", "step_done", entities=len(state.grounded_entities), review=len(state.for_review)
        )
    if deps.store is not None:
        state.entity_ids = await asyncio.to_thread(deps.store.save_entities, state)
    if deps.saved is not None and not state.error:
        deps.saved.clear()
    state.run_id = None if isinstance(deps.recorder, NullRecorder) else deps.recorder.run_id
    return state


def should_continue(state: GroundingState) -> str:
    """Where the flow goes after grounding: to the end if there was an error."""
    return "error" if state.error else "continue"


async def ground_criteria(state: GroundingState, deps: Deps) -> None:
    """Every entity of every criterion; a text that occurs often is read and searched once."""
    same: dict[tuple[str, str], list[CriterionText]] = {}
    for text in state.criteria_texts:
        same.setdefault((text.text, text.criteria_type), []).append(text)
    distinct = [texts[0] for texts in same.values()]
    deps.recorder.event("ground", "step_started", texts=len(distinct))
    desk, book = deps.desk(state.protocol_id), CodeBook(deps.vocabularies)
    loops, failure = await _loops(distinct, deps, desk, book)
    read_again: list[Loop] = []
    if deps.mind != OFFLINE and failure is None:
        again = distinct if deps.settings.cross_check else _unanswered(distinct, loops)
        read_again, failure = await _loops(again, deps, desk, book, offline=True)
    if failure is not None:
        state.error = failure.message
        deps.recorder.event("ground", "error", code=failure.code)
    entities = joined(distinct, loops, read_again, mind=deps.mind, method=deps.method)
    deps.recorder.event(
        "ground", "step_done", entities=len(entities), searches=desk.searches,
        stand_ins=sum(bool(entity.stands_in_for) for entity in entities),
    )  # fmt: skip
    copies = {texts[0].id: texts for texts in same.values()}
    state.differences = disagreements(distinct, loops, read_again)
    state.iteration_history = [turn for loop in loops for turn in loop.history]
    found = [_copied(entity, text) for entity in entities for text in copies[entity.criteria_id]]
    # Whoever answered first: the order is that of the texts.
    order = {text.id: number for number, text in enumerate(state.criteria_texts)}
    state.grounded_entities = sorted(
        found, key=lambda entity: (order[entity.criteria_id], entity.span_start, entity.span_end, entity.search_term)
    )


async def _loops(
    texts: Sequence[CriterionText], deps: Deps, desk: SearchDesk, book: CodeBook, *, offline: bool = False
) -> tuple[list[Loop], OslerError | None]:
    """The texts through the loop, some batches side by side; with the failure of the search, if it is gone."""
    size = OFFLINE_BATCH if offline else deps.batch_size
    batches = [texts[start : start + size] for start in range(0, len(texts), size)]
    loops: list[Loop] = []
    for start in range(0, len(batches), _SIDE_BY_SIDE):
        side_by_side = [
            (Loop(start + place, deps, desk, book, offline=offline), batch)
            for place, batch in enumerate(batches[start : start + _SIDE_BY_SIDE])
        ]
        loops += [loop for loop, _ in side_by_side]
        endings = await asyncio.gather(
            *(_resumed(loop, batch, deps, offline=offline) for loop, batch in side_by_side), return_exceptions=True
        )
        if failure := _failure(endings):
            return loops, failure
        if not offline or deps.mind == OFFLINE:
            done = min((start + _SIDE_BY_SIDE) * size, len(texts))
            deps.recorder.event("ground", "step_progress", n=done, of=len(texts))
    return loops, None


async def _resumed(loop: Loop, batch: Sequence[CriterionText], deps: Deps, *, offline: bool) -> None:
    """A batch through its loop, or as an interrupted run left it."""
    if deps.saved is None:
        await loop.run(batch)
        return
    key = batch_key(
        batch, OFFLINE if offline else deps.mind, deps.vocabularies.names.version, deps.settings.model_dump_json()
    )
    known = deps.saved.get(key)
    if known is None:
        await loop.run(batch)
        deps.saved.put(
            SavedBatch(
                key=key,
                entities=loop.entities,
                history=loop.history,
                failures=loop.failures,
                failure_codes=loop.failure_codes,
            )
        )
    else:
        loop.entities, loop.history = known.entities, known.history
        loop.failures, loop.failure_codes = known.failures, known.failure_codes


def _unanswered(texts: Sequence[CriterionText], loops: Sequence[Loop]) -> list[CriterionText]:
    """The texts for which a model failed or found nothing."""
    failures = {name for loop in loops for name in loop.failures}
    found = {entity.criteria_id for loop in loops for entity in loop.entities if entity.entity_id not in failures}
    return [text for text in texts if text.id in failures or text.id not in found]


def ground(texts: Iterable[CriterionText], *, protocol_id: str = "", deps: Deps | None = None) -> GroundingState:
    """The same as `run`, for callers with texts in hand and no event loop."""
    return asyncio.run(run(new_batch(list(texts), protocol_id=protocol_id), deps=deps))


def new_batch(texts: Sequence[CriterionText], *, protocol_id: str = "") -> GroundingState:
    """A state that has its texts with it; UsageError if two of them have the same id."""
    ids = [text.id for text in texts]
    if len(set(ids)) != len(ids):
        raise UsageError("two criteria have the same id", mend="give every criterion an id of its own")
    return GroundingState(
        batch_id=uuid.uuid4().hex,
        protocol_id=protocol_id or _digest(texts),
        criteria_ids=ids,
        criteria_texts=list(texts),
    )


def _digest(texts: Iterable[CriterionText]) -> str:
    joined = "\0".join(text.text for text in texts).encode("utf-8", "surrogatepass")
    return f"text-{hashlib.sha256(joined).hexdigest()[:12]}"


def _load(state: GroundingState, deps: Deps) -> list[CriterionText]:
    if deps.store is None:
        raise UsageError("there are ids of criteria but no store to load them from", mend="give a store or the texts")
    return deps.store.load_criteria(state.criteria_ids)


def _failure(endings: Sequence[BaseException | None]) -> OslerError | None:
    """The service that is gone, if that is what happened; any other exception is raised."""
    failures = [ending for ending in endings if ending is not None]
    for failure in failures:
        if not isinstance(failure, ServiceError) or isinstance(failure, PrivacyBlocked):
            raise failure
    return failures[0] if failures and isinstance(failures[0], ServiceError) else None


def _copied(entity: GroundedEntity, text: CriterionText) -> GroundedEntity:
    if entity.criteria_id == text.id:
        return entity
    own = stored_id(text.id, entity.span_start, entity.span_end, entity.search_term)
    return entity.model_copy(update={"criteria_id": text.id, "entity_id": own})
