"""What is known about a person, and what was found in a text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, Self

from pydantic import BaseModel, Field

Kind = Literal[
    "NAME", "DATE", "AGE", "PHONE", "EMAIL", "URL", "IP", "SSN", "RECORD", "ACCOUNT", "LICENCE", "PLATE", "DEVICE", "ADDRESS",
    "PLACE", "OTHER",
]  # fmt: skip


class KnownIdentifiers(BaseModel):
    """The identifiers a patient record states; whoever reads the record fills this in."""

    names: list[str] = Field(default_factory=list, repr=False)
    """Whole names: of the patient, of relatives and contacts."""
    ids: list[str] = Field(default_factory=list, repr=False)
    contacts: list[str] = Field(default_factory=list, repr=False)
    """Telephone numbers, e-mail and web addresses."""
    addresses: list[str] = Field(default_factory=list, repr=False)
    """Streets, towns and postal codes, each on its own."""
    birth_dates: list[str] = Field(default_factory=list, repr=False)
    others: list[str] = Field(default_factory=list, repr=False)
    """What identifies only as a whole, such as the name of a hospital."""

    @classmethod
    def of(cls, stated: Iterable[tuple[str, str]]) -> Self:
        """From (kind, value) pairs as `PatientRecord.known_identifiers()` gives them."""
        known = cls()
        lists = {
            "name": known.names,
            "id": known.ids,
            "contact": known.contacts,
            "address": known.addresses,
            "birth_date": known.birth_dates,
            "death_date": known.birth_dates,
        }
        for kind, value in stated:
            lists.get(kind, known.others).append(value)
        return known


class Identifying(NamedTuple):
    """A stretch of text that identifies somebody."""

    start: int
    end: int
    kind: Kind
    known: bool = False
    """It is stated in the record."""


class Replacement(NamedTuple):
    """One surrogate and the words it stands for."""

    kind: Kind
    surrogate: str
    original: str
