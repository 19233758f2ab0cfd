"""Two minds in one loop: the same tools, budget, validation, checks and trace."""

from __future__ import annotations

import asyncio
import doctest
from typing import Any

import pytest

import osler.core.agents
from osler.config import BudgetSettings, Settings
from osler.core.agents import Budget, Call, Runner, StepOutcome, Tool
from osler.core.runs import MemoryRecorder
from osler.errors import BudgetExhausted, ConfigError, ServiceError
from tests.core.agents.scripted import Script, final
from tests.core.agents.toy import SEARCH, Chart, Coded, Finding, coder

CHART = Chart(note="Fever and seizure.")


async def by_script(script: Script, *, tools: tuple[Tool, ...] = (SEARCH,), **options: Any) -> StepOutcome[Coded]:
    step = coder(budget=options.pop("budget", None))
    runner = Runner(options.pop("settings", None), models={"reasoning": script.handle(**options.pop("handle", {}))})
    return await runner.run(step, CHART, tools=tools, **options)


def codes(outcome: StepOutcome[Coded]) -> list[str]:
    return [finding.code for finding in outcome.unwrap().findings]


def test_the_example_of_the_package_runs() -> None:
    result = doctest.testmod(osler.core.agents)
    assert result.attempted > 0
    assert result.failed == 0


class TestBothMinds:
    async def test_they_leave_the_same_kind_of_trace(self) -> None:
        offline, scripted = MemoryRecorder(), MemoryRecorder()
        first = await Runner().run(coder(), CHART, tools=[SEARCH], recorder=offline)
        script = Script(
            [("search", {"term": word}) for word in ("Fever", "and", "seizure")],
            final(("Fever", "HP:0001945"), ("seizure", "HP:0001250")),
        )
        second = await by_script(script, recorder=scripted)

        assert first.output == second.output
        assert (first.mind, second.mind) == ("offline", "scripted")
        assert first.prompt_version == second.prompt_version == "2.1+" + first.prompt_version.split("+")[1]
        kinds = [[event.kind for event in recorder.detail.events] for recorder in (offline, scripted)]
        assert kinds[0] == kinds[1]
        statuses = [[(call.tool, call.status) for call in outcome.tool_calls] for outcome in (first, second)]
        assert statuses[0] == statuses[1] == [("search", "success"), ("search", "empty"), ("search", "success")]
        assert first.usage.tool_calls == second.usage.tool_calls == 3

    async def test_a_code_no_tool_returned_is_taken_out_whoever_gives_it(self) -> None:
        def careless(chart: Chart) -> Coded:
            return Coded(findings=[Finding(quote="Fever", code="HP:9999999")])

        offline = await Runner().run(coder(offline=careless), CHART, tools=[SEARCH])
        model = await by_script(Script(final(("Fever", "HP:9999999"))))
        for outcome in (offline, model):
            assert outcome.status == "unsupported"
            assert outcome.output is None
            assert outcome.rejected[0].reason == "no tool returned this code"

    async def test_an_invalid_output_is_a_typed_failure(self) -> None:
        def broken(chart: Chart) -> Any:
            return {"findings": [{"quote": "Fever"}]}

        offline = await Runner().run(coder(offline=broken), CHART, tools=[SEARCH])
        script = Script([("final_result", {"findings": [{"quote": "Fever"}]})])
        model = await by_script(script)
        assert offline.status == model.status == "failed"
        assert "findings.0.code: Field required" in offline.reason
        assert offline.reason == model.reason
        assert script.turns == 3, "a model is asked again, with the error"
        with pytest.raises(ServiceError):
            offline.unwrap()

    async def test_a_coroutine_and_a_function_are_policies_too(self) -> None:
        async def waits(chart: Chart) -> Coded:
            await asyncio.sleep(0)
            return Coded(findings=[])

        assert (await Runner().run(coder(offline=waits), CHART, tools=[SEARCH])).status == "ok"

    async def test_one_call_is_answered_with_one_outcome(self) -> None:
        def single(chart: Chart) -> Any:
            outcome = yield Call("search", {"term": "cough"})
            return Coded(findings=[Finding(quote="Fever", code=outcome.result[0]["code"])])

        assert codes(await Runner().run(coder(offline=single), CHART, tools=[SEARCH])) == ["HP:0012735"]


