"""Codes under review: what grounding left to an expert, what was decided, and how a decision is used next time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from osler.core.database import Database
from osler.core.review import Decision, NewItem, ReviewItem, ReviewQueue, ReviewStatus, Verdict
from osler.core.terminology import Candidate, Concept, Vocabularies
from osler.errors import UsageError
from osler.grounding.searching import fold_term
from osler.grounding.steps.coding import CodeBook
from osler.grounding.store.tables import entities
from osler.grounding.types import GroundedEntity

KIND = "code"
"""The kind under which the review queue keeps entities and their codes."""

_LONGEST_TERM = 255


class Decided(BaseModel):
    """Who decided, when, and why."""

    by: str = Field(min_length=1)
    at: datetime
    reason: str = ""
    bound: bool = False
    """Whether it holds in the protocol of the entity only; otherwise wherever the same words stand."""


class EntityReview(BaseModel):
    """An entity that needs, or needed, a human."""

    entity: GroundedEntity
    protocol_id: str
    criterion: str = Field(default="", repr=False)
    """The text of the criterion or note that the entity is from."""
    status: ReviewStatus
    created_at: datetime
    decided: Decided | None = None
    """The last decision that stands."""
    decisions: list[Decision] = Field(default_factory=list)
    """Every decision, oldest first; those that were taken back as well."""


class Override(BaseModel):
    """What an expert decided for a term, to be used from then on."""

    term: str
    candidate: Candidate
    entity_id: str
    decision: Decision


class CodeReviews:
    """The review queue as grounding uses it; a decision on words holds wherever the same words stand."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue = ReviewQueue(database)
        self._overrides: dict[tuple[str, str], Override] | None = None

    def add(
        self, protocol_id: str, found: Iterable[GroundedEntity], *, at: datetime, texts: Mapping[str, str] | None = None
    ) -> None:
        """Queue entities; what an expert has already decided is not asked again."""
        told = texts or {}
        self._queue.add(KIND, [_question(entity, protocol_id, told) for entity in found], at=at)

    def items(self, *, status: ReviewStatus | None = "pending", limit: int | None = None) -> list[EntityReview]:
        """The queue, oldest first."""
        return [entity_review(item) for item in self._queue.items(kind=KIND, status=status, limit=limit)]

    def get(self, entity_id: str) -> EntityReview:
        """One item by its id, or the beginning of one."""
        return entity_review(self._queue.get(entity_id, kind=KIND))

    def accept(self, entity_id: str, decided: Decided) -> EntityReview:
        """The proposed code is right: it holds from now on wherever the same term is searched."""
        item = self._queue.get(entity_id, kind=KIND)
        entity = _proposed(item)
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
        return self._decide(item, "accepted", decided, _settled(candidate))

    def correct(self, entity_id: str, concept: Concept, decided: Decided, vocabularies: Vocabularies) -> EntityReview:
        """Another concept is right: it is remembered for the entity's words and its search term, with the codes of `vocabularies`."""
        item = self._queue.get(entity_id, kind=KIND)
        entity = _proposed(item)
        candidate = Candidate(
            concept_id=concept.id,
            cui=concept.cui,
            snomed_code=concept.snomed_code,
            display=concept.name,
            ontology=concept.vocabulary,
            semantic_type=concept.semantic_type,
            confidence=1.0,
            matched_name=entity.search_term or entity.text,
            match_kind="exact",
        )
        return self._decide(item, "corrected", decided, _settled(candidate, _codes(entity, candidate, vocabularies)))

    def reject(self, entity_id: str, decided: Decided) -> EntityReview:
        """No code is right, or the words are no entity."""
        return self._decide(self._queue.get(entity_id, kind=KIND), "rejected", decided, {})

    def undo(self, entity_id: str, *, by: str, at: datetime, whose: str | None = None) -> EntityReview:
        """Take a decision back: the entity waits again, and the term is searched as before."""
        item = self._queue.get(entity_id, kind=KIND)
        return self._applied(self._queue.undo(item, by=by, at=at, whose=whose))

    def load(self, exported: Iterable[ReviewItem]) -> int:
        """Take over decisions that were made elsewhere; how many were new."""
        taken = list(exported)
        new = self._queue.load(taken)
        for item in taken:
            self._applied(self._queue.get(item.id, kind=KIND))
        return new

    def override(self, term: str, protocol_id: str = "") -> Override | None:
        """The decision that holds for a term in a protocol, with who made it; one of the protocol's own goes first."""
        known = self._known()
        return known.get((protocol_id, _key(term))) or known.get(("", _key(term)))

    def overrides(self) -> list[Override]:
        """Every decision that is in use."""
        return [found for _, found in sorted(self._known().items())]

    def _known(self) -> dict[tuple[str, str], Override]:
        """Every term that experts agree on, by the protocol it is bound to; the last decision holds. Read once: a run meets each term many times."""
        if self._overrides is None:
            found = [
                Override(term=term, candidate=candidate, entity_id=item.id, decision=decision)
                for item in self._queue.items(kind=KIND, status=None)
                for decision in item.agreed
                if (candidate := decision.outcome.get("candidate"))
                for term in _terms(_proposed(item))
            ]
            ordered = sorted(found, key=lambda one: one.decision.at)
            self._overrides = {(one.decision.bound_to or "", one.term): one for one in ordered}
        return self._overrides

    def _decide(self, item: ReviewItem, verdict: Verdict, decided: Decided, outcome: dict[str, Any]) -> EntityReview:
        bound_to = item.source if decided.bound else None
        decision = Decision(
            verdict=verdict,
            by=decided.by,
            at=decided.at,
            reason=decided.reason,
            outcome=outcome,
            bound_to=bound_to,
        )
        return self._applied(self._queue.decide(item, decision))

    def _applied(self, item: ReviewItem) -> EntityReview:
        """Let the stored entities of everything that was decided with an item be what the decision makes of them."""
        self._overrides = None
        with self._database.transaction() as connection:
            for one in self._queue.same(item):
                entity = entity_review(one).entity
                changes = {"body": entity.model_dump(mode="json"), "status": entity.status}
                connection.update(entities, changes, where="entity_id = :id", id=entity.entity_id)
        return entity_review(item)


