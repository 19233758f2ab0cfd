"""Time expressions of a text → clinical time."""

from __future__ import annotations

from osler.core.language import TimeExpression, Timing
from osler.core.patient.types import ClinicalTime, TimePoint

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
    point: TimePoint | None = None
    if expression.date is not None:
        point = TimePoint(date=iso_date(expression))
    elif expression.weeks is not None:
        point = TimePoint(gestation=f"P{int(expression.weeks)}W")
    elif age_years is not None:
        point = TimePoint(age=duration_of_years(max(age_years, 0)))
    elif expression.kind in ("age", "current_age") and expression.years is not None:
        point = TimePoint(age=duration_of_years(expression.years))
    return ClinicalTime(at=point, text=expression.text)


def onset_time(timing: Timing) -> ClinicalTime | None:
    """When a finding began, as far as its sentence says."""
    return clinical_time(timing.onset, timing.onset_years)
