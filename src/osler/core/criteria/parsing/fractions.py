"""Values written as a fraction: a blood pressure is two measures, a visual acuity one quotient."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.tree import all_of, any_of
from osler.core.criteria.types import Comparator, Expression, MeasuredValue, ValueTest

_FRACTION = re.compile(r"(?<![\d/])(\d{1,3})\s?/\s?(\d{1,3})(?![\d/])")
_PRESSURE = frozenset({"pressure", "pressures", "bp", "bloodpressure"})
_HIGH = 130
_LOST = re.compile(r"\s*=")
_FEET, _METRES = 20, 6
_ACUITY_CHARTS = frozenset({_FEET, _METRES})
"""The distances, in feet and in metres, for which Snellen charts are written."""
_LINES = frozenset({4, 5, 6, 9, 12, 15, 18, 24, 30, 36, 48, 60, 90, 120})
"""The lines of a chart in metres; "pain of 6/10" is none of them."""


def fraction_of(test: ValueTest) -> tuple[int, int] | None:
    """The fraction that a test's own words state."""
    found = _FRACTION.search(test.span.quote) if test.span is not None and len(test.bounds) == 1 else None
    return (int(found.group(1)), int(found.group(2))) if found and int(found.group(2)) else None


def is_pressure(words: Sequence[str]) -> bool:
    """Whether a name is one of the blood pressure, so that a fraction without a unit is meant in mmHg."""
    return not _PRESSURE.isdisjoint(word.lower() for word in words)


def pressures(test: ValueTest, named: bool) -> Expression | None:
    """ "> 160/100 mmHg": either pressure beyond its limit, or for an upper limit both within it."""
    fraction = fraction_of(test)
    unit = re.sub(r"\s|of", "", test.bounds[0].unit) if test.bounds else ""
    if fraction is None or fraction[0] in _ACUITY_CHARTS or not (unit == "mmhg" or (named and not unit)):
        return None
    bound = test.bounds[0].model_copy(update={"unit": "mmhg"})
    if bound.comparator is Comparator.EQ and fraction[0] >= _HIGH and _LOST.match(test.span.quote if test.span else ""):
        # Nobody is asked for just one pressure: "= 180/110 mmHg" has lost its stroke.
        bound = bound.model_copy(update={"comparator": Comparator.GE})
    parts = [
        MeasuredValue(
            name=f"{which} blood pressure",
            test=ValueTest(bounds=(bound.model_copy(update={"value": float(value)}),), span=test.span),
            span=test.span,
        )
        for which, value in zip(("systolic", "diastolic"), fraction, strict=True)
    ]
    above = bound.comparator in (Comparator.GT, Comparator.GE)
    return any_of(parts) if above else all_of(parts)


_HIGH_OF = {"systolic": 160, "sbp": 160, "mssbp": 160, "diastolic": 100, "dbp": 100, "msdbp": 100}


def beyond_pressure(test: ValueTest, words: Sequence[str]) -> ValueTest:
    """ "Diastolic blood pressure 110 mmHg": nobody is asked for just one high pressure; the stroke of its sign was lost."""
    limit = next((_HIGH_OF[word.lower()] for word in words if word.lower() in _HIGH_OF), None)
    if limit is None or len(test.bounds) != 1 or test.bounds[0].comparator is not Comparator.EQ:
        return test
    bound = test.bounds[0]
    if bound.value < limit or re.sub(r"\s|of", "", bound.unit) != "mmhg":
        return test
    return test.model_copy(update={"bounds": (bound.model_copy(update={"comparator": Comparator.GE}),)})


def acuity(test: ValueTest) -> ValueTest:
    """ "20/40 or better": the acuity as a decimal, so that better is more."""
    fraction = fraction_of(test)
    if fraction is None or fraction[0] not in _ACUITY_CHARTS or (fraction[0] == _METRES and fraction[1] not in _LINES):
        return test
    bound = test.bounds[0].model_copy(update={"value": round(fraction[0] / fraction[1], 3), "unit": ""})
    return test.model_copy(update={"bounds": (bound,)})
