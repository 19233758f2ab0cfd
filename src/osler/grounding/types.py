"""What goes into grounding and what comes out: the names of the source document, as types."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import Difference
from osler.core.terminology import Candidate, SemanticType

EntityType = SemanticType
"""Condition, Medication, Procedure, Lab_Value, Demographic, Biomarker; Phenotype in notes only."""

TextKind = Literal["inclusion", "exclusion", "note"]
ActionType = Literal["extract", "evaluate", "refine"]
Decision = Literal["accept", "review", "reject"]
Status = Literal["unvalidated", "accepted", "expert_review"]


class CriterionText(BaseModel):
    """A criterion, or a note, by the id under which the store keeps it."""

    model_config = ConfigDict(frozen=True)

    id: str
    text: str = Field(repr=False)
    criteria_type: TextKind = "inclusion"


class _Reply(BaseModel):
    # What a model adds of its own is ignored; what it leaves out or gets wrong is judged entity by entity.
    model_config = ConfigDict(extra="ignore")


class ExtractedEntityAction(_Reply):
    """An entity in the words of its criterion, and the term to search for."""

    criterion_id: str = ""
    entity_id: str = ""
    """Empty in an extraction; in a refinement, the entity whose term is changed."""
    text: str = Field(repr=False)
    entity_type: str
    search_term: str = ""
    span_start: int = 0
    span_end: int = 0
    context_window: str = Field(default="", repr=False)


class GroundingSelection(_Reply):
    """The candidate chosen for an entity, or the statement that none fits."""

    entity_id: str = ""
    entity_text: str = Field(default="", repr=False)
    entity_type: str = ""
    selected_cui: str | None = None
    preferred_term: str | None = None
    snomed_code: str | None = None
    concept_id: str | None = None
    """The candidate by its own id; the only way to choose one that has neither CUI nor SNOMED code."""
    confidence: float = Field(default=0.0, ge=0, le=1)
    reasoning: str = ""

    @property
    def chooses(self) -> bool:
        """Whether it names a candidate at all."""
        return bool(self.concept_id or self.selected_cui or self.snomed_code)


class AgenticAction(_Reply):
    """One move in the loop. `refine` may carry selections as well: what is settled need not wait."""

    action_type: ActionType
    entities: list[ExtractedEntityAction] = Field(default_factory=list)
    selections: list[GroundingSelection] = Field(default_factory=list)


class SearchResult(BaseModel):
    """An entity under way: where it stands, what was searched, what was found."""

    entity_id: str
    criterion_id: str
    text: str = Field(repr=False)
    entity_type: str
    span_start: int
    span_end: int
    context_window: str = Field(default="", repr=False)
    search_term: str
    candidates: list[Candidate] = Field(default_factory=list)


class GroundedEntity(BaseModel):
    """An entity with its codes, or without any and with the reason."""

    model_config = ConfigDict(extra="forbid")

    entity_id: str
    criteria_id: str
    text: str = Field(repr=False)
    entity_type: EntityType | None
    """None where a whole criterion needs an expert because no reply about it could be read."""
    span_start: int
    span_end: int
    context_window: str = Field(default="", repr=False)
    search_term: str = ""
    concept_id: str | None = None
    concept_type: EntityType | None = None
    ontology: str | None = None
    preferred_term: str | None = None
    umls_cui: str | None = None
    snomed_code: str | None = None
    drugbank_id: str | None = None
    mesh_id: str | None = None
    hpo_id: str | None = None
    mondo_id: str | None = None
    loinc_code: str | None = None
    absent_codes: list[str] = Field(default_factory=list)
    """The codes that the vocabularies do not have for this concept; absent, never guessed."""
    grounding_confidence: float = Field(default=0.0, ge=0, le=1)
    grounding_method: str
    reasoning: str = ""
    decision: Decision | None = None
    status: Status = "unvalidated"
    stands_in_for: str = ""
    """The mind that had no answer here, where this is the offline mind's: a proposal that only a reviewer accepts."""
    failure: str = ""
    """The code of why that mind had no answer: `service.rate_limited`, `model.refused`, …"""
    refused: str = ""
    """The concept that a mind chose and that the entity's own words do not bear."""
    review_reasons: list[str] = Field(default_factory=list)

    @property
    def codes(self) -> list[str]:
        """Every code as a CURIE, the concept's own first."""
        named = {
            "UMLS": self.umls_cui,
            "SCTID": self.snomed_code,
            "DRUGBANK": self.drugbank_id,
            "MESH": self.mesh_id,
            "HP": self.hpo_id,
            "MONDO": self.mondo_id,
            "LOINC": self.loinc_code,
        }
        own = [self.concept_id] if self.concept_id else []
        curies = [code if ":" in code else f"{system}:{code}" for system, code in named.items() if code]
        return list(dict.fromkeys([*own, *curies]))


class Iteration(BaseModel):
    """One turn of the loop over a batch, in numbers."""

    batch: int
    iteration: int
    action: ActionType | None
    mind: str
    criteria_ids: list[str]
    entities: int = 0
    searched: int = 0
    selected: int = 0
    refused: list[str] = Field(default_factory=list)
    """Why parts of the reply were not used."""
    reason: str = ""
    """Why there was no reply that could be used."""


class GroundingState(BaseModel):
    """A batch on its way through the flow."""

    model_config = ConfigDict(extra="forbid")

    batch_id: str
    protocol_id: str
    criteria_ids: list[str] = Field(repr=False)
    criteria_texts: list[CriterionText] = Field(default_factory=list, repr=False)
    grounded_entities: list[GroundedEntity] = Field(default_factory=list, repr=False)
    entity_ids: list[str] = Field(default_factory=list, repr=False)
    """The entities that the store holds."""
    error: str | None = None
    iteration_history: list[Iteration] = Field(default_factory=list, repr=False)
    differences: list[Difference] = Field(default_factory=list, repr=False)
    """Where a model and the offline mind both answered and do not agree."""
    grounding_method: str = ""
    versions: dict[str, str] = Field(default_factory=dict)
    run_id: str | None = None

    @property
    def for_review(self) -> list[GroundedEntity]:
        """What needs a human."""
        return [entity for entity in self.grounded_entities if entity.status == "expert_review"]
