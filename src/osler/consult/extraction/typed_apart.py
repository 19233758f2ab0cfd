"""The type of a disease that is told apart from its name: "diabetic since 2009, type 2"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from osler.consult.extraction.clauses import words
from osler.consult.extraction.types import ConditionEntry
from osler.core.language import sentences

_TYPE = re.compile(r"\b(?:type|t)[ -]?(?P<type>one|two|ii?|[12])\b(?! ?(?:\d|mg|respiratory|error))", re.IGNORECASE)
_DIABETES = re.compile(r"diabet(?:es|ic)(?: mellitus)?", re.IGNORECASE)
_ROMAN = {"i": "1", "ii": "2"}


def with_type(conditions: Mapping[str, ConditionEntry], message: str) -> list[ConditionEntry]:
    """The conditions, a diabetes without its type with the one that its sentence tells."""
    return [_with_type(entry, message) if _DIABETES.fullmatch(entry.name) else entry for entry in conditions.values()]


def _with_type(entry: ConditionEntry, message: str) -> ConditionEntry:
    told = " ".join(part.text for part in sentences(message) if entry.quote in part.text or part.text in entry.quote)
    types = {_ROMAN.get(one.lower(), one.lower()) for one in _TYPE.findall(told)}
    name = words()["findings"]["types"].get(types.pop()) if len(types) == 1 else None
    return entry.model_copy(update={"name": name}) if name else entry
