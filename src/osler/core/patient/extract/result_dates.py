"""The day of a result: beside it ("Hb 9.1 on 3 March") or at the head of its line ("Labs of 12/03/2024: …")."""

from __future__ import annotations

import re
from bisect import bisect_left
from datetime import date
from typing import NamedTuple

from osler.core.language import AnalysedText, read_once
from osler.core.patient.extract.relative_days import day_from, day_in_bracket
from osler.core.patient.extract.times import iso_date
from osler.core.patient.types import ClinicalTime, TimePoint

_BESIDE = re.compile(
    r"[\s,(\[]*(?:(?:on|of|from|dated|as\sof|in|taken|at|by|c?MRI|CMR|echo(?:cardiogram)?|TTE|TOE|TEE|MUGA|CT|PET|DEXA|scan|angiogram)\s+){0,2}",
    re.IGNORECASE,
)
_OF_ANOTHER_VALUE = re.compile(r"\s?[:=]\s?[<>]?\d")
"""What shows that a day in a bracket is that of the value after it: "587 (August: 498)"."""
_STUDIED = re.compile(
    r"\b(?:CT|MRI|CMR|PET|PET-CT|USS?|ultrasound|scan|echo(?:cardiogram)?|TTE|TOE|MRCP|X-?ray|CXR|angiogram|DEXA)\b[\w\s,]{0,40}[\s(]$",
    re.IGNORECASE,
)
"""A study before its day, whose findings the rest of the sentence tells."""
_LEADS = re.compile(
    r"\b(?:labs?|labor?atory|bloods?|results?|investigations?|tests?|studies|panel|profile|counts?)\b[\w\s,]{0,30}[\s(]$",
    re.IGNORECASE,
)
_BESIDE_TOLD = re.compile(
    r"[ \t]*[(\[]?(?:(?:from|of|taken|measured)[ \t]+){0,2}|,[ \t]*(?=[^.;,\n]{3,24}(?:[.;)\n]|$))", re.IGNORECASE
)
"""What stands between a value and the day that is counted from that of the note; after a comma another statement may begin."""
_LEADS_TO = re.compile(r",?[ \t]*(?:(?:the|his|her|a|serum|plasma|repeat|fasting|blood)[ \t]+){0,2}", re.IGNORECASE)
_BEGINS = re.compile(r"(?:\A|\n|[.;:,(]\s|\b(?:and|but|while|with)\s)\s*$", re.IGNORECASE)
"""What stands before a time that begins a statement: "Last week creatinine was 1.1"."""
_OPENS = re.compile(r"\s?[)\]]?\s?(?::|[-–]\s|showed\b|revealed\b)")
_OF_A_COURSE = re.compile(r"\b(?:since|until|till)\s+(?:\w+\s){0,2}[\w/.-]+$", re.IGNORECASE)
"""What shows that something began or ended on a day, and that no results were taken: "on a pump since May 2023: doing well"."""
_LONGEST_LEAD = 60
_FURTHEST = 40
_LONGEST_LINE = 2000


class _Day(NamedTuple):
    start: int
    end: int
    time: ClinicalTime
    heads_line: bool
    heads_sentence: bool
    heads_study: bool
    told: bool
    """Whether it is counted from the day of the note."""


