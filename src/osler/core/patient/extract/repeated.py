"""Procedures that were done more than once: "PCI 2016, repeat PCI 2021", "colonoscopies in 2019 and 2023"."""

from __future__ import annotations

import re
from itertools import pairwise

from osler.core.language import AnalysedText, Mention
from osler.core.patient.extract.times import iso_date
from osler.core.patient.types import ClinicalTime, Procedure, TimePoint
from osler.first_letters import each_match

_AND_AGAIN = re.compile(
    r"\s?[)\]]?\s?(?:,\s?(?:and\s)?|;\s|\sand\s|\s?&\s?|\s?/\s?|\sthen\s)(?:(?:again|then|also|repeated|repeat|left|right|second|first|other|the|revised|revision)\s)*"
    r"(?:(?:eye|knee|hip|side|breast|shoulder|leg|arm|foot|hand|ear|kidney|one)\s)?(?:(?:in|on|of|from|at)\s)?[(\[]?",
    re.IGNORECASE,
)
"""What leads from the day of one procedure to that of the next of its kind."""
_CLOSES = re.compile(
    r"\s?[)\]]?\s?(?:[,.;:]|\n|$|(?:and|&|then|was|were|is|are|with|for|showed|shows|both|due|because|after)\b)"
)
"""What follows a day that begins no item of its own: "2009, 2012 hernia repair" is one of each."""
_YEAR = re.compile(r"(?<![\w/.:-])(?:19|20)\d\d(?![\w/%]|[.:-]\d)")
_OPERATION = re.compile(r"[ \t]*(?:operations?|procedures?)(?:\s(?:performed|done|title))?\s?[:–-]", re.IGNORECASE)
_OPERATED_ON = re.compile(
    r"\b(?:date\sof\s(?:operation|surgery|procedure)|(?:operation|surgery|procedure)\sdate)[ \t]?[:–-]?[ \t]*",
    re.IGNORECASE,
)
_MOST = 12
"""Days of one procedure in a row, at most."""


def further_times(mention: Mention, analysed: AnalysedText, first: ClinicalTime | None) -> list[ClinicalTime]:
    """The other days that a text joins to that of a procedure."""
    if first is None or first.at is None or first.at.date is None:
        return []
    days = _days(analysed, mention.end, analysed.sentence_of(mention).end)
    place = next((at for at, (*_, iso) in enumerate(days) if iso == first.at.date), len(days))
    found: list[ClinicalTime] = []
    for (_, end, _), (start, after, iso) in pairwise(days[place : place + _MOST]):
        if _AND_AGAIN.fullmatch(analysed.text, end, start) is None or _CLOSES.match(analysed.text, after) is None:
            break
        found.append(ClinicalTime(at=TimePoint(date=iso), text=analysed.text[start:after]))
    return found


def _days(analysed: AnalysedText, start: int, end: int) -> list[tuple[int, int, str]]:
    """The days, months and years of a stretch, in order, with their places."""
    times = analysed.times_between(start, end)
    days = [(one.start, one.end, iso) for one in times if one.kind == "date" and (iso := iso_date(one))]
    days += [
        (*year.span(), year.group())
        for year in each_match(_YEAR, analysed.text, start, end)
        if not any(one.start <= year.start() < one.end for one in times)
    ]
    return sorted(days)


def day_of_operation(mention: Mention, analysed: AnalysedText) -> ClinicalTime | None:
    """The day at the head of the note of an operation, for what its line of operations names."""
    line = analysed.text.rfind("\n", 0, mention.start) + 1
    if _OPERATION.match(analysed.text, line, mention.start) is None:
        return None
    for day in each_match(_OPERATED_ON, analysed.text):
        time = next(iter(analysed.times_between(day.end(), day.end() + 1)), None)
        if time is not None and (iso := iso_date(time)):
            return ClinicalTime(at=TimePoint(date=iso), text=time.text)
    return None


def done_then(known: list[Procedure], time: ClinicalTime | None) -> Procedure | None:
    """Which of the facts of one procedure is that of a time: that of the same day, one without a day, or none."""
    day = _day(time)
    if day is None:
        return known[0] if known else None
    for fact in known:
        other = _day(fact.time)
        if other is not None and (other.startswith(day) or day.startswith(other)):
            return fact
    return next((fact for fact in known if fact.time is None), None)


def _day(time: ClinicalTime | None) -> str | None:
    return time.at.date if time is not None and time.at is not None else None
