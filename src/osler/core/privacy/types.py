"""What is known about a person, and what was found in a text."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pydantic import BaseModel, Field

Kind = Literal[
    "NAME", "DATE", "AGE", "PHONE", "EMAIL", "URL", "IP", "SSN", "RECORD", "ACCOUNT", "LICENCE", "PLATE", "DEVICE", "ADDRESS"
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


class Found(NamedTuple):
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
