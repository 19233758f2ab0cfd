"""In which units a text gives its laboratory values, where it shows it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from osler.core.language.rules import read_yaml

UnitSystem = Literal["SI", "conventional"]


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[UnitSystem, re.Pattern[str]], ...]:
    table = read_yaml("quantities.yml")["unit_systems"]
    systems: tuple[UnitSystem, ...] = ("SI", "conventional")
    return tuple((system, re.compile("|".join(table[system]), re.IGNORECASE)) for system in systems)


@lru_cache(maxsize=8)
def unit_system(text: str) -> UnitSystem | None:
    """The units that a text uses; None where it shows none, or both."""
    used = [system for system, pattern in _patterns() if pattern.search(text)]
    return used[0] if len(used) == 1 else None
