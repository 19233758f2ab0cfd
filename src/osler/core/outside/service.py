"""One outside service by name: every call to it is retried, spaced and broken off by the same rules."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from osler.core.outside.breaker import CircuitBreaker
from osler.core.outside.clock import Clock, SystemClock
from osler.core.outside.rate import RateLimit
from osler.core.outside.retry import RetryPolicy, TransientFailure
from osler.errors import ServiceError

T = TypeVar("T")

_MEND = "try again later; 'osler doctor' shows which services answer"


class OutsideService:
    """A service that may be slow, busy or gone, and how Osler treats it.

    The function given to `call` raises `TransientFailure` for what may pass and anything else for what will not.
    """

    def __init__(
        self,
        name: str,
        *,
        retry: RetryPolicy | None = None,
        per_second: float | None = None,
        breaker: CircuitBreaker | None = None,
        clock: Clock | None = None,
        draw: random.Random | None = None,
    ) -> None:
        self.name = name
        self.retry = retry or RetryPolicy()
        self.clock = clock or SystemClock()
        self.rate = RateLimit(per_second, clock=self.clock) if per_second is not None else None
        self.breaker = breaker or CircuitBreaker(name, clock=self.clock)
        self._draw = draw or random.Random()  # noqa: S311 - jitter, not a secret

    async def call(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """The result of `attempt`, asked again while its failures are transient and there is patience left."""
        number = 0
        while True:
            try:
                return await self._once(attempt)
            except TransientFailure as failure:
                wait = self.retry.wait(number, failure.retry_after, self._draw)
                if wait is None or self.breaker.is_open:
                    asked = f" after {number + 1} attempts" if number else ""
                    raise failure.becomes(f"{self.name} is unavailable: {failure.reason}{asked}", mend=_MEND) from None
                await self.clock.sleep(wait)
                number += 1

    async def _once(self, attempt: Callable[[], Awaitable[T]]) -> T:
        self.breaker.enter()
        try:
            if self.rate is not None:
                await self.rate.wait()
            result = await attempt()
        except TransientFailure as failure:
            self.breaker.failed(failure.reason)
            raise
        except ServiceError:
            # An answer that refuses the request is still an answer: the service works.
            self.breaker.succeeded()
            raise
        except BaseException:
            self.breaker.abandoned()
            raise
        self.breaker.succeeded()
        return result


_services: dict[str, OutsideService] = {}


def outside_service(name: str, *, retry: RetryPolicy | None = None, per_second: float | None = None) -> OutsideService:
    """The process-wide service of that name, so that all its callers share one breaker and one rate.

    The first caller's rules hold; later callers get the same object.
    """
    if (known := _services.get(name)) is not None:
        return known
    # Of two threads that come at once, both get what one of them made.
    return _services.setdefault(name, OutsideService(name, retry=retry, per_second=per_second))
