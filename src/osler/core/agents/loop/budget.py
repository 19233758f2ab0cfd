"""Hard limits of an agent step, counted on attempts: what was tried counts, whether or not it worked."""

from __future__ import annotations

from osler.config import BudgetSettings
from osler.core.outside import Clock, SystemClock
from osler.core.runs import Usage
from osler.errors import BudgetExhausted

_MEND = "raise the limits in the [budget] section of osler.toml"
_EXTRA_TURNS = 5
"""Turns beyond the tool budget in which a mind may correct its answer or sum up."""


class Budget:
    """What a step may use and what it has used. Shared by several steps, it limits them together."""

    def __init__(self, limits: BudgetSettings, *, clock: Clock | None = None) -> None:
        self.limits = limits
        self._clock = clock or SystemClock()
        self._started = self._clock.monotonic()
        self.requests = 0
        self.tool_calls = 0
        self.input_tokens = 0
        self.output_tokens = 0
        self.cost_usd: float | None = 0.0

    @property
    def elapsed(self) -> float:
        """Seconds since the budget began."""
        return self._clock.monotonic() - self._started

    @property
    def seconds_left(self) -> float:
        """Seconds until the wall-time limit; never negative."""
        return max(0.0, self.limits.seconds - self.elapsed)

    @property
    def tokens_left(self) -> int:
        """Tokens until the limit; never negative."""
        return max(0, self.limits.tokens - self.input_tokens - self.output_tokens)

    @property
    def max_turns(self) -> int:
        """After this many turns the loop ends, whatever the mind says."""
        return self.limits.tool_calls + _EXTRA_TURNS

    @property
    def tool_budget_message(self) -> str:
        """What a mind is told when it asks for one tool call too many."""
        return f"Tool budget of {self.limits.tool_calls} calls exhausted. Stop searching and summarise findings."

    def take_tool_call(self) -> bool:
        """Count one attempt to call a tool; False when there is none left."""
        if self.tool_calls >= self.limits.tool_calls:
            return False
        self.tool_calls += 1
        return True

    def take_request(self, estimated_tokens: int = 0) -> None:
        """Count one attempt to reach a model, or raise if any limit forbids it."""
        self.check_time()
        if self.requests >= self.limits.requests:
            raise BudgetExhausted(f"the budget of {self.limits.requests} model requests is spent", mend=_MEND)
        if estimated_tokens >= self.tokens_left:
            raise BudgetExhausted(
                f"about {estimated_tokens} more tokens would cross the budget of {self.limits.tokens}", mend=_MEND
            )
        if self.cost_usd is not None and self.cost_usd > 0 and self.cost_usd >= self.limits.cost_usd:
            raise BudgetExhausted(f"the budget of ${self.limits.cost_usd:g} is spent", mend=_MEND)
        self.requests += 1

    def spend(self, input_tokens: int, output_tokens: int, cost_usd: float | None) -> None:
        """Add what a reply consumed. One unknown price makes the whole cost unknown."""
        self.input_tokens += input_tokens
        self.output_tokens += output_tokens
        self.cost_usd = None if cost_usd is None or self.cost_usd is None else self.cost_usd + cost_usd

    def check_time(self) -> None:
        """Raise when the wall-time limit has passed."""
        if self.seconds_left <= 0:
            raise self.out_of_time()

    def out_of_time(self) -> BudgetExhausted:
        """The error of a step that took too long."""
        return BudgetExhausted(f"the budget of {self.limits.seconds:g} seconds is spent", mend=_MEND)

    def usage(self) -> Usage:
        """What was used so far."""
        return Usage(
            requests=self.requests,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            tool_calls=self.tool_calls,
            cost_usd=self.cost_usd,
            seconds=self.elapsed,
        )
