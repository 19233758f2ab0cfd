"""What is extracted from what a user says; the names of the source document where it has them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

ConditionStatus = Literal["active", "resolved"]
IntakeStatus = Literal["started", "stopped", "ran out", "changed", "taking", "planned", "past"]


class _Extracted(BaseModel):
    model_config = ConfigDict(extra="forbid")

    quote: str = ""
    """The words that say it."""


class MeasurementEntry(_Extracted):
    """A biomarker, laboratory result or vital sign."""

    name: str
    value: float
    unit: str = ""
    time: str | None = None
    circumstance: str | None = None
    """After which meal, or in which posture it was measured."""


class MedicationEntry(_Extracted):
    """A medicine that is, was or will be taken."""

    name: str
    dose: str | None = None
    route: str | None = None
    frequency: str | None = None
    status: IntakeStatus | None = None
    date: str | None = None
    written: str | None = None
    """How the user wrote the name, where it was read as a slip of the pen: that is asked back, never taken silently."""


class SupplementEntry(MedicationEntry):
    """A vitamin, a mineral, a herb."""


class PractitionerEntry(_Extracted):
    """A person who cares for patients."""

    name: str


class OrganizationEntry(_Extracted):
    """A hospital, a practice, a laboratory."""

    name: str


class EncounterEntry(_Extracted):
    """A visit, past or planned."""

    type: str
    date: str | None = None
    organization: str | None = None
    practitioner: str | None = None
    status: Literal["past", "planned"] | None = None


class OperationEntry(_Extracted):
    """An operation or procedure."""

    name: str
    date: str | None = None
    status: Literal["planned"] | None = None
    """Whether it is still to be done."""


class ConditionEntry(_Extracted):
    """A disease or diagnosis."""

    name: str
    onset: str | None = None
    status: ConditionStatus | None = None
    site: str | None = None
    """The side and the part of the body that the name does not say."""
    frequency: str | None = None
    """How often it comes, in the words that were told."""


class SymptomEntry(_Extracted):
    """A symptom, with its onset."""

    name: str
    onset: str | None = None
    site: str | None = None
    frequency: str | None = None


class AllergyEntry(_Extracted):
    """A substance that is not tolerated."""

    substance: str
    reaction: str | None = None
    date: str | None = None
    """When it reacted, or since when it is not tolerated."""


class MedicalMeasurementsExtraction(BaseModel):
    """What MedicalMeasurements hands over."""

    measurements: list[MeasurementEntry] = Field(default_factory=list)


class MedicalContextExtraction(BaseModel):
    """What MedicalContext hands over."""

    practitioners: list[PractitionerEntry] = Field(default_factory=list)
    organizations: list[OrganizationEntry] = Field(default_factory=list)
    encounters: list[EncounterEntry] = Field(default_factory=list)
    medications: list[MedicationEntry] = Field(default_factory=list)
    operations: list[OperationEntry] = Field(default_factory=list)


class DataExtraction(BaseModel):
    """What DataExtractor hands over."""

    conditions: list[ConditionEntry] = Field(default_factory=list)
    symptoms: list[SymptomEntry] = Field(default_factory=list)
    allergies: list[AllergyEntry] = Field(default_factory=list)
    supplements: list[SupplementEntry] = Field(default_factory=list)


class Extraction(MedicalMeasurementsExtraction, MedicalContextExtraction, DataExtraction):
    """What all extractors handed over, merged."""

    @property
    def is_empty(self) -> bool:
        """Whether there was nothing to extract."""
        return not any(getattr(self, kind) for kind in KINDS)

    @property
    def read_as_meant(self) -> dict[str, str]:
        """What the user wrote and how it was read, where a name was misspelt."""
        return {entry.written: entry.name for entry in [*self.medications, *self.supplements] if entry.written}


KINDS = (
    "measurements", "medications", "practitioners", "organizations", "encounters", "operations", "conditions", "symptoms",
    "allergies", "supplements",
)  # fmt: skip