async def test_a_run_knows_the_versions_of_its_prompts() -> None:
    recorder = MemoryRecorder()
    outcome = await Runner().run(coder(), CHART, tools=[SEARCH], recorder=recorder)
    assert recorder.record.versions["prompts"] == {"coder": outcome.prompt_version}
    assert recorder.detail.events[-1].kind == "step_done"


class TestValidation:
    async def test_a_model_is_told_what_was_wrong_and_may_mend_it(self) -> None:
        script = Script(
            [("search", {"term": "fever"})],
            [("final_result", {"findings": [{"quote": "Fever"}]})],
            final(("Fever", "HP:0001945")),
        )
        outcome = await by_script(script)
        assert codes(outcome) == ["HP:0001945"]
        assert "findings.0.code: Field required" in script.tool_returns()[-1]

    async def test_a_correction_never_repeats_what_the_model_wrote(self) -> None:
        script = Script([("final_result", {"findings": "SECRET NOTE"})], final())
        await by_script(script)
        assert "SECRET NOTE" not in script.tool_returns()[-1]

    async def test_calls_beside_a_final_result_are_answered_but_not_run(self) -> None:
        script = Script([("search", {"term": "fever"}), ("final_result", {"findings": 1})], final())
        outcome = await by_script(script)
        assert outcome.status == "ok"
        assert outcome.tool_calls == []
        assert any("Not run" in text for text in script.tool_returns())

    async def test_prompted_models_use_tools_by_json(self) -> None:
        script = Script(
            'I will search.\n```json\n{"tool": "search", "arguments": {"term": "fever"}}\n```',
            '{"findings": [{"quote": "Fever", "code": "HP:0001945"}]}',
        )
        outcome = await by_script(script, handle={"structure": "prompted", "folds_system": True})
        assert codes(outcome) == ["HP:0001945"]
        assert script.infos[0].function_tools == []


