"""What a red flag is: how grave, what set it off, and what to do about it."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from osler.core.evidence import Evidence


class Severity(StrEnum):
    """How grave a red flag is; URGENT ends an analysis, WARNING is shown beside its result."""

    URGENT = "URGENT"
    WARNING = "WARNING"


Standing = Literal["present", "past", "suspected"]
"""How the note speaks of a trigger; what is past or only suspected never makes an URGENT flag."""


class TriggeringTerm(BaseModel):
    """A coded finding that set off a rule."""

    model_config = ConfigDict(frozen=True)

    id: str
    label: str


class RedFlag(BaseModel):
    """One rule that fired, with everything that made it fire."""

    model_config = ConfigDict(frozen=True)

    severity: Severity
    rule_id: str
    title: str
    triggering_terms: list[TriggeringTerm] = Field(default_factory=list)
    triggering_spans: list[Evidence] = Field(default_factory=list)
    triggering_values: list[str] = Field(default_factory=list)
    """The values of the record that made it fire, in words; those of a note stand in its spans."""
    standing: Standing = "present"
    recommended_action: str
    reason: str
    source: str
    """The guideline that the rule follows."""
