"""When a finding began, whether it ended, and how it goes: time expressions linked to a place in the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import cast

from osler.core.language.rules import read_yaml
from osler.core.language.times import time_expressions
from osler.core.language.types import Mention, Progression, Sentence, TimeExpression, Timing

_CLAUSE_END = re.compile(
    r";|\b(?:but|however|although|though|while|whereas|until|then)\b|,\s+(?:and|which)\b", re.IGNORECASE
)
_RESOLVED = re.compile(
    r"\b(?:resol\w+|stopped|ceased|subsided|disappeared|remitted|remission|outgrew|outgrown)\b", re.IGNORECASE
)
_TREATED = re.compile(
    r"\b(?:repair\w*|ligat\w+|remov\w+|resect\w+|correct\w+|excis\w+|clos(?:ed|ure)|operat\w+|surgery|treated|banded|patch(?:ed|ing)|dilat\w+|valvuloplast\w+|ablat\w+|stent\w*|ballooned|\w+(?:plast|ectom|otom|ostom|rrhaph)(?:y|ies)|transplant\w*|replacement)\b",
    re.IGNORECASE,
)
"""What stands between a finding and a time makes it the time of the treatment ("VSD repaired at 6 months")."""
_STARTED = ("age", "date")
_IN_THE_NAME = 30
"""A time in a finding's own name ("infantile spasms") gives way to one that stands this near ("began at 5 months")."""
_YEAR_BEFORE = re.compile(r"(?:^|[,;:.(\n•*-])\s{0,3}(?P<y>(?:19|20)\d\d)\s?[:–-]?\s(?:[a-z-]+\s){0,2}$", re.IGNORECASE)
_LONGEST_ENTRY = 40
_YEAR_AFTER = re.compile(
    r"(?:\s(?:left|right|L|R|Lt|Rt|bilateral|upper|lower|leg|arm|calf|thigh|knee|hip|ankle|foot|hand|wrist|shoulder|breast|eye|ear)\b){0,3}"
    r"(?:\s(?:to|of)\s(?:the\s)?(?:LAD|RCA|LCx|Cx|LMS|left\smain|circumflex|OM\d?|SVG|ICA|SFA|scalp|face|nose|back))?"
    r"(?:\s(?:was\s|were\s)?(?:placed|inserted|sited|fitted|implanted|done|performed|dx|dx'd|diagnosed|confirmed|first\sdiagnosed))?(?:\s[x×]\s?\d{1,2})?(?:\s#)?\s\(?(?:in\s)?(?P<y>(?:19|20)\d\d|['’]\d\d)(?=\s?(?:[.,;:()\]\n/]|$|[-–]\s|(?:and|with|after|treated|for|then|when|excised|complicated|followed|requiring|showed|shows|showing|revealed|confirmed|demonstrated|was|were)\b))"
)


def year_after(text: str, end: int) -> TimeExpression | None:
    """The bare year that stands directly after a finding or a procedure: "MI 2015", "OGD (2019)"."""
    return _as_year(_YEAR_AFTER.match(text, end))


def year_before(text: str, start: int) -> TimeExpression | None:
    """The bare year with which the entry of a list opens: "2018 miscarriage", "2020: EMCS"."""
    return _as_year(_YEAR_BEFORE.search(text, max(0, start - _LONGEST_ENTRY), start))


def _as_year(match: re.Match[str] | None) -> TimeExpression | None:
    if match is None:
        return None
    year = date(_whole_year(match["y"]), 1, 1)
    return TimeExpression(match.start("y"), match.end("y"), match["y"], "date", date=year, date_precision="year")


def _whole_year(written: str) -> int:
    """A year as it is written, or the last one of two digits: "CABG '11"."""
    if len(written) > len("'11"):
        return int(written)
    last = datetime.now(tz=UTC).year
    year = last // 100 * 100 + int(written[1:])
    return year if year <= last else year - 100


@lru_cache(maxsize=1)
def _progression_words() -> dict[str, Progression]:
    table = read_yaml("times.yml")["progression"]
    return {word: cast("Progression", kind) for kind, words in table.items() for word in words}


