"""Who cared for the patient, where and when: encounters, appointments, practitioners, organisations."""

from __future__ import annotations

from pydantic import Field

from osler.core.evidence import Evidence
from osler.core.patient.types.base import Part
from osler.core.patient.types.coding import Coding
from osler.core.patient.types.demographics import Address, ContactPoint, HumanName, Identifier
from osler.core.patient.types.facts import Fact


class Encounter(Fact):
    """A meeting of the patient with care; `codings` say what type it was."""

    setting: Coding | None = None
    """Ambulatory, emergency, inpatient, …"""
    reasons: list[Coding] = Field(default_factory=list)
    practitioner_ids: list[str] = Field(default_factory=list)
    organisation_id: str | None = None


class Appointment(Fact):
    """A booked meeting, still to come or already past."""

    reasons: list[Coding] = Field(default_factory=list)
    practitioner_ids: list[str] = Field(default_factory=list)
    minutes: int | None = None


class Party(Part):
    """What practitioners and organisations share."""

    id: str
    identifiers: list[Identifier] = Field(default_factory=list)
    contacts: list[ContactPoint] = Field(default_factory=list)
    addresses: list[Address] = Field(default_factory=list)
    evidence: list[Evidence] = Field(default_factory=list)


class Practitioner(Party):
    """A person who cares for patients."""

    names: list[HumanName] = Field(default_factory=list)
    specialties: list[Coding] = Field(default_factory=list)


class Organisation(Party):
    """A hospital, a practice, a laboratory, an insurer."""

    name: str | None = None
    types: list[Coding] = Field(default_factory=list)
