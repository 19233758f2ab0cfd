"""PRESCREEN: an agent searches the registry with two tools and a budget; the candidates are scored and pruned."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from pydantic import BaseModel, Field

from osler.config import BudgetSettings
from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.core.terminology import Vocabularies
from osler.trials.deps import Deps
from osler.trials.offline import prescreen_policy
from osler.trials.steps.listening import ListeningRecorder
from osler.trials.steps.reasoning import Guidance, ask_guidance
from osler.trials.steps.search_tools import CandidateBoard, told
from osler.trials.steps.told_of_trials import altered, trials_returned
from osler.trials.types import KeyFacts, PresearchResult

_NCT_ID = re.compile(r"\bNCT\d{8}\b")


class PrescreenInput(BaseModel):
    """What the agent is told: the key facts, and the guidance of the reasoning step where there was one."""

    facts: KeyFacts = Field(repr=False)
    guidance: Guidance | None = Field(default=None, repr=False)
    max_tool_calls: int = 20


class PrescreenSummary(BaseModel):
    """How the agent sums up: its reasoning, and the trials it finds promising."""

    reasoning: str = ""
    promising: list[str] = Field(default_factory=list)


@cache
def prescreen_step(vocabularies: Vocabularies) -> AgentStep[PrescreenInput, PrescreenSummary]:
    """The agent step; a trial that no tool returned is taken out of its summary."""
    return AgentStep(
        agent=load_agent("osler.trials", "prescreen"),
        input_type=PrescreenInput,
        output_type=PrescreenSummary,
        policy=lambda given: prescreen_policy(
            given.facts, given.guidance, PrescreenSummary, vocabularies, given.max_tool_calls
        ),
        tools=("search_trials", "get_trial_details"),
        checks=[_only_found, lambda summary, given, tools: _as_returned(summary, given, tools, vocabularies)],
        variables=lambda given: {
            "facts": _facts_text(given.facts),
            "guidance": given.guidance.as_text() if given.guidance else "",
            "max_tool_calls": given.max_tool_calls,
        },
    )


async def prescreen(facts: KeyFacts, deps: Deps, board: CandidateBoard) -> PresearchResult:
    """Search with the configured mind, and offline where it fails; what the tools found stands in any case."""
    settings = deps.settings
    guidance, reasoning_usage = await ask_guidance(facts, deps)
    step = replace(prescreen_step(deps.vocabularies), budget=BudgetSettings(tool_calls=settings.max_tool_calls))
    heard = ListeningRecorder(deps.recorder)
    outcome = await replace(deps, recorder=heard).ask_or_stand_in(
        step,
        PrescreenInput(facts=facts, guidance=guidance, max_tool_calls=settings.max_tool_calls),
        tools=board.tools(),
        # A mind that ends without having found anything has not shown that there is nothing.
        is_empty=lambda _: not board.candidates,
    )
    summary = outcome.output or PrescreenSummary(reasoning=outcome.reason)
    heard_of = (call for call in heard.calls if call.step == step.name)
    calls = sorted(heard_of, key=lambda call: call.started_at) if outcome.stands_in_for else outcome.tool_calls
    return PresearchResult(
        candidates=board.ranked(settings),
        agent_reasoning=summary.reasoning,
        guidance=guidance.as_text() if guidance else "",
        rejected=[f"{item.value}: {item.reason}" for item in outcome.rejected],
        tool_call_trace=[told(call, board).model_copy(update={"index": index}) for index, call in enumerate(calls)],
        usage=reasoning_usage + outcome.usage if reasoning_usage else outcome.usage,
        costs={
            "reasoning": reasoning_usage.cost_usd if reasoning_usage else 0.0,
            "search": outcome.usage.cost_usd,
        },
        status=outcome.status,
        stands_in_for=outcome.stands_in_for,
        stood_in_because=outcome.reason if outcome.stands_in_for else "",
        failure=outcome.failure if outcome.stands_in_for else "",
    )


def _only_found(summary: PrescreenSummary, _given: PrescreenInput, tools: ToolResults) -> Checked[PrescreenSummary]:
    found = {
        str(trial.get("nct_id"))
        for outcome in tools.outcomes
        if outcome.ok and isinstance(outcome.result, dict)
        for trial in [*outcome.result.get("trials", []), outcome.result]
    }
    rejected = [
        Rejection(path=f"promising[{index}]", reason="no tool returned this trial", value=nct_id)
        for index, nct_id in enumerate(summary.promising)
        if nct_id not in found
    ]
    told = set(summary.promising)
    rejected += [
        Rejection(path="reasoning", reason="no tool returned this trial", value=nct_id)
        for nct_id in dict.fromkeys(_NCT_ID.findall(summary.reasoning))
        if nct_id not in found | told
    ]
    kept = [nct_id for nct_id in summary.promising if nct_id in found]
    return Checked(summary.model_copy(update={"promising": kept}), rejected)


def _as_returned(
    summary: PrescreenSummary, given: PrescreenInput, tools: ToolResults, vocabularies: Vocabularies
) -> Checked[PrescreenSummary]:
    """A summary marked where it says of a trial what no tool returned of it."""
    found = trials_returned(one.result for one in tools.outcomes if one.ok and isinstance(one.result, dict))
    said = altered(summary.reasoning, found, _facts_text(given.facts), vocabularies)
    return Checked(summary, [Rejection(path="reasoning", reason=why, value=name) for name, why in said])


def _facts_text(facts: KeyFacts) -> str:
    lines = [f"age: {facts.age_years:.0f} years" if facts.age_years is not None else "age: not stated"]
    lines.append(f"sex: {facts.sex or 'not stated'}")
    groups = ("conditions", "findings", "likely", "stage", "biomarkers", "therapies", "performance_status", "labs")
    lines += [
        f"{name}: {fact.name}{f' ({fact.value})' if fact.value else ''}"
        for name in groups
        for fact in getattr(facts, name)
    ]
    return "\n".join(lines)
