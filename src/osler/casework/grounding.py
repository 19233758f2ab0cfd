"""Criteria and notes through the grounding capability, as a recorded run with its store and its review queue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, Field

from osler.casework.wiring import Minds, Watcher, replaying
from osler.core.criteria import Criterion
from osler.core.privacy import Deidentifier
from osler.core.runs import RunDetail, open_run
from osler.grounding import Deps, GroundingState, new_batch, run
from osler.grounding.documents import GroundingDocument
from osler.grounding.store import open_grounding_store
from osler.grounding.trees import code_criteria

CAPABILITY = "grounding"


class GroundingOutput(BaseModel):
    """A document's grounding: the state of its flow, and its criteria with the codes at their atoms."""

    state: GroundingState
    criteria: list[Criterion] = Field(default_factory=list)


async def ground_document(
    document: GroundingDocument, *, minds: Minds, watchers: Sequence[Watcher] = ()
) -> GroundingOutput:
    """Ground a document on the record: criteria and entities stored by id, what needs a human queued."""
    settings = minds.settings
    store = open_grounding_store(settings)
    with open_run(CAPABILITY, document.model_dump(mode="json"), settings, callbacks=list(watchers)) as recorded:
        batch = new_batch(document.texts, protocol_id=document.protocol_id)
        batch.criteria_ids = store.add_criteria(document.protocol_id, document.texts)
        batch.criteria_texts = []
        async with minds.runner() as runner:
            deps = Deps(runner=runner, recorder=recorded, store=store, deidentifier=_gate(document))
            state = await run(batch, deps=deps)
        recorded.note_versions(**state.versions)
        output = _output(document, state)
        recorded.finish(output.model_dump(mode="json"))
    return output


async def replay_grounding(stored: RunDetail) -> Any:
    """A stored run again from its input and its own exchanges; what differs between any two runs is kept as it was."""
    document = GroundingDocument.model_validate(stored.input)
    batch = new_batch(document.texts, protocol_id=document.protocol_id)
    async with replaying(stored) as runner:
        deps = Deps(runner=runner, overrides=open_grounding_store(), deidentifier=_gate(document))
        state = await run(batch, deps=deps)
    result = _output(document, state).model_dump(mode="json")
    kept = stored.result["state"] if stored.result else {}
    result["state"] |= {key: kept[key] for key in ("batch_id", "run_id", "entity_ids") if key in kept}
    return result


def _gate(document: GroundingDocument) -> Deidentifier | None:
    """A note speaks of a patient; criteria speak of nobody."""
    return Deidentifier() if document.note is not None else None


def _output(document: GroundingDocument, state: GroundingState) -> GroundingOutput:
    return GroundingOutput(state=state, criteria=code_criteria(document.criteria, state.grounded_entities))
