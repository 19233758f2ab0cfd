"""The hour that a statement tells: by the clock, in words, or by the part of the day beside it."""

from __future__ import annotations

import re

from osler.core.language import NUMBER_OF_WORD

_HOURS = {word: number for word, number in NUMBER_OF_WORD.items() if 1 <= number <= 12}
_HOUR = rf"(?:1[0-2]|[1-9]|{'|'.join(sorted(_HOURS, key=len, reverse=True))})"
_MINUTES = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty five": 25, "twenty-five": 25}
_BY_THE_CLOCK = re.compile(
    r"(?:\bat (?:about |around )?|(?<![\w/.:])(?=\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m\b))(?P<hour>\d{1,2})(?:[:.](?P<minute>[0-5]\d))? ?(?P<half>[ap])\.?m\b"
    r"|\bat (?:about |around )?(?P<hour_alone>\d{1,2}):(?P<minute_alone>\d\d)(?!\d)"
)
_AS_ON_A_WARD = re.compile(
    r"(?:(?<![\w/.:+-])(?=0\d{3}\b(?! ?\d))|\b(?:at|@|around|about|by|from|obs|observations|time) |@|(?<![\w/.:+-])(?=\d{4} ?h))"
    r"(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)(?![\w/.%-]| ?(?:m?c?g|ml|iu|units?|kcal|calories|steps|metres|meters|m|am|pm)\b)(?: ?h(?:rs?|ours?)?\b)?"
    r"|(?<![\w/.:+-])(?P<hour_h>[01]\d|2[0-3])(?P<minute_h>[0-5]\d) ?h(?:rs?|ours?)?\b"
)
"""Four digits without a colon: behind a word of time, before an "h", or with a nought that no year begins with."""
"""An hour with the half of its day, or with its minutes behind an "at"."""
_IN_WORDS = re.compile(
    rf"\b(?:(?P<half>half)(?: past)? |(?P<away>quarter|(?:(?<=at )|(?<=about )|(?<=around )|(?<=by ))(?:five|ten|twenty(?:[ -]five)?|5|10|20|25))(?: minutes?)? (?P<way>past|to) )(?P<hour>{_HOUR})\b(?!\.\d| ?(?:mg|kg|%|days?|weeks?|months?|hours?|years?))"
)
"""How the clock is read aloud: "half nine", "quarter to ten"."""
_OF_A_PART = re.compile(
    rf"\b(?:at|around|about|by|@) (?P<hour>{_HOUR})(?:[:.](?P<minute>[0-5]\d))?(?: o'?clock)?,?(?= (?:(?:this|in the|yesterday|last|tomorrow|that|the same|the next|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day) (?:morning|afternoon|evening|night)|tonight|at night|o'?clock))"
)
"""An hour beside the part of its day; without minutes "at" stands before it, for a value may be a number too."""
_NAMED = re.compile(r"\b(?:at|around|by) (?P<name>noon|midday|midnight)\b")
_EARLY = re.compile(r"\b(?:this|in the|yesterday|tomorrow|that|the|every|each|day) mornings?\b|\bmorning\b")
_LATE = re.compile(r"\b(?:afternoon|evening|tonight|night)\b")
_FIRST_OPEN = 8
"""The hour at which who gives care begins: what is to come "at half nine" is in the morning, "at three" in the afternoon."""
_NOON = 12


def hour_of(text: str, *, ahead: bool = False, apart: bool = False) -> tuple[int, int] | None:
    """The hour and the minute that a text tells; None where it tells none, or does not say of which half of the day.

    What is still `ahead` is at an hour of work; a text that stands `apart` from all values has no number of theirs.
    """
    lower = text.lower()
    if (clock := _BY_THE_CLOCK.search(lower)) is not None:
        if clock["half"] is None:
            told = _in_its_half(int(clock["hour_alone"]), lower) if _LATE.search(lower) else int(clock["hour_alone"])
            return _possible(told, int(clock["minute_alone"]))
        return _possible(int(clock["hour"]) % _NOON + (_NOON if clock["half"] == "p" else 0), int(clock["minute"] or 0))
    if (ward := _AS_ON_A_WARD.search(lower)) is not None:
        return int(ward["hour"] or ward["hour_h"]), int(ward["minute"] or ward["minute_h"])
    if (named := _NAMED.search(lower)) is not None:
        return (0, 0) if named["name"] == "midnight" else (_NOON, 0)
    spoken = _IN_WORDS.search(lower)
    told_beside = spoken or _OF_A_PART.search(lower)
    if told_beside is None or (
        not (ahead or apart) and spoken is None and len(re.findall(r"\d+", lower)) < _WITH_A_VALUE
    ):
        return None
    hour, minute = _number(told_beside["hour"]), 0
    if spoken is not None:
        hour, minute = _read_aloud(spoken, hour)
    elif told_beside["minute"]:
        minute = int(told_beside["minute"])
    half = _in_its_half(hour, lower, ahead=ahead)
    return None if half is None else _possible(half, minute)


_WITH_A_VALUE = 2
"""The numbers of a text that tells a value and its hour; of one alone it is not known which it is."""


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _HOURS[word]


def _read_aloud(spoken: re.Match[str], hour: int) -> tuple[int, int]:
    """An hour read aloud: half past it, so many minutes past it or to it."""
    if spoken["half"]:
        return hour, _MINUTES["half"]
    away = int(spoken["away"]) if spoken["away"].isdigit() else _MINUTES[spoken["away"]]
    return (hour, away) if spoken["way"] == "past" else ((hour - 2) % _NOON + 1, 60 - away)


def _in_its_half(hour: int, lower: str, *, ahead: bool = False) -> int | None:
    """The hour of a day of twenty-four; None where nothing tells its half, or the night is of two days."""
    if hour > _NOON:
        return hour
    if _EARLY.search(lower):
        return hour % _NOON
    if _LATE.search(lower):
        deep = "night" in lower and hour in {12, 1, 2, 3, 4, 5}
        return None if deep else hour % _NOON + _NOON
    if not ahead:
        return None
    return hour if _FIRST_OPEN <= hour <= _NOON else hour + _NOON


def _possible(hour: int | None, minute: int) -> tuple[int, int] | None:
    return None if hour is None or hour >= 24 or minute >= 60 else (hour, minute)
