"""Who the patient is: names, identifiers, sex, birth, contacts; all of it identifying."""

from __future__ import annotations

from pydantic import Field

from osler.core.evidence import Evidence
from osler.core.patient.types.base import Part
from osler.core.patient.types.coding import Coding
from osler.core.patient.types.status import Sex
from osler.core.patient.types.time import ClinicalTime, Duration, PartialDate


class HumanName(Part):
    """A name of a person."""

    family: str | None = None
    given: list[str] = Field(default_factory=list)
    prefixes: list[str] = Field(default_factory=list)
    suffixes: list[str] = Field(default_factory=list)
    use: str | None = None
    text: str | None = None

    @property
    def label(self) -> str:
        """The whole name on one line."""
        parts = [*self.prefixes, *self.given, *([self.family] if self.family else []), *self.suffixes]
        return self.text or " ".join(parts)


class Identifier(Part):
    """A number or code that names the person or organisation in some system."""

    value: str
    system: str | None = None
    kind: str | None = None
    """What it is, such as "Medical Record Number"."""


class ContactPoint(Part):
    """A telephone number, an e-mail address, a web page."""

    value: str
    system: str | None = None
    use: str | None = None


class Address(Part):
    """A postal address."""

    lines: list[str] = Field(default_factory=list)
    city: str | None = None
    state: str | None = None
    postal_code: str | None = None
    country: str | None = None
    text: str | None = None


class Relation(Part):
    """A person to reach for the patient: next of kin, guardian, emergency contact."""

    name: HumanName | None = None
    relationship: str | None = None
    contacts: list[ContactPoint] = Field(default_factory=list)
    address: Address | None = None


class Demographics(Part):
    """What is known of the person."""

    names: list[HumanName] = Field(default_factory=list)
    identifiers: list[Identifier] = Field(default_factory=list)
    contacts: list[ContactPoint] = Field(default_factory=list)
    addresses: list[Address] = Field(default_factory=list)
    relations: list[Relation] = Field(default_factory=list)
    sex: Sex | None = None
    """None when the record does not say; `unknown` when it says that nobody knows."""
    gender: Coding | None = None
    karyotype: str | None = None
    birth_date: PartialDate | None = None
    age: Duration | None = None
    """The age at `PatientRecord.as_of`, for records that give no date of birth."""
    deceased: bool | None = None
    death: ClinicalTime | None = None
    cause_of_death: Coding | None = None
    marital_status: Coding | None = None
    race: list[str] = Field(default_factory=list)
    ethnicity: list[str] = Field(default_factory=list)
    languages: list[str] = Field(default_factory=list)
    other_identifying: list[str] = Field(default_factory=list)
    """Further strings that identify, such as the mother's maiden name or the place of birth."""
    evidence: list[Evidence] = Field(default_factory=list)
