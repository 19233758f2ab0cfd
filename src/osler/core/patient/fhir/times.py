"""FHIR's choices for time (`onset[x]`, `effective[x]`, …) and clinical time."""

from __future__ import annotations

import re

from osler.core.patient.fhir.elements import Json, compact, said
from osler.core.patient.types import ClinicalTime, TimePoint

_AGE_UNIT = {"a": "Y", "mo": "M", "wk": "W", "d": "D"}
_UNIT_NAME = {"a": "year", "mo": "month", "wk": "week", "d": "day"}
_ONE_UNIT = re.compile(r"P(\d+(?:\.\d+)?)([YMWD])")


def read_time(resource: Json, choice: str) -> ClinicalTime | None:
    """The time that stands in one of the forms of a choice such as `onset`."""
    moment = resource.get(f"{choice}DateTime") or resource.get(f"{choice}Instant") or resource.get(f"{choice}Date")
    if moment:
        return ClinicalTime.on(str(moment))
    if period := resource.get(f"{choice}Period"):
        return ClinicalTime.between(period.get("start"), period.get("end"))
    if age := resource.get(f"{choice}Age"):
        return ClinicalTime(at=_age_point(age))
    if span := resource.get(f"{choice}Range"):
        low, high = (_age_point(span[side]) if side in span else None for side in ("low", "high"))
        return ClinicalTime(start=low, end=high)
    words = resource.get(f"{choice}String")
    return ClinicalTime(text=words) if words else None


def read_period(period: Json | None) -> ClinicalTime | None:
    """A Period as an interval."""
    return ClinicalTime.between(period.get("start"), period.get("end")) if period else None


def write_time(time: ClinicalTime | None, choice: str, *, forms: str = "DateTime Period Age Range String") -> Json:
    """The best of the allowed forms of a choice, or an empty object."""
    if time is None:
        return {}
    allowed = forms.split()
    if time.at and time.at.date and _native(time.at.date) and "DateTime" in allowed:
        return {f"{choice}DateTime": time.at.date}
    if time.at and time.at.age and "Age" in allowed and (age := _write_age(time.at.age)):
        return {f"{choice}Age": age}
    if (period := write_period(time)) and "Period" in allowed:
        return {f"{choice}Period": period}
    if time.start and time.end and time.start.age and time.end.age and "Range" in allowed:
        low, high = _write_age(time.start.age), _write_age(time.end.age)
        return {f"{choice}Range": {"low": low, "high": high}} if low and high else {}
    if said(time.text) and "String" in allowed:
        return {f"{choice}String": time.text}
    return {}


def write_period(time: ClinicalTime | None) -> Json:
    """An interval as a Period, or an empty object."""
    if time is None or time.at:
        return {}
    start, end = (
        point.date if point and point.date and _native(point.date) else None for point in (time.start, time.end)
    )
    return compact({"start": start, "end": end})


def write_date(value: str | None) -> str | None:
    """A date if FHIR can carry it as a dateTime."""
    return value if value and _native(value) else None


def _native(value: str) -> bool:
    """FHIR wants seconds and a time zone wherever there is an hour."""
    return "T" not in value or re.fullmatch(r".{10}T\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)", value) is not None


def _age_point(age: Json) -> TimePoint | None:
    unit = _AGE_UNIT.get(age.get("code") or age.get("unit") or "")
    number = age.get("value")
    return TimePoint(age=f"P{_plain(float(number))}{unit}") if unit and number is not None else None


def _write_age(age: str) -> Json:
    found = _ONE_UNIT.fullmatch(age)
    if not found:
        return {}
    code = next(code for code, letter in _AGE_UNIT.items() if letter == found[2])
    return {"value": float(found[1]), "unit": _UNIT_NAME[code], "system": "http://unitsofmeasure.org", "code": code}


def _plain(number: float) -> str:
    return f"{number:.6f}".rstrip("0").rstrip(".")
