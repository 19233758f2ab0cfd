"""The expert review queue: what needs a human, what was decided, and how a decision is used next time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field
from sqlalchemy import Engine, RowMapping, delete, insert, select, update

from osler.core.runs.database import transaction
from osler.core.terminology import Candidate, Concept
from osler.errors import UsageError
from osler.grounding.searching import fold_term
from osler.grounding.steps.coding import CodeBook
from osler.grounding.store.tables import entities, overrides, reviews
from osler.grounding.types import GroundedEntity

ReviewStatus = Literal["pending", "accepted", "corrected", "rejected"]

_LONGEST_TERM = 255


class Decided(BaseModel):
    """Who decided, when, and why."""

    by: str = Field(min_length=1)
    at: datetime
    reason: str = ""

    def in_words(self) -> str:
        """The decision as a reason."""
        why = f": {self.reason}" if self.reason else ""
        return f"decided by {self.by} on {self.at.date().isoformat()}{why}"


class ReviewItem(BaseModel):
    """An entity that needs, or needed, a human."""

    entity: GroundedEntity
    protocol_id: str
    status: ReviewStatus
    created_at: datetime
    decided: Decided | None = None


class Override(BaseModel):
    """What an expert decided for a term, to be used from then on."""

    term: str
    candidate: Candidate
    entity_id: str
    decided: Decided


class ReviewQueue:
    """The queue in the database; a decision is kept with its author."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, protocol_id: str, found: Iterable[GroundedEntity], *, at: datetime) -> None:
        """Queue entities; what an expert has already decided is not asked again."""
        with transaction(self._engine) as connection:
            known = {
                row.entity_id: row.status for row in connection.execute(select(reviews.c.entity_id, reviews.c.status))
            }
            rows = {
                entity.entity_id: {
                    "entity_id": entity.entity_id,
                    "protocol_id": protocol_id,
                    "status": "pending",
                    "body": entity.model_dump(mode="json"),
                    "created_at": at,
                }
                for entity in found
                if known.get(entity.entity_id, "pending") == "pending"
            }
            stale = [name for name in rows if name in known]
            for start in range(0, len(stale), 400):
                connection.execute(delete(reviews).where(reviews.c.entity_id.in_(stale[start : start + 400])))
            if rows:
                connection.execute(insert(reviews), list(rows.values()))

    def items(self, *, status: ReviewStatus | None = "pending", limit: int | None = None) -> list[ReviewItem]:
        """The queue, oldest first."""
        query = select(reviews).order_by(reviews.c.created_at, reviews.c.entity_id).limit(limit)
        if status is not None:
            query = query.where(reviews.c.status == status)
        with self._engine.connect() as connection:
            return [_item(row) for row in connection.execute(query).mappings()]

    def get(self, entity_id: str) -> ReviewItem:
        """One item by its id, or the beginning of one."""
        query = select(reviews).where(reviews.c.entity_id.startswith(entity_id, autoescape=True)).limit(2)
        with self._engine.connect() as connection:
            found = [_item(row) for row in connection.execute(query).mappings()]
        if len(found) != 1:
            what = "several items begin" if found else "there is no item that begins"
            raise UsageError(f"{what} with {entity_id!r}", mend="'osler review list --all' shows every id")
        return found[0]

    def accept(self, entity_id: str, decided: Decided) -> ReviewItem:
        """The proposed code is right: it holds from now on wherever the same term is searched."""
        item = self._pending(entity_id)
        entity = item.entity
        if entity.concept_id is None or entity.concept_type is None:
            raise UsageError(
                "nothing was proposed for this entity", mend="give the right concept with 'osler review correct'"
            )
        candidate = Candidate(
            concept_id=entity.concept_id,
            cui=entity.umls_cui,
            snomed_code=entity.snomed_code,
            display=entity.preferred_term or entity.text,
            ontology=entity.ontology or "",
            semantic_type=entity.concept_type,
            confidence=1.0,
            matched_name=entity.search_term or entity.text,
            match_kind="exact",
        )
        return self._settled(item, entity, candidate, "accepted", decided)

    def correct(self, entity_id: str, concept: Concept, decided: Decided) -> ReviewItem:
        """Another concept is right: it is remembered for the entity's words and its search term."""
        item = self._pending(entity_id)
        candidate = Candidate(
            concept_id=concept.id,
            cui=concept.cui,
            snomed_code=concept.snomed_code,
            display=concept.name,
            ontology=concept.vocabulary,
            semantic_type=concept.semantic_type,
            confidence=1.0,
            matched_name=item.entity.search_term or item.entity.text,
            match_kind="exact",
        )
        return self._settled(item, _coded(item.entity, candidate), candidate, "corrected", decided)

    def reject(self, entity_id: str, decided: Decided) -> ReviewItem:
        """No code is right, or the words are no entity."""
        item = self._pending(entity_id)
        return self._closed(item, item.entity, "rejected", decided)

    def corrected(self, term: str) -> Candidate | None:
        """What an expert decided for a term."""
        found = self.override(term)
        return found.candidate if found else None

    def override(self, term: str) -> Override | None:
        """The decision that holds for a term, with who made it."""
        key = _key(term)
        with self._engine.connect() as connection:
            row = connection.execute(select(overrides).where(overrides.c.term == key)).mappings().first()
        return None if row is None else _override(row)

    def overrides(self) -> list[Override]:
        """Every decision that is in use."""
        with self._engine.connect() as connection:
            return [
                _override(row) for row in connection.execute(select(overrides).order_by(overrides.c.term)).mappings()
            ]

    def _pending(self, entity_id: str) -> ReviewItem:
        item = self.get(entity_id)
        if item.status != "pending":
            by = item.decided.by if item.decided else "someone"
            raise UsageError(
                f"this item was already {item.status} by {by}", mend="'osler review show' has the decision"
            )
        return item

    def _settled(
        self, item: ReviewItem, entity: GroundedEntity, candidate: Candidate, status: ReviewStatus, decided: Decided
    ) -> ReviewItem:
        accepted = entity.model_copy(
            update={
                "status": "accepted",
                "decision": "accept",
                "grounding_confidence": 1.0,
                "review_reasons": [],
                "reasoning": decided.in_words(),
            }
        )
        return self._closed(item, accepted, status, decided, candidate)

    def _closed(
        self,
        item: ReviewItem,
        entity: GroundedEntity,
        status: ReviewStatus,
        decided: Decided,
        candidate: Candidate | None = None,
    ) -> ReviewItem:
        """Write a decision, and with a candidate the override for the entity's words and its search term."""
        body = entity.model_dump(mode="json")
        told = {"decided_by": decided.by, "decided_at": decided.at, "reason": decided.reason}
        with transaction(self._engine) as connection:
            changed = connection.execute(
                update(reviews)
                .where(reviews.c.entity_id == entity.entity_id, reviews.c.status == "pending")
                .values(status=status, body=body, **told)
            )
            if changed.rowcount == 0:
                raise UsageError("this item was decided in the meantime", mend="'osler review show' has the decision")
            connection.execute(
                update(entities).where(entities.c.entity_id == entity.entity_id).values(body=body, status=entity.status)
            )
            if candidate is not None:
                terms = {_key(term) for term in (item.entity.search_term, item.entity.text) if term.strip()}
                rows = [
                    {"term": term, "candidate": candidate, "entity_id": entity.entity_id, **told}
                    for term in sorted(terms)
                ]
                connection.execute(delete(overrides).where(overrides.c.term.in_(terms)))
                connection.execute(insert(overrides), rows)
        return item.model_copy(update={"entity": entity, "status": status, "decided": decided})


