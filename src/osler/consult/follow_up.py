"""A question that only points at the value of the answer before it, made to stand by itself."""

from __future__ import annotations

import re
from functools import cache

from osler.consult.types import GivenValue, ReplySentence, SourceLine
from osler.core.patient import PatientRecord
from osler.core.patient.types import Observation
from osler.yaml_reader import RuleTable, packaged_yaml

_FORMS = RuleTable("osler.consult", "pointing.yml", flags=re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*")


def value_given(sentences: list[ReplySentence], record: PatientRecord) -> GivenValue | None:
    """The one measured value that an answer rests on; None where it rests on more, or on anything else."""
    sources = [source for sentence in sentences for source in sentence.sources]
    cited = {source.id.partition("#")[0] for source in sources if source.kind == "record"}
    if len(cited) != len({source.id.partition("#")[0] for source in sources}):
        return None
    facts = [fact for fact in record.observations if fact.id in cited]  # a part of a panel is cited by its panel
    if not facts or len(facts) != len(cited) or len({_day(fact) for fact in facts}) > 1:
        return None
    if len(facts) == 1:
        return GivenValue(name=_called(facts[0], sources), day=_day(facts[0]))
    both = all(any(part in fact.label.lower() for part in _PRESSURES) for fact in facts)
    return GivenValue(name="blood pressure", day=_day(facts[0])) if both and len(facts) == len(_PRESSURES) else None


_PRESSURES = ("systolic", "diastolic")


def _called(fact: Observation, sources: list[SourceLine]) -> str:
    """The name of a value: of a panel of which one part is cited, that of the part."""
    parts = {part.id: part.label for part in fact.parts()}
    cited = [parts[source.id] for source in sources if source.id in parts and source.id != fact.id]
    return cited[0] if len(cited) == 1 else "blood pressure" if len(cited) > 1 else fact.label


def asked_alone(message: str, given: GivenValue | None) -> str:
    """The message; where it only points at the value that was just given, with that value named."""
    if given is None:
        return message
    pointed = _of_another_day(message, given)
    if pointed is not None:
        return pointed
    if not _only_points(message):
        return message
    return f"Was my {given.name} on {given.day} normal?" if given.day else f"Is my last {given.name} normal?"


def _of_another_day(message: str, given: GivenValue) -> str | None:
    """The value before or after the given one, its day, or one that is told from that day; None where none is asked."""
    lower = " ".join(message.strip().lower().replace("’", "'").split())
    if given.day is None or len(lower.split()) > _LONGEST:
        return None
    for asked, alone in _FORMS.rules["forms"].items():
        match = re.fullmatch(asked, lower)
        if match is not None and all(word in given.name.lower() for word in _FORMS.rules["of"].get(alone, ())):
            year = int(given.day[:4])
            told = {"name": given.name.lower(), "day": given.day, "year_before": year - 1, "year_after": year + 1}
            return str(alone).format(**told, **match.groupdict())
    then = _FORMS.pattern("then")
    return then.sub(rf"\g<word> {given.day}", message) if then.search(message) else None


_LONGEST = 12


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
