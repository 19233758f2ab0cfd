"""The question of the red flags, put to a language model: is this an emergency now? A quote is required and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import AgentStep, Checked, ToolResults, keep_supported, load_agent
from osler.core.evidence import Source, Span, locate
from osler.core.language import AnalysedText, analyse
from osler.core.safety.quotes import Kind, objection_to_quote
from osler.core.safety.speaking import teaches
from osler.core.safety.types import RedFlag, Severity
from osler.core.terminology import Vocabularies

_SHORTEST = 8
"""Characters; a shorter quote says nothing."""
_MODEL_RULE = "model-emergency"


class EmergencyInput(BaseModel):
    """The text to read."""

    note: str = Field(repr=False)


class RawEmergency(BaseModel):
    """An emergency as a model reports one; none of its own words are shown, only the quote and the kind."""

    model_config = ConfigDict(extra="ignore")

    quote: str = Field(repr=False)
    kind: Kind = "other"
    of_whom: Literal["patient", "other"] = "patient"
    when: Literal["now", "past", "hypothetical", "general"] = "now"


@cache
def emergency_step(vocabularies: Vocabularies) -> AgentStep[EmergencyInput, list[RawEmergency]]:
    """The agent step; offline it adds nothing, for the rules have been asked already."""
    return AgentStep(
        agent=load_agent("osler.core.safety", "emergency"),
        input_type=EmergencyInput,
        output_type=list[RawEmergency],
        policy=lambda given: [],
        checks=[partial(_quotes_say_so, vocabularies=vocabularies)],
    )


def model_flags(found: Iterable[RawEmergency], source: Source, mind: str) -> list[RedFlag]:
    """The flags of a model's answer, one a kind, each with its quotes as evidence."""
    by_kind: dict[str, list[Span]] = {}
    for item in found:
        span = locate(source, item.quote)
        if span is not None:
            by_kind.setdefault(item.kind, []).append(span)
    return [
        RedFlag(
            severity=Severity.URGENT,
            rule_id=f"{_MODEL_RULE}-{kind.replace('_', '-')}",
            title=f"Possible emergency: {kind.replace('_', ' ')}",
            triggering_spans=list(spans),
            recommended_action="Have a clinician judge the quoted words now; call emergency services from home.",
            reason="A language model reads the quoted words as an emergency of the patient now; no rule of Osler did.",
            source=f"language model {mind}; the quote was found in the text and speaks of the patient's present",
        )
        for kind, spans in by_kind.items()
    ]


def joined(rules: Sequence[RedFlag], model: Sequence[RedFlag]) -> list[RedFlag]:
    """Both answers, gravest first: either raises a flag, neither lowers the other's."""
    return sorted([*rules, *model], key=lambda flag: flag.severity is not Severity.URGENT)


def _quotes_say_so(
    output: list[RawEmergency], given: EmergencyInput, _tools: ToolResults, *, vocabularies: Vocabularies
) -> Checked[list[RawEmergency]]:
    text = analyse(given.note, vocabularies)
    kept, rejected = keep_supported(output, lambda item: _objection(item, text), path="emergency")
    return Checked(kept, rejected)


def _objection(item: RawEmergency, text: AnalysedText) -> str | None:
    """Why a reported emergency cannot stand: its quote is not there, or does not speak of the patient's present."""
    if len(item.quote.strip()) < _SHORTEST:
        return "the quote is too short to say anything"
    span = locate(Source(id="note", kind="note", text=text.text), item.quote)
    if span is None:
        return "the quote is not in the text"
    if item.of_whom != "patient" or item.when != "now":
        return "it is not about the patient now"
    objection = objection_to_quote(item.kind, span, text)
    if objection is not None:
        return objection
    sentence = text.sentence_holding(span.start)
    return "the sentence teaches and reports nobody" if sentence is not None and teaches(sentence) else None
