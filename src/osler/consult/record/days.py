"""Days and the time between them: a day that is known only to the month or the year, and a period of days."""

from __future__ import annotations

import calendar
import datetime as dt
from typing import NamedTuple


class PartialDay(dt.date):
    """The first day that a date can mean, in order with all others; written as precisely as the record has it."""

    written: str

    @classmethod
    def of(cls, day: dt.date, written: str) -> PartialDay:
        """A day that the record writes so: 2021-03, or 2021."""
        made = cls(day.year, day.month, day.day)
        made.written = written
        return made

    def isoformat(self) -> str:
        """The date as far as it is known."""
        return self.written

    __str__ = isoformat


def first_day(written: str) -> dt.date:
    """The first day that a written date can mean: that of 2021-03 is the first of March."""
    return dt.date.fromisoformat(f"{written}-01-01"[:10] if len(written) == len("YYYY") else f"{written}-01"[:10])


class Period(NamedTuple):
    """From the first day to the last, both included; None is open."""

    start: dt.date | None = None
    end: dt.date | None = None

    def holds(self, day: dt.date | None) -> bool:
        """Whether a day lies in the period; an undated thing lies only in the open one."""
        if day is None:
            return self.start is None and self.end is None
        return (self.start is None or day >= self.start) and (self.end is None or day <= self.end)


def months_before(day: dt.date, months: int) -> dt.date:
    """The same day of the month so many months earlier, or the last day of that month."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def last_of(year: int, month: int) -> dt.date:
    """The last day of a month."""
    return dt.date(year, month, calendar.monthrange(year, month)[1])


def day_in_figures(first: int, second: int, year: int | None, today: dt.date, *, past: bool = False) -> dt.date | None:
    """The day that two numbers with a stroke between them are: the month first where both orders are days.

    Of what was (`past`) it is the one that has come by; without a year the last one that has.
    """
    years = [year] if year is not None else [today.year - back for back in range(5)]
    days = [day for each in years for pair in ((first, second), (second, first)) if (day := real_day(each, *pair))]
    come = [day for day in days if day <= today]
    if year is None:
        return max(come, default=None)
    return next(iter(come if past and come else days), None)


def real_day(year: int, month: int, day: int) -> dt.date | None:
    """A day; None where the calendar has none such."""
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None
