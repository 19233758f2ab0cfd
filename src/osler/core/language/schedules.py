"""How often and for how long, as a grammar of numbers and units: "three times per week", "every other day", "for 5 days"."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.language.rules import read_yaml
from osler.core.language.weekdays import OTHER_DAYS, WEEKDAYS, days_a_week

_DAYS = {"h": 1 / 24, "d": 1.0, "w": 7.0, "f": 14.0, "m": 30.0, "y": 365.0}
"""Days in a unit, by the unit's first letter."""
_MULTIPLES = {"once": 1.0, "twice": 2.0, "thrice": 3.0}
_EVERY_NTH = {"other": 2.0, "alternate": 2.0, "second": 2.0, "third": 3.0, "fourth": 4.0}
_VAGUE = frozenset({"a", "an", "half a", "few", "a few", "several", "couple of", "a couple of"})
_HOUR = r"(?:(?:[01]\d|2[0-3]):?[0-5]\d|\d{1,2}\s?[ap]m)"
TIME_UNIT = r"(?:days?|d|weeks?|wks?|wk|w|months?|mos?|years?|yrs?|hours?|hrs?|h|cycles?|doses?|courses?)"
LONG_UNIT = r"(?:days?|weeks?|months?|years?|hours?|minutes?)"


@lru_cache(maxsize=1)
def _numbers() -> dict[str, float]:
    return {str(word): float(number) for word, number in read_yaml("times.yml")["numbers"].items()}


@lru_cache(maxsize=1)
def count() -> str:
    """A pattern for a number of days, weeks or doses, in figures or in words, with its range."""
    words = "|".join(sorted(map(re.escape, (*_numbers(), "many", "some")), key=len, reverse=True))
    one = rf"(?:\d{{1,3}}(?:\.\d)?|{words})"
    return rf"(?:{one}(?:\s?(?:-|–|to|or)\s?{one})?)"


@lru_cache(maxsize=1)
def rate() -> str:
    """A pattern for a rate that is composed of a number and a unit of time."""
    words = "|".join(word for word in _numbers() if word not in _VAGUE)
    number = rf"(?:\d{{1,2}}|{words})"
    several = rf"(?:-|–|\sto\s|\sor\s){number}"
    unit = r"hours?|hrs?|h|days?|d|weeks?|wks?|w|fortnight|months?|mo|years?|min(?:ute)?s?"
    per = r"day|daily|week|weekly|wk|month|monthly|year|yearly|annually|fortnight"
    return (
        rf"(?P<times>once|twice|thrice|(?P<times_n>{number})(?:{several})?(?:[\s-]times?|\s?[x×]))[\s-]?(?:(?:a|per|each|every|in\sa)\s|/\s?)?(?P<per>{per})"
        rf"|(?:every|each|q\.?)[\s-]?(?:(?P<nth>other|alternate|second|third|fourth)\s|(?P<n>{number})(?:{several})?[\s-]?)(?P<unit>{unit})"
        rf"|(?P<apart>{number})(?:{several})?(?:\s(?=hourly)|-)(?P<apart_unit>hourly|weekly|monthly)"
        rf"|(?P<by_meal>[0-4]-[0-4]-[0-4](?:-[0-4])?)(?![\w-])|{WEEKDAYS}"
    )


def sig_rate() -> str:
    """A pattern for a rate as `rate` has it, or in words that are one only right after a dose: "6 ml am", "20 mg on", "8 units ac"."""
    ends = r"(?=\s?(?:[,;.()\n/]|[-–]\s|$|prn\b))"
    ahead = r"(?:\d{1,2}\s?(?:min(?:ute)?s?|h(?:ou)?rs?)|half\san\shour|an\shour|one\shour)\s(?:before|after)\s"
    return (
        rf"{rate()}|(?P<daily>am|pm|morning|evening\smeal|evening|bedtime|breakfast|lunch|dinner|supper|midday|noon|lunchtime|teatime|on{ends}"
        rf"|{ahead}(?:bed(?:time)?|breakfast|lunch|dinner|supper|sleep))"
        rf"|(?P<at_hours>(?:at\s|@\s?){_HOUR}(?:(?:,\s?|/|\s)(?:and\s)?{_HOUR}){{1,5}})|(?P<by_meals>[ap]c{ends})|(?P<other_days>{OTHER_DAYS})"
    )


def times_per_day(match: re.Match[str]) -> float | None:
    """How often a day, of a match of `rate` or `sig_rate`; None for what is minutes apart, and for the days that are left over."""
    written = match.groupdict()
    if written.get("daily") or written.get("by_meals"):
        return 1.0 if written["daily"] else 3.0
    if written.get("at_hours"):
        return float(len(re.findall(_HOUR, written["at_hours"])))
    if written.get("other_days") or (match["unit"] or "").lower().startswith("min"):
        return None
    if match["times"]:
        times = _MULTIPLES.get(match["times"].lower()) or _value(match["times_n"])
        length = 365.0 if match["per"].lower() == "annually" else _DAYS[match["per"][0].lower()]
        return round(times / length, 6)
    if match["by_meal"]:
        return float(sum(amount != "0" for amount in match["by_meal"].split("-"))) or None
    if match["weekdays"]:
        return round(days_a_week(match["weekdays"]) / 7, 6) or None
    if match["apart"]:
        length = _value(match["apart"]) * _DAYS[match["apart_unit"][0].lower()]
    else:
        many = _EVERY_NTH[match["nth"].lower()] if match["nth"] else _value(match["n"])
        length = many * _DAYS[match["unit"][0].lower()]
    return round(1 / length, 6) if length else None


def _value(written: str) -> float:
    return _numbers().get(written.lower()) or float(written)


def duration() -> str:
    """A pattern for how long a regimen lasts, as a sig writes it."""
    many = count()
    hedge = r"(?:about\s|approximately\s|another\s|a\stotal\sof\s|up\sto\s|at\sleast\s|over\s|more\sthan\s|almost\s|nearly\s|only\s)?"
    which = r"(?:the\s)?(?:(?:next|following|past|last|first|subsequent)\s)?"
    return (
        rf"(?:for|x|×)\s?{which}{hedge}(?P<n>{many})\s?-?{TIME_UNIT}(?!\w|/|[\s-]old|\s(?:from|ago|later|before|prior)\b)"
        rf"|for\s(?:the\s(?:next|following|past|last)\s)?(?:days|weeks|months|years)(?!\w|\s(?:from|ago|later))"
        rf"|[x×]\s?(?!1\b)\d{{1,2}}(?!\s?(?!w/)[\w/%.])"
        rf"|day\s\d{{1,2}}\s?(?:/|of)\s?\d{{1,2}}|x{many}{TIME_UNIT}|{many}[\s-]{TIME_UNIT}\s(?:course|taper|supply)"
    )