def identity_of(entity: GroundedEntity) -> str:
    """The same words, type and proposal are the same question."""
    words = " ".join(entity.text.casefold().split())
    kind = entity.entity_type.value if entity.entity_type else ""
    return hashlib.sha256(f"{words}\0{kind}\0{entity.concept_id or ''}".encode("utf-8", "surrogatepass")).hexdigest()


def _question(entity: GroundedEntity, protocol_id: str, texts: Mapping[str, str]) -> NewItem:
    return NewItem(
        id=entity.entity_id,
        identity=identity_of(entity),
        source=protocol_id,
        subject=entity.text,
        context=texts.get(entity.criteria_id, entity.context_window),
        proposal=f"{entity.preferred_term} {entity.concept_id}" if entity.concept_id else "",
        reasons=list(entity.review_reasons),
        body=entity.model_dump(mode="json"),
    )


def _proposed(item: ReviewItem) -> GroundedEntity:
    return GroundedEntity.model_validate(item.body)


def _terms(entity: GroundedEntity) -> list[str]:
    return sorted({_key(term) for term in (entity.search_term, entity.text) if term.strip()})


def _settled(candidate: Candidate, codes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The outcome of a decision for a concept. What does not depend on the reviewer, so that two can agree."""
    return {"candidate": candidate.model_dump(mode="json"), "codes": dict(codes or {})}


def _codes(entity: GroundedEntity, candidate: Candidate, vocabularies: Vocabularies) -> dict[str, Any]:
    if candidate.concept_id == entity.concept_id:
        return {}
    bare = dict.fromkeys(
        ["umls_cui", "snomed_code", "drugbank_id", "mesh_id", "hpo_id", "mondo_id", "loinc_code"], None
    )
    return {
        **bare,
        **CodeBook(vocabularies).codes(candidate),
        "concept_id": candidate.concept_id,
        "concept_type": candidate.semantic_type.value,
        "ontology": candidate.ontology,
        "preferred_term": candidate.display,
        "absent_codes": [],
    }


def entity_review(item: ReviewItem) -> EntityReview:
    """An item of the queue in the terms of grounding."""
    entity, decided = _proposed(item), None
    if item.standing:
        last = item.standing[-1]
        decided = Decided(by=last.by, at=last.at, reason=last.reason, bound=last.bound_to is not None)
        if item.status in ("accepted", "corrected"):
            accepted = {
                "status": "accepted",
                "decision": "accept",
                "grounding_confidence": 1.0,
                "review_reasons": [],
                "reasoning": last.in_words(),
            }
            entity = GroundedEntity.model_validate({**item.body, **last.outcome.get("codes", {}), **accepted})
    return EntityReview(
        entity=entity,
        protocol_id=item.source,
        criterion=item.context,
        status=item.status,
        created_at=item.created_at,
        decided=decided,
        decisions=item.decisions,
    )


def _key(term: str) -> str:
    return fold_term(term)[:_LONGEST_TERM]
