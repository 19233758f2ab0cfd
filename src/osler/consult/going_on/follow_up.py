"""A question that only points at the value of the answer before it, made to stand by itself."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache

from osler.consult.record import is_pressure, measure_named
from osler.consult.record.called import measure_spans
from osler.consult.record.periods import Period, read_periods
from osler.consult.record.reading.table import pattern, stop
from osler.consult.types import GivenValue, ReplySentence, SourceLine, Subject
from osler.consult.wording.folded import folded
from osler.core.patient import PatientRecord
from osler.core.patient.types import Observation
from osler.yaml_reader import RuleTable, packaged_yaml

_FORMS = RuleTable("osler.consult.going_on", "pointing.yml", flags=re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*")
_ANY_DAY = dt.date(2000, 1, 1)
"""A time is only told from other words, whenever it is."""
_CHOSEN = {"highest": "maximum", "lowest": "minimum", "average": "average"}
"""How a choice among values is asked for again, and the words that first asked for it."""


def value_given(
    sentences: list[ReplySentence], record: PatientRecord, question: str = "", today: dt.date = _ANY_DAY
) -> GivenValue | None:
    """The measure that an answer rests on, its newest day, and which value was asked for; None where it rests on anything else."""
    found = _measure_given(sentences, record)
    if found is None:
        return None
    lower = question.lower()
    chosen = next((said for said, name in _CHOSEN.items() if pattern("selectors", name).search(lower)), "last")
    start = read_periods(lower, today).period.start
    return found.model_copy(update={"chosen": chosen, "since": start.isoformat() if start else None})


def _measure_given(sentences: list[ReplySentence], record: PatientRecord) -> GivenValue | None:
    sources = [source for sentence in sentences for source in sentence.sources]
    cited = {source.id.partition("#")[0] for source in sources if source.kind == "record"}
    if len(cited) != len({source.id.partition("#")[0] for source in sources}):
        return None
    facts = [fact for fact in record.observations if fact.id in cited]  # a part of a panel is cited by its panel
    if not facts or len(facts) != len(cited):
        return None
    days = {day for fact in facts if (day := _day(fact))}
    last = max(days, default=None)
    first = min(days) if len(days) == _COMPARED else None
    names = {_called(fact, sources) for fact in facts}
    if len(names) == 1:
        return GivenValue(name=names.pop(), day=last, first=first)
    both = all(is_pressure(name) or name.lower() == "blood pressure" for name in names)
    return GivenValue(name="blood pressure", day=last, first=first) if both else None


def _called(fact: Observation, sources: list[SourceLine]) -> str:
    """The name of a value: of a panel of which one part is cited, that of the part."""
    parts = {part.id: part.label for part in fact.parts()}
    known = measure_named(fact.label)
    if len(parts) == 1 and known is not None:
        return known.name  # "high density lipoprotein" is no question of what is high
    cited = [parts[source.id] for source in sources if source.id in parts and source.id != fact.id]
    return cited[0] if len(cited) == 1 else "blood pressure" if len(cited) > 1 else fact.label


def value_of(subject: Subject | None) -> GivenValue | None:
    """The value that a turn was about which told or saved it: what the next turn may point at as if it had been answered."""
    if subject is None or subject.kind != "observation" or len(subject.names) != 1 or subject.day is None:
        return None
    return GivenValue(name=subject.names[0], day=subject.day[:10])


def asked_alone(message: str, given: GivenValue | None) -> str:
    """The message; where it only points at the value that was just given, with that value named."""
    other = _of_another_measure(message)
    if other is not None:
        return other
    if given is None:
        return message
    around = _around_the_day(message, given)
    if around is not None:
        return around
    pointed = _of_another_day(message, given)
    if pointed is not None:
        return pointed
    if not only_points(message):
        return _with_its_name(message, given) if not _names_nothing(message) else _of_the_same(message, given)
    return f"Was my {given.name} on {given.day} normal?" if given.day else f"Is my last {given.name} normal?"


def _of_another_measure(message: str) -> str | None:
    """The question after another measure, asked in a word: "and the weight?"; None where no other is named."""
    lower = folded(message)
    match = _FORMS.pattern("another").fullmatch(lower)
    named = measure_named(match["name"]) if match is not None else None
    return f"What was my last {match['name']}?" if match is not None and named is not None else None


def _around_the_day(message: str, given: GivenValue) -> str | None:
    """The question after another measure of the time of the value just given: "and my weight around then?"."""
    match = _FORMS.pattern("around").fullmatch(folded(message))
    if match is None or given.day is None or measure_named(match["name"]) is None:
        return None
    return f"What was my {match['name']} in {given.day[:4]}?"


def _of_the_same(message: str, given: GivenValue) -> str:
    """A question that names no measure and asks for an extreme or for another time, asked of the measure just given."""
    return f"{message.strip().rstrip('?!. ')} of my {given.name.lower()}?"


def _names_nothing(message: str) -> bool:
    """Whether a question has no words but those that choose a value, and a time: "what was the highest in 2016?"."""
    lower = folded(message)
    said = read_periods(lower, _ANY_DAY)
    spoken = _WORD.findall(said.rest)
    chooses = bool(_table()["chooses"].intersection(spoken)) or said.period != Period()
    asks = (_FORMS.pattern("asks").match(lower) or lower.startswith("and ")) and len(lower.split()) <= _LONGEST
    if not asks or not chooses or _DIGIT.search(said.rest) or _FORMS.pattern("it").search(said.rest):
        return False
    return (_table()["opens"] | _table()["chooses"] | _table()["plain"]).issuperset(spoken)


def chooses(message: str) -> bool:
    """Whether a message has a word that chooses among values or asks how they went: it tells nothing."""
    return not (_table()["chooses"] | {"trend"}).isdisjoint(_WORD.findall(folded(message)))


def _with_its_name(message: str, given: GivenValue) -> str:
    """A question about "it" in which nothing else is named, with the name of the measure that the last answer was about."""
    lower = message.strip().lower().replace("’", "'")
    spoken = _WORD.findall(lower)
    event = _FORMS.pattern("of_an_event").match(lower)
    if event is not None and not _PEOPLE.search(lower):
        return _FORMS.pattern("it").sub(f"my {given.name.lower()}", message, count=1)
    known = stop() | _table()["opens"] | _table()["means"] | _table()["moves"]
    asks = _FORMS.pattern("asks").match(lower) is not None and len(lower.split()) <= _LONGEST
    if not asks or _PEOPLE.search(lower) or not _table()["moves"].intersection(spoken) or not known.issuperset(spoken):
        return message
    return _FORMS.pattern("it").sub(f"my {given.name.lower()}", message, count=1)


def _of_another_day(message: str, given: GivenValue) -> str | None:
    """The value before or after the given one, its day, or one that is told from that day; None where none is asked."""
    lower = folded(message)
    if given.day is None or len(lower.split()) > _LONGEST:
        return None
    pointed = _with_it_for_its_name(lower, given)
    for asked, alone in _FORMS.rules["forms"].items():
        beside = _BESIDE_DAY.search(alone) is not None
        match = re.fullmatch(asked, lower) or (re.fullmatch(asked, pointed) if beside else None)
        if match is not None and all(word in given.name.lower() for word in _FORMS.rules["of"].get(alone, ())):
            year = int(given.day[:4])
            day = given.first if given.first and "before {day}" in alone else given.day
            told = {
                "name": given.name.lower(),
                "day": day,
                "year": year,
                "year_before": year - 1,
                "year_after": year + 1,
            }
            return _chosen_again(str(alone), given).format(**told, **match.groupdict())
    then, that_year = _FORMS.pattern("then"), _FORMS.pattern("that_year")
    message = _SINCE.sub("since then", message)
    if then.search(message):
        return _with_its_name(then.sub(lambda said: f"{said['word'] or said['word_last']} {given.day}", message), given)
    past = re.search(r"\b(?:was|were|did|had|been)\b", lower)  # "do I have it then" asks for no time
    return that_year.sub(f"in {given.day[:4]}", message) if past and that_year.search(message) else None


_BESIDE_DAY = re.compile(r"\b(?:before|after) \{day\}")


def _with_it_for_its_name(lower: str, given: GivenValue) -> str:
    """The message with "one" for the name of the given measure: "the Hb before that" is the one before that."""
    own = measure_named(given.name)
    for start, end in reversed(measure_spans(lower) if own is not None else []):
        if measure_named(lower[start:end]) == own:
            lower = f"{lower[:start]}one{lower[end:]}"
    return lower


def _chosen_again(alone: str, given: GivenValue) -> str:
    """A form for another time, asked for the same choice among the values: the highest of the year before."""
    if given.chosen == "last":
        return alone
    if "before {day}" in alone and given.since:
        return alone.replace("my last {name} before {day}", f"my {given.chosen} {{name}} before {given.since}")
    return alone.replace("my last {name} in", f"my {given.chosen} {{name}} in")


_PEOPLE = re.compile(
    r"\b(?:did|have|had|do|does) they (?:do|done|give|given|put|find|found|say|said|take|taken|check|checked|see|want)\b"
)
"""Those who treat somebody, and no values."""
_OF_ONES_KIND = re.compile(
    r",? (?:for|in|at) (?:(?:someone|somebody|anyone|people|a (?:man|woman|person|patient|lady|bloke|chap|guy)|men|women)(?: (?:of|at|in|like))? )?(?:my|his|her|their|the patient's)(?: (?:age|sex|size|height|build|situation|condition)| age group)(?=\W*$)",
    re.IGNORECASE,
)
"""Whom a value is to be usual for: one like the patient, which is what is meant anyway."""
_SINCE = re.compile(r"\bsince(?=\W*$)", re.IGNORECASE)
_LONGEST = 12
_COMPARED = 2
"""Days of the values of a comparison."""


def without_kind(message: str) -> str:
    """A question that only points, without whom it asks it for: one like the patient is meant anyway."""
    shorter = _OF_ONES_KIND.sub("", message)
    judged = shorter != message and _FORMS.pattern("judged").fullmatch(folded(shorter)) is not None
    return shorter if judged or only_points(shorter) else message


def only_points(message: str) -> bool:
    """Whether a message asks what a value means that it does not name."""
    lower = message.strip().lower().replace("’", "'")
    table, spoken = _table(), _WORD.findall(lower)
    said = set(spoken)
    first = next((word for word in spoken if word not in table["opens"]), "")
    asks = lower.endswith("?") or first in table["asks"]
    only = said <= frozenset().union(
        *(words for name, words in table.items() if name not in {"moves", "chooses", "plain"})
    ) and not _DIGIT.search(lower)
    return asks and only and bool(said & table["points"]) and bool(said & table["means"])


@cache
def _table() -> dict[str, frozenset[str]]:
    written = packaged_yaml("osler.consult.going_on", "follow_up.yml")
    return {name: frozenset(" ".join(lines).split()) for name, lines in written.items()}


def _day(fact: Observation) -> str | None:
    point = (fact.time.at or fact.time.start) if fact.time else None
    return point.date[:10] if point and point.date else None
