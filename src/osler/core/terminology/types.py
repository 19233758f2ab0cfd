"""What a concept is, what a search answers with, and what the text matcher finds."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field


class SemanticType(StrEnum):
    """The kinds of thing that clinical text and eligibility criteria speak about."""

    CONDITION = "Condition"
    MEDICATION = "Medication"
    PROCEDURE = "Procedure"
    LAB_VALUE = "Lab_Value"
    DEMOGRAPHIC = "Demographic"
    BIOMARKER = "Biomarker"
    PHENOTYPE = "Phenotype"


MatchKind = Literal["exact", "synonym", "abbreviation", "stemmed", "fuzzy", "semantic", "code"]


class Concept(BaseModel):
    """One meaning, with its names and the codes that other vocabularies give it."""

    model_config = ConfigDict(frozen=True)

    id: str
    """A CURIE: HP:0001250, MONDO:0005148, SCTID:38341003, ICD10CM:I10, DRUGBANK:DB00316, LAB:hba1c."""
    vocabulary: str
    name: str
    synonyms: tuple[str, ...] = ()
    semantic_type: SemanticType
    xrefs: dict[str, list[str]] = Field(default_factory=dict)
    """Codes by system: UMLS, SCTID, OMIM, ORPHA, MESH, ICD10CM, HP, MONDO, DRUGBANK, LOINC, …"""
    definition: str = ""
    version: str = ""

    @property
    def cui(self) -> str | None:
        """The UMLS concept, where one is known."""
        return next(iter(self.xrefs.get("UMLS", ())), None)

    @property
    def snomed_code(self) -> str | None:
        """The SNOMED CT code, where one is known."""
        if self.id.startswith("SCTID:"):
            return self.id.removeprefix("SCTID:")
        return next(iter(self.xrefs.get("SCTID", ())), None)


class Candidate(BaseModel):
    """One answer of a concept search."""

    model_config = ConfigDict(frozen=True)

    concept_id: str
    cui: str | None = None
    snomed_code: str | None = None
    display: str
    ontology: str
    semantic_type: SemanticType
    confidence: float = Field(ge=0, le=1)
    """How sure it is that the term means this and none of the other answers."""
    confidence_in_type: float = Field(default=0.0, ge=0, le=1)
    """The same among the answers of this semantic type only: what it is worth to who knows the type that is meant."""
    matched_name: str
    match_kind: MatchKind


class Match(NamedTuple):
    """A stretch of text that names one or more concepts, best first."""

    start: int
    end: int
    concept_ids: tuple[str, ...]
