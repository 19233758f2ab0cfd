"""The answer put in order: computed by the tools; a mind chooses by id which facts decide and which steps come first.

A mind writes no sentence that anyone reads. Its rationale is a list of facts of the packet by their ids, which code
turns into words; whatever else it says is dropped. So it can leave out, and order badly, but it cannot invent.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.diagnosis.ranking import Contribution, MatchKind
from osler.diagnosis.steps.differential import percent
from osler.diagnosis.types import DifferentialEntry, DiseaseCandidate, NextBestStep, Uncertainty

PACKET_TOKENS = 3_000
"""The limit of the packet; facts beyond it are cut, the least telling first, and then steps from the end."""
_PIECE = re.compile(r"[^\W\d_]{1,4}|\d{1,3}|[^\w\s]|_")
"""A piece of text that no tokenizer in use cuts into more than one token on average: four letters, three digits, one sign."""
FACTS = 6
CHOSEN_FACTS = 4


class Fact(BaseModel):
    """One thing that speaks for or against an entry, under the id it is chosen by."""

    id: str
    entry: str
    """The id of the entry it belongs to."""
    text: str
    """For a person to read: the finding, and what the sources state."""
    weight: float


class Draft(BaseModel):
    """The answer as the tools computed it, complete and worded plainly."""

    differential: list[DifferentialEntry]
    facts: list[Fact] = Field(default_factory=list)
    steps: list[NextBestStep]
    what_would_change: list[str]
    uncertainty: Uncertainty


class SynthesisInput(BaseModel):
    """The packet, the notes it came from, and the computed draft."""

    packet: str = Field(repr=False)
    note: str = Field(default="", repr=False)
    draft: Draft = Field(repr=False)


class _Choice(BaseModel):
    model_config = ConfigDict(extra="ignore")


class EntryChoice(_Choice):
    """The facts that decide one entry, by id."""

    id: str
    because: list[str] = Field(default_factory=list)


class Synthesis(_Choice):
    """A mind's choice: the deciding facts of each entry, and the steps in the order it recommends."""

    entries: list[EntryChoice] = Field(default_factory=list)
    steps: list[str] = Field(default_factory=list)


@cache
def synthesis_step() -> AgentStep[SynthesisInput, Synthesis]:
    """The agent step; its output holds only ids of the packet."""
    return AgentStep(
        agent=load_agent("osler.diagnosis", "synthesis"),
        input_type=SynthesisInput,
        output_type=Synthesis,
        policy=lambda given: Synthesis(steps=[step_id(step) for step in given.draft.steps]),
        checks=[_only_ids_of_the_packet],
        variables=lambda given: {"packet": given.packet, "note": given.note},
    )


def entry_id(place: int) -> str:
    """The name by which a mind speaks of an entry."""
    return f"d{place}"


def step_id(step: NextBestStep) -> str:
    """The name by which a mind chooses a proposed step."""
    return f"s{step.rank}"


def facts_of(heads: Sequence[DiseaseCandidate]) -> list[Fact]:
    """The most telling findings of each entry."""
    facts: list[Fact] = []
    for place, candidate in enumerate(heads, start=1):
        telling = sorted(candidate.contributions, key=lambda item: -abs(item.log_likelihood_ratio))
        for item in telling[:FACTS]:
            facts.append(
                Fact(
                    id=f"f{len(facts) + 1}",
                    entry=entry_id(place),
                    text=_fact(item),
                    weight=round(item.log_likelihood_ratio, 2),
                )
            )
    return facts


def packet_of(draft: Draft, *, completeness: float, none_known: float) -> str:
    """The packet: entries, their facts and the proposed steps, each under its id, within the limit."""
    least_first = sorted(draft.facts, key=lambda fact: abs(fact.weight))

    def without(cut: int) -> str:
        left_out = {fact.id for fact in least_first[:cut]}
        facts = [fact for fact in draft.facts if fact.id not in left_out]
        steps = draft.steps[: len(draft.steps) - max(cut - len(least_first), 0)]
        return _packet(draft, facts, steps, completeness, none_known)

    def fits(cut: int) -> bool:
        return tokens(without(cut)) <= PACKET_TOKENS

    most = len(draft.facts) + len(draft.steps)
    # Nearly always nothing is cut; the more is cut the shorter it is, so the first cut that fits is found by halves.
    return without(0 if fits(0) else bisect_left(range(most), True, lo=1, key=fits))


