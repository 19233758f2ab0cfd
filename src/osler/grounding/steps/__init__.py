"""One file a step: extraction, evaluation, the loop over both, and the validation of what came out."""

from osler.grounding.steps.coding import entity_type
from osler.grounding.steps.extraction import ExtractInput, extract_step

__all__ = ["ExtractInput", "entity_type", "extract_step"]
