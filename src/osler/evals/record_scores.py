"""How an answer over a record is scored, from 0 to 1: numbers by unit and tolerance, names by their words, lists by F1."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from osler.core.terminology import measures

_RELATIVE = 0.005
_ABSOLUTE = 0.0051
_SAME_NAME = 0.6
_TRUE, _FALSE = {"true", "yes", "y", "1"}, {"false", "no", "n", "0"}
_STOP = frozenset(
    [
        "an",
        "the",
        "of",
        "to",
        "in",
        "and",
        "or",
        "with",
        "mg",
        "ml",
        "oral",
        "tablet",
        "tablets",
        "capsule",
        "capsules",
        "injection",
        "solution",
        "allergy",
        "vaccine",
        "shot",
        "unit",
        "units",
        "hr",
        "day",
        "pack",
        "prefilled",
        "syringe",
        "extended",
        "release",
        "adult",
    ]
)
_TAG = re.compile(r"\((disorder|finding|procedure|situation|regime/therapy|person)\)")
_TIME = {"d": 1.0, "h": 1 / 24, "wk": 7.0, "mo": 30.4375, "a": 365.25}
_TIME |= {
    "day": 1.0,
    "days": 1.0,
    "week": 7.0,
    "weeks": 7.0,
    "month": 30.4375,
    "months": 30.4375,
    "year": 365.25,
    "years": 365.25,
}


def score(gold: Mapping[str, Any], predicted: Mapping[str, Any], question: str = "") -> float:
    """The score of an answer against the gold one."""
    kind, value, said = gold["type"], gold["value"], str(predicted.get("type"))
    if kind == "unanswerable":
        return float(said == "unanswerable")
    empty = said == "none" or (said == "list" and not predicted.get("value"))
    if kind == "none":
        return float(empty)
    if kind == "number" and value == 0 and empty:
        return 1.0
    if said in {"none", "unanswerable"}:
        return 0.0
    return float(_SCORES[kind](gold, predicted, question))


def _of_number(gold: Mapping[str, Any], predicted: Mapping[str, Any], question: str) -> float:
    value = _number(predicted.get("value"))
    if value is None or predicted.get("type") == "bool":
        return 0.0
    converted = _converted(value, predicted.get("unit"), gold.get("unit"), question)
    wanted = [gold["value"], *gold.get("accept", [])]
    bound = float(gold.get("tol_abs", 0))
    return float(
        converted is not None
        and any(abs(converted - w) <= max(_RELATIVE * abs(w), _ABSOLUTE, bound) + 1e-9 for w in wanted)
    )


def _converted(value: float, unit: str | None, wanted: str | None, question: str) -> float | None:
    """The value in the unit of the gold answer; None where the units are of different quantities."""
    if not unit or not wanted or _folded(unit) == _folded(wanted):
        return value
    if _folded(unit) in _TIME and _folded(wanted) in _TIME:
        return value * _TIME[_folded(unit)] / _TIME[_folded(wanted)]
    for row in measures():
        if any(name.lower() in question.lower() for name in (row.name, *row.synonyms) if len(name) > 2):
            canonical = row.to_canonical(value, unit)
            back = None if canonical is None else row.from_canonical(canonical, wanted)
            if back is not None:
                return back
    known = {_folded(symbol) for row in measures() for symbol in (row.unit, *row.conversions)}
    return None if _folded(unit) in known and _folded(wanted) in known else value


def _of_date(gold: Mapping[str, Any], predicted: Mapping[str, Any], question: str) -> float:
    return float(_day(predicted.get("value")) == gold["value"])


def _of_truth(gold: Mapping[str, Any], predicted: Mapping[str, Any], question: str) -> float:
    said = str(predicted.get("value")).strip().lower()
    found = True if said in _TRUE else False if said in _FALSE else None
    return float(found is not None and found == gold["value"])


def _of_string(gold: Mapping[str, Any], predicted: Mapping[str, Any], question: str) -> float:
    value = predicted.get("value")
    if isinstance(value, list):
        value = value[0] if len(value) == 1 else None
    if value is None:
        return 0.0
    if "components" in gold:
        return _of_pressure(gold["components"], value)
    names = [gold["value"], *gold.get("aliases", [])]
    if gold.get("match") == "exact":
        return float(_normal(value) in {_normal(name) for name in names})
    return float(_same(value, names))


def _of_pressure(wanted: Mapping[str, float], value: Any) -> float:
    numbers: Sequence[float | None]
    if isinstance(value, Mapping):
        numbers = [_number(value.get("systolic")), _number(value.get("diastolic"))]
    else:
        numbers = [float(found) for found in re.findall(r"\d+\.?\d*", str(value))][:2]
    pairs = zip(numbers, (wanted["systolic"], wanted["diastolic"]), strict=False)
    right = [one is not None and abs(one - other) <= max(_RELATIVE * other, 0.51) for one, other in pairs]
    return float(len(right) == 2 and all(right))


def _of_list(gold: Mapping[str, Any], predicted: Mapping[str, Any], question: str) -> float:
    value = predicted.get("value")
    left = list(
        dict.fromkeys(_day(item) or _normal(item) for item in (value if isinstance(value, list) else [value]) if item)
    )
    said = len(left)
    aliases: Sequence[Sequence[str]] = gold.get("aliases") or [[] for _ in gold["value"]]
    wanted = [[name, *also] for name, also in zip(gold["value"], aliases, strict=True)]
    hits = 0
    for exact in (True, False):
        for item in list(left):
            found = next((names for names in wanted if _fits(item, names, exact=exact)), None)
            if found is not None:
                wanted.remove(found)
                left.remove(item)
                hits += 1
    return 2 * hits / (said + len(gold["value"])) if hits else 0.0


def _fits(item: str, names: Sequence[str], *, exact: bool) -> bool:
    if _day(item) is not None:
        return _day(item) == _day(names[0])
    return any(item == _normal(name) for name in names) if exact else _same(item, names)


def _same(said: Any, names: Sequence[str]) -> bool:
    ours = _words(said)
    for name in names:
        theirs = _words(name)
        if _normal(said) and _normal(said) == _normal(name):
            return True
        if not ours or not theirs:
            continue
        if len(ours & theirs) / len(ours | theirs) >= _SAME_NAME:
            return True
        if ours < theirs and len(ours) >= max(1, len(theirs) - 2) and len(ours) >= 0.4 * len(theirs):
            return True
        if theirs < ours and len(theirs) >= 0.4 * len(ours):
            return True
    return False


def _normal(text: Any) -> str:
    return " ".join(re.findall(r"[a-z0-9.]+", _TAG.sub(" ", str(text).lower()).replace("\u200b", "")))


def _words(text: Any) -> set[str]:
    return {word for word in _normal(text).split() if word not in _STOP and not re.fullmatch(r"[\d.]+", word)}


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value)
    found = re.match(r"\s*([-+]?\d[\d,]*\.?\d*)", str(value).replace("−", "-"))
    return float(found[1].replace(",", "")) if found else None


def _day(value: Any) -> str | None:
    found = re.search(r"\d{4}-\d{2}-\d{2}", str(value or ""))
    return found.group() if found else None


def _folded(unit: str) -> str:
    return re.sub(r"[\s\[\]{}]", "", unit.strip().lower()).replace("µ", "u").replace("μ", "u")


_SCORES = {"number": _of_number, "date": _of_date, "bool": _of_truth, "string": _of_string, "list": _of_list}
