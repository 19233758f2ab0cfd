"""Reasoning: a draft from the evidence alone. Offline it is extractive: the guidelines' own sentences, in order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.core.evidence import find_quote
from osler.core.terminology import Vocabularies
from osler.guidelines.exchanges import ReasoningInput, Written, WrittenSentence
from osler.guidelines.offline import corrected, extract
from osler.guidelines.types import AnswerSentence, Draft, EvidenceBundle

_NOT_APPLYING = 2
"""Recommendations that are shown as not being for this patient, beside those that are."""


@cache
def reasoning_step(vocabularies: Vocabularies) -> AgentStep[ReasoningInput, Written]:
    """The agent step that writes a draft."""
    return _step("reasoning", lambda given: extract(given, vocabularies))


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
