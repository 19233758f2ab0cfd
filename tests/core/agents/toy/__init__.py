"""A toy capability: codes the findings of a note with a search tool, and nothing that the tool did not return."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from pydantic import BaseModel

from osler.config import BudgetSettings
from osler.core.agents import (
    AgentStep,
    Call,
    Checked,
    Policy,
    Tool,
    ToolOutcome,
    ToolResults,
    keep_supported,
    load_agent,
)

CODES = {"fever": "HP:0001945", "seizure": "HP:0001250", "cough": "HP:0012735"}


class Chart(BaseModel):
    note: str
    hints: list[str] = []


class Finding(BaseModel):
    quote: str
    code: str


class Coded(BaseModel):
    findings: list[Finding]


def search(term: str, limit: int = 5) -> list[dict[str, str]]:
    """Find codes for a term."""
    return [{"name": name, "code": code} for name, code in CODES.items() if name in term.lower()][:limit]


def policy(chart: Chart) -> Generator[Call | Sequence[Call], Any, Coded]:
    words = [word.strip(".,") for word in chart.note.split()]
    outcomes: list[ToolOutcome] = yield [Call("search", {"term": word}) for word in words]
    return Coded(
        findings=[
            Finding(quote=word, code=hit["code"])
            for word, outcome in zip(words, outcomes, strict=True)
            if outcome.status == "success"
            for hit in outcome.result
        ]
    )


def supported(coded: Coded, chart: Chart, tools: ToolResults) -> Checked[Coded]:
    def why_not(finding: Finding) -> str | None:
        if finding.quote not in chart.note:
            return "the note does not say this"
        return None if tools.returned(finding.code) else "no tool returned this code"

    kept, rejected = keep_supported(coded.findings, why_not, path="findings")
    if coded.findings and not kept:
        return Checked(None, rejected)
    return Checked(Coded(findings=kept), rejected)


def coder(
    *,
    tools: Sequence[str] = ("search",),
    budget: BudgetSettings | None = None,
    offline: Policy[Chart, Coded] = policy,
) -> AgentStep[Chart, Coded]:
    return AgentStep(
        agent=load_agent(__name__, "coder"),
        input_type=Chart,
        output_type=Coded,
        policy=offline,
        tools=tools,
        checks=[supported],
        budget=budget,
    )


SEARCH = Tool(search, fallback=[])
