"""The small patient form of the diagnosis capability: words and HPO terms, with what little else is known."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from osler.core.patient.types.time import PartialDate


class PriorTest(BaseModel):
    """A test that was done before, with what a reanalysis wants to know of it."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    type: str = Field(repr=False)
    """What it was, in words: "gene panel", "exome", "karyotype"."""
    date: PartialDate | None = None
    genes: list[str] = Field(default_factory=list, repr=False)
    """The genes that were looked at, where that is known."""
    result: str = Field(default="", repr=False)


class FindingInput(BaseModel):
    """A phenotype as a clinician types one: what, whether it is there, and since which age."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    term: str
    """An HPO id, or words for a phenotype."""
    excluded: bool = False
    onset: str | None = None
    """The age at which it began (`3 years`, `P3Y`)."""


class PatientInput(BaseModel):
    """A patient as a clinician types one in; every field may be left out."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    free_text: str | None = Field(default=None, repr=False)
    hpo_terms: list[str | FindingInput] = Field(default_factory=list)
    """Observed HPO ids or names; an excluded one, or one with its onset, is a finding with fields of its own."""
    prior_tests: list[str | PriorTest] = Field(default_factory=list, repr=False)
    """Words, or a test with its type, date, genes and result."""
    family_history: str | None = Field(default=None, repr=False)
    age: float | str | None = None
    """Years, or an age in words or ISO 8601 (`4 months`, `P4M`)."""
    sex: str | None = None

    @field_validator("prior_tests", mode="before")
    @classmethod
    def _one_test(cls, value: Any) -> Any:
        return [value] if isinstance(value, str | dict) else value

    @field_validator("family_history", mode="before")
    @classmethod
    def _several_statements(cls, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) and all(isinstance(one, str) for one in value) else value
