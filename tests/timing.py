"""How long something took, judged so that a busy or slow machine is not taken for a fault of what is measured."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 20
"""How much longer than on a quiet machine a wait may take."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """At most so many seconds of work of this process; of waiting, as many as a machine that is busy may need for it."""
    worked, began = time.process_time(), time.monotonic()
    yield
    assert time.process_time() - worked < seconds
    assert time.monotonic() - began < seconds * PATIENCE
