"""The evidence summariser: only where the passages of a sub-task exceed the bound on tokens."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.core.language import sentences
from osler.guidelines.checking import SourceText, check_sentence, stance_of
from osler.guidelines.steps.draft import evidence_text
from osler.guidelines.types import EvidenceBundle, SummarySentence

_CHARACTERS_PER_TOKEN = 4


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


@cache
def summariser_step() -> AgentStep[SummariserInput, Summary]:
    """The agent step."""
    return AgentStep(
        agent=load_agent("osler.guidelines", "summariser"),
        input_type=SummariserInput,
        output_type=Summary,
        policy=extract_summary,
        checks=[_keeps_to_chunks],
        variables=lambda given: {
            "question": given.question,
            "patient_summary": given.patient_summary,
            "evidence": evidence_text([given.bundle]),
            "tokens": given.tokens,
        },
    )


def extract_summary(given: SummariserInput) -> Summary:
    """The offline summary: of each passage the sentences that advise something, until the bound."""
    left = given.tokens * _CHARACTERS_PER_TOKEN
    kept: list[SummarySentence] = []
    for one in given.bundle.chunks:
        for sentence in sentences(one.chunk.text):
            if stance_of(sentence.text) != "none" and len(sentence.text) <= left:
                kept.append(SummarySentence(text=sentence.text, chunk_id=one.chunk.id))
                left -= len(sentence.text)
    return Summary(sentences=kept)


def _keeps_to_chunks(summary: Summary, given: SummariserInput, _tools: ToolResults) -> Checked[Summary]:
    """Take out sentences that their chunk does not say."""
    chunks = {one.chunk.id: one.chunk for one in given.bundle.chunks}
    kept: list[SummarySentence] = []
    rejected: list[Rejection] = []
    for number, sentence in enumerate(summary.sentences):
        chunk = chunks.get(sentence.chunk_id)
        faults = (
            check_sentence(sentence.text, [SourceText(chunk.id, chunk.text, " / ".join(chunk.heading))])
            if chunk
            else None
        )
        if faults == []:
            kept.append(sentence)
        else:
            reason = faults[0].message if faults else "it names no passage of the evidence"
            rejected.append(Rejection(path=f"sentences[{number}]", reason=reason, value=sentence.text))
    return Checked(Summary(sentences=kept), rejected)
