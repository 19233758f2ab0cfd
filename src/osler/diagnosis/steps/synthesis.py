"""The answer in words: computed by the tools, worded by a mind, held to the packet by code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.diagnosis.steps.foreign import foreign_terms
from osler.diagnosis.types import DifferentialEntry, NextBestStep, Uncertainty


class Draft(BaseModel):
    """The answer as the tools computed it, complete and worded plainly."""

    differential: list[DifferentialEntry]
    steps: list[NextBestStep]
    what_would_change: list[str]
    uncertainty: Uncertainty


class SynthesisInput(BaseModel):
    """Everything that is known, as one packet, and the computed draft."""

    packet: str = Field(repr=False)
    draft: Draft = Field(repr=False)


class _Words(BaseModel):
    model_config = ConfigDict(extra="ignore")


class EntryWords(_Words):
    """A mind's words on one candidate."""

    disease_id: str
    confidence_reasoning: str = ""


class StepWords(_Words):
    """A mind's choice of one proposed step, and why."""

    step_id: str
    rationale: str = ""


class Synthesis(_Words):
    """A mind's answer: which steps in which order, and the words."""

    differential: list[EntryWords] = Field(default_factory=list)
    next_best_steps: list[StepWords] = Field(default_factory=list)
    what_would_change: list[str] = Field(default_factory=list)
    uncertainty: Uncertainty = Field(default_factory=Uncertainty)


@cache
def synthesis_step() -> AgentStep[SynthesisInput, Synthesis]:
    """The agent step; its output speaks only of what is in the packet."""
    return AgentStep(
        agent=load_agent("osler.diagnosis", "synthesis"),
        input_type=SynthesisInput,
        output_type=Synthesis,
        policy=lambda given: plain(given.draft),
        checks=[_only_the_packet],
        variables=lambda given: {"packet": given.packet},
    )


def step_id(step: NextBestStep) -> str:
    """The name by which a mind chooses a proposed step."""
    return f"s{step.rank}"


def plain(draft: Draft) -> Synthesis:
    """The draft in its own words: what the offline mind answers."""
    return Synthesis(
        differential=[
            EntryWords(disease_id=entry.disease_id, confidence_reasoning=entry.confidence_reasoning)
            for entry in draft.differential
        ],
        next_best_steps=[StepWords(step_id=step_id(step), rationale=step.rationale) for step in draft.steps],
        what_would_change=draft.what_would_change,
        uncertainty=draft.uncertainty,
    )


def packet_of(context: dict[str, Any], draft: Draft) -> str:
    """The context packet as formatted JSON, with the proposed steps under the ids they are chosen by."""
    steps = [{"step_id": step_id(step), **step.model_dump(mode="json")} for step in draft.steps]
    whole = {**context, "proposed_steps": steps, "what_if": draft.what_would_change}
    whole["differential"] = [entry.model_dump(mode="json") for entry in draft.differential]
    whole["uncertainty"] = draft.uncertainty.model_dump()
    return json.dumps(whole, indent=1, ensure_ascii=False, default=str)


def worded_entries(draft: Draft, words: Synthesis) -> list[DifferentialEntry]:
    """The computed entries with a mind's reasoning where it gave one."""
    by_id = {item.disease_id: item.confidence_reasoning for item in words.differential}
    return [
        entry.model_copy(update={"confidence_reasoning": by_id.get(entry.disease_id) or entry.confidence_reasoning})
        for entry in draft.differential
    ]


def worded_steps(draft: Draft, words: Synthesis) -> list[NextBestStep]:
    """The proposed steps in a mind's order and words; with no valid choice, as proposed."""
    by_id = {step_id(step): step for step in draft.steps}
    chosen = {
        item.step_id: by_id[item.step_id].model_copy(
            update={"rationale": item.rationale or by_id[item.step_id].rationale}
        )
        for item in words.next_best_steps
        if item.step_id in by_id
    }
    return list(chosen.values()) or list(draft.steps)


def _only_the_packet(output: Synthesis, given: SynthesisInput, _tools: ToolResults) -> Checked[Synthesis]:
    """Take out diseases and steps that were not proposed, and sentences that name what the packet does not."""
    rejected: list[Rejection] = []
    diseases = {entry.disease_id for entry in given.draft.differential}
    steps = {step_id(step) for step in given.draft.steps}

    def worded(text: str, path: str) -> bool:
        foreign = foreign_terms(text, given.packet)
        if foreign:
            reason = f"names what is not in the context packet: {', '.join(foreign)}"
            rejected.append(Rejection(path=path, reason=reason, value=text))
        return not foreign

    def lines(texts: Sequence[str], path: str) -> list[str]:
        return [text for index, text in enumerate(texts) if worded(text, f"{path}[{index}]")]

    entries = []
    for index, entry in enumerate(output.differential):
        path = f"differential[{index}]"
        if entry.disease_id not in diseases:
            rejected.append(
                Rejection(path=path, reason="the disease is not among the candidates", value=entry.disease_id)
            )
        elif worded(entry.confidence_reasoning, path):
            entries.append(entry)
    chosen = []
    for index, step in enumerate(output.next_best_steps):
        path = f"next_best_steps[{index}]"
        if step.step_id not in steps:
            rejected.append(Rejection(path=path, reason="the step was not proposed", value=step.step_id))
        else:
            kept = step if worded(step.rationale, path) else step.model_copy(update={"rationale": ""})
            chosen.append(kept)
    unsure = output.uncertainty
    return Checked(
        Synthesis(
            differential=entries,
            next_best_steps=chosen,
            what_would_change=lines(output.what_would_change, "what_would_change"),
            uncertainty=Uncertainty(
                known=lines(unsure.known, "uncertainty.known"),
                missing=lines(unsure.missing, "uncertainty.missing"),
                ambiguous=lines(unsure.ambiguous, "uncertainty.ambiguous"),
            ),
        ),
        rejected,
    )
