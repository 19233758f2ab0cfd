"""The optional clinical reasoning before the search: condition terms, molecular drivers, keywords, by the medical role."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel, Field

from osler.core.agents import AgentStep, load_agent
from osler.core.runs import Usage
from osler.trials.deps import Deps
from osler.trials.types import KeyFacts

_MOST = 12


class ReasoningInput(BaseModel):
    """The key facts."""

    facts: KeyFacts = Field(repr=False)


class Guidance(BaseModel):
    """Words to search with. They are a mind's proposals, no facts of the patient."""

    condition_terms: list[str] = Field(default_factory=list)
    molecular_drivers: list[str] = Field(default_factory=list)
    eligibility_keywords: list[str] = Field(default_factory=list)

    def as_text(self) -> str:
        """The guidance as the section of a prompt."""
        rows = (
            ("condition terms", self.condition_terms),
            ("molecular drivers", self.molecular_drivers),
            ("eligibility keywords", self.eligibility_keywords),
        )
        return "\n".join(f"{title}: {', '.join(words[:_MOST])}" for title, words in rows if words)


@cache
def reasoning_step() -> AgentStep[ReasoningInput, Guidance]:
    """The agent step of the medical role."""
    return AgentStep(
        agent=load_agent("osler.trials", "reasoning"),
        input_type=ReasoningInput,
        output_type=Guidance,
        policy=lambda given: plain_guidance(given.facts),
        variables=lambda given: {"facts": _words(given.facts)},
    )


async def ask_guidance(facts: KeyFacts, deps: Deps) -> tuple[Guidance | None, Usage | None]:
    """Guidance where a model plays the medical role; the offline mind plans from the facts themselves."""
    if deps.runner.mind_of("medical") == "offline":
        return None, None
    outcome = await deps.ask(reasoning_step(), ReasoningInput(facts=facts))
    return outcome.output, outcome.usage


def plain_guidance(facts: KeyFacts) -> Guidance:
    """The words that the facts themselves hold."""
    return Guidance(
        condition_terms=[fact.name for fact in (*facts.conditions, *facts.likely)][:_MOST],
        molecular_drivers=[fact.name for fact in facts.biomarkers][:_MOST],
        eligibility_keywords=[fact.name for fact in facts.stage][:_MOST],
    )


def _words(facts: KeyFacts) -> str:
    age = f"{facts.age_years:.0f} years" if facts.age_years is not None else "age not stated"
    groups = (facts.conditions, facts.findings, facts.biomarkers, facts.stage, facts.therapies)
    names = [f"{fact.name} {fact.value}".strip() for group in groups for fact in group]
    return "\n".join([f"{age}, {facts.sex or 'sex not stated'}", *names])
