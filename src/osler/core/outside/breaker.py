"""A circuit breaker: a service that keeps failing is left alone for a while, then tried with one call."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from osler.core.outside.clock import Clock, SystemClock
from osler.errors import CircuitOpen


@dataclass
class CircuitBreaker:
    """Opens after `threshold` failures in a row and lets a single call through after `rest_seconds`; threads share it."""

    service: str
    threshold: int = 5
    rest_seconds: float = 30.0
    clock: Clock = field(default_factory=SystemClock)
    _failures: int = field(default=0, init=False)
    _opened_at: float | None = field(default=None, init=False)
    _trying: bool = field(default=False, init=False)
    _cause: str = field(default="", init=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, init=False, repr=False, compare=False)

    @property
    def is_open(self) -> bool:
        """Whether a call would be refused now."""
        with self._lock:
            if self._opened_at is None:
                return False
            return self._trying or self.clock.monotonic() - self._opened_at < self.rest_seconds

    def enter(self) -> None:
        """Ask for permission to call; CircuitOpen if the service is resting."""
        with self._lock:
            if self.is_open:
                why = f" ({self._cause})" if self._cause else ""
                raise CircuitOpen(
                    f"{self.service} failed {self._failures} times in a row{why} and is not asked for {self.rest_seconds:g} s",
                    mend="wait, then try again; 'osler doctor' shows whether the service answers",
                )
            self._trying = self._opened_at is not None

    def succeeded(self) -> None:
        """The call worked: close the circuit."""
        with self._lock:
            self._failures = 0
            self._opened_at = None
            self._trying = False

    def failed(self, cause: str = "") -> None:
        """The call failed: count it, and open the circuit when it is one too many."""
        with self._lock:
            self._failures += 1
            self._cause = cause
            if self._trying or self._failures >= self.threshold:
                self._opened_at = self.clock.monotonic()
            self._trying = False

    def abandoned(self) -> None:
        """The call ended without an answer from the service (it was cancelled): judge nothing."""
        self._trying = False
