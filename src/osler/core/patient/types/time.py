"""Clinical time: dates of any precision, ages, life stages, and the intervals between them."""

from __future__ import annotations

import calendar
import re
from datetime import date, datetime, timedelta
from datetime import date as Day  # noqa: N812 - `TimePoint.date` hides the class in its own body
from functools import lru_cache
from typing import Annotated

from pydantic import AfterValidator

from osler.core.patient.types.base import Part
from osler.core.patient.types.coding import Coding

DAYS_PER_YEAR = 365.25
DAYS_PER_MONTH = DAYS_PER_YEAR / 12

_DATE = re.compile(
    r"(?P<year>\d{4})(-(?P<month>\d\d)(-(?P<day>\d\d)"
    r"(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?)?)?",
    re.ASCII,
)
_DURATION = re.compile(
    r"P(?!$)((?P<years>\d{1,4}(\.\d{1,6})?)Y)?((?P<months>\d{1,4}(\.\d{1,6})?)M)?"
    r"((?P<weeks>\d{1,5}(\.\d{1,6})?)W)?((?P<days>\d{1,6}(\.\d{1,6})?)D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?",
    re.ASCII,
)


def _check_date(value: str) -> str:
    if not _DATE.fullmatch(value):
        raise ValueError("not a date: write YYYY, YYYY-MM, YYYY-MM-DD or a full ISO 8601 time")
    earliest_day(value)
    if "T" in value:
        datetime.fromisoformat(value)
    return value


def _check_duration(value: str) -> str:
    if not _DURATION.fullmatch(value):
        raise ValueError("not an ISO 8601 duration such as P5Y3M")
    return value


PartialDate = Annotated[str, AfterValidator(_check_date)]
"""An ISO 8601 date that is as precise as what is known: `2019`, `2019-05`, `2019-05-03`, `2019-05-03T10:00:00Z`."""

Duration = Annotated[str, AfterValidator(_check_duration)]
"""An ISO 8601 duration, the form in which Phenopackets writes ages: `P5Y3M`."""


@lru_cache(maxsize=4096)
def earliest_day(value: str) -> date:
    """The first day that a partial date can mean."""
    found = _DATE.fullmatch(value)
    if not found:
        raise ValueError("not a date")
    return date(int(found["year"]), int(found["month"] or 1), int(found["day"] or 1))


@lru_cache(maxsize=4096)
def latest_day(value: str) -> date:
    """The last day that a partial date can mean."""
    first = earliest_day(value)
    if len(value) == len("YYYY"):
        return first.replace(month=12, day=31)
    if len(value) == len("YYYY-MM"):
        return first.replace(day=calendar.monthrange(first.year, first.month)[1])
    return first


@lru_cache(maxsize=4096)
def duration_days(value: str) -> float:
    """How many days a duration lasts, with months and years of average length."""
    found = _DURATION.fullmatch(value)
    if not found:
        raise ValueError("not a duration")
    return (
        float(found["years"] or 0) * DAYS_PER_YEAR
        + float(found["months"] or 0) * DAYS_PER_MONTH
        + float(found["weeks"] or 0) * 7
        + float(found["days"] or 0)
    )


def duration_years(value: str) -> float:
    """How many years a duration lasts: `P18M` is 1.5."""
    return duration_days(value) / DAYS_PER_YEAR


class TimePoint(Part):
    """One moment of a life: a date, an age, a gestational age or a named stage, whichever is known."""

    date: PartialDate | None = None
    age: Duration | None = None
    gestation: Duration | None = None
    stage: Coding | None = None
    """An onset class such as HP:0003577 "Congenital onset"."""

    def earliest(self, birth: str | None = None) -> Day | None:
        """The first day this can mean; an age needs the date of birth."""
        if self.date is not None:
            return earliest_day(self.date)
        if self.age is not None and birth is not None:
            return _shift(earliest_day(birth), duration_days(self.age))
        return None

    def latest(self, birth: str | None = None) -> Day | None:
        """The last day this can mean; an age needs the date of birth."""
        if self.date is not None:
            return latest_day(self.date)
        if self.age is not None and birth is not None:
            return _shift(latest_day(birth), duration_days(self.age))
        return None


class ClinicalTime(Part):
    """When something was true of the patient: a point (`at`) or an interval (`start`, `end`), and the words for it."""

    at: TimePoint | None = None
    start: TimePoint | None = None
    end: TimePoint | None = None
    text: str | None = None
    """The words of the source, kept also when they could not be made into a date or an age."""

    @classmethod
    def on(cls, when: str, *, text: str | None = None) -> ClinicalTime:
        """A point given as a date of any precision."""
        return cls(at=TimePoint(date=when), text=text)

    @classmethod
    def aged(cls, age: str, *, text: str | None = None) -> ClinicalTime:
        """A point given as an age, such as `P18M`."""
        return cls(at=TimePoint(age=age), text=text)

    @classmethod
    def between(cls, start: str | None, end: str | None, *, text: str | None = None) -> ClinicalTime:
        """An interval between two dates; `None` leaves that side open."""
        return cls(start=TimePoint(date=start) if start else None, end=TimePoint(date=end) if end else None, text=text)

    def earliest(self, birth: str | None = None) -> date | None:
        """The first day this can mean, or None when that is not known."""
        point = self.at or self.start
        return point.earliest(birth) if point else None

    def latest(self, birth: str | None = None) -> date | None:
        """The last day this can mean, or None when that is open or not known."""
        point = self.at or self.end
        return point.latest(birth) if point else None

    def first_age(self, birth: str | None = None) -> float | None:
        """The age in years at which this began, from an age itself or from a date and the date of birth."""
        point = self.at or self.start
        if point is None:
            return None
        if point.age is not None:
            return duration_years(point.age)
        if point.date is not None and birth is not None:
            return (earliest_day(point.date) - earliest_day(birth)).days / DAYS_PER_YEAR
        return None


def _shift(day: date, days: float) -> date | None:
    try:
        return day + timedelta(days=round(days))
    except OverflowError:
        return None
