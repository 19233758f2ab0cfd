"""A question that only points at the value of the answer before it, made to stand by itself."""

from __future__ import annotations

import re
from functools import cache

from osler.consult.types import GivenValue, ReplySentence
from osler.core.patient import PatientRecord
from osler.core.patient.types import Observation
from osler.yaml_reader import packaged_yaml

_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*")


def value_given(sentences: list[ReplySentence], record: PatientRecord) -> GivenValue | None:
    """The one measured value that an answer rests on; None where it rests on more, or on anything else."""
    sources = [source for sentence in sentences for source in sentence.sources]
    cited = {source.id.partition("#")[0] for source in sources if source.kind == "record"}
    if len(cited) != 1 or len(cited) != len({source.id.partition("#")[0] for source in sources}):
        return None
    fact = next((fact for fact in record.observations if fact.id in cited), None)
    return GivenValue(name=fact.label, day=_day(fact)) if fact is not None else None


def asked_alone(message: str, given: GivenValue | None) -> str:
    """The message; where it only asks what the value means that was just given, with that value named."""
    if given is None or not _only_points(message):
        return message
    return f"Was my {given.name} on {given.day} normal?" if given.day else f"Is my last {given.name} normal?"


def _only_points(message: str) -> bool:
    lower = message.strip().lower().replace("’", "'")
    table, spoken = _table(), _WORD.findall(lower)
    said = set(spoken)
    first = next((word for word in spoken if word not in table["opens"]), "")
    asks = lower.endswith("?") or first in table["asks"]
    only = said <= frozenset().union(*table.values()) and not _DIGIT.search(lower)
    return asks and only and bool(said & table["points"]) and bool(said & table["means"])


@cache
def _table() -> dict[str, frozenset[str]]:
    written = packaged_yaml("osler.consult", "follow_up.yml")
    return {name: frozenset(" ".join(lines).split()) for name, lines in written.items()}


def _day(fact: Observation) -> str | None:
    point = (fact.time.at or fact.time.start) if fact.time else None
    return point.date[:10] if point and point.date else None