class TestBudgets:
    async def test_spent_tool_budget_is_answered_for_every_pending_call_and_the_loop_goes_on(self) -> None:
        script = Script(
            [("search", {"term": "fever"}), ("search", {"term": "cough"}), ("search", {"term": "seizure"})],
            final(("Fever", "HP:0001945")),
        )
        outcome = await by_script(script, budget=BudgetSettings(tool_calls=1))
        assert codes(outcome) == ["HP:0001945"]
        told = script.tool_returns()
        assert "success" in told[0]
        for text in told[1:]:
            assert "Tool budget of 1 calls exhausted. Stop searching and summarise findings." in text
            assert "<untrusted" not in text, "our own words must not look like data"
        assert [call.status for call in outcome.tool_calls] == ["success", "error", "error"]
        assert outcome.usage.tool_calls == 1

    async def test_a_mind_that_never_stops_is_stopped(self) -> None:
        script = Script([("search", {"term": "fever"})])
        outcome = await by_script(script, budget=BudgetSettings(tool_calls=3, requests=100))
        assert outcome.status == "budget_exhausted"
        assert script.turns == 3 + 5
        with pytest.raises(BudgetExhausted):
            outcome.unwrap()

    async def test_an_endless_offline_policy_is_stopped_as_well(self) -> None:
        def endless(chart: Chart) -> Any:
            while True:
                yield Call("search", {"term": "fever"})

        step = coder(offline=endless, budget=BudgetSettings(tool_calls=2))
        outcome = await Runner().run(step, CHART, tools=[SEARCH])
        assert outcome.status == "budget_exhausted"
        assert len(outcome.tool_calls) == 7

    async def test_failing_and_refused_calls_count(self) -> None:
        script = Script([("search", {"wrong": 1}), ("delete_everything", {}), ("search", "not json")], final())
        outcome = await by_script(script, budget=BudgetSettings(tool_calls=3))
        assert outcome.usage.tool_calls == 3
        assert [call.status for call in outcome.tool_calls] == ["error"] * 3

    async def test_requests(self) -> None:
        script = Script([("search", {"term": "fever"})])
        outcome = await by_script(script, budget=BudgetSettings(requests=2))
        assert (outcome.status, script.turns) == ("budget_exhausted", 2)
        assert "2 model requests" in outcome.reason

    async def test_tokens_are_refused_before_they_are_sent(self) -> None:
        script = Script(final())
        outcome = await by_script(script, budget=BudgetSettings(tokens=10))
        assert (outcome.status, script.turns) == ("budget_exhausted", 0)

    async def test_reply_is_capped_by_the_tokens_left(self) -> None:
        script = Script(final())
        await by_script(script, budget=BudgetSettings(tokens=400))
        settings = script.infos[0].model_settings
        assert settings is not None
        assert 0 < settings["max_tokens"] < 400

    async def test_wall_time(self) -> None:
        async def stall(term: str) -> str:
            await asyncio.Event().wait()
            return term

        script = Script([("search", {"term": "fever"})], final())
        outcome = await by_script(script, tools=(Tool(stall, name="search"),), budget=BudgetSettings(seconds=0.05))
        assert outcome.status == "budget_exhausted"
        assert "0.05 seconds" in outcome.reason

    async def test_a_shared_budget_limits_steps_together(self) -> None:
        budget = Budget(BudgetSettings(requests=2))
        runner = Runner(models={"reasoning": Script(final()).handle()})
        statuses = [(await runner.run(coder(), CHART, tools=[SEARCH], budget=budget)).status for _ in range(3)]
        assert statuses == ["ok", "ok", "budget_exhausted"]


async def test_a_tool_may_run_a_step_itself() -> None:
    runner = Runner(Settings.model_validate({"models": {"max_concurrency": 1}}))

    async def search(term: str) -> list[dict[str, str]]:
        """Ask another agent."""
        inner = await runner.run(coder(), Chart(note=term), tools=[SEARCH])
        return [{"code": finding.code} for finding in inner.unwrap().findings]

    outcome = await runner.run(coder(), CHART, tools=[Tool(search, timeout=60)])
    assert codes(outcome) == ["HP:0001945", "HP:0001250"]


class TestConfiguration:
    async def test_a_step_without_its_tool_is_an_error(self) -> None:
        with pytest.raises(ConfigError, match="needs the tool 'search'"):
            await Runner().run(coder(), CHART)

    async def test_a_tool_that_is_given_but_not_allowed_is_not_offered(self) -> None:
        ran: list[str] = []

        def wipe() -> str:
            ran.append("wipe")
            return "done"

        script = Script([("wipe", {})], final())
        outcome = await by_script(script, tools=(SEARCH, Tool(wipe)))
        assert ran == []
        assert [tool.name for tool in script.infos[0].function_tools] == ["search"]
        assert outcome.tool_calls[0].status == "error"

    async def test_at_most_so_many_requests_at_a_time(self) -> None:
        running, most = 0, 0

        class Counting(Script):
            async def __call__(self, messages: Any, info: Any) -> Any:
                nonlocal running, most
                running += 1
                most = max(most, running)
                for _ in range(3):
                    await asyncio.sleep(0)
                running -= 1
                return await super().__call__(messages, info)

        settings = Settings.model_validate({"models": {"max_concurrency": 2}})
        runner = Runner(settings, models={"reasoning": Counting(final()).handle()})
        await asyncio.gather(*(runner.run(coder(), CHART, tools=[SEARCH]) for _ in range(8)))
        assert most == 2
