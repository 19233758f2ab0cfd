"""Grounding: entities of eligibility criteria and notes, coded, or handed to an expert with the reason."""

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
