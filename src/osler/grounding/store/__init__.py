"""What grounding keeps: criteria, entities, the review queue, and what experts decided."""

from osler.grounding.store.review import KIND, CodeReviews, Decided, EntityReview, entity_review
from osler.grounding.store.store import GroundingStore, existing_grounding_store, open_grounding_store

__all__ = [
    "KIND",
    "CodeReviews",
    "Decided",
    "EntityReview",
    "GroundingStore",
    "entity_review",
    "existing_grounding_store",
    "open_grounding_store",
]
