"""Grounding: entities of eligibility criteria and notes, coded, or handed to an expert with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.lazy import lazily

if TYPE_CHECKING:
    from osler.grounding.changes import changes_between
    from osler.grounding.deps import Deps
    from osler.grounding.documents import GroundingDocument, read_document, read_path
    from osler.grounding.output import GroundingOutput, output_of
    from osler.grounding.run import ground, new_batch, run
    from osler.grounding.saved import SavedBatches, batch_key
    from osler.grounding.types import (
        AgenticAction,
        CriterionText,
        EntityType,
        ExtractedEntityAction,
        GroundedEntity,
        GroundingSelection,
        GroundingState,
    )

__all__ = [
    "AgenticAction",
    "CriterionText",
    "Deps",
    "EntityType",
    "ExtractedEntityAction",
    "GroundedEntity",
    "GroundingDocument",
    "GroundingOutput",
    "GroundingSelection",
    "GroundingState",
    "SavedBatches",
    "batch_key",
    "changes_between",
    "ground",
    "new_batch",
    "output_of",
    "read_document",
    "read_path",
    "run",
]

# A capability's settings are read by every run; its door loads the rest when it is asked for.
__getattr__ = lazily(
    __name__,
    {
        "AgenticAction": "types",
        "CriterionText": "types",
        "Deps": "deps",
        "EntityType": "types",
        "ExtractedEntityAction": "types",
        "GroundedEntity": "types",
        "GroundingDocument": "documents",
        "GroundingOutput": "output",
        "GroundingSelection": "types",
        "GroundingState": "types",
        "SavedBatches": "saved",
        "batch_key": "saved",
        "changes_between": "changes",
        "ground": "run",
        "new_batch": "run",
        "output_of": "output",
        "read_document": "documents",
        "read_path": "documents",
        "run": "run",
    },
)
