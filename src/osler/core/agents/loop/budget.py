"""Hard limits of a run and of its steps, counted on attempts: what was tried counts, whether or not it worked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from osler.config import BudgetSettings
from osler.core.agents.minds.prices import Price
from osler.core.outside import Clock, SystemClock
from osler.core.runs import Usage
from osler.errors import BudgetExhausted

_MEND = "raise the limits in the [budget] section of osler.toml"
_EXTRA_TURNS = 5
"""Turns beyond the tool budget in which a mind may correct its answer or sum up."""


@dataclass(frozen=True)
class Limits:
    """The limits themselves. `cost_usd` is None where there is no limit on money."""

    tool_calls: int
    requests: int
    tokens: int
    cost_usd: float | None
    seconds: float

    @classmethod
    def of(cls, given: BudgetSettings, *, items: int = 1) -> Limits:
        """What is configured, and for the rest what a run about so many items may need."""
        more = max(0, items - 1)
        one = given.unset
        cost = one["cost_usd"] + 0.1 * more if given.cost_usd is None else given.cost_usd
        return cls(
            tool_calls=int(one["tool_calls"]) + 10 * more if given.tool_calls is None else given.tool_calls,
            requests=int(one["requests"]) + 4 * more if given.requests is None else given.requests,
            tokens=int(one["tokens"]) + 20_000 * more if given.tokens is None else given.tokens,
            cost_usd=None if isinstance(cost, str) else cost,
            seconds=one["seconds"] + 30.0 * more if given.seconds is None else given.seconds,
        )


class Budget:
    """What a run may use and what it has used; `step` gives a part of it, with limits of its own inside."""

    def __init__(
        self,
        limits: BudgetSettings | Limits,
        *,
        items: int = 1,
        clock: Clock | None = None,
        whole: Budget | None = None,
    ) -> None:
        self.limits = limits if isinstance(limits, Limits) else Limits.of(limits, items=items)
        self._clock = clock or SystemClock()
        self._started = self._clock.monotonic()
        self._whole = whole
        self.requests = 0
        self.retries = 0
        self.parse_failures = 0
        self.tool_calls = 0
        self.input_tokens = 0
        self.output_tokens = 0
        self.cost_usd: float | None = 0.0
        self._held_tokens = 0
        self._held_usd = 0.0
        self._under_way = 0
        self._settled = asyncio.Event()

    def step(self, limits: BudgetSettings | None = None) -> Budget:
        """A part of this budget for one step: what it uses counts in both, and the narrower limit holds."""
        narrow = self.limits if limits is None else _narrowed(self.limits, limits)
        return Budget(narrow, clock=self._clock, whole=self)

    @property
    def elapsed(self) -> float:
        """Seconds since the budget began."""
        return self._clock.monotonic() - self._started

    @property
    def seconds_left(self) -> float:
        """Seconds until the wall-time limit; never negative."""
        own = max(0.0, self.limits.seconds - self.elapsed)
        return own if self._whole is None else min(own, self._whole.seconds_left)

    @property
    def tokens_left(self) -> int:
        """Tokens until the limit, without those that requests under way may use; never negative."""
        own = max(0, self.limits.tokens - self.input_tokens - self.output_tokens - self._held_tokens)
        return own if self._whole is None else min(own, self._whole.tokens_left)

    @property
    def limits_money(self) -> bool:
        """Whether there is a limit on money, so that a price has to be known."""
        return self.limits.cost_usd is not None or (self._whole is not None and self._whole.limits_money)

    @property
    def max_turns(self) -> int:
        """After this many turns the loop ends, whatever the mind says."""
        return self.limits.tool_calls + _EXTRA_TURNS

    @property
    def tool_budget_message(self) -> str:
        """What a mind is told when it asks for one tool call too many."""
        spent = self._spent_whole()
        return f"Tool budget of {spent.limits.tool_calls} calls exhausted. Stop searching and summarise findings."

    def take_tool_call(self) -> bool:
        """Count one attempt to call a tool; False when there is none left."""
        if self.tool_calls >= self.limits.tool_calls or not (self._whole is None or self._whole.take_tool_call()):
            return False
        self.tool_calls += 1
        return True

    def take_request(self, estimated_tokens: int = 0, estimated_cost: float = 0.0) -> None:
        """Count one attempt to reach a model, or raise if any limit forbids it."""
        self._admit(estimated_tokens, estimated_cost)
        self._count_request()

    def repeat_request(self) -> None:
        """Count one more attempt for which room is held already, or raise if there may be none."""
        self._admit_one()
        self._count_request()

    @asynccontextmanager
    async def request(self, tokens: int, reply: int, price: Price | None) -> AsyncIterator[int]:
        """Count one attempt to reach a model and hold what it may use until it is over; gives how long a reply may be.

        Requests that go out side by side cannot each spend what is left: one for which there is no room beside those
        under way waits until they have told what they used.
        """
        while (short := self._short_of(tokens, reply, price)) is not None and short._under_way:
            self._admit_one()
            await short._settled.wait()
        room = min(reply, *(budget._room(tokens, price) for budget in self._chain()))
        self._admit(tokens, price.of(tokens) if price is not None else 0.0)
        if short is not None and room < 1:
            raise short._would_cross()
        self._count_request()
        held_usd = price.of(tokens, room) if price is not None else 0.0
        self._hold(tokens + room, held_usd, 1)
        try:
            yield room
        finally:
            self._hold(-tokens - room, -held_usd, -1)

    def retried(self) -> None:
        """Count a request that was made again because the one before it failed."""
        self.retries += 1
        if self._whole is not None:
            self._whole.retried()

    def unreadable(self) -> None:
        """Count a reply that could not be read."""
        self.parse_failures += 1
        if self._whole is not None:
            self._whole.unreadable()

    def spend(self, input_tokens: int, output_tokens: int, cost_usd: float | None) -> None:
        """Add what a reply consumed. One unknown price makes the whole cost unknown."""
        self.input_tokens += input_tokens
        self.output_tokens += output_tokens
        self.cost_usd = None if cost_usd is None or self.cost_usd is None else self.cost_usd + cost_usd
        if self._whole is not None:
            self._whole.spend(input_tokens, output_tokens, cost_usd)

    def check_time(self) -> None:
        """Raise when the wall-time limit has passed."""
        if self.seconds_left <= 0:
            raise self.out_of_time()

    def out_of_time(self) -> BudgetExhausted:
        """The error of a step that took too long."""
        whole = self._whole
        if whole is not None and whole.seconds_left <= 0:
            return whole.out_of_time()
        return BudgetExhausted(f"the budget of {self.limits.seconds:g} seconds is spent", mend=_MEND)

    def usage(self) -> Usage:
        """What was used so far."""
        return Usage(
            requests=self.requests,
            retries=self.retries,
            parse_failures=self.parse_failures,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            tool_calls=self.tool_calls,
            cost_usd=self.cost_usd,
            seconds=self.elapsed,
        )

    def _chain(self) -> Iterator[Budget]:
        """This budget and those that it is a part of."""
        budget: Budget | None = self
        while budget is not None:
            yield budget
            budget = budget._whole

    def _count_request(self) -> None:
        for budget in self._chain():
            budget.requests += 1

    def _would_cross(self) -> BudgetExhausted:
        return BudgetExhausted(f"the next request would cross the budget of ${self.limits.cost_usd:g}", mend=_MEND)

    def _hold(self, tokens: int, cost_usd: float, requests: int) -> None:
        for budget in self._chain():
            budget._held_tokens += tokens
            budget._held_usd += cost_usd
            budget._under_way += requests
            if requests < 0:
                waiting, budget._settled = budget._settled, asyncio.Event()
                waiting.set()

    def _room(self, tokens: int, price: Price | None) -> int:
        """How long the reply to so many tokens may be beside what is spent and held; below one there is no room."""
        room = self.limits.tokens - self.input_tokens - self.output_tokens - self._held_tokens - tokens
        if self.limits.cost_usd is None or self.cost_usd is None or price is None:
            return room
        left = self.limits.cost_usd - self.cost_usd - self._held_usd - price.of(tokens)
        if left < 0:
            return 0
        # Less by a hair, so that what does not divide evenly does not cross the limit.
        return min(room, int(left / price.of(0, 1) * (1 - 1e-9))) if price.output_usd > 0 else room

    def _short_of(self, tokens: int, reply: int, price: Price | None) -> Budget | None:
        """The budget in which there is no room for such a request now; None where all have it."""
        return next((budget for budget in self._chain() if budget._room(tokens, price) < reply), None)

    def _admit_one(self) -> None:
        self.check_time()
        for budget in self._chain():
            if budget.requests >= budget.limits.requests:
                raise BudgetExhausted(f"the budget of {budget.limits.requests} model requests is spent", mend=_MEND)

    def _admit(self, tokens: int, cost: float) -> None:
        self._admit_one()
        limits = self.limits
        if tokens >= self.tokens_left:
            raise BudgetExhausted(f"about {tokens} more tokens would cross the budget of {limits.tokens}", mend=_MEND)
        if limits.cost_usd is not None and self.cost_usd is not None and self.cost_usd + cost > 0:
            if self.cost_usd >= limits.cost_usd:
                raise BudgetExhausted(f"the budget of ${limits.cost_usd:g} is spent", mend=_MEND)
            if self.cost_usd + self._held_usd + cost > limits.cost_usd:
                raise self._would_cross()
        if self._whole is not None:
            self._whole._admit(tokens, cost)

    def _spent_whole(self) -> Budget:
        """The budget whose tool calls are used up: the step's own, or that of the run."""
        whole = self._whole
        return self if whole is None or self.tool_calls >= self.limits.tool_calls else whole._spent_whole()


def _narrowed(whole: Limits, given: BudgetSettings) -> Limits:
    """The limits of a step: its own where it has some, and never wider than those of the run."""
    cost = whole.cost_usd if given.cost_usd is None or isinstance(given.cost_usd, str) else given.cost_usd
    return Limits(
        tool_calls=whole.tool_calls if given.tool_calls is None else min(given.tool_calls, whole.tool_calls),
        requests=whole.requests if given.requests is None else min(given.requests, whole.requests),
        tokens=whole.tokens if given.tokens is None else min(given.tokens, whole.tokens),
        cost_usd=cost if whole.cost_usd is None or cost is None else min(cost, whole.cost_usd),
        seconds=whole.seconds if given.seconds is None else min(given.seconds, whole.seconds),
    )
