"""What each agent step is told and what a mind answers, whichever mind it is."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.safety import Caution, Concern
from osler.guidelines.types import (
    Draft,
    EvidenceBundle,
    Issue,
    IssueKind,
    PatientFacts,
    QueryContext,
    SubTaskPlan,
    SummarySentence,
)


class PlannerInput(BaseModel):
    """What the planner is told."""

    question: str
    patient_summary: str = ""
    context: QueryContext = Field(repr=False)
    limit: int = 6


class Plan(BaseModel):
    """The planner's answer, as strict JSON."""

    model_config = ConfigDict(extra="forbid")

    subtasks: list[SubTaskPlan] = Field(min_length=1)


class SummariserInput(BaseModel):
    """One bundle, and how long its summary may be."""

    question: str
    patient_summary: str = ""
    bundle: EvidenceBundle = Field(repr=False)
    tokens: int


class Summary(BaseModel):
    """Sentences, each with the chunk that it comes from."""

    model_config = ConfigDict(extra="ignore")

    sentences: list[SummarySentence] = Field(default_factory=list)


class ReasoningInput(BaseModel):
    """What the reasoning agent is told: question, patient, plan and evidence; on a second pass, what was wrong."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    question: str
    patient_summary: str = ""
    plan: list[SubTaskPlan] = Field(default_factory=list)
    bundles: list[EvidenceBundle] = Field(default_factory=list, repr=False)
    chosen: list[Candidate] = Field(default_factory=list, repr=False)
    cautions: list[Caution] = Field(default_factory=list, repr=False)
    limit: int = 6
    patient_known: bool = False
    patient: PatientFacts = Field(default_factory=PatientFacts, repr=False)
    previous: Draft | None = None
    issues: list[Issue] = Field(default_factory=list)


class WrittenSentence(BaseModel):
    """A sentence as a mind writes it."""

    model_config = ConfigDict(extra="ignore")

    text: str
    citations: list[str] = Field(default_factory=list)
    quotes: list[str] = Field(default_factory=list)


class Written(BaseModel):
    """A mind's draft; empty where the evidence does not answer."""

    model_config = ConfigDict(extra="ignore")

    sentences: list[WrittenSentence] = Field(default_factory=list)


class VerifierInput(BaseModel):
    """What the verifier is told."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    question: str
    patient_summary: str = ""
    draft: Draft = Field(repr=False)
    bundles: list[EvidenceBundle] = Field(default_factory=list, repr=False)
    cautions: list[Caution] = Field(default_factory=list, repr=False)
    concerns: list[Concern] = Field(default_factory=list, repr=False)
    """Advice for somebody with a problem of this patient, which a draft must not pass over."""
    superseded: dict[str, str] = Field(default_factory=dict)
    """The ids of documents of which a later version is in the library, each with the id of that version."""
    foreign: frozenset[int] = frozenset()
    """The sentences of the draft whose passages speak of another disease than the question."""
    unfit: dict[str, str] = Field(default_factory=dict)
    """The passages that are not for this patient, each with the reason."""
    patient: PatientFacts = Field(default_factory=PatientFacts, repr=False)


class ReportedIssue(BaseModel):
    """An issue as a mind reports it."""

    model_config = ConfigDict(extra="ignore")

    kind: IssueKind
    message: str
    sentence: int | None = None
    chunk_ids: list[str] = Field(default_factory=list)
    suggestion: str = ""


class VerifierReport(BaseModel):
    """A mind's report."""

    model_config = ConfigDict(extra="ignore")

    status: str = "OK"
    issues: list[ReportedIssue] = Field(default_factory=list)
