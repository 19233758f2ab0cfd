"""The comparable shape of a fact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

KINDS = (
    "person",
    "note_date",
    "conditions",
    "medications",
    "allergies",
    "measurements",
    "procedures",
    "family_history",
    "cancer",
    "denials",
)


class Fact(NamedTuple):
    """One fact: its kind, the names that it may go by, its state, and what else is compared."""

    kind: str
    names: tuple[str, ...]
    states: tuple[str, ...] = ()
    codes: frozenset[str] = frozenset()
    value: float | str | None = None
    high: float | None = None
    optional: bool = False
    sig: Mapping[str, Any] = {}
    """Dose, route, frequency of a medication; date of a measurement or procedure: scored apart."""

    def __str__(self) -> str:
        parts = ["|".join(self.names[:2]), "|".join(self.states), "" if self.value is None else str(self.value)]
        return " ".join(part for part in parts if part)
