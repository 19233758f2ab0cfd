"""How often and how patiently a failing service is asked again."""

from __future__ import annotations

import random
from dataclasses import dataclass

from osler.errors import ServiceError


class TransientFailure(Exception):
    """A failure that may pass: the service was busy, broken or unreachable just now.

    `becomes` is the error it turns into when it does not pass.
    """

    def __init__(
        self, reason: str, *, retry_after: float | None = None, becomes: type[ServiceError] = ServiceError
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after = retry_after
        self.becomes = becomes


@dataclass(frozen=True)
class RetryPolicy:
    """Exponential backoff with full jitter; a service's own Retry-After goes first.

    A wait longer than `longest_wait` is not taken: the caller learns at once that the service is unavailable.
    """

    retries: int = 3
    first_wait: float = 0.5
    longest_wait: float = 60.0

    def wait(self, attempt: int, retry_after: float | None, draw: random.Random) -> float | None:
        """Seconds to wait after failed attempt number `attempt` (from 0), or None to give up."""
        if attempt >= self.retries:
            return None
        if retry_after is not None:
            return retry_after if retry_after <= self.longest_wait else None
        ceiling = min(self.first_wait * 2.0**attempt, self.longest_wait)
        return draw.uniform(ceiling / 2, ceiling)
