"""Costs come from published price data, and an unknown price stays unknown."""

from __future__ import annotations

import pytest
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.usage import RequestUsage

from osler.config import BudgetSettings
from osler.core.agents import Budget
from osler.core.agents.minds.prices import cost_of
from osler.errors import BudgetExhausted


def reply(model: str, provider: str) -> ModelResponse:
    return ModelResponse(
        parts=[TextPart("x")],
        model_name=model,
        provider_name=provider,
        usage=RequestUsage(input_tokens=1_000_000, output_tokens=1_000_000),
    )


def test_a_known_price() -> None:
    cost = cost_of(reply("claude-sonnet-4-5", "anthropic"))
    assert cost is not None
    assert 1 < cost < 100


def test_an_unknown_price_is_none_and_stays_none() -> None:
    assert cost_of(reply("medgemma-4b-it", "nobody")) is None
    budget = Budget(BudgetSettings())
    budget.spend(1, 1, None)
    budget.spend(1, 1, 0.5)
    assert budget.usage().cost_usd is None


def test_money_is_a_hard_limit() -> None:
    budget = Budget(BudgetSettings(cost_usd=1.0))
    budget.take_request()
    budget.spend(10, 10, 1.5)
    with pytest.raises(BudgetExhausted, match="\\$1 is spent"):
        budget.take_request()
