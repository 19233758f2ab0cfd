"""A day of the record that is known only to the month or to the year, and is never shown as more."""

from __future__ import annotations

import datetime as dt


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
