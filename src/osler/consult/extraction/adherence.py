"""Keeping to a medicine: who never missed or has not stopped it takes it, and one missed dose ends nothing."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, TypeVar

from osler.consult.extraction.types import MedicationEntry
from osler.core.language import sentences
from osler.yaml_reader import packaged_yaml

_TAKEN = "take"
"""What a denied end comes to, and what a lapse leaves as it was."""
_PUT_OFF = re.compile(
    r"^\W*(?:(?:the|my|it|them|that|any|this)\b\W*)?(?:[\w-]+\W+){0,4}?(?:until|till)\b", re.IGNORECASE
)
"""What was not done until a day was done then."""


def kept_to(message: str) -> str:
    """The message in which what was never missed or not stopped is taken, and a missed dose is no end."""
    told = message.replace("’", "'")
    for name in ("denied", "lapse"):
        for form in _forms(name):
            told = form.sub(lambda match: match.group() if _is_put_off(match) else _TAKEN, told)
    return told


def _is_put_off(match: re.Match[str]) -> bool:
    return _PUT_OFF.match(match.string, match.end()) is not None


_Entry = TypeVar("_Entry", bound=MedicationEntry)


def as_written(entry: _Entry, message: str) -> _Entry:
    """An entry that quotes the message as it was written, where it was read in other words."""
    if entry.quote in message:
        return entry
    own = (sentence.text for sentence in sentences(message) if entry.name.lower() in sentence.text.lower())
    return entry.model_copy(update={"quote": next(own, entry.quote)})


@cache
def _forms(name: str) -> tuple[re.Pattern[str], ...]:
    rules: dict[str, Any] = packaged_yaml("osler.consult.extraction", "adherence.yml")
    return tuple(re.compile(form, re.IGNORECASE) for form in rules[name])
