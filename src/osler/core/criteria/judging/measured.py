"""Whether a measured value passes a test, in whatever unit it was measured."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import date
from functools import cache

from osler.core.criteria.judging.facts import PatientFacts
from osler.core.criteria.judging.kleene import MET, NOT_MET, UNKNOWN, conjunction
from osler.core.criteria.judging.staged import results_of_disease
from osler.core.criteria.judging.timing import DAYS, compare
from osler.core.criteria.lexing.lexicon import Scale, scales
from osler.core.criteria.lexing.numbers import ROMAN
from osler.core.criteria.types import Bound, Comparator, MeasuredValue, TruthValue, ValueTest
from osler.core.patient import PatientRecord, code_of_test
from osler.core.patient.types import Observation
from osler.core.terminology import Measure, fold_unit, measures, spelling

Interval = tuple[float, float]
_DRESS = re.compile(r"\b(?:serum|plasma|blood|level|levels|value|total|count|absolute|whole|of|the|score|measured)\b")


_ROUNDING = 0.005
"""The part of a value by which two reports of it in different units may differ."""


def known_measure(name: str) -> Measure | None:
    """The curated measure that a name means."""
    table = _by_name()
    plain = " ".join(name.casefold().replace("-", " ").split())
    bare = " ".join(_DRESS.sub(" ", plain).split())
    american = " ".join(map(spelling, bare.split()))
    return table.get(plain) or table.get(bare) or table.get(american)


@cache
def _by_name() -> dict[str, Measure]:
    table: dict[str, Measure] = {}
    for known in measures():
        for name in (known.name, *known.synonyms):
            table.setdefault(" ".join(name.casefold().replace("-", " ").split()), known)
    return table


def observations(atom: MeasuredValue, facts: PatientFacts, on: date | None) -> list[Observation]:
    """The patient's results for a measure on or before a day and inside the atom's windows, newest first."""
    wanted = [atom.name, *atom.codes]
    known = known_measure(atom.name)
    if known is not None:
        wanted += _called(known)
        if any("predicted" in (bound.unit or "") for bound in atom.test.bounds):
            # Of breathing the part of the predicted value is a result of its own.
            wanted += [name for one in measures() if one.id == f"{known.id}_percent" for name in _called(one)]
    if atom.test.result is not None and (code := code_of_test(atom.name)) is not None:
        wanted.append(f"LOINC:{code}")
    if atom.scale is not None:
        scale = scales()[atom.scale]
        wanted += [scale.title, *scale.names, *([f"LOINC:{scale.loinc}"] if scale.loinc else [])]
    told = results_of_disease(atom, facts, on) if atom.of else facts.results(wanted, on)
    found = [part for part in told if _has_result(part)]
    lengths = [w for w in atom.windows if w.kind == "within" and w.length is not None and w.unit is not None]
    if lengths and on is not None:
        reach = min(window.length * DAYS[window.unit] for window in lengths if window.length and window.unit)
        found = [part for part in found if (day := _day(part, facts.record)) is not None and (on - day).days <= reach]
    elif lengths:
        # Without a day to count from, what has one may lie on either side.
        found = [part for part in found if part.time is None]
    return found


def _called(known: Measure) -> list[str]:
    return [known.name, *known.synonyms, *(f"LOINC:{code}" for code in known.loinc)]


def passes(
    test: ValueTest, observation: Observation, known: Measure | None, scale: str | None = None
) -> tuple[TruthValue, str]:
    """Whether a result passes a test, and in words why; of a `scale` its grades count as what they stand for."""
    if test.result is not None:
        return _result(test.result, observation)
    interval = _graded(test, observation, scales()[scale]) if scale else None
    interval = interval or _interval(observation)
    if interval is None:
        return _in_words(test, observation)
    if test.values:
        possible = [value for value in test.values if interval[0] <= value <= interval[1]]
        told = f"the value is {_shown(observation)}"
        if possible and interval[0] != interval[1]:
            return UNKNOWN, told
        return (MET if possible else NOT_MET), told
    if exclude_each_other(test.bounds):
        return UNKNOWN, "no value can pass its limits"
    judged = [_bound(bound, observation, interval, known) for bound in test.bounds]
    truth = conjunction(value for value, _ in judged)
    return truth, "; ".join(dict.fromkeys(reason for value, reason in judged if value is truth))


def _graded(test: ValueTest, observation: Observation, scale: Scale) -> Interval | None:
    """A grade written as a letter or a numeral ("Child-Pugh C", "NYHA III"), or a sum of points where grades are asked, in
    what the test asks for; None where the result is neither."""
    asked = [*test.values, *(bound.value for bound in test.bounds)]
    in_points = bool(scale.points) and max(asked, default=0) > scale.range[1]
    sum_of_points = _interval(observation)
    if sum_of_points is not None:
        as_grade = sum_of_points[1] <= scale.range[1]
        if not scale.points or as_grade is not in_points or sum_of_points[0] != sum_of_points[1]:
            return None
        if in_points:
            return next((scale.points[name] for name, rank in scale.grades.items() if rank == sum_of_points[0]), None)
        names = [name for name, (low, high) in scale.points.items() if low <= sum_of_points[0] <= high]
        return (scale.grades[names[0]],) * 2 if names else None
    words = " ".join(_texts(observation)).split()
    name = words[-1].upper() if words else ""
    if in_points:
        return scale.points.get(name)
    grade = scale.grades.get(name, ROMAN.get(name.lower()))
    return None if grade is None else (grade, grade)


def _in_words(test: ValueTest, observation: Observation) -> tuple[TruthValue, str]:
    """What a result without a number says: one that is called normal lies within the limits of normal."""
    if not test.bounds or not _reads("normal", observation):
        return UNKNOWN, "the result is not a number"
    truth = conjunction(of_normal(bound) for bound in test.bounds)
    return (
        truth,
        "the result is called normal" if truth is not UNKNOWN else "the result is called normal, without a number",
    )


def of_normal(bound: Bound) -> TruthValue:
    """What a normal result makes of a multiple of a limit of normal; the limit itself is still normal."""
    inside = {"ULN": (Comparator.LT, Comparator.LE), "LLN": (Comparator.GT, Comparator.GE)}.get(bound.times or "")
    if inside is None or (bound.value < 1 if bound.times == "ULN" else bound.value > 1):
        return UNKNOWN
    if bound.comparator in inside:
        return MET
    beyond = bound.comparator in (Comparator.GT, Comparator.LT) or bound.value != 1
    return NOT_MET if beyond else UNKNOWN


def exclude_each_other(bounds: Sequence[Bound]) -> bool:
    """Whether no value can pass all limits, so that they were written or read wrongly: "18 to 12 years"."""
    if len({(bound.unit, bound.times) for bound in bounds}) != 1:
        return False
    least = [bound.value for bound in bounds if bound.comparator in (Comparator.GE, Comparator.GT)]
    most = [bound.value for bound in bounds if bound.comparator in (Comparator.LE, Comparator.LT)]
    return bool(least and most) and max(least) > min(most)


def _bound(bound: Bound, observation: Observation, interval: Interval, known: Measure | None) -> tuple[TruthValue, str]:
    unit = _unit(observation)
    if bound.times:
        limit = _limit(bound, observation)
        if limit is None:
            return (
                UNKNOWN,
                f"the result comes without the {'upper' if bound.times == 'ULN' else 'lower'} limit of normal",
            )
        return within(
            interval, bound.comparator, limit
        ), f"the value is {_shown(observation)}, the limit {limit:g} {unit}"
    converted = convert(bound.value, bound.unit, unit, known)
    if converted is None and not unit and (sure := _in_any_unit(bound, interval, known)) is not None:
        return sure, f"the value is {_shown(observation)}, in whichever unit it was written"
    if converted is None:
        return (
            UNKNOWN,
            f"{bound.unit or 'a number without unit'} cannot be compared with {unit or 'a result without unit'}",
        )
    reason = f"the value is {_shown(observation)}"
    if converted != bound.value:
        converted = _as_reported(converted, interval)
        reason += f", the limit {converted:.4g} {unit}"
    return within(interval, bound.comparator, converted), reason


def _in_any_unit(bound: Bound, interval: Interval, known: Measure | None) -> TruthValue | None:
    """What a number without a unit makes of a limit, where it is the same in every unit of the measure; None where they differ."""
    if known is None or not bound.unit:
        return None
    limits = [convert(bound.value, bound.unit, unit, known) for unit in (known.unit, *known.conversions)]
    truths = {within(interval, bound.comparator, limit) for limit in limits if limit is not None}
    return truths.pop() if limits and None not in limits and len(truths) == 1 and UNKNOWN not in truths else None


def _as_reported(limit: float, interval: Interval) -> float:
    """A limit from another unit; the result itself where they differ by no more than laboratories round: 64 mmol/mol are 8.0 %."""
    low, high = interval
    if low != high:
        return limit
    decimals = len(f"{low:g}".partition(".")[2])
    return low if abs(limit - low) <= min(0.5 * 10**-decimals, _ROUNDING * abs(low)) else limit


def convert(value: float, unit: str, target: str, known: Measure | None) -> float | None:
    """A limit in the unit of a result, or None when the two cannot be compared."""
    if fold_unit(_counted(unit)) == fold_unit(_counted(target)):
        return value
    if known is None:
        return None
    if not (unit and target):
        # Of a measure that has one unit, a bare number is meant in it: nobody writes a body mass index otherwise.
        return value if not known.conversions and fold_unit(unit or target) == fold_unit(known.unit) else None
    canonical = known.to_canonical(value, unit)
    return None if canonical is None else known.from_canonical(canonical, target)


def _counted(unit: str) -> str:
    """A unit without what UCUM writes in braces, which measures nothing ({score}); its unity, 1, is none."""
    if unit.startswith("%"):
        # Of what the percentage is taken ("% of predicted") goes with the measure.
        return "%"
    return "" if unit == "1" or (unit.startswith("{") and unit.endswith("}")) else unit


def within(interval: Interval, comparator: Comparator, limit: float) -> TruthValue:
    """Whether a value that lies in an interval passes a comparison."""
    low, high = interval
    if comparator is Comparator.EQ:
        if low == high:
            return MET if math.isclose(low, limit, rel_tol=1e-9) else NOT_MET
        return UNKNOWN if low <= limit <= high else NOT_MET
    outcomes = {compare(_tidy(end, limit), comparator, limit) for end in interval}
    return UNKNOWN if len(outcomes) > 1 else MET if outcomes.pop() else NOT_MET


def _tidy(value: float, limit: float) -> float:
    # Unit conversion leaves rounding dust that must not decide a comparison at the limit.
    return limit if math.isclose(value, limit, rel_tol=1e-9) else value


def _interval(observation: Observation) -> Interval | None:
    quantity = observation.quantity
    if quantity is None or quantity.value is None:
        return None
    if quantity.comparator in ("<", "<="):
        return -math.inf, quantity.value
    if quantity.comparator in (">", ">="):
        return quantity.value, math.inf
    return quantity.value, quantity.value


def _limit(bound: Bound, observation: Observation) -> float | None:
    for normal in observation.reference_ranges:
        edge = normal.high if bound.times == "ULN" else normal.low
        if (
            edge is not None
            and edge.value is not None
            and fold_unit(edge.unit or _unit(observation)) == fold_unit(_unit(observation))
        ):
            return edge.value * bound.value
    return None


_INTERPRETATIONS = {
    "positive": {"POS", "DET", "RR"},
    "negative": {"NEG", "ND", "NR"},
    "elevated": {"H", "HH", "HU"},
    "low": {"L", "LL", "LU"},
    "normal": {"N"},
    "abnormal": {"A", "AA", "H", "HH", "L", "LL"},
}
_OPPOSITES = {
    "positive": ("negative",),
    "negative": ("positive",),
    "normal": ("abnormal",),
    "abnormal": ("normal",),
    "elevated": ("normal", "low"),
    "low": ("normal", "elevated"),
}
_WORDS = {
    "positive": re.compile(r"^(?!.*\bnot\b)(?:.*\b)?(?:positive|detected|reactive|present)\b"),
    "negative": re.compile(r"\b(?:negative|not detected|undetected|non-?reactive|absent|not reactive)\b"),
}


def _result(result: str, observation: Observation) -> tuple[TruthValue, str]:
    shown = f"the result is {_shown(observation)}"
    if _reads(result, observation):
        return MET, shown
    if any(_reads(other, observation) for other in _OPPOSITES[result]):
        return NOT_MET, shown
    return UNKNOWN, "the result does not say so in a form that is understood"


def _reads(result: str, observation: Observation) -> bool:
    if any(coding.code in _INTERPRETATIONS[result] for coding in observation.interpretations):
        return True
    words = " ".join(_texts(observation)).casefold()
    if result in _WORDS and words and _WORDS[result].search(words):
        return result != "positive" or not _WORDS["negative"].search(words)
    if observation.value_boolean is not None and result in ("positive", "negative"):
        return observation.value_boolean is (result == "positive")
    return _by_range(result, observation)


def _by_range(result: str, observation: Observation) -> bool:
    interval = _interval(observation)
    high = _limit(Bound(comparator=Comparator.LE, value=1.0, times="ULN"), observation)
    low = _limit(Bound(comparator=Comparator.GE, value=1.0, times="LLN"), observation)
    if interval is None or (high is None and low is None):
        return False
    above = high is not None and interval[0] > high
    below = low is not None and interval[1] < low
    inside = not above and not below and math.isfinite(interval[0]) and math.isfinite(interval[1])
    return {"normal": inside, "abnormal": above or below, "elevated": above, "low": below}.get(result, False)


def _has_result(observation: Observation) -> bool:
    return bool(_interval(observation) or _texts(observation) or observation.value_boolean is not None)


def _texts(observation: Observation) -> Sequence[str]:
    return [
        *(coding.display or "" for coding in observation.value_codings),
        *([observation.value_text] if observation.value_text else []),
    ]


def _unit(observation: Observation) -> str:
    quantity = observation.quantity
    return (quantity.unit or quantity.ucum or "") if quantity else ""


def _shown(observation: Observation) -> str:
    quantity = observation.quantity
    if quantity is not None and quantity.value is not None:
        return f"{quantity.comparator or ''}{quantity.value:g} {_unit(observation)}".strip()
    return ", ".join(_texts(observation)) or str(observation.value_boolean)


def _day(observation: Observation, record: PatientRecord) -> date | None:
    birth = record.demographics.birth_date
    return (observation.time.latest(birth) or observation.time.earliest(birth)) if observation.time else None
