"""A capability of the tests, on the record for one test alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from osler.casework import Capability, capability, register
from osler.core.runs import kinds


@contextmanager
def registered(toy: Capability[Any, Any]) -> Iterator[None]:
    """Register a capability and take it out again; what is registered meanwhile, as a module is first loaded, stays."""
    register(toy)
    try:
        yield
    finally:
        kinds._KINDS.pop(toy.name)
        capability._CAPABILITIES.pop(toy.name)
