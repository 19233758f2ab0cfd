"""What the trials capability speaks of: key facts, candidates, criterion and trial verdicts, and the results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from osler.core.criteria import CriterionKind, Proof
from osler.core.evidence import Evidence, Source
from osler.core.results import Envelope
from osler.core.runs import ToolCallRecord, Usage

PolicyName = Literal["strict", "clinical"]
"""What silence of a record means. `strict`: nothing. `clinical`: a major condition that would have been mentioned is absent."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class KeyFact(_Part):
    """One fact that matters for finding a trial, with where it is written."""

    name: str = Field(repr=False)
    codes: list[str] = Field(default_factory=list)
    value: str = Field(default="", repr=False)
    evidence: list[Evidence] = Field(default_factory=list, repr=False)


class KeyFacts(_Part):
    """What a search for trials needs of a patient."""

    age_years: float | None = None
    sex: str | None = None
    demographics_evidence: list[Evidence] = Field(default_factory=list, repr=False)
    conditions: list[KeyFact] = Field(default_factory=list)
    """Diagnoses, the one that the patient is being seen for first."""
    findings: list[KeyFact] = Field(default_factory=list)
    """Symptoms and signs that describe a disease which the record does not name."""
    likely: list[KeyFact] = Field(default_factory=list)
    """Diagnoses that a tool proposes for the findings; no record states them."""
    described: list[KeyFact] = Field(default_factory=list)
    """Diseases of which the record tells something typical; for them no trial is set aside, and none is searched."""
    stage: list[KeyFact] = Field(default_factory=list)
    biomarkers: list[KeyFact] = Field(default_factory=list)
    therapies: list[KeyFact] = Field(default_factory=list)
    """Lines of therapy and other treatment."""
    performance_status: list[KeyFact] = Field(default_factory=list)
    healthy: list[KeyFact] = Field(default_factory=list)
    """Where the record calls the person healthy, or a volunteer."""
    labs: list[KeyFact] = Field(default_factory=list)


class ScoreParts(_Part):
    """How a candidate's score came about: query_count x weight + phase + recruiting + details."""

    query_count: int
    queries: int
    phase_bonus: int
    recruiting_bonus: int
    details_bonus: int

    @property
    def total(self) -> int:
        """The score."""
        return self.queries + self.phase_bonus + self.recruiting_bonus + self.details_bonus


class TrialCandidate(_Part):
    """A trial that the search found, with what found it."""

    nct_id: str
    brief_title: str = ""
    phase: list[str] = Field(default_factory=list)
    conditions: list[str] = Field(default_factory=list)
    interventions: list[str] = Field(default_factory=list)
    status: str = ""
    sponsor: str = ""
    enrollment: int | None = None
    found_by_query: list[str] = Field(default_factory=list)
    eligibility_criteria: str = ""
    minimum_age: str = ""
    maximum_age: str = ""
    sex: str = ""
    detailed: bool = False
    """Whether the details were fetched."""
    score: int = 0
    score_parts: ScoreParts | None = None


class PresearchResult(_Part):
    """What prescreening found: candidates, the reasoning, the trace of the tools and the cost."""

    candidates: list[TrialCandidate] = Field(default_factory=list)
    agent_reasoning: str = ""
    """The mind's own words on its search; a model's are unchecked, and nothing is taken from them."""
    guidance: str = ""
    """What the optional reasoning step by the medical role proposed, in the model's own unchecked words."""
    rejected: list[str] = Field(default_factory=list)
    """What the mind said of trials that no tool returned, each with the reason: none of it was used."""
    tool_call_trace: list[ToolCallRecord] = Field(default_factory=list)
    usage: Usage = Field(default_factory=Usage)
    costs: dict[str, float | None] = Field(default_factory=dict)
    """US dollars of the reasoning and of the search; None where a price is not known."""
    status: str = "ok"
    stands_in_for: str = ""
    """The model that gave no answer, where the offline mind searched in its place."""
    stood_in_because: str = ""
    failure: str = ""
    """The code of why the model had no answer."""

    @property
    def is_the_minds_own(self) -> bool:
        """Whether the mind that was asked did any of it: it searched, or said something of its own."""
        searched = any(call.status in {"success", "empty"} for call in self.tool_call_trace)
        return not self.stands_in_for and self.status == "ok" and (searched or bool(self.agent_reasoning.strip()))

    @property
    def cost_usd(self) -> float | None:
        """What the models cost; None where a price is not known."""
        return self.usage.cost_usd


class CriterionVerdict(StrEnum):
    """Whether a criterion's own statement holds of the patient; for an exclusion, MET rules the patient out."""

    MET = "MET"
    NOT_MET = "NOT_MET"
    UNKNOWN = "UNKNOWN"
    NOT_APPLICABLE = "NOT_APPLICABLE"


