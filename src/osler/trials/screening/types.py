"""Screening, protocol first: one trial over many patients, and the funnel that its criteria make."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from osler.core.criteria import CriterionKind
from osler.core.results import Envelope
from osler.errors import OslerError
from osler.trials.types import MissingDatum, PolicyName, Reviewee, TrialResult, TrialVerdict


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ScreenedPatient(_Part):
    """One patient's verdict, judged now or reused from the log."""

    patient_id: str = Field(repr=False)
    source: str = Field(default="", repr=False)
    """The file, with `:ROW` or `:LINE` where it holds several patients."""
    result: TrialResult = Field(repr=False)
    reviewee: Reviewee = Field(default=Reviewee(""), exclude=True, repr=False)
    """Under whom a person's verdicts are kept."""
    as_of_remark: str = Field(default="", repr=False)
    """The day of judgement in words; the day itself stands in the result."""
    reused: bool = False
    decided_at: str = ""

    @property
    def verdict(self) -> TrialVerdict:
        """The trial's verdict for this patient."""
        return self.result.verdict


class UnreadPatient(_Part):
    """A patient that could not be read: where it is, why, and how to mend it."""

    source: str
    code: str = "data"
    message: str
    mend: str = ""

    @classmethod
    def of(cls, source: str, error: OslerError) -> UnreadPatient:
        """What an error says of a source."""
        return cls(source=source, code=error.code, message=error.message, mend=error.mend)


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
    """Patients for whom it stays open, whatever the others do."""
    unknown_next: int = 0
    """Patients for whom it stays open of those who are left after it."""
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
    not_relevant: int = 0
    """Patients who were set aside before the criteria, because the trial is about nothing that they have."""
    judged: int = 0
    reused: int = 0
    missing: list[MissingDatum] = Field(default_factory=list)
    unread: list[UnreadPatient] = Field(default_factory=list)
    """Patients that could not be read; the others were judged."""
