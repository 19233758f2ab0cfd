"""What every fact has, and the facts about health: conditions, phenotypes, procedures, allergies, family."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from osler.core.evidence import Evidence
from osler.core.patient.types.base import Part
from osler.core.patient.types.coding import Coding
from osler.core.patient.types.status import Presence, Progression, Sex, Status
from osler.core.patient.types.time import ClinicalTime, Duration, PartialDate


class Fact(Part):
    """Something the record states about the patient, with its code, its time and where it is written."""

    id: str
    codings: list[Coding] = Field(default_factory=list)
    text: str | None = None
    presence: Presence = Presence.PRESENT
    status: Status | None = None
    time: ClinicalTime | None = None
    """When it was true or done; for conditions and phenotypes, the onset."""
    recorded: PartialDate | None = None
    """When it was written down."""
    encounter_id: str | None = None
    note: str | None = None
    evidence: list[Evidence] = Field(default_factory=list)

    @field_validator("presence")
    @classmethod
    def _is_mentioned(cls, value: Presence) -> Presence:
        if value is Presence.NOT_MENTIONED:
            raise ValueError("a fact that is not mentioned is not stored")
        return value

    @property
    def label(self) -> str:
        """The best words for it: the text of the source, or the display of a code, or the code."""
        if self.text:
            return self.text
        return next((coding.display for coding in self.codings if coding.display), "") or next(
            (coding.id for coding in self.codings), "(unnamed)"
        )

    def has_code(self, *curies: str) -> bool:
        """Whether any coding is one of these CURIEs."""
        return any(coding.id in curies for coding in self.codings)


class Condition(Fact):
    """A disease, a diagnosis or a problem; `time` is its onset."""

    abatement: ClinicalTime | None = None
    category: str | None = None
    severity: Coding | None = None
    body_sites: list[Coding] = Field(default_factory=list)
    stages: list[Coding] = Field(default_factory=list)


class Phenotype(Fact):
    """A phenotypic feature that was observed, excluded (`presence` absent) or left unknown; `time` is its onset."""

    resolution: ClinicalTime | None = None
    progression: Progression | None = None
    severity: Coding | None = None
    modifiers: list[Coding] = Field(default_factory=list)


class Procedure(Fact):
    """Something done to or for the patient."""

    category: str | None = None
    body_sites: list[Coding] = Field(default_factory=list)
    reasons: list[Coding] = Field(default_factory=list)
    outcome: str | None = None
    practitioner_ids: list[str] = Field(default_factory=list)


class Reaction(Part):
    """What happened when the patient met the substance."""

    manifestations: list[Coding] = Field(default_factory=list)
    text: str | None = None
    severity: Literal["mild", "moderate", "severe"] | None = None


class Allergy(Fact):
    """An allergy or intolerance; absent with no code means "no known allergies"."""

    kind: Literal["allergy", "intolerance"] | None = None
    categories: list[str] = Field(default_factory=list)
    criticality: Literal["low", "high", "unable-to-assess"] | None = None
    reactions: list[Reaction] = Field(default_factory=list)


class Immunisation(Fact):
    """A vaccine that was given, or was not (`status` not-done)."""

    dose_number: int | None = None
    lot_number: str | None = None


class FamilyHistory(Fact):
    """A condition of a relative, which is never a finding of the patient."""

    relation: str | None = None
    """The relative in words (`mother`); None when only "the family" is spoken of."""
    relation_coding: Coding | None = None
    sex: Sex | None = None
    deceased: bool | None = None
    relative_age: Duration | None = None


DenialOf = Literal[
    "past_medical_history", "otherwise_healthy", "allergies", "medications", "family_history", "surgical_history"
]


class Denial(Part):
    """A general denial ("no previous medical history", "otherwise healthy"): it excludes no finding by name."""

    of: DenialOf
    text: str | None = None
    evidence: list[Evidence] = Field(default_factory=list)
