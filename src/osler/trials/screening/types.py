"""Screening, protocol first: one trial over many patients, and the funnel that its criteria make."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from osler.core.criteria import CriterionKind
from osler.core.results import Envelope
from osler.trials.reviewing import Reviewee
from osler.trials.types import MissingDatum, PolicyName, TrialResult, TrialVerdict


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ScreenedPatient(_Part):
    """One patient's verdict, judged now or reused from the log."""

    patient_id: str = Field(repr=False)
    result: TrialResult = Field(repr=False)
    reviewee: Reviewee = Field(default=Reviewee(""), exclude=True, repr=False)
    """Under whom a person's verdicts are kept."""
    reused: bool = False
    decided_at: str = ""

    @property
    def verdict(self) -> TrialVerdict:
        """The trial's verdict for this patient."""
        return self.result.verdict


class FunnelStep(_Part):
    """What one criterion does to the group: whom it removes, and whom missing data loses."""

    criterion_id: str
    criterion_type: CriterionKind
    criterion_text: str
    removes: int
    """Patients that this criterion excludes, whatever the others do."""
    removes_next: int
    """Patients that this criterion excludes of those whom the criteria before it left."""
    unknown: int
    """Patients for whom it stays open."""
    left: int
    """Patients that are left after it."""


class Screening(Envelope):
    """A trial screened over a group of patients."""

    trial_id: str
    brief_title: str = ""
    policy: PolicyName = "strict"
    patients: list[ScreenedPatient] = Field(default_factory=list, repr=False)
    funnel: list[FunnelStep] = Field(default_factory=list)
    counts: dict[str, int] = Field(default_factory=dict)
    judged: int = 0
    reused: int = 0
    missing: list[MissingDatum] = Field(default_factory=list)
    skipped: list[str] = Field(default_factory=list)
    """Patients that could not be read, by place, with the reason."""