def _coded(entity: GroundedEntity, candidate: Candidate) -> GroundedEntity:
    bare = dict.fromkeys(
        ["umls_cui", "snomed_code", "drugbank_id", "mesh_id", "hpo_id", "mondo_id", "loinc_code"], None
    )
    return entity.model_copy(
        update={
            **bare,
            **CodeBook().codes(candidate),
            "concept_id": candidate.concept_id,
            "concept_type": candidate.semantic_type,
            "ontology": candidate.ontology,
            "preferred_term": candidate.display,
            "absent_codes": [],
        }
    )


def _key(term: str) -> str:
    return fold_term(term)[:_LONGEST_TERM]


def _item(row: RowMapping) -> ReviewItem:
    decided = None
    if row["decided_at"] is not None:
        decided = Decided(by=row["decided_by"], at=row["decided_at"], reason=row["reason"] or "")
    return ReviewItem(
        entity=GroundedEntity.model_validate(row["body"]),
        protocol_id=row["protocol_id"],
        status=row["status"],
        created_at=row["created_at"],
        decided=decided,
    )


def _override(row: RowMapping) -> Override:
    return Override(
        term=row["term"],
        candidate=Candidate.model_validate(row["candidate"]),
        entity_id=row["entity_id"],
        decided=Decided(by=row["decided_by"], at=row["decided_at"], reason=row["reason"]),
    )
