"""The day of a result: beside it ("Hb 9.1 on 3 March") or at the head of its line ("Labs of 12/03/2024: …")."""

from __future__ import annotations

import re
from bisect import bisect_left
from datetime import date
from typing import NamedTuple

from osler.core.language import AnalysedText
from osler.core.patient.extract.times import iso_date
from osler.core.patient.types import ClinicalTime, TimePoint

_BESIDE = re.compile(r"[\s,(\[]*(?:(?:on|of|from|dated|as\sof|in|taken)\s+){0,2}", re.IGNORECASE)
_LEADS = re.compile(
    r"\b(?:labs?|labor?atory|bloods?|results?|investigations?|tests?|studies|panel|profile|counts?)\b[\w\s,]{0,30}[\s(]$",
    re.IGNORECASE,
)
_OPENS = re.compile(r"\s?[)\]]?\s?(?::|[-–]\s|showed\b|revealed\b)")
_LONGEST_LEAD = 60
_FURTHEST = 40
_LONGEST_LINE = 2000


class _Day(NamedTuple):
    start: int
    end: int
    iso: str
    heads_line: bool
    heads_sentence: bool


class ResultDates:
    """The days that a note names, ready to be asked which of them is that of a result."""

    def __init__(self, analysed: AnalysedText) -> None:
        self._text = analysed.text
        self._days = sorted(_days(analysed))
        self._starts = [day.start for day in self._days]

    def of(self, start: int, end: int, *, beside: bool = False) -> ClinicalTime | None:
        """When the result at a place was taken, where the note says it; `beside` it, and not at the head of its line."""
        inside = bisect_left(self._starts, start)
        if inside < len(self._days) and self._days[inside].end <= end:
            return _time(self._text, self._days[inside])  # "HbA1c on 10 September 2025 was 8.1 %"
        following = bisect_left(self._starts, end)
        if following < len(self._days):
            day = self._days[following]
            if day.start - end <= _FURTHEST and _BESIDE.fullmatch(self._text, end, day.start):
                return _time(self._text, day)
        if beside:
            return None
        preceding = bisect_left(self._starts, start) - 1
        while preceding >= 0 and self._is_of_a_bracket(self._days[preceding], start):
            preceding -= 1
        if preceding < 0 or start - self._days[preceding].end > _LONGEST_LINE:
            return None
        day = self._days[preceding]
        between = self._text[day.end : start]
        governs = day.heads_line or (day.heads_sentence and re.search(r"[.;]\s", between) is None)
        return _time(self._text, day) if governs and "\n" not in between else None

    def _is_of_a_bracket(self, day: _Day, start: int) -> bool:
        """Whether a day stands in a bracket that is closed before a place, and so dates only what is in it: "178 (155 in May), Hb 11"."""
        opened = self._text.rfind("(", max(0, day.start - _LONGEST_LEAD), day.start)
        within = opened >= 0 and self._text.find(")", opened, day.start) < 0
        return within and not day.heads_line and self._text.find(")", day.end, start) >= 0


def _time(text: str, day: _Day) -> ClinicalTime:
    return ClinicalTime(at=TimePoint(date=day.iso), text=text[day.start : day.end])


def _days(analysed: AnalysedText) -> list[_Day]:
    about = analysed.about
    born = about.birth.start if about.birth else None
    dated = [
        (one.start, one.end, iso)
        for one in analysed.times
        if one.kind == "date" and one.start != born and (iso := iso_date(one))
    ]
    written = about.written.value.date if about.written else None
    dated = [(start, end, _before_note(iso, written)) for start, end, iso in dated]
    text = analysed.text
    return [
        _Day(
            start,
            end,
            iso,
            _OPENS.match(text, end) is not None,
            _LEADS.search(text, max(0, start - _LONGEST_LEAD), start) is not None,
        )
        for start, end, iso in dated
    ]


def _before_note(iso: str, written: date | None) -> str:
    """The day as read, or with day and month exchanged where only so it is not after the note that reports it."""
    year, *rest = iso.split("-")
    if written is None or len(rest) < 2 or iso <= written.isoformat() or int(rest[1]) > 12:
        return iso
    exchanged = f"{year}-{rest[1]}-{rest[0]}"
    return exchanged if exchanged <= written.isoformat() else iso
