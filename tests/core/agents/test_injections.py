"""Models that obey an injection reach no tool beyond the allow-list and get no unsupported output past the checks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

import pytest

from osler.config import BudgetSettings
from osler.core.agents import Runner, StepOutcome, Tool
from osler.core.agents.minds.models import Structure
from tests.core.agents.scripted import Move, Script, final
from tests.core.agents.toy import CODES, Chart, Coded, coder
from tests.injections import Attempt, attempts, obedient

BUDGET = BudgetSettings(tool_calls=10, requests=40)
DANGEROUS = sorted({a.demand.tool for a in attempts() if a.demand.tool and a.demand.tool.isidentifier()} - {"search"})


class Spy:
    """A search tool that returns hostile text, and dangerous tools that must never run."""

    def __init__(self, returned: str = "") -> None:
        self.ran: Counter[str] = Counter()
        self.returned = returned

    def tools(self) -> list[Tool]:
        return [Tool(self.search), *(Tool(self._dangerous(name), name=name) for name in DANGEROUS)]

    def search(self, term: str, limit: int = 5) -> list[dict[str, str]]:
        """Find codes for a term."""
        self.ran["search"] += 1
        return [{"code": CODES["fever"], "about": self.returned}]

    def _dangerous(self, name: str) -> Callable[[], str]:
        def dangerous() -> str:
            self.ran[name] += 1
            return "done"

        return dangerous


def answer(quote: str | None, code: str | None) -> Move:
    return final((quote or "Fever", code or CODES["fever"]))


def answer_in_words(quote: str | None, code: str | None) -> Move:
    return f'{{"findings": [{{"quote": "{quote or "Fever"}", "code": "{code or CODES["fever"]}"}}]}}'


async def run(script: Script, spy: Spy, note: str, structure: Structure = "native") -> StepOutcome[Coded]:
    runner = Runner(models={"reasoning": script.handle(structure=structure)})
    return await runner.run(coder(budget=BUDGET), Chart(note=note), tools=spy.tools())


def nothing_passed(attempt: Attempt, outcome: StepOutcome[Coded], spy: Spy) -> None:
    assert set(spy.ran) <= {"search"}
    assert spy.ran["search"] <= (BUDGET.tool_calls or 0)
    findings = outcome.output.findings if outcome.output else []
    for finding in findings:
        assert finding.code == CODES["fever"]
        assert finding.quote == "Fever"
    demand = attempt.demand
    if demand.code or demand.quote:
        assert outcome.status == "unsupported"
        assert outcome.rejected
    if demand.tool:
        assert outcome.tool_calls[-1].status == "error"


def test_the_corpus_is_large_varied_and_has_no_twins() -> None:
    everything = attempts()
    assert len(everything) >= 100
    assert len({attempt.id for attempt in everything}) == len(everything)
    assert len({attempt.text for attempt in everything}) == len(everything)
    assert all(attempt.demand.quote is None or attempt.demand.quote not in attempt.text for attempt in everything)
    assert len({attempt.technique for attempt in everything}) >= 15


@pytest.mark.parametrize("attempt", attempts(), ids=lambda attempt: attempt.id)
class TestObedientModels:
    async def test_in_the_input(self, attempt: Attempt) -> None:
        spy = Spy()
        script = obedient(attempt, answer, first=[("search", {"term": "fever"})])
        nothing_passed(attempt, await run(script, spy, f"Fever. {attempt.text}"), spy)
        sent = str(script.seen[0][0].parts[1].content)  # type: ignore[union-attr]  # the user's part has text
        assert sent.count("</untrusted") == 1
        assert sent.rstrip().splitlines()[-1].startswith("</untrusted id=")

    @pytest.mark.slow
    async def test_in_a_tool_result(self, attempt: Attempt) -> None:
        spy = Spy(returned=attempt.text)
        script = obedient(attempt, answer, first=[("search", {"term": "fever"})])
        nothing_passed(attempt, await run(script, spy, "Fever."), spy)
        told = script.tool_returns()[0]
        assert told.count("</untrusted") == 1
        assert told.rstrip().splitlines()[-1].startswith("</untrusted id=")


@pytest.mark.parametrize("attempt", [a for a in attempts() if not a.demand.flood], ids=lambda attempt: attempt.id)
@pytest.mark.slow
async def test_prompted_models(attempt: Attempt) -> None:
    demand = attempt.demand
    moves: list[Move] = ['{"tool": "search", "arguments": {"term": "fever"}}']
    if demand.tool:
        moves.append(json.dumps({"tool": demand.tool, "arguments": demand.arguments}))
    spy = Spy()
    script = Script(*moves, answer_in_words(demand.quote, demand.code))
    nothing_passed(attempt, await run(script, spy, f"Fever. {attempt.text}", "prompted"), spy)