class ModelResponse(_Part):
    """What a model said of a criterion, before and after it was checked."""

    text: str = Field(default="", repr=False)
    """The model's own words, unchecked, whether or not its verdict stands."""
    verdict: CriterionVerdict | None = None
    mind: str = "offline"
    tokens: int = 0
    cost_usd: float | None = 0.0
    latency_ms: float = 0.0


class CriterionResult(_Part):
    """One criterion judged: verdict, evidence, reasoning, confidence."""

    criterion_id: str
    criterion_type: CriterionKind
    criterion_text: str
    verdict: CriterionVerdict
    evidence_sentences: list[int] = Field(default_factory=list)
    """Numbers of the sentences of the note that speak of the criterion; verified to exist."""
    evidence: list[Evidence] = Field(default_factory=list, repr=False)
    reasoning: str = Field(default="", repr=False)
    """Why; where `decided_by` names a model, in its own unchecked words."""
    confidence: float = Field(default=1.0, ge=0, le=1)
    assumptions: list[str] = Field(default_factory=list)
    """What a policy took for granted because the record is silent."""
    missing: list[str] = Field(default_factory=list)
    """The data that would settle an UNKNOWN."""
    disagreement: str = ""
    """A model said otherwise and the computation, which has proof, stands."""
    decided_by: str = "offline"
    proof: Proof | None = Field(default=None, repr=False)
    model_response: ModelResponse | None = None
    review: str = ""
    """A person's verdict, with name and time, where one stands in place of the computed one."""


class TrialVerdict(StrEnum):
    """What the criteria of a trial add up to."""

    ELIGIBLE = "ELIGIBLE"
    UNCERTAIN = "UNCERTAIN"
    EXCLUDED = "EXCLUDED"
    NOT_RELEVANT = "NOT_RELEVANT"


class MissingDatum(_Part):
    """A datum that the record lacks, or a criterion that a person has to read, and how many criteria it would settle."""

    name: str
    settles: int
    criteria: list[str]
    may_settle: list[str] = Field(default_factory=list)
    """Criteria with alternatives, of which this datum is one: it settles them where it passes."""
    trials: list[str] = Field(default_factory=list)
    """The trials of these criteria, in their order."""
    reading: bool = False
    """Whether nothing is known to be missing: the criterion, or what the record says of it, was not understood."""


class TrialResult(_Part):
    """One trial judged for one patient."""

    nct_id: str
    brief_title: str = ""
    verdict: TrialVerdict
    reason: str = ""
    confidence: float = 0.0
    no_exclusion_found: bool = False
    """Every inclusion holds and no exclusion is known to: eligible by the rule that lets unknown exclusions pass."""
    verdict_if_unknown_passes: TrialVerdict
    criteria: list[CriterionResult] = Field(default_factory=list)
    missing: list[MissingDatum] = Field(default_factory=list)
    about: str = Field(default="", repr=False)
    """What of the patient's the trial is about."""
    about_place: int = 0
    """The place of that among the patient's conditions: 0 for what the patient is being seen for."""
    as_of: date | None = None
    """The day of judgement, from which times are counted; None where nothing tells it."""
    candidate: TrialCandidate | None = None
    url: str = ""


Sketch = Sequence[int]


class Reviewee(NamedTuple):
    """Whose verdicts these are: what tells the patient from others, and a sketch of what the record says."""

    key: str
    sketch: Sketch = ()
    digest: str = ""
    """Of all that the record says, so that a decision can be known to be older than a change of it."""
    sex: str = ""
    age: float | None = None
    birth: str = ""
    """The date of birth; a person's verdict holds for nobody of another sex, age or birth."""


class MatchResult(Envelope):
    """A patient matched against a registry: the trials in their order, with everything they rest on."""

    patient_id: str = Field(default="", repr=False)
    policy: PolicyName = "strict"
    as_of: date | None = None
    """The day of judgement, which is "today" for every age and time below; None where nothing tells it."""
    as_of_remark: str = ""
    registry: str = "local"
    key_facts: KeyFacts = Field(default_factory=KeyFacts)
    presearch: PresearchResult = Field(default_factory=PresearchResult)
    trials: list[TrialResult] = Field(default_factory=list)
    missing: list[MissingDatum] = Field(default_factory=list)
    """Over all uncertain trials, what would settle most."""
    sources: list[Source] = Field(default_factory=list, repr=False)

    def _repr_html_(self) -> str:
        """The report, in a frame of its own."""
        from osler.core.results import framed
        from osler.trials.report import render_html

        return framed(render_html(self))


class RunResult(_Part):
    """One benchmark run of one mind, as it is kept in its folder."""

    run_id: str
    model_name: str
    results: list[CriterionResult]
    metrics: dict[str, object]
    trials: dict[str, TrialVerdict] = Field(default_factory=dict)
    cost_usd: float | None = 0.0
    parse_failures: int = 0
