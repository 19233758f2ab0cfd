"""What a message says to have been called off, to be another's, or not to be so after all: it is no statement of the patient."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal

from osler.consult.wording.people import somebody
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "undone.yml")
Undone = Literal["", "called_off", "not_so"]
_WHOSE = r"(?:my|our|his|her)"


def undone(parts: Sequence[str], place: int) -> Undone:
    """Whether a clause of a sentence tells of what was called off or is not so, by its own words or by those that follow."""
    lower = parts[place].lower()
    after = parts[place + 1].lower() if place + 1 < len(parts) else ""
    how: tuple[Undone, ...] = ("not_so", "called_off")
    for name in how:
        if any(form.search(lower) for form in _forms(name, "itself")):
            return name
        if after and any(form.match(after) for form in _forms(name, "after")):
            return name
    return ""


def is_of_another(sentence: str) -> bool:
    """Whether a sentence says in the end whose it is: "her knee was replaced, my mum's I mean"."""
    return _of_another().search(sentence.lower()) is not None


@cache
def _forms(name: str, where: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form) for form in _TABLE.rules[name][where])


@cache
def _of_another() -> re.Pattern[str]:
    kin = somebody(_WHOSE).pattern
    return re.compile(
        rf"(?:{kin})(?:'s)?,? i mean\b|\bi mean (?:{kin})|\bthat's (?:{kin})|(?:{kin})(?:'s)?,? not (?:me|mine)\b",
        re.IGNORECASE,
    )
