"""What grounding keeps: criteria, entities, the review queue, and what experts decided."""

from osler.grounding.store.review import Decided, ReviewItem, ReviewQueue, ReviewStatus
from osler.grounding.store.store import GroundingStore, existing_grounding_store, open_grounding_store

__all__ = [
    "Decided",
    "GroundingStore",
    "ReviewItem",
    "ReviewQueue",
    "ReviewStatus",
    "existing_grounding_store",
    "open_grounding_store",
]
