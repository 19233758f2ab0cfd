"""One budget a run: what its steps use counts together, and the narrower limit holds."""

from __future__ import annotations

import asyncio

import pytest

from osler.config import BudgetSettings, RoleSettings, Settings
from osler.core.agents import FREE, AgentDeps, Budget, Limits, ModelHandle, Price, Runner, price_of
from osler.core.runs import open_run
from osler.errors import BudgetExhausted, ConfigError
from tests.core.agents.scripted import Script, final
from tests.core.agents.toy import SEARCH, Chart, coder
from tests.core.outside.fake_clock import FakeClock

CHART = Chart(note="Fever and seizure.")


def test_defaults_grow_with_the_number_of_items_and_set_limits_do_not() -> None:
    one, many = Limits.of(BudgetSettings()), Limits.of(BudgetSettings(requests=20), items=100)
    assert (one.requests, one.tool_calls, one.seconds) == (20, 30, 300.0)
    assert many.requests == 20
    assert many.tool_calls > 100
    assert many.tokens > one.tokens
    assert Limits.of(BudgetSettings(cost_usd="none"), items=3).cost_usd is None


def test_a_step_counts_in_the_run_and_cannot_be_wider_than_it() -> None:
    run = Budget(BudgetSettings(requests=3, tool_calls=2))
    first, second = run.step(BudgetSettings(requests=2)), run.step(BudgetSettings(requests=100))
    first.take_request()
    first.take_request()
    with pytest.raises(BudgetExhausted, match="budget of 2 model requests"):
        first.take_request()
    second.take_request()
    with pytest.raises(BudgetExhausted, match="budget of 3 model requests"):
        second.take_request()
    assert (run.requests, first.requests, second.requests) == (3, 2, 1)
    assert [first.take_tool_call(), second.take_tool_call(), second.take_tool_call()] == [True, True, False]
    assert "budget of 2 calls" in second.tool_budget_message


def test_money_tokens_and_time_are_shared_too() -> None:
    clock = FakeClock()
    run = Budget(BudgetSettings(cost_usd=1.0, tokens=100, seconds=10), clock=clock)
    run.step().spend(30, 30, 0.9)
    late = run.step()
    assert late.tokens_left == 40
    with pytest.raises(BudgetExhausted, match="would cross the budget of \\$1"):
        late.take_request(10, estimated_cost=0.2)
    clock.now += 11
    with pytest.raises(BudgetExhausted, match="10 seconds"):
        late.check_time()


@pytest.mark.parametrize(
    ("settings", "price", "went_out"),
    [
        # Each holds up to 200 tokens (2 dollars) and uses 20: one after the other, seven leave no room for an eighth.
        (BudgetSettings(cost_usd=2.3), Price(10_000.0, 10_000.0), 7),
        (BudgetSettings(cost_usd="none", tokens=230), FREE, 7),
        (BudgetSettings(cost_usd=2.3), FREE, 20),
        (BudgetSettings(cost_usd="none"), None, 20),
    ],
)
async def test_requests_side_by_side_do_not_each_spend_what_is_left(
    settings: BudgetSettings, price: Price | None, went_out: int
) -> None:
    run = Budget(settings, items=20)
    rooms: list[int] = []

    async def one() -> None:
        step = run.step()
        async with step.request(100, 100, price) as room:
            rooms.append(room)
            await asyncio.sleep(0)
            step.spend(10, 10, price.of(10, 10) if price is not None else None)

    done = await asyncio.gather(*(one() for _ in range(20)), return_exceptions=True)
    assert all(isinstance(problem, BudgetExhausted) for problem in done if problem is not None)
    assert len(rooms) == done.count(None) == run.requests
    assert len(rooms) == went_out
    assert all(0 < room <= 100 for room in rooms)
    limits = run.limits
    assert limits.cost_usd is None or (run.cost_usd or 0.0) <= limits.cost_usd
    assert run.tokens_left == limits.tokens - 20 * len(rooms)


async def test_a_request_that_fails_gives_back_what_it_held() -> None:
    run = Budget(BudgetSettings(tokens=150))

    async def fail() -> None:
        async with run.step().request(10, 120, None):
            assert run.tokens_left == 20
            raise ConnectionError

    for _ in range(3):
        with pytest.raises(ConnectionError):
            await fail()
    assert (run.tokens_left, run.requests) == (150, 3)


async def test_sixty_requests_do_not_go_out_where_twenty_are_allowed() -> None:
    script = Script(final())
    settings = Settings.model_validate({"budget": {"requests": 20}})
    deps = AgentDeps(runner=Runner(settings, models={"reasoning": script.handle()})).for_run(items=60)
    statuses = [(await deps.ask(coder(), CHART, tools=[SEARCH])).status for _ in range(60)]
    assert script.turns == 20
    assert statuses == ["ok"] * 20 + ["budget_exhausted"] * 40


async def test_a_recorded_run_has_one_budget_even_if_nobody_gave_it_one() -> None:
    script = Script(final())
    settings = Settings.model_validate({"budget": {"requests": 2}})
    runner = Runner(settings, models={"reasoning": script.handle()})
    for _ in range(2):
        with open_run("toy", CHART, settings, record=False) as run:
            deps = AgentDeps(runner=runner, recorder=run)
            statuses = [(await deps.ask(coder(), CHART, tools=[SEARCH])).status for _ in range(3)]
        assert statuses == ["ok", "ok", "budget_exhausted"]


async def test_what_is_left_when_the_budget_is_spent_gets_the_offline_answer_and_says_so() -> None:
    settings = Settings.model_validate({"budget": {"requests": 1}})
    script = Script([("search", {"term": "fever"})], final(("Fever", "HP:0001945")))
    deps = AgentDeps(runner=Runner(settings, models={"reasoning": script.handle()})).for_run(items=2)
    outcome = await deps.ask_or_stand_in(coder(), CHART, tools=[SEARCH])
    assert (outcome.status, outcome.mind, outcome.stands_in_for) == ("ok", "offline", "scripted")
    assert outcome.failure == "budget.exhausted"
    assert [item.code for item in outcome.unwrap().findings] == ["HP:0001945", "HP:0001250"]


class TestPrice:
    def test_local_is_free_and_what_is_said_holds(self) -> None:
        local = RoleSettings(model="openai-chat:x", base_url="http://127.0.0.1:1/v1", local=True)
        assert price_of(local) == FREE
        said = RoleSettings(model="anthropic:claude-sonnet-4-5", input_usd=1.0, output_usd=2.0)
        assert price_of(said) == Price(1.0, 2.0)

    def test_a_published_price_is_found_before_anything_is_asked(self) -> None:
        price = price_of(RoleSettings(model="anthropic:claude-sonnet-4-5"))
        assert price is not None
        assert 0.1 < price.input_usd < price.output_usd < 200
        assert price_of(RoleSettings(model="openai-chat:nobody-knows-this")) is None

    async def test_an_unpriced_hosted_model_is_refused_before_its_first_request(self) -> None:
        script = Script(final())
        handle = ModelHandle("unpriced", script.handle().model, hosted=True)
        runner = Runner(models={"reasoning": handle})
        with pytest.raises(ConfigError, match="nobody knows what 'unpriced' costs") as caught:
            await runner.run(coder(), CHART, tools=[SEARCH])
        assert 'cost_usd = "none"' in caught.value.mend
        assert script.turns == 0
        unlimited = Settings.model_validate({"budget": {"cost_usd": "none"}})
        outcome = await Runner(unlimited, models={"reasoning": handle}).run(coder(), CHART, tools=[SEARCH])
        assert outcome.status == "ok"
        assert outcome.usage.cost_usd is None
