"""Grounding: entities of eligibility criteria and notes, coded, or handed to an expert with the reason."""

from osler.grounding.deps import Deps
from osler.grounding.output import GroundingOutput, output_of
from osler.grounding.run import ground, new_batch, run
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
    "GroundingOutput",
    "GroundingSelection",
    "GroundingState",
    "ground",
    "new_batch",
    "output_of",
    "run",
]