def tokens(text: str) -> int:
    """How many tokens a text is at most taken to be."""
    return len(_PIECE.findall(text))


def with_rationales(draft: Draft, choice: Synthesis, mind: str) -> list[DifferentialEntry]:
    """The computed entries, each with the facts that a mind chose for it, in the tools' words and labelled as its."""
    texts = {fact.id: fact.text for fact in draft.facts}
    chosen = {item.id: item.because[:CHOSEN_FACTS] for item in choice.entries}
    entries = []
    for place, entry in enumerate(draft.differential, start=1):
        because = [texts[fact] for fact in chosen.get(entry_id(place), [])]
        words = f"Chosen by {mind}: {'; '.join(because)}." if because else ""
        entries.append(entry.model_copy(update={"rationale": words}))
    return entries


def ordered_steps(draft: Draft, choice: Synthesis) -> list[NextBestStep]:
    """All proposed steps: those a mind chose first, in its order, then the others as proposed."""
    by_id = {step_id(step): step for step in draft.steps}
    first = [by_id[item] for item in dict.fromkeys(choice.steps)]
    return [*first, *(step for step in draft.steps if step not in first)]


def _packet(
    draft: Draft, facts: Iterable[Fact], steps: Iterable[NextBestStep], completeness: float, none_known: float
) -> str:
    by_entry: dict[str, list[dict[str, Any]]] = {}
    for fact in facts:
        by_entry.setdefault(fact.entry, []).append({"id": fact.id, "fact": fact.text, "ln_lr": fact.weight})
    whole = {
        "data_completeness": round(completeness, 2),
        "none_of_the_known_diseases": percent(none_known),
        "entries": [
            {
                "id": entry_id(place),
                "disease": entry.family or entry.disease,
                "disease_id": entry.disease_id,
                "probability": percent(entry.probability),
                "confidence": entry.confidence,
                "contradicting": entry.contradicting_phenotypes,
                "facts": by_entry.get(entry_id(place), []),
            }
            for place, entry in enumerate(draft.differential, start=1)
        ],
        "steps": [
            {"id": step_id(step), "type": step.action_type, "action": step.action, "bits": step.information_bits}
            for step in steps
        ],
    }
    return json.dumps(whole, ensure_ascii=False)


def _fact(item: Contribution) -> str:
    if item.kind is MatchKind.EXCLUDED:
        return f"{item.label} excluded ({item.statements[0] if item.statements else 'no frequency stated'})"
    if item.matched_label is None:
        return f"{item.label}: {item.kind.in_words}"
    feature = "" if item.matched_label == item.label else f" as {item.matched_label}"
    return f"{item.label}{feature} ({item.statements[0] if item.statements else 'no frequency stated'})"


def _only_ids_of_the_packet(output: Synthesis, given: SynthesisInput, _tools: ToolResults) -> Checked[Synthesis]:
    """Take out entries, facts and steps that were not in the packet, and facts of another entry."""
    rejected: list[Rejection] = []
    known = {entry_id(place) for place in range(1, len(given.draft.differential) + 1)}
    steps = {step_id(step) for step in given.draft.steps}
    owner = {fact.id: fact.entry for fact in given.draft.facts if f'"{fact.id}"' in given.packet}

    def kept(item: str, allowed: bool, path: str, reason: str) -> bool:
        if not allowed:
            rejected.append(Rejection(path=path, reason=reason, value=item))
        return allowed

    entries = []
    for index, entry in enumerate(output.entries):
        path = f"entries[{index}]"
        if kept(entry.id, entry.id in known, path, "the entry is not in the packet"):
            because = [
                fact
                for fact in dict.fromkeys(entry.because)
                if kept(fact, owner.get(fact) == entry.id, f"{path}.because", "the fact is not one of this entry")
            ]
            entries.append(EntryChoice(id=entry.id, because=because))
    chosen = [
        item
        for index, item in enumerate(output.steps)
        if kept(item, item in steps, f"steps[{index}]", "the step was not proposed")
    ]
    return Checked(Synthesis(entries=entries, steps=chosen), rejected)
