"""Days and months that a text names without their year, dated by the day on which it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Literal

from osler.core.language.day_order import is_day_first
from osler.core.language.times import months
from osler.core.language.types import TimeExpression
from osler.first_letters import each_match

_SHORT = re.compile(r"(?<=\bon )(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\d/])")
"""A day by numbers alone, after "on": "INR 3.4 on 12/14"."""
_AFTER_WHAT = re.compile(
    r"\b(?:echo(?:cardiogram)?|TTE|TOE|TEE|CT|MRI|CXR|X-?ray|USS?|ultrasound|scan|PET|MRCP|ERCP|OGD|endoscopy|colonoscopy|angiogram|EEG|ECG|LP|biopsy|cultures?|bloods?|labs?|FBC|CBC|U&Es?|LFTs?|MSU|swabs?|"
    r"dialysis|CVVH|since|dated|taken|stopped|started|commenced|begun|inserted|removed|extubated|intubated|drained|repeated|admitted|transferred|discharged|done|performed|revised|created|guidance|surgery|theatre|operation)\s"
    r"(?:(?:abdo|abdomen|chest|head|brain|pelvis|TAP|CAP|spine|today|on)\s)?[(\[]?(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\d/]|\s?(?:mg|m[lL]|%))",
    re.IGNORECASE,
)
"""A day by numbers alone, after what was done on it: "Echo 19/6", "CT abdo 20/6", "stopped 24/6"."""
_TO_COME = re.compile(
    r"\b(?:planned|booked|scheduled|listed|due(?!\sto\b)|will|next|expected|to\s(?:start|begin|return))\b[^.;,\n\d]{0,20}$",
    re.IGNORECASE,
)
"""What makes of a day the next one of its name, and not the last."""
_OPEN = re.compile(
    r"\b(?:until|till|plan|appointment|follow[- ]?up|review|awaiting|clinic|repeat)\b[^.;\n\d]{0,30}$", re.IGNORECASE
)
"""What leaves open whether a day has been: then the nearer one is meant."""
_OF_YEAR = re.compile(r"(?:,?\s(?:of\s)?)(?P<which>this|last)\syear\b", re.IGNORECASE)
"""The year behind a month, told from that of the text: "in June last year"."""
_OF_TELLING = re.compile(r"\b(?P<which>this|last)\syear\b", re.IGNORECASE)
_NO_MOMENT = re.compile(r"\b(?:the|than|until|till|since|every|each|pre-?)\s?$", re.IGNORECASE)
"""What makes of "last year" a span or an edge: "over the last year"."""
_ITS_YEAR = re.compile(r",?\s?(?:of\s)?(?:19|20)\d\d|\s?['’]\d\d\b")
_EVERY = re.compile(r"\b(?:every|each|any)\s(?:\w+\s)?$", re.IGNORECASE)
_VERB = re.compile(r"m(?:ay|arch)\s")
"""Months without a capital before a number: "may 2 days later", "march 3 times"."""
_NUMBERS = re.compile(r"(?P<first>\d{1,2})/(?P<second>\d{1,2})")
_DAYS = 31
_MONTHS = 12
_NEAR = 60


def with_yearless(times: Sequence[TimeExpression], text: str, written: date | None) -> list[TimeExpression]:
    """The time expressions of a text with its days and months without a year, in order; none of these where it has no date."""
    if written is None:
        return list(times)
    told = [*_of_its_year(text, written), *_of_telling(text, written)] if _OF_TELLING.search(text) else []
    dated = {offset for time in told for offset in range(time.start, time.end)}
    # "Last year" is some day of that year, and not the day a year ago.
    kept = [time for time in times if dated.isdisjoint(range(time.start, time.end))]
    taken = dated | {offset for time in kept for offset in range(time.start, time.end)}
    free = [one for one in _yearless(text, written) if taken.isdisjoint(range(one.start, one.end))]
    return sorted([*kept, *told, *free], key=lambda one: one.start)


def _of_its_year(text: str, written: date) -> Iterator[TimeExpression]:
    """Months whose year is told from that of the text, with a day or without one."""
    for pattern in (_day_and_month(), _month_alone()):
        for match in each_match(pattern, text):
            its_year = _OF_YEAR.match(text, match.end())
            if its_year is None:
                continue
            month, day = _named(match) if pattern is _day_and_month() else (months()[match["month"].lower()], None)
            year = written.year - (its_year["which"].lower() == "last")
            try:
                told = date(year, month, day or 1)
            except ValueError:
                continue
            end = its_year.end()
            since = match.group().lower().startswith(("since", "from"))
            precision: Literal["day", "month"] = "day" if day else "month"
            yield TimeExpression(
                match.start(), end, text[match.start() : end], "date", date=told, date_precision=precision, since=since
            )


def _of_telling(text: str, written: date) -> Iterator[TimeExpression]:
    """The year of a text, and the one before: some day of it, and nobody knows which."""
    for match in each_match(_OF_TELLING, text):
        before = text[max(0, match.start() - _NEAR) : match.start()]
        if _NO_MOMENT.search(before) or _month_before(before):
            continue
        told = date(written.year - (match["which"].lower() == "last"), 1, 1)
        yield TimeExpression(*match.span(), match.group(), "date", date=told, date_precision="year")


def _month_before(before: str) -> bool:
    """Whether a month stands right before: its year is told, and nothing of its own."""
    words = before.replace(",", " ").split()
    return any(word.lower() in months() for word in words[-2:])


def _yearless(text: str, written: date) -> Iterator[TimeExpression]:
    found: list[tuple[re.Match[str], tuple[int, int | None]]] = [
        (match, _named(match)) for match in each_match(_day_and_month(), text)
    ]
    found += [(match, _numbered(match, day_first=is_day_first(text))) for match in each_match(_SHORT, text)]
    places = (match.start("first") for match in each_match(_AFTER_WHAT, text))
    numbered = [match for place in places if (match := _NUMBERS.match(text, place)) and _is_day_of_month(match)]
    found += [(match, _numbered(match, day_first=is_day_first(text))) for match in numbered]
    found += [(match, (months()[match["month"].lower()], None)) for match in each_match(_month_alone(), text)]
    for match, (month, day) in found:
        before = text[max(0, match.start() - _NEAR) : match.start()]
        if _ITS_YEAR.match(text, match.end()) or _EVERY.search(before) or _VERB.match(match.group()):
            continue
        last, following = (day_of_name(month, day, written, ahead=ahead) for ahead in (False, True))
        if last is None or following is None:
            continue
        to_come = _TO_COME.search(before) or (_OPEN.search(before) and following - written < written - last)
        yield TimeExpression(
            match.start(),
            match.end(),
            match.group(),
            "date",
            date=following if to_come else last,
            date_precision="day" if day and not _may_be_its_year(match, last, written) else "month",
            since=match.group().lower().startswith(("since", "from")),
        )


def _is_day_of_month(match: re.Match[str]) -> bool:
    """Whether two numbers can be a day and a month, and no other fraction: not the 4/5 of a power, the 9/20 of a score."""
    first, second = int(match["first"]), int(match["second"])
    return 0 < min(first, second) <= _MONTHS and max(first, second) <= _DAYS


def _may_be_its_year(match: re.Match[str], day: date, written: date) -> bool:
    """Whether a number after a month may as well be the year of the note: "Mar 23" in 2023 is in that March, on whatever day."""
    return match.group().endswith(f" {written.year % 100:02}") and day.year == written.year


def _named(match: re.Match[str]) -> tuple[int, int]:
    return months()[(match["month"] or match["month2"]).lower()], int(match["day"] or match["day2"])


def _numbered(match: re.Match[str], *, day_first: bool) -> tuple[int, int]:
    first, second = int(match["first"]), int(match["second"])
    return (second, first) if day_first or first > _MONTHS else (first, second)


def day_of_name(month: int, day: int | None, written: date, *, ahead: bool) -> date | None:
    """The last day or month of its name that is not after the text was written, or the first that is not before it."""
    this = (written.month, written.day if day else 1)
    named = (month, day or 1)
    year = written.year + (named < this) if ahead else written.year - (named > this)
    try:
        return date(year, month, day or 1)
    except ValueError:
        return None  # the thirty-first of June is no date


@lru_cache(maxsize=1)
def _day_and_month() -> re.Pattern[str]:
    names = "|".join(sorted(months(), key=len, reverse=True))
    return re.compile(
        rf"(?<![\w/.-])(?:(?:since|from)\s(?:the\s)?)?(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<month>{names})"
        rf"|(?P<month2>{names})\.?\s(?:the\s)?(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?)\b(?![.:]\d|\s?(?:%|mg|mcg|ml|kg|/))",
        re.IGNORECASE,
    )


@lru_cache(maxsize=1)
def _month_alone() -> re.Pattern[str]:
    """A month with a capital after a word of time, or in a bracket of its own: "7.4 % in Feb", "(January)", "since last May"."""
    # "may" and "march" are words of their own.
    names = "|".join(name.capitalize() for name in sorted(months(), key=len, reverse=True))
    part = r"(?:(?:early|mid|late|the\send\sof|last)[\s-])?"
    return re.compile(
        rf"(?:(?<=\bin )|(?<=\bIn )|(?<=\blast )|(?<=\bLast )|(?<=\bthis )|(?<=\bby )|(?<=\bof )|(?<=\bduring )|(?<=\buntil )|(?<=\btill )|(?<=\()|\b(?:[Ss]ince|[Ff]rom)\s)"
        rf"{part}(?P<month>{names})\b(?!\.?,?\s?\d)"
    )
