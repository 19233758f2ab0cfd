"""The course of a medicine by both its ends: "03/2021-05/2022", "x12, Jan-Jul 2023", "was given from January to May 2024"."""

from __future__ import annotations

import re
from typing import NamedTuple

from osler.core.language import MONTH_NAME, month_number
from osler.core.patient.types import ClinicalTime, TimePoint

_YEAR = r"(?:19|20)\d\d"
_PARTNERS = r"(?:\s?[/+]\s?[\w-]+|\s(?:and|plus)\s[\w-]+){0,3}\s*[,(]?\s*"
"""What was given with it: "carboplatin + etoposide 03/2021-06/2021"."""
_TO = r"\s?(?:-|–|to)\s?"
_IN_NUMBERS = re.compile(
    rf"{_PARTNERS}(?:x\s?\d+\s\w+\s*)?(?P<month>\d{{1,2}})/(?P<year>\d{{4}}){_TO}(?P<last>\d{{1,2}})/(?P<end>\d{{4}})"
)
_IN_MONTHS = re.compile(
    rf"{_PARTNERS}(?:x\s?\d+(?:\s(?:cycles?|doses?|courses?))?[\s,(]*)?(?P<month>{MONTH_NAME})\.?\s?(?P<year>{_YEAR})?"
    rf"{_TO}(?P<last>{MONTH_NAME})\.?\s?(?P<end>{_YEAR})\b",
    re.IGNORECASE,
)
_IN_YEARS = re.compile(rf"\s*[,(]?\s*(?P<month>)(?P<year>{_YEAR}){_TO}(?P<last>)(?P<end>{_YEAR})\b")
_IN_DAYS = re.compile(rf"{_PARTNERS}(?P<days>\d{{1,2}}/\d{{1,2}}{_TO}\d{{1,2}}/\d{{1,2}})(?![\d/])")
"""Two days of one stay in hospital, whose year is left out: "pip-taz 2/9-4/9"."""
_IN_WORDS = re.compile(
    r"(?:\s(?:was|were|been|given|taken|used|received|tried|prescribed)){0,3}\s*[,(:]?\s*(?:from\s|between\s)?"
    rf"(?:(?P<month>{MONTH_NAME})\.?\s?)?(?P<year>{_YEAR})?\s?(?:-|–|to|until|till|through|and)\s"
    rf"?(?:(?P<last>{MONTH_NAME})\.?\s)?(?P<end>{_YEAR})\b",
    re.IGNORECASE,
)


class Course(NamedTuple):
    """When a medicine was begun and ended, and how that is written."""

    time: ClinicalTime
    in_numbers: bool
    """By numbers of months and years, which nothing else is written with."""
    in_words: bool
    """By words, of which the first ("from January") would alone mean that it goes on."""


def course_after(text: str, at: int) -> Course | None:
    """The course that stands right after a medicine, if both its ends do."""
    for pattern in (_IN_NUMBERS, _IN_MONTHS, _IN_YEARS, _IN_WORDS):
        written = pattern.match(text, at)
        if written and (written["month"] or written["year"]):
            start = _point(written["month"], written["year"] or written["end"])
            time = ClinicalTime(
                start=start, end=_point(written["last"], written["end"]), text=written.group().strip(" ,(:")
            )
            return Course(time, pattern is _IN_NUMBERS, pattern is _IN_WORDS)
    days = _IN_DAYS.match(text, at)
    return Course(ClinicalTime(text=days["days"]), in_numbers=True, in_words=False) if days else None


def _point(month: str | None, year: str) -> TimePoint:
    if not month:
        return TimePoint(date=year)
    number = int(month) if month.isdigit() else month_number(month)
    return TimePoint(date=f"{year}-{number:02d}")
