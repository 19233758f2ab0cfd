"""Criteria and notes through the grounding capability, as a recorded run with its store and its review queue."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from osler.casework.capability import Capability, register
from osler.casework.starting import Handle, carry_out, start
from osler.casework.wiring import Minds, Watcher
from osler.casework.work import Work
from osler.config import data_dir
from osler.core.privacy import Deidentifier
from osler.core.results import Problem, warning_of
from osler.core.runs import RunContext
from osler.errors import OslerError, StorageError
from osler.grounding import (
    Deps,
    GroundingDocument,
    GroundingOutput,
    SavedBatches,
    batch_key,
    changes_between,
    new_batch,
    output_of,
    run,
)
from osler.grounding.store import GroundingStore, existing_grounding_store, open_grounding_store


async def _run(document: GroundingDocument, work: Work) -> GroundingOutput:
    store, problems = _store(work)
    batch = new_batch(document.texts, protocol_id=document.protocol_id)
    keeper = store if work.keep else None
    if keeper is not None:
        batch.criteria_ids = keeper.add_criteria(document.protocol_id, document.texts)
        batch.criteria_texts = []
    deps = Deps(
        runner=work.runner,
        recorder=work.recorder,
        vocabularies=work.vocabularies,
        store=keeper,
        overrides=store.decisions(batch.protocol_id) if store is not None else None,
        deidentifier=work.gate,
        saved=_saved(document) if work.keep else None,
    )
    output = await asyncio.to_thread(output_of, document, await run(batch, deps=deps))
    output.problems += [*document.problems, *problems]
    return output


def _saved(document: GroundingDocument) -> SavedBatches | None:
    """Where the finished batches of a document are kept while it is grounded; a note is short, and a patient's."""
    if document.note is not None:
        return None
    try:
        return SavedBatches(data_dir() / "grounding" / f"{batch_key(document.texts)[:24]}.jsonl")
    except StorageError:
        # Without a place for them an interrupted grounding begins again; that is no reason not to ground.
        return None


def _store(work: Work) -> tuple[GroundingStore | None, list[Problem]]:
    """The store; without it the texts are grounded all the same, only nothing is queued and no decision is known."""
    try:
        return (open_grounding_store if work.keep else existing_grounding_store)(work.settings), []
    except OslerError as error:
        return None, [warning_of(error, "experts' decisions were not read and nothing was queued for review")]


def _about(document: GroundingDocument) -> RunContext:
    return RunContext(label=document.protocol_id)


def _gate(document: GroundingDocument) -> Deidentifier | None:
    """A note speaks of a patient; criteria speak of nobody."""
    return Deidentifier() if document.note is not None else None


def _outcome(output: GroundingOutput) -> str:
    accepted = sum(entity.status == "accepted" for entity in output.state.grounded_entities)
    ended = "" if output.status == "complete" else f"{output.status}: "
    return f"{ended}{accepted} accepted, {len(output.state.for_review)} for review"


def _older_result(result: Any) -> Any:
    """0.1 had only the state, with its versions inside."""
    if "status" in result:
        return result
    return {**result, "versions": result["state"].get("versions", {}), "run_id": result["state"].get("run_id")}


GROUNDING = register(
    Capability(
        name="grounding",
        input_type=GroundingDocument,
        output_type=GroundingOutput,
        run=_run,
        compare=changes_between,
        outcome=_outcome,
        about=_about,
        gate=_gate,
        own_of_a_run=("state.batch_id", "state.run_id", "state.entity_ids"),
        older_result=_older_result,
    )
)


def start_grounding(
    document: GroundingDocument,
    *,
    minds: Minds | None = None,
    context: RunContext | None = None,
    watchers: Sequence[Watcher] = (),
    keep: bool = True,
) -> Handle[GroundingOutput]:
    """Start grounding a document: criteria and entities stored by id, what needs a human queued."""
    return start(GROUNDING, document, minds=minds, context=context, watchers=watchers, record=keep)


async def ground_document(
    document: GroundingDocument,
    *,
    minds: Minds | None = None,
    context: RunContext | None = None,
    watchers: Sequence[Watcher] = (),
) -> GroundingOutput:
    """Ground a document on the record and wait for the result."""
    return await carry_out(start_grounding(document, minds=minds, context=context, watchers=watchers))
