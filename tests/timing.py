"""How long something took, judged so that a busy or slow machine is not taken for a fault of what is measured."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

PATIENCE = 20
"""How much longer than on a quiet machine a wait may take."""
_STEPS = 1_000_000
_USUAL = 0.06
"""Seconds of work that so many additions take on the machines that the limits of the tests were set on."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """At most so many seconds of work of this process; of waiting, as many as a machine that is busy may need for it."""
    allowed = seconds * _slowness()
    worked, began = time.process_time(), time.monotonic()
    yield
    assert time.process_time() - worked < allowed
    assert time.monotonic() - began < allowed * PATIENCE


@cache
def _slowness() -> float:
    """How many times slower than usual this machine works: at least one, so that a fast one is not asked for more."""
    return max(1.0, min(_additions() for _ in range(3)) / _USUAL)


def _additions() -> float:
    began, total = time.process_time(), 0
    for number in range(_STEPS):
        total += number
    return time.process_time() - began
