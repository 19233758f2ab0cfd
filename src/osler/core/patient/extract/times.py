"""Time expressions of a text → clinical time."""

from __future__ import annotations

import re

from osler.core.language import TimeExpression, Timing
from osler.core.patient.types import ClinicalTime, TimePoint

_WINDOW = re.compile(r"(?:in|within|during)\s(?:the\s)?(?:past|last|previous|preceding)\b", re.IGNORECASE)
"""Words within whose time something was at some day or other: "in the past year" is neither a year ago nor a year long."""
_STRETCH = re.compile(r"(?:over|throughout)\s(?:the\s)?(?:past|last|previous|preceding)\b", re.IGNORECASE)
"""Words that tell how long a finding has been there, and within which time a medicine was given."""
_SPAN = re.compile(r"as an? (?:young |small )?(?:child|teenager|adolescent|adult|toddler)\b", re.IGNORECASE)
"""Words for a part of a life: "as a child"."""
_DIGITS = {"year": 4, "month": 7, "day": 10}


def duration_of_years(years: float) -> str:
    """Decimal years as an ISO 8601 duration: whole years, whole months, or days."""
    months = round(years * 12)
    if abs(years * 12 - months) < 0.05:
        whole, rest = divmod(months, 12)
        return "P" + (f"{whole}Y" if whole else "") + (f"{rest}M" if rest else "") if months else "P0D"
    return f"P{round(years * 365.25)}D"


def iso_date(expression: TimeExpression) -> str | None:
    """The date that an expression names, as precise as it is."""
    if expression.date is None:
        return None
    return expression.date.isoformat()[: _DIGITS[expression.date_precision or "day"]]


def clinical_time(expression: TimeExpression | None, age_years: float | None = None) -> ClinicalTime | None:
    """When an expression means; its words alone where they give neither a date nor an age."""
    if expression is None:
        return None
    if _WINDOW.match(expression.text):
        return ClinicalTime(text=expression.text)
    point: TimePoint | None = None
    if expression.date is not None:
        point = TimePoint(date=iso_date(expression))
    elif expression.weeks is not None:
        point = TimePoint(gestation=f"P{int(expression.weeks)}W")
    elif _SPAN.match(expression.text):
        pass  # a part of a life is no number of years
    elif age_years is not None:
        point = TimePoint(age=duration_of_years(max(age_years, 0)))
    elif expression.kind in ("age", "current_age") and expression.years is not None:
        point = TimePoint(age=duration_of_years(expression.years))
    return ClinicalTime(at=point, text=expression.text)


def onset_time(timing: Timing) -> ClinicalTime | None:
    """When a finding began, as far as its sentence says."""
    return clinical_time(timing.onset, timing.onset_years)


def given_time(timing: Timing) -> ClinicalTime | None:
    """When a medicine was begun or given, as far as its sentence says."""
    if timing.onset is not None and _STRETCH.match(timing.onset.text):
        return ClinicalTime(text=timing.onset.text)
    return onset_time(timing)
