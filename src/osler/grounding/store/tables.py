"""The tables of grounding, in the same database as the runs."""

from __future__ import annotations

from osler.core.database import History, table
from osler.grounding.store.migrations import v0001_criteria_entities_reviews, v0002_reviews_to_the_review_queue

HISTORY = History(
    {"0001": v0001_criteria_entities_reviews.upgrade, "0002": v0002_reviews_to_the_review_queue.upgrade},
    "alembic_version_grounding",
)

criteria = table("grounding_criteria", plain="criteria_id protocol_id criteria_type", json="text")

entities = table("grounding_entities", plain="entity_id criteria_id batch_id status", json="body")
