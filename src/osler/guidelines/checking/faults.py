"""What a fault of a sentence is: its kind, what is said of it, and the passages that it was held against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.statements import Statement

FaultKind = Literal[
    "citation", "unsupported", "name", "number", "population", "negation", "strength", "condition", "joint", "opposite"
]

Check = Callable[[Statement, Sequence[Statement], str, Vocabularies], Iterable[tuple[FaultKind, str]]]
"""A sentence held against the source sentences that it rests on and their headings: each fault with its message."""


class Found(NamedTuple):
    """What one rule found, before it is weighed."""

    kind: FaultKind
    message: str
    rule: str
    sure: bool = True
    """False where it rests on the places of words alone, and nothing else agrees with it."""


def found_by(rule: Callable[..., Iterable[tuple[FaultKind, str]]], *given: object) -> list[Found]:
    """What a rule finds, under its name."""
    return [Found(kind, message, rule.__name__.strip("_")) for kind, message in rule(*given)]


@dataclass(frozen=True)
class Fault:
    """One way in which a sentence is not what its sources say."""

    kind: FaultKind
    message: str
