"""The evidence summariser: only where the passages of a sub-task exceed the bound on tokens."""

from __future__ import annotations

from functools import cache, partial

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.exchanges import SummariserInput, Summary
from osler.guidelines.offline import extract_summary
from osler.guidelines.steps.draft import evidence_text
from osler.guidelines.types import SummarySentence


@cache
def summariser_step(vocabularies: Vocabularies) -> AgentStep[SummariserInput, Summary]:
    """The agent step."""
    return AgentStep(
        agent=load_agent("osler.guidelines", "summariser"),
        input_type=SummariserInput,
        output_type=Summary,
        policy=extract_summary,
        checks=[partial(_keeps_to_chunks, vocabularies=vocabularies)],
        variables=lambda given: {
            "question": given.question,
            "patient_summary": given.patient_summary,
            "evidence": evidence_text([given.bundle]),
            "tokens": given.tokens,
        },
    )


def _keeps_to_chunks(
    summary: Summary, given: SummariserInput, _tools: ToolResults, vocabularies: Vocabularies
) -> Checked[Summary]:
    """Take out sentences that their chunk does not say."""
    chunks = {one.chunk.id: one.chunk for one in given.bundle.chunks}
    kept: list[SummarySentence] = []
    rejected: list[Rejection] = []
    for number, sentence in enumerate(summary.sentences):
        chunk = chunks.get(sentence.chunk_id)
        faults = (
            check_sentence(sentence.text, [SourceText(chunk.id, chunk.text, " / ".join(chunk.heading))], vocabularies)
            if chunk
            else None
        )
        if faults == []:
            kept.append(sentence)
        else:
            reason = faults[0].message if faults else "it names no passage of the evidence"
            rejected.append(Rejection(path=f"sentences[{number}]", reason=reason, value=sentence.text))
    return Checked(Summary(sentences=kept), rejected)