@lru_cache(maxsize=1)
def _progression_pattern() -> re.Pattern[str]:
    words = sorted(_progression_words(), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


_FOR = re.compile(r"(?:[^.;]{0,20}?\s)?(?:because\sof|due\sto|owing\sto|for)\s", re.IGNORECASE)


def onset_of(mention: Mention, sentence: Sentence) -> TimeExpression | None:
    """The expression in the sentence that says when the mentioned finding began, in the offsets of the text."""
    return timing_at(mention.start, mention.end, sentence).onset


_APART = re.compile(r"[,;.(]|\bthen\b")
_ATTRIBUTE = re.compile(r"\b(?:progressive|persistent|constant)\s+$", re.IGNORECASE)
"""How a finding is, before its name: "progressive memory loss for three years" tells how long it has been there."""


def timing_at(
    start: int,
    end: int,
    sentence: Sentence,
    *,
    times: Sequence[TimeExpression] | None = None,
    resolved: bool = False,
    age_years: float | None = None,
    is_procedure: bool = False,
    may_tell: Callable[[int, int], bool] = lambda start, end: True,
) -> Timing:
    """What a sentence says about the time of the finding at `start:end`, given the sentence's time expressions if known.

    An age or a date is taken before a length of time; of two, the one in the same clause, then the nearer one. A length
    of time beside a word of progression ("worsened over the past 2 years") tells of the course, not of the onset.
    Of an `is_procedure` another beside it is no treatment that has the time alone. `may_tell` says of the place of such a word whether it can be this finding's.
    """
    if times is None:
        times = [_shifted(time, sentence.start) for time in time_expressions(sentence.text)]
    first, last = _clause(start, end, sentence)
    progression = _progression(first, last, start, sentence, may_tell)
    ending = _RESOLVED.search(sentence.text)
    ended_at = ending.start() + sentence.start if ending else None
    after_end = [time for time in times if ended_at is not None and time.start > ended_at and time.kind in _STARTED]
    treated = _TREATED.search(sentence.text, end - sentence.start, max(last - sentence.start, end - sentence.start))
    if is_procedure and treated and not _APART.search(sentence.text, end - sentence.start, treated.start()):
        treated = None  # "ERCP and sphincterotomy 12 September" were done together
    treated_at = treated.start() + sentence.start if treated else None
    after_treatment = [time for time in times if treated_at is not None and time.start > treated_at]
    onset = _onset(
        [
            time
            for time in times
            if time not in after_end and time not in after_treatment and not _is_of_another(time, start, sentence)
        ],
        start,
        end,
        (first, last),
        progression is not None and not _ATTRIBUTE.search(sentence.text, 0, start - sentence.start),
    )
    ended = resolved or (ended_at is not None and first <= ended_at < last)
    if ending is not None and _FOR.match(sentence.text, ending.end(), max(start - sentence.start, ending.end())):
        ended = resolved  # what a medicine was stopped for did not end with it
    return Timing(
        onset=onset,
        onset_years=_age_at(onset, age_years),
        resolution=after_end[0] if ended and after_end else None,
        ongoing=not ended,
        progression=progression,
    )


_CARED = re.compile(
    r"\b(?:needed|required|requiring|received|given|ventilated|intubated|admitted|hospitali[sz]ed|treated|monitored|observed|fed|stayed|spent|kept)\b[^.;,]*$",
    re.IGNORECASE,
)
_BEGAN = re.compile(r"\w[\w\s-]*\s(?:began|started|commenced|appeared|set\sin)\s[\w\s]{0,20}$", re.IGNORECASE)


def _is_of_another(time: TimeExpression, start: int, sentence: Sentence) -> bool:
    """Whether a time is of something else: of what began before it ("spasms began at 5 months, hypotonia followed"), of care ("needed oxygen for 3 days")."""
    at = time.start - sentence.start
    if time.kind == "duration" and _CARED.search(sentence.text, max(0, at - 80), at):
        return True
    if time.end > start:
        return False
    between = sentence.text[time.end - sentence.start : start - sentence.start]
    return re.match(r"\s?[,;]", between) is not None and _BEGAN.search(sentence.text[max(0, at - 80) : at]) is not None


def _shifted(time: TimeExpression, offset: int) -> TimeExpression:
    return replace(time, start=time.start + offset, end=time.end + offset)


def _clause(start: int, end: int, sentence: Sentence) -> tuple[int, int]:
    """The part of the sentence between the clause ends around a place."""
    first, last = sentence.start, sentence.end
    for match in _CLAUSE_END.finditer(sentence.text):
        at = match.start() + sentence.start
        if at < start:
            first = match.end() + sentence.start
        elif at >= end:
            last = at
            break
    return first, last


def _onset(
    times: Sequence[TimeExpression], start: int, end: int, clause: tuple[int, int], has_course: bool
) -> TimeExpression | None:
    def rank(time: TimeExpression) -> tuple[int, int]:
        outside = not clause[0] <= time.start < clause[1]
        distance = max(time.start - end, start - time.end, 0)
        if start <= time.start < end:
            distance = _IN_THE_NAME
        # What follows a finding dates it more often than what stands before the next one.
        return (outside + 2 * (time.kind not in _STARTED), distance + 20 * (time.end <= start))

    usable = [
        time
        for time in times
        if time.kind in _STARTED
        or ((time.kind == "ago" or (time.kind == "duration" and time.since)) and not has_course)
    ]
    return min(usable, key=rank, default=None)


_BY_CIRCUMSTANCE = re.compile(
    r"(?:worse|better)\s(?:in|at|on|when|with|after|during|lying|by|if|for|than|standing|sitting)\b"
)
"""How a finding is by day or in a posture is no course of it: "worse in the mornings"."""


def _progression(
    first: int, last: int, place: int, sentence: Sentence, may_tell: Callable[[int, int], bool]
) -> Progression | None:
    words = _progression_words()
    offset = sentence.start
    found = [
        (abs(match.start() + offset - place), words[match.group().lower()])
        for match in _progression_pattern().finditer(sentence.text, first - offset, last - offset)
        if may_tell(match.start() + offset, match.end() + offset)
        and not _BY_CIRCUMSTANCE.match(sentence.text.lower(), match.start())
    ]
    return min(found)[1] if found else None


def _age_at(onset: TimeExpression | None, age_years: float | None) -> float | None:
    if onset is None or onset.years is None:
        return None
    if onset.kind == "age":
        return onset.years
    return max(age_years - onset.years, 0.0) if age_years is not None else None
