"""What a guideline question goes in as and comes out as; the names are those of the source document."""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import Difference
from osler.core.library import Chunk, Filters, Retriever, Sex
from osler.core.results import Envelope, Problem

TaskKind = Literal["patient_summary", "screening_and_diagnosis", "management", "contraindications"]
"""The four kinds of sub-task that the source document names."""
Priority = Literal["high", "medium", "low"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class LabValue(_Part):
    """A laboratory value of the patient in its measure's own unit."""

    measure_id: str = ""
    name: str
    value: float
    unit: str = ""
    out_of_range: bool = False
    recorded: str = ""
    """The value and unit as they were given, where these are others than the measure's own."""
    least: float | None = None
    below: float | None = None
    """Where only a range is known (a stage), from where to below which the value is; `value` is one of it."""

    @property
    def shown(self) -> str:
        """The value as a reader gave it: a converted one has digits that nobody measured."""
        unit = re.sub(r"[{}]", "", self.unit).replace("_", " ").replace("mm[Hg]", "mmHg").replace("Cel", "°C")
        return self.recorded or f"{self.value:g} {unit}".strip()


class PatientFacts(_Part):
    """What is known of the patient that can decide whether a recommendation is for them."""

    age_from: float | None = None
    """The least age in years that is possible; equal to `age_to` when the age is known."""
    age_to: float | None = None
    sex: Sex | None = None
    pregnant: bool | None = None
    gestation_weeks: float | None = None
    breastfeeding: bool = False
    problems: list[str] = Field(default_factory=list)
    medications: list[str] = Field(default_factory=list)
    allergies: list[str] = Field(default_factory=list)
    daily_doses: dict[str, float] = Field(default_factory=dict)
    """What the patient takes of a medicine in a day, in milligrams, by its name in `medications`."""
    labs: list[LabValue] = Field(default_factory=list)
    family: list[str] = Field(default_factory=list)
    procedures: list[str] = Field(default_factory=list)
    smoking: str = ""
    """The status of smoking in the words of the record."""
    codes: dict[str, list[str]] = Field(default_factory=dict)
    """The concepts of each problem by its label, as the record codes it."""
    over: list[str] = Field(default_factory=list)
    """Problems that the notes tell as over: they are history, and nothing that the patient has now."""
    absent: list[str] = Field(default_factory=list)
    """What the record says that the patient does not have."""
    unsettled: list[str] = Field(default_factory=list)
    """Values that a record states several times without saying which holds now: none of them decides anything."""
    states: list[str] = Field(default_factory=list)
    """States that the evidence defines by something which the record holds, or that notes tell in words which no vocabulary has."""
    noted: list[str] = Field(default_factory=list, repr=False)
    """Sentences of the notes and the question that negate nothing, for conditions that only their words name."""

    @property
    def is_known(self) -> bool:
        """Whether anything is known."""
        return self.model_copy(update={"noted": []}) != PatientFacts()


class QueryContext(_Part):
    """Everything about one question: its text, the patient as given, and the patient as the steps see them."""

    question_text: str
    patient_raw: dict[str, Any] | None = Field(default=None, repr=False)
    patient_summary: str = ""
    patient: PatientFacts = Field(default_factory=PatientFacts)
    """From the record and, where the record is silent, from the words of the question."""
    metadata: dict[str, str] = Field(default_factory=dict)


class SubTaskPlan(_Part):
    """One unit of work: what is to be found out, and the query that looks for it."""

    name: str
    description: str
    retrieval_query: str
    priority: Priority = "medium"
    kind: TaskKind = "management"


class EvidenceChunk(_Part):
    """A passage that was found for a sub-task, with its score and where it comes from."""

    chunk: Chunk
    score: float
    library: str = ""


BundleStatus = Literal["found", "no_evidence"]


class EvidenceBundle(_Part):
    """The evidence for one sub-task."""

    subtask_name: str
    chunks: list[EvidenceChunk] = Field(default_factory=list)
    summary: list[SummarySentence] | None = None
    """Only where the passages exceed the bound on tokens; verifier and citations read the passages, never this."""
    status: BundleStatus = "found"
    dropped_duplicates: int = 0
    failed: str = ""
    """The code of the error with which the search failed, where it did; there is then no evidence."""


class SummarySentence(_Part):
    """A sentence of a summary and the chunk that it comes from."""

    text: str
    chunk_id: str


Fit = Literal["applies", "does_not_apply", "unclear"]


class RecommendationRow(_Part):
    """A recommendation on the question's topic, and whether it is for this patient."""

    chunk_id: str
    recommendation_id: str = ""
    title: str
    text: str
    """The sentences that were used, word for word."""
    grade: str = ""
    issuer: str = ""
    date: str = ""
    fit: Fit
    reasons: list[str] = Field(default_factory=list)
    relevance: float = 0.0


class AnswerSentence(_Part):
    """One sentence of the answer with the chunks that support it."""

    text: str
    citations: list[str] = Field(default_factory=list)
    quotes: list[str] = Field(default_factory=list)
    """Stretches of the sentence that claim to be the source's own words."""
    about: Literal["evidence", "flow"] = "evidence"
    """`flow` for what Osler says of its own work, which no guideline can support: what was not found, whom it is not for."""
    supported: bool = True
    faults: list[str] = Field(default_factory=list)
    unclear: str = ""
    """What it hangs on that is not known of the patient."""


class Draft(_Part):
    """An answer before it is verified."""

    sentences: list[AnswerSentence] = Field(default_factory=list)


IssueKind = Literal["unsupported", "unsafe", "contradiction", "omission"]
VerifierStatus = Literal["OK", "NEEDS_CORRECTION"]


class Issue(_Part):
    """One concrete problem of a draft, with the chunks that show it."""

    kind: IssueKind
    message: str
    sentence: int | None = None
    chunk_ids: list[str] = Field(default_factory=list)
    suggestion: str = ""
    found_by: Literal["rules", "model"] = "rules"

    @property
    def told(self) -> str:
        """What a reader is told of it: a model's own words, which nothing holds against the passages, are not repeated."""
        return (
            self.message
            if self.found_by == "rules"
            else f"the model that checked the draft calls it {_CALLED[self.kind]}"
        )


_CALLED = {
    "unsupported": "not supported by the cited passages",
    "unsafe": "unsafe for this patient",
    "contradiction": "contradicted by the cited passages",
    "omission": "incomplete",
}


class VerifierFeedback(_Part):
    """What the verifier says of a draft. It never rewrites."""

    status: VerifierStatus = "OK"
    issues: list[Issue] = Field(default_factory=list)


class Citation(_Part):
    """A numbered passage that the answer rests on."""

    number: int
    chunk_id: str
    recommendation_id: str = ""
    document_id: str
    title: str
    place: str
    page: int | None = None
    grade: str = ""
    issuer: str = ""
    version: str = ""
    date: str = ""
    jurisdiction: str = ""
    text: str


class AskOptions(_Part):
    """How a question is asked; the limits are settings of `[guidelines]`."""

    max_subtasks: int = Field(default=6, ge=1, le=6)
    chunks_per_subtask: int = Field(default=24, ge=1, le=50)
    evidence_tokens: int = Field(default=2500, ge=100)
    """Tokens of one bundle; beyond them it is summarised for a model, and cut for the offline mind."""
    refinements: int = Field(default=1, ge=0, le=1)
    unsupported: Literal["remove", "mark"] = "remove"
    retriever: Retriever | Literal["auto"] = "auto"
    """`auto`: by words and by meaning where the extra 'embeddings' is installed, and by words alone otherwise."""
    embed_up_to: int = Field(default=600, ge=0)
    """Passages of a library up to which it is embedded for `auto` when a question is asked; larger ones by 'guidelines embed'."""
    filters: Filters = Field(default_factory=Filters)
    answerable: float = Field(default=0.38, ge=0, le=1)
    """The chance that the best passage answers the question, below which the answer is silence."""
    sentences: int = Field(default=6, ge=1, le=30)
    debug: bool = True


class DebugInfo(_Part):
    """How the answer came about."""

    plan: list[SubTaskPlan] = Field(default_factory=list)
    plan_fell_back: str = ""
    """Why the default plan was used, where it was."""
    subtasks_cut: int = 0
    evidence: list[EvidenceBundle] = Field(default_factory=list)
    draft: Draft | None = None
    feedback: list[VerifierFeedback] = Field(default_factory=list)
    refined: bool = False
    answerability: float = 0.0


class AgenticResult(Envelope):
    """The answer to a question from guidelines, or the reason why there is none."""

    question: str
    patient_summary: str = ""
    final_answer_text: str = ""
    sentences: list[AnswerSentence] = Field(default_factory=list)
    used_chunks: list[str] = Field(default_factory=list)
    citations: list[Citation] = Field(default_factory=list)
    recommendations: list[RecommendationRow] = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list)
    left_out: list[str] = Field(default_factory=list)
    """Sentences of a draft that did not hold and why: shown last, because nobody should read them as the answer."""
    differences: list[Difference] = Field(default_factory=list)
    """Where a model and the offline mind both answered: recommendation by recommendation, what they say otherwise."""
    extractive: bool = True
    """Whether the sentences are the guidelines' own, chosen by rule."""
    debug_info: DebugInfo | None = None

    def problem(self, problem: Problem) -> None:
        """Note a problem once."""
        if problem not in self.problems:
            self.problems.append(problem)

    def _repr_html_(self) -> str:
        """The answer as a page, in a frame of its own."""
        from osler.core.results import framed
        from osler.guidelines.report import render_html

        return framed(render_html(self))


EvidenceBundle.model_rebuild()
