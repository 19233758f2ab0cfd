"""A question about a record, read: what it asks for, of which kind of thing, which concept, which period."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from osler.consult.record.concepts import lay_names, measure_named, words
from osler.consult.record.periods import Period, read_periods
from osler.core.terminology import SemanticType, vocabulary
from osler.yaml_reader import parse_yaml

Kind = Literal["condition", "medication", "observation", "procedure", "vaccine", "allergy", "visit", "symptom", "any"]
Intent = Literal[
    "value", "nth", "aggregate", "change", "compare", "trend", "when", "ever", "count", "list", "new", "time_since",
    "after", "repeated", "name", "demographic", "dose", "reason", "who", "where", "normal", "most_common",
]  # fmt: skip
Selector = Literal["last", "first", "before_last", "maximum", "minimum", "average"]
Refusal = Literal["not_in_record", "other_patient", "out_of_scope"]


class Threshold(NamedTuple):
    """A bound that a value is asked to be above or below."""

    above: bool
    value: float


class RecordQuestion(NamedTuple):
    """What a question asks of a record."""

    text: str
    intent: Intent
    kind: Kind
    phrase: str
    """The words that name a concept; empty when the whole kind is meant."""
    period: Period
    other_period: Period | None = None
    selectors: tuple[Selector, ...] = ()
    nth: int | None = None
    threshold: Threshold | None = None
    current: bool = False
    ended: bool = False
    setting: str | None = None
    planned: bool = False
    field: str = ""
    """The field of the person that is asked for."""
    at_least: int | None = None
    unit: str = "d"


class Refused(NamedTuple):
    """Why a question is not one that a record answers."""

    reason: Refusal


@cache
def _rules() -> dict[str, Any]:
    text = files("osler.consult.record").joinpath("words.yml").read_text(encoding="utf-8")
    table: dict[str, Any] = parse_yaml(text)
    return table


@cache
def _pattern(*path: str) -> re.Pattern[str]:
    table: Any = _rules()
    for key in path:
        table = table[key]
    return re.compile(table)


@cache
def _refusals(group: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in _rules()["refusals"][group])


@cache
def _stop() -> frozenset[str]:
    return frozenset(_rules()["stop"].split())


_NUMBER = r"(?P<value>\d+(?:\.\d+)?)"
_THRESHOLD = re.compile(
    r"\b(?:(?P<above>greater than|more than|higher than|above|over|exceed(?:s|ed|ing)?|at least|>=?)|"
    r"(?P<below>less than|lower than|below|under|smaller than|at most|<=?))\s*" + _NUMBER
)
_TITLE = r"(?:Mr|Mrs|Ms|Miss|Mister)\.?"
_NAMED = re.compile(
    rf"\b{_TITLE}\s+(?P<titled>[A-ZÀ-Þ][\w'-]+(?:\s+[A-ZÀ-Þ][\w'-]+)?)|\b(?!{_TITLE}\s)(?P<bare>[A-ZÀ-Þ][a-zà-ÿ]+(?:\s+(?!{_TITLE}\s)[A-ZÀ-Þ][a-zà-ÿ]+)?)(?P<own>['’]s)?"
)
_AT_LEAST = re.compile(
    r"\b(two|three|four|2|3|4) or more times|\bat least (two|three|four|twice|2|3|4)(?: times)?|\bmore than (once|twice)"
)
_TIMES = {"two": 2, "2": 2, "twice": 2, "once": 2, "three": 3, "3": 3, "four": 4, "4": 4}
_AFTER = re.compile(
    r"\b(?:after|following)\b.*\b(?:diagnos\w*|procedure|surgery|operation|undergo\w*|visit)|\bsame (?:day|visit|time)\b|\bwithin the same\b"
)
_EVENT = re.compile(r"\bdiagnos|procedure|surgery|operation")
_NEW = re.compile(r"\b(new|newly|added|additional)\b")
_SEVERAL = re.compile(r"\b(conditions|problems|drugs|medications|medicines|procedures|visits|vaccines)\b")
_ABBREVIATED = re.compile(r"\be\.r\.?")
_UNITS = {"hour": "h", "day": "d", "week": "wk", "month": "mo", "year": "a"}


def read_question(text: str, today: dt.date, *, patient_names: Sequence[str] = ()) -> RecordQuestion | Refused:
    """The question, read, or why a record of this patient does not answer it."""
    without_names, names_other = _without_names(text, patient_names)
    lower = " ".join(_ABBREVIATED.sub("er", without_names.lower().replace("’", "'")).split())
    if names_other or any(pattern.search(lower) for pattern in _refusals("other_people")):
        return Refused("other_patient")
    periods = read_periods(lower, today)
    rest = periods.rest.lstrip(" ,.;:-")
    if field := _demographic(rest):
        return RecordQuestion(text, "demographic", "any", "", periods.period, field=field)
    if any(pattern.search(rest) for pattern in _refusals("out_of_scope")):
        return Refused("out_of_scope")
    if any(pattern.search(rest) for pattern in _refusals("not_in_record")):
        return Refused("not_in_record")
    threshold, rest = _threshold(rest)
    rest = _in_known_names(rest)
    named = _named_condition(rest)
    phrase = named or _phrase(rest)
    kind: Kind = "condition" if named else _kind(rest, phrase)
    selectors = _selectors(rest)
    question = RecordQuestion(
        text=text,
        intent="value",
        kind=kind,
        phrase=phrase,
        period=periods.period,
        other_period=periods.other,
        selectors=selectors,
        nth=_nth(rest, selectors),
        threshold=threshold,
        current=bool(_pattern("status", "current").search(rest)),
        ended=bool(_pattern("status", "ended").search(rest)),
        setting=_setting(rest) if kind == "visit" else None,
        planned=bool(_pattern("planned").search(rest)),
        at_least=_at_least(rest),
        unit=_unit(rest),
    )
    if kind == "any" and not phrase:
        return Refused("not_in_record")
    return question._replace(intent=_intent(rest, question))


def _intent(rest: str, question: RecordQuestion) -> Intent:
    measured = question.kind == "observation"
    if question.at_least and not measured:
        return "repeated"
    if question.kind in {"medication", "procedure"} and _AFTER.search(rest) and _EVENT.search(rest):
        return "after"
    is_new = question.kind == "medication" and _NEW.search(rest)
    if question.other_period is not None or is_new:
        return "new"
    if _says("how_many_days", rest) and not re.search(r"\bhow many days (?:of|did|per)", rest):
        return "time_since"
    if _says("most_common", rest) and not measured:
        return "most_common"
    found = _intent_of_values(rest, question) if measured else None
    if found is not None:
        return found
    if question.kind == "medication" and question.phrase and re.search(r"\bhow often (do|does|should|am|is)\b", rest):
        return "dose"
    if _says("count", rest):
        return "count"
    if _says("when", rest):
        return "when"
    return _intent_without_cue(rest, question, ever=_says("ever", rest))


def _says(intent: str, rest: str) -> bool:
    return bool(_pattern("intents", intent).search(rest))


def _intent_of_values(rest: str, question: RecordQuestion) -> Intent | None:
    """What is asked of the values of a measure, where the words say it."""
    if question.threshold is None:
        if _says("compare", rest) or (_says("moved", rest) and _says("ever", rest)):
            return "compare"
        if _says("normal", rest) and not _says("count", rest):
            return "normal"
    if _says("trend", rest):
        return "trend"
    return "change" if _says("change", rest) and not _says("when", rest) else None


def _intent_without_cue(rest: str, question: RecordQuestion, *, ever: bool) -> Intent:
    if question.kind == "medication" and question.phrase and re.search(r"\b(dose|dosage|how much)\b", rest):
        return "dose"
    if question.kind in {"visit", "medication"} and re.search(r"\b(why|reason)\b", rest):
        return "reason"
    if question.kind == "visit" and re.search(
        r"\b(who|(which|what) (doctor|physician|practitioner|specialist))\b", rest
    ):
        return "who"
    if question.kind == "visit" and re.search(r"\bwhere\b", rest):
        return "where"
    asks_which = re.search(r"\b(which|what|list|show)\b", rest)
    if ever and not (asks_which and not question.phrase):
        return "ever"
    if question.kind == "observation" and question.phrase:
        if any(selector in {"maximum", "minimum", "average"} for selector in question.selectors):
            return "aggregate"
        if re.search(r"\b(values|results|readings|measurements)\b|\ball\b", rest) and not question.selectors:
            return "list"
        return "nth" if question.nth else "value"
    picks = {"last", "first", "before_last"} & set(question.selectors) and not question.current
    return "name" if picks and not question.phrase and not _SEVERAL.search(rest) else "list"


def _demographic(rest: str) -> str:
    for field in _rules()["demographic"]:
        if _pattern("demographic", field).search(rest) and not re.search(r"\b(restriction|pets?|dog|average)\b", rest):
            return str(field)
    return ""


def _kind(rest: str, phrase: str) -> Kind:
    if (
        phrase
        and measure_named(phrase) is not None
        and not re.search(r"\b(vaccin\w*|shots?|immuni\w*|prescri\w*|diagnos\w*|taking|medic\w+|pills?)\b", rest)
    ):
        return "observation"
    # What was done to a patient is asked with a concept of its own, whatever the verb before it.
    for kind in _rules()["kinds"]:
        if _pattern("kinds", kind).search(rest):
            found: Kind = kind
            if found == "visit" and phrase and not _only_setting(phrase):
                continue
            return found
    return _kind_of_concept(phrase)


_BY_TYPE: dict[SemanticType, Kind] = {
    SemanticType.CONDITION: "condition",
    SemanticType.PHENOTYPE: "condition",
    SemanticType.MEDICATION: "medication",
    SemanticType.PROCEDURE: "procedure",
    SemanticType.LAB_VALUE: "observation",
}


def _kind_of_concept(phrase: str) -> Kind:
    for match in vocabulary().find(phrase):
        concept = vocabulary().concept(match.concept_ids[0])
        if concept is not None and concept.semantic_type in _BY_TYPE:
            return _BY_TYPE[concept.semantic_type]
    return "any"


def is_condition(phrase: str) -> bool:
    """Whether the vocabularies know a phrase as a disease or a finding."""
    return _kind_of_concept(phrase) == "condition"


def _in_known_names(rest: str) -> str:
    """The question with the names of what people have words of their own for."""
    for spoken, known in _rules()["spoken"].items():
        rest = re.sub(rf"\b(?:{spoken})\b", known, rest)
    return rest


def _named_condition(rest: str) -> str:
    """A disease whose everyday name is that of a measure that is high or low: "high blood pressure" asks for no value."""
    spoken = words(rest)
    for lay, clinical in lay_names().items():
        if lay[0] not in {"high", "low"} or not any(spoken[i : i + len(lay)] == lay for i in range(len(spoken))):
            continue
        if is_condition(clinical[0]):
            return " ".join(lay)
    return ""


def _only_setting(phrase: str) -> bool:
    return not set(words(phrase)) - {
        "emergency",
        "room",
        "hospital",
        "clinic",
        "doctor",
        "check",
        "checkup",
        "office",
        "outpatient",
        "inpatient",
    }


def _selectors(rest: str) -> tuple[Selector, ...]:
    found = []
    left = rest
    for name in _rules()["selectors"]:
        if _pattern("selectors", name).search(left):
            found.append(name)
            left = _pattern("selectors", name).sub(" ", left)
    return tuple(found)


def _nth(rest: str, selectors: Sequence[str]) -> int | None:
    """Counted from the start when positive, from the end when negative."""
    if "before_last" in selectors:
        return -2
    for word, number in _rules()["ordinals"].items():
        if re.search(rf"\b{word}\b", rest):
            return -int(number) if re.search(rf"\b{word}[- ](?:to[- ]last|most recent|last)\b", rest) else int(number)
    return None


def _threshold(rest: str) -> tuple[Threshold | None, str]:
    match = _THRESHOLD.search(rest)
    if match is None:
        return None, rest
    return Threshold(bool(match["above"]), float(match["value"])), f"{rest[: match.start()]} {rest[match.end() :]}"


def _at_least(rest: str) -> int | None:
    match = _AT_LEAST.search(rest)
    if match is None:
        return None
    word = next(filter(None, match.groups()))
    return 3 if match.group(3) == "twice" else _TIMES[word]


def _setting(rest: str) -> str | None:
    return next((code for code in _rules()["setting"] if _pattern("setting", code).search(rest)), None)


def _unit(rest: str) -> str:
    return next(
        (code for word, code in _UNITS.items() if re.search(rf"\bhow many {word}s?\b|\bnumber of {word}s\b", rest)), "d"
    )


def _phrase(rest: str) -> str:
    """What is left of a question when the words that name no concept are taken out: its longest stretch."""
    kept: list[list[str]] = [[]]
    kind_words = {
        word
        for kind in _rules()["kinds"]
        for match in _pattern("kinds", kind).finditer(rest)
        for word in match.group().split()
    }
    kind_words -= _JOINING
    for token in re.findall(r"[a-z0-9]+(?:['/.-][a-z0-9]+)*|[^\s\w]", rest):
        bare = token.removesuffix("'s")
        if bare in _JOINING and kept[-1]:
            kept[-1].append(bare)
        elif bare in _stop() or bare in kind_words or not re.search(r"[a-z]", bare):
            if bare not in _stop() and re.fullmatch(r"[\d.]+", bare) and kept[-1]:
                kept[-1].append(bare)
            elif kept[-1]:
                kept.append([])
        else:
            kept[-1].append(bare)
    stretches = [_trimmed(stretch) for stretch in kept]
    phrases = [" ".join(stretch) for stretch in stretches if stretch]
    return max(phrases, key=lambda phrase: (_is_known(phrase), len(phrase.split())), default="")


def _is_known(phrase: str) -> bool:
    """Whether some part of a phrase is a name that the vocabularies, the measures or people's own names know."""
    spoken = set(words(phrase))
    if any(spoken.issuperset(name) for name in lay_names()) or measure_named(phrase) is not None:
        return True
    return bool(vocabulary().find(phrase))


_JOINING = frozenset({"of", "blood", "sugar", "pressure", "cell", "count", "rate", "index", "score", "ratio", "type"})


def _trimmed(stretch: list[str]) -> list[str]:
    while stretch and stretch[-1] in {"of"}:
        stretch = stretch[:-1]
    return stretch


def _without_names(text: str, patient_names: Sequence[str]) -> tuple[str, bool]:
    """The question without the patient's name, and whether it names somebody else."""
    own = {re.sub(r"\d", "", part).lower() for name in patient_names for part in re.findall(r"[\w'-]+", name)}
    other = False

    def replaced(match: re.Match[str]) -> str:
        nonlocal other
        titled, bare = match["titled"], match["bare"]
        parts = [re.sub(r"['’]s$", "", part).lower() for part in (titled or bare).split()]
        if own.intersection(parts):
            return "the patient" + ("'s" if match["own"] else "")
        if (
            titled
            or (
                bare
                and len(parts) == 2
                and match.start() > 0
                and not vocabulary().find(bare)
                and measure_named(bare) is None
            )
            or (bare and match["own"] and not vocabulary().find(bare) and not set(parts) <= _stop())
        ):
            other = True
        return match.group()

    return _NAMED.sub(replaced, text), other
