"""Reasoning: a draft from the evidence alone. Offline it is extractive: the guidelines' own sentences, in order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.core.evidence import find_quote
from osler.guidelines.checking import stance_of
from osler.guidelines.steps.safety import Caution
from osler.guidelines.steps.select import Candidate, modifying
from osler.guidelines.types import AnswerSentence, Draft, EvidenceBundle, Issue, SubTaskPlan

_NOT_APPLYING = 2
"""Recommendations that are shown as not being for this patient, beside those that are."""


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


@cache
def reasoning_step() -> AgentStep[ReasoningInput, Written]:
    """The agent step that writes a draft."""
    return _step("reasoning", lambda given: extract(given))


@cache
def refine_step() -> AgentStep[ReasoningInput, Written]:
    """The agent step that corrects a draft; the only one that may rewrite."""
    return _step("refine", lambda given: corrected(given))


def _step(name: str, policy: object) -> AgentStep[ReasoningInput, Written]:
    return AgentStep(
        agent=load_agent("osler.guidelines", name),
        input_type=ReasoningInput,
        output_type=Written,
        policy=policy,  # type: ignore[arg-type]
        checks=[_only_the_evidence],
        variables=variables,
    )


def variables(given: ReasoningInput) -> dict[str, object]:
    """What the prompts are told; every text of a guideline is marked as untrusted there."""
    return {
        "question": given.question,
        "patient_summary": given.patient_summary,
        "evidence": evidence_text(given.bundles),
        "previous": "\n".join(f"{number}. {one.text}" for number, one in enumerate(given.previous.sentences))
        if given.previous
        else "",
        "issues": "\n".join(f"- {issue.kind}: {issue.message} {issue.chunk_ids}" for issue in given.issues),
    }


def evidence_text(bundles: Sequence[EvidenceBundle]) -> str:
    """The evidence as a model reads it: each passage once under its id, or the summary where there is one."""
    lines: list[str] = []
    seen: set[str] = set()
    for bundle in bundles:
        lines.append(f"## {bundle.subtask_name}" + (" (no evidence)" if bundle.status == "no_evidence" else ""))
        if bundle.summary:
            lines += [f"[{one.chunk_id}] {one.text}" for one in bundle.summary]
            continue
        for one in bundle.chunks:
            if one.chunk.id not in seen:
                seen.add(one.chunk.id)
                grade = f", grade {one.chunk.grade}" if one.chunk.grade else ""
                lines.append(f"[{one.chunk.id}] ({one.chunk.place}{grade}) {one.chunk.text}")
    return "\n".join(lines)


def extract(given: ReasoningInput) -> Written:
    """The offline draft: the sentences of the recommendations that are for this patient, then those against, quoted."""
    sentences: list[WrittenSentence] = []
    seen: set[str] = set()

    def add(texts: Sequence[str], chunk_id: str) -> None:
        for text in texts:
            if text not in seen and len(sentences) < given.limit:
                seen.add(text)
                sentences.append(WrittenSentence(text=text, citations=[chunk_id], quotes=[text]))

    # Every recommendation that applies is stated before any of them is explained.
    fitting = [candidate for candidate in given.chosen if candidate.fits]
    for candidate in fitting:
        if candidate.applicability.fit == "applies" or not given.patient_known:
            advising = [text for text in candidate.quoted if stance_of(text) != "none"]
            add(_with_changes(candidate, advising[:1] or candidate.quoted[:1]), candidate.chunk.id)
    for candidate in fitting:
        add(candidate.quoted, candidate.chunk.id)
    for caution in given.cautions:
        if caution.sentence not in seen:
            seen.add(caution.sentence)
            sentences.append(
                WrittenSentence(text=caution.sentence, citations=[caution.chunk_id], quotes=[caution.sentence])
            )
    return Written(sentences=sentences)


def _with_changes(candidate: Candidate, stated: Sequence[str]) -> list[str]:
    """What is stated, with the sentences that change its dose: one is not said without the other."""
    changes = [text for text in modifying(candidate.chunk, stated) if text in candidate.quoted]
    return [text for text in candidate.quoted if text in stated or text in changes]


def corrected(given: ReasoningInput) -> Written:
    """The offline correction: the draft without the sentences that do not hold, with what it had left out."""
    wrong = {issue.sentence for issue in given.issues if issue.sentence is not None}
    kept = [
        WrittenSentence(text=one.text, citations=one.citations, quotes=one.quotes)
        for number, one in enumerate(given.previous.sentences if given.previous else [])
        if number not in wrong and one.about == "evidence"
    ]
    kept += [
        WrittenSentence(text=issue.suggestion, citations=issue.chunk_ids[:1], quotes=[issue.suggestion])
        for issue in given.issues
        if issue.kind == "omission" and issue.suggestion and issue.chunk_ids
    ]
    return Written(sentences=kept)


def draft_of(written: Written) -> Draft:
    """A mind's draft as the flow keeps it."""
    return Draft(
        sentences=[
            AnswerSentence(text=one.text, citations=one.citations, quotes=one.quotes) for one in written.sentences
        ]
    )


def _only_the_evidence(output: Written, given: ReasoningInput, _tools: ToolResults) -> Checked[Written]:
    """Take out what cites nothing of the bundle, and quotes that are in no cited passage."""
    texts = {one.chunk.id: one.chunk.text for bundle in given.bundles for one in bundle.chunks}
    kept: list[WrittenSentence] = []
    rejected: list[Rejection] = []
    for number, sentence in enumerate(output.sentences):
        path = f"sentences[{number}]"
        cited = [one for one in sentence.citations if one in texts]
        if not cited or not sentence.text.strip():
            rejected.append(Rejection(path=path, reason="it cites no passage of the evidence", value=sentence.text))
            continue
        false = [quote for quote in sentence.quotes if not any(find_quote(texts[one], quote) for one in cited)]
        if false:
            rejected.append(Rejection(path=path, reason="a quote is not in the cited passage", value=sentence.text))
            continue
        kept.append(sentence.model_copy(update={"citations": cited}))
    return Checked(Written(sentences=kept), rejected)