class ResultDates:
    """The days that a note names, ready to be asked which of them is that of a result."""

    def __init__(self, analysed: AnalysedText) -> None:
        self._text = analysed.text
        self._days = sorted(_days(analysed), key=lambda day: day.start)
        self._written = analysed.about.written.value.date if analysed.about.written else None
        self._starts = [day.start for day in self._days]

    def of(self, start: int, end: int, *, beside: bool = False) -> ClinicalTime | None:
        """When the result at a place was taken, where the note says it; `beside` it, and not at the head of its line."""
        inside = bisect_left(self._starts, start)
        if inside < len(self._days) and self._days[inside].end <= end:
            return self._days[inside].time  # "HbA1c on 10 September 2025 was 8.1 %"
        following = bisect_left(self._starts, end)
        if following < len(self._days):
            day = self._days[following]
            joint = _BESIDE_TOLD if day.told else _BESIDE
            own = _OF_ANOTHER_VALUE.match(self._text, day.end) is None
            if own and day.start - end <= _FURTHEST and joint.fullmatch(self._text, end, day.start):
                return day.time
        if self._written is not None and (day_alone := day_in_bracket(self._text, end, self._written)) is not None:
            return day_alone
        if beside:
            return None
        preceding = bisect_left(self._starts, start) - 1
        while preceding >= 0 and self._is_passed_over(self._days[preceding], start):
            preceding -= 1
        if preceding < 0 or start - self._days[preceding].end > _LONGEST_LINE:
            return None
        day = self._days[preceding]
        return day.time if self._governs(day, start) else None

    def _governs(self, day: _Day, start: int) -> bool:
        """Whether a day before a result is its day: at the head of its line or sentence, or at the beginning of its statement."""
        between = self._text[day.end : start]
        if "\n" in between:
            return False
        if day.heads_study and re.search(r"\.\s", between) is None:
            return True
        if day.heads_line or (day.heads_sentence and re.search(r"[.;]\s", between) is None):
            return True
        begins = _BEGINS.search(self._text, max(0, day.start - _LONGEST_LEAD), day.start) is not None
        return day.told and begins and _LEADS_TO.fullmatch(between) is not None

    def _is_passed_over(self, day: _Day, start: int) -> bool:
        """Whether a day leaves that of a result to one before it: it stands in a bracket, or says when something else was."""
        return self._is_of_a_bracket(day, start) or (day.told and not self._governs(day, start))

    def _is_of_a_bracket(self, day: _Day, start: int) -> bool:
        """Whether a day stands in a bracket that is closed before a place, and so dates only what is in it: "178 (155 in May), Hb 11"."""
        opened = self._text.rfind("(", max(0, day.start - _LONGEST_LEAD), day.start)
        within = opened >= 0 and self._text.find(")", opened, day.start) < 0
        return within and not day.heads_line and self._text.find(")", day.end, start) >= 0


@read_once
def result_dates(analysed: AnalysedText) -> ResultDates:
    """The days that a note names, for all who ask of results."""
    return ResultDates(analysed)


def _is_of_a_course(text: str, start: int, end: int) -> bool:
    """Whether something began or ended on a day."""
    return _OF_A_COURSE.search(text, max(0, start - _LONGEST_LEAD), end) is not None


def _days(analysed: AnalysedText) -> list[_Day]:
    about = analysed.about
    born = about.birth.start if about.birth else None
    text = analysed.text
    written = about.written.value.date if about.written else None
    dated = [
        (one.start, one.end, _on(_before_note(iso, written), one.text), False)
        for one in analysed.times
        if one.kind == "date" and one.start != born and (iso := iso_date(one))
    ]
    if written is not None:
        counted = ((one, day_from(one, written)) for one in analysed.times)
        dated += [(one.start, one.end, time, True) for one, time in counted if time is not None]
    return [
        _Day(
            start,
            end,
            time,
            _OPENS.match(text, end) is not None and not _is_of_a_course(text, start, end),
            _LEADS.search(text, max(0, start - _LONGEST_LEAD), start) is not None,
            _STUDIED.search(text, max(0, start - _LONGEST_LEAD), start) is not None,
            told,
        )
        for start, end, time, told in dated
    ]


def _on(iso: str, words: str) -> ClinicalTime:
    return ClinicalTime(at=TimePoint(date=iso), text=words)


def _before_note(iso: str, written: date | None) -> str:
    """The day as read, or with day and month exchanged where only so it is not after the note that reports it."""
    year, *rest = iso.split("-")
    if written is None or len(rest) < 2 or iso <= written.isoformat() or int(rest[1]) > 12:
        return iso
    exchanged = f"{year}-{rest[1]}-{rest[0]}"
    return exchanged if exchanged <= written.isoformat() else iso
