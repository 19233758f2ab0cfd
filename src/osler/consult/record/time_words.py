"""The words for a time: a day, a month, a season, a feast, part of a year, so long ago; each read by itself, as a period."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Callable
from typing import NamedTuple

from osler.consult.record.days import Period, day_in_figures, last_of, months_before, real_day
from osler.core.language import NUMBER_OF_WORD

MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
MONTHS |= {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
NUMBERS = NUMBER_OF_WORD | {"a": 1, "an": 1, "twenty-four": 24, "couple of": 2, "couple": 2, "few": 3}
_NUMBER = "|".join(sorted(NUMBERS, key=len, reverse=True))
COUNT = rf"(?P<count>\d{{1,3}}|{_NUMBER})"
UNIT = r"(?P<unit>day|week|fortnight|month|half[- ]year|year|decade)s?"
_MONTHS_OF = {"month": 1, "half year": 6, "half-year": 6, "year": 12, "decade": 120}
_WEEKS_OF = {"week": 1, "fortnight": 2}
_YEAR = r"(?:(?:of |in )?(?:the )?(?:year )?(?P<year>(?:19|20)\d\d)|(?:of |in )?(?P<rel>last|this|the|previous|current) year)"
"""The year that a month, a season or a part belongs to."""
_DATE = re.compile(
    r"(?P<y1>\d{4})-(?P<m1>\d{1,2})-(?P<d1>\d{1,2})(?!\d)"
    r"|(?P<m2>\d{1,2})/(?P<d2>\d{1,2})/(?P<y2>\d{4})(?!\d)"
    r"|(?P<m3>\d{1,2})/(?P<y3>\d{4})(?!\d)"
    rf"|\b(?P<n4>{_MONTH})\.? (?P<d4>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y4>\d{{4}})(?!\d)"
    rf"|(?<!\d)(?P<d5>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<n5>{_MONTH})\.?,? (?P<y5>\d{{4}})(?!\d)"
    rf"|\b(?P<n6>{_MONTH})\.?,? (?:of )?(?P<y6>\d{{4}})(?!\d)"
    r"|(?<![\d.])(?P<y7>(?:19|20)\d{2})(?!\d)"
    rf"|\b(?P<n8>{_MONTH})\.? (?:['’](?P<s8>\d\d)(?!\w)|(?P<s7>3[2-9]|[4-9]\d)(?=\s*(?:[?.,;)]|$|and\b|to\b)))"
    r"|(?<![\w'’])['’](?P<s9>\d\d)(?![\d\w])"
)
"""A year of two digits needs its month or its apostrophe; after a month it is one only where no day has that number."""
_MONTH_OF = re.compile(rf"\b(?P<month>{_MONTH}),? (?:of )?(?P<rel>last|this|previous|the current) year\b")
_BEFORE_MONTH = (
    "in", "since", "during", "from", "after", "before", "until", "till", "by", "last", "between", "through", "early",
    "late", "mid", "beginning of", "start of", "end of", "middle of",
)  # fmt: skip
_AFTER_WORDS = "|".join(rf"(?<=\b{word} )" for word in _BEFORE_MONTH)
_BARE_MONTH = re.compile(
    rf"(?:{_AFTER_WORDS})(?P<month>{_MONTH})\b(?!\.?,? (?:of )?\d)|(?:(?<=\band )|(?<=\bto ))(?P<other>(?!may\b|march\b)(?:{_MONTH}))\b(?!\.?,? (?:of )?\d)"
)
_BARE_DAY = re.compile(
    rf"\b(?P<month>{_MONTH})\.? (?:the )?(?P<day>[12]?\d|3[01])(?:st|nd|rd|th)?(?![\w/-])(?!,? (?:19|20)\d\d)"
    rf"|(?<![\d/.-])(?P<first>[12]?\d|3[01])(?:st|nd|rd|th)? (?:of )?(?P<name>{_MONTH})\b(?!\.?,? (?:of )?\d)"
)
"""A day of a month without its year."""
PARTS = {"first half": (1, 6), "second half": (7, 6), "early": (1, 4), "beginning": (1, 3), "start": (1, 3), "mid": (5, 4),
          "middle": (5, 4), "late": (9, 4), "end": (10, 3), "q1": (1, 3), "q2": (4, 3), "q3": (7, 3), "q4": (10, 3),
          "first quarter": (1, 3), "second quarter": (4, 3), "third quarter": (7, 3),
          "fourth quarter": (10, 3)}  # fmt: skip
"""First month and length of what people call a part of a year; the halves and quarters are the calendar's."""
SEASONS = {
    "spring": (3, 3),
    "summer": (6, 3),
    "autumn": (9, 3),
    "fall": (9, 3),
    "winter": (12, 3),
    "flu season": (9, 6),
}
"""First month and length. The season of vaccines against influenza begins in September (NHS and CDC campaigns)."""
_PART_OF_YEAR = re.compile(
    rf"\b(?!(?:start|end|beginning|middle) in\b)(?!(?:start|end) (?:last|this|the|previous|current) year\b)(?:the )?(?P<part>{'|'.join(sorted({*PARTS, *SEASONS}, key=len, reverse=True))})[ -]{_YEAR}\b"
)
_MONTHS_OF_YEAR = re.compile(rf"\b(?P<end>first|last) {COUNT} months {_YEAR}\b")
_IN_SEASON = "|".join(
    rf"(?<=\b{word} )" for word in (*_BEFORE_MONTH[:9], "between", "through", "over", "the", "this past", "and", "to")
)
_BARE_SEASON = re.compile(
    rf"(?:{_IN_SEASON})(?P<season>spring|summer|autumn|winter|flu season)\b|(?<=\bin the )(?P<other>fall)\b"
)
_SEASONS_AGO = re.compile(rf"\b{COUNT} (?P<season>spring|summer|autumn|fall|winter)s ago\b")
_FEAST = re.compile(rf"\b(?P<feast>christmas|xmas|new year(?:'?s)?(?: day| eve)?|easter)(?: {_YEAR})?(?!\w)")
_TENS = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
         "nineties": 90, "noughties": 0}  # fmt: skip
_DECADE = re.compile(
    rf"\b(?:the )?(?P<decade>(?:19|20)?\d0)['’]?s\b|\b(?:(?<=in )|(?<=during )|(?<=over )|(?<=since )|(?<=before )|(?<=from )|(?<=of )|(?<=throughout ))the (?:(?:early|mid|late)[ -])?(?P<tens>{'|'.join(_TENS)})\b"
)
_AGO = re.compile(rf"\b(?:about |around |some )?{COUNT}\s+{UNIT}\s+(?:ago|back)\b")
_SINCE_AGO = re.compile(rf"\b(?:since|from)\s+(?:about\s+)?{COUNT}\s+{UNIT}\s+(?:ago|back)\b")
_BEYOND_AGO = re.compile(
    rf"\b(?:(?P<longer>more than|over|longer than|at least|further back than)|less than|not even|under|no more than|no longer than|within)\s+{COUNT}\s+{UNIT}\s+(?:ago|back)\b"
)
_ROLLING = re.compile(
    rf"\b(?:the\s+)?(?:past|last|previous|recent)\s+{COUNT}\s+{UNIT}\b|\bwithin\s+(?P<within>\d{{1,3}}|{_NUMBER})\s+(?P<unit2>day|week|month|year)s?\b"
    r"|\b(?:(?<=in )|(?<=over )|(?<=during )|(?<=within )|(?<=for ))the\s+(?:past|last)\s+(?P<one>week|fortnight|month|half[- ]year|year|decade)\b"
    r"|\b(?:the\s+)?(?:past\s+(?P<past>year|month|week|decade|fortnight|half[- ]year)|last\s+(?P<long>decade|fortnight|half[- ]year))\b"
)
_BEFORE_LAST = re.compile(rf"\b(?:the\s+)?(?P<unit>year|month|week|{'|'.join(SEASONS)}) before last\b")
_CALENDAR = re.compile(
    rf"\b(?P<time>this time )?(?:so far )?(?P<which>this|last|current|previous)\s+(?P<unit>year|month|week|quarter|{'|'.join(SEASONS)})\b|\b(?<!as of )(?P<day>today|yesterday)\b"
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = re.compile(rf"\b(?:(?P<which>last|this|on|next|past) )?(?P<day>{'|'.join(_WEEKDAYS)})\b")

Maker = Callable[[re.Match[str], dt.date], Period | None]


class Said(NamedTuple):
    """A time that was said: its period, and how it is read again from another day where no year was said with it."""

    period: Period
    read_from: Callable[[dt.date], Period | None] | None = None


def times_said(text: str, today: dt.date, mark: Callable[[Said], str]) -> str:
    """The text with a mark in place of each time that it names."""
    for pattern, made, floating in _WORDS:
        at = 0
        while match := pattern.search(text, at):
            period = made(match, today)
            read_from = _again(made, match) if floating and "year" not in _named(match) else None
            put = mark(Said(period, read_from)) if period is not None else ""
            text = f"{text[: match.start()]} {put} {text[match.end() :]}"
            at = match.start()
    return text


def _again(made: Maker, match: re.Match[str]) -> Callable[[dt.date], Period | None]:
    return lambda day: made(match, day)


def _named(match: re.Match[str]) -> set[str]:
    return {name for name, value in match.groupdict().items() if value}


def so_long_ago(text: str, today: dt.date) -> dt.date | None:
    """The day that lies so long back, where a text says so; a year ago is no calendar year."""
    match = _AGO.search(text)
    return back(match["count"], match["unit"], today) if match else None


def back(count: str, unit: str, today: dt.date) -> dt.date:
    """The day so many units before another."""
    many = int(count) if count.isdigit() else NUMBERS[count]
    if unit in _MONTHS_OF:
        return months_before(today, many * _MONTHS_OF[unit])
    return today - dt.timedelta(days=many if unit == "day" else 7 * many * _WEEKS_OF[unit])


def _dated(match: re.Match[str], today: dt.date) -> Period | None:
    """A written date: a day, a month or a year."""
    groups = {name[0]: value for name, value in match.groupdict().items() if value}
    year, day = int(groups.get("y") or _whole_year(groups["s"], today)), int(groups["d"]) if "d" in groups else None
    month = MONTHS[groups["n"]] if "n" in groups else int(groups["m"]) if "m" in groups else None
    if month and day:
        named = day_in_figures(month, day, year, today) if "n" not in groups else real_day(year, month, day)
        return Period(named, named) if named is not None else None
    first = real_day(year, month or 1, 1)
    if first is None:
        return None
    return Period(first, last_of(year, month) if month else dt.date(year, 12, 31))


def _whole_year(digits: str, today: dt.date) -> int:
    """The last year that ends in two digits."""
    return max(year for year in (1900 + int(digits), 2000 + int(digits)) if year <= today.year)


def _year_of(match: re.Match[str], today: dt.date) -> int:
    if match["year"]:
        return int(match["year"])
    return today.year - (match["rel"] in {"last", "previous"})


def _month_of(match: re.Match[str], today: dt.date) -> Period:
    year, month = today.year - (match["rel"] in {"last", "previous"}), MONTHS[match["month"]]
    return Period(dt.date(year, month, 1), last_of(year, month))


def _bare_month(match: re.Match[str], today: dt.date) -> Period:
    """The last such month that has begun."""
    month = MONTHS[match["month"] or match["other"]]
    year = today.year - (month > today.month)
    return Period(dt.date(year, month, 1), last_of(year, month))


def _bare_day(match: re.Match[str], today: dt.date) -> Period | None:
    """The last such day that has begun; none where no year near has it."""
    month, day = MONTHS[match["month"] or match["name"]], int(match["day"] or match["first"])
    for year in (today.year, today.year - 1):
        if day <= last_of(year, month).day and dt.date(year, month, day) <= today:
            return Period(dt.date(year, month, day), dt.date(year, month, day))
    return None


def _stretch(year: int, month: int, length: int) -> Period:
    first = dt.date(year, month, 1)
    return Period(first, months_before(first, -length) - dt.timedelta(days=1))


def _part_of_year(match: re.Match[str], today: dt.date) -> Period:
    return _stretch(_year_of(match, today), *(PARTS | SEASONS)[match["part"]])


def _months_of_year(match: re.Match[str], today: dt.date) -> Period:
    many = min(12, int(match["count"]) if match["count"].isdigit() else NUMBERS[match["count"]])
    return _stretch(_year_of(match, today), 1 if match["end"] == "first" else 13 - many, many)


def _bare_season(match: re.Match[str], today: dt.date) -> Period:
    return _season(match["season"] or match["other"], today, years_back=0)


def _seasons_ago(match: re.Match[str], today: dt.date) -> Period:
    many = int(match["count"]) if match["count"].isdigit() else NUMBERS[match["count"]]
    return _season(match["season"], today, years_back=many)


def _season(name: str, today: dt.date, *, years_back: int) -> Period:
    """The season that goes on or was the last to begin, or one of years before it."""
    month, length = SEASONS[name]
    year = today.year - (today.month < month)
    over = _stretch(year, month, length).end
    if over and over < today and years_back:
        years_back -= 1  # "last summer", asked in November, is the summer of this year
    first = dt.date(year - years_back, month, 1)
    return Period(first, min(today, months_before(first, -length) - dt.timedelta(days=1)))


def _feast(match: re.Match[str], today: dt.date) -> Period:
    """The day of a feast in the year that is said, or the last one."""
    if match["year"] or match["rel"]:
        day = _feast_day(match["feast"], _year_of(match, today))
    else:
        day = _feast_day(match["feast"], today.year)
        day = day if day <= today else _feast_day(match["feast"], today.year - 1)
    return Period(day, day)


def _feast_day(feast: str, year: int) -> dt.date:
    if feast == "easter":
        return _easter(year)
    if feast.startswith("new"):
        return dt.date(year, 12, 31) if feast.endswith("eve") else dt.date(year, 1, 1)
    return dt.date(year, 12, 25)


def _easter(year: int) -> dt.date:
    """Easter Sunday of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher)."""
    century, in_century = divmod(year, 100)
    golden = year % 19
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    week = (32 + 2 * (century % 4) + 2 * (in_century // 4) - moon - in_century % 4) % 7
    shift = moon + week - 7 * ((golden + 11 * moon + 22 * week) // 451) + 114
    return dt.date(year, shift // 31, shift % 31 + 1)


def _decade(match: re.Match[str], today: dt.date) -> Period:
    written = _TENS[match["tens"]] if match["tens"] else int(match["decade"])
    first = written if written > 99 else max(y for y in (1900 + written, 2000 + written) if y <= today.year)
    return Period(dt.date(first, 1, 1), dt.date(first + 9, 12, 31))


def _ago(match: re.Match[str], today: dt.date) -> Period:
    """The year, the month, the week or the day that lies so far back."""
    day, unit = back(match["count"], match["unit"], today), match["unit"]
    if unit in {"year", "decade"}:
        return Period(dt.date(day.year, 1, 1), dt.date(day.year, 12, 31))
    if unit in _MONTHS_OF:
        return Period(day.replace(day=1), last_of(day.year, day.month))
    if unit == "day":
        return Period(day, day)
    monday = day - dt.timedelta(days=day.weekday())
    return Period(monday, monday + dt.timedelta(days=6))


def _since_ago(match: re.Match[str], today: dt.date) -> Period:
    return Period(back(match["count"], match["unit"], today), today)


def _beyond_ago(match: re.Match[str], today: dt.date) -> Period:
    """All that lies longer ago than a day so far back, or all that lies since then."""
    day = back(match["count"], match["unit"], today)
    return Period(None, day) if match["longer"] else Period(day, today)


def _rolling(match: re.Match[str], today: dt.date) -> Period:
    """So long back from today; the past year is not the calendar year before."""
    one = match["one"] or match["past"] or match["long"]
    count, unit = ("1", one) if one else (match["count"] or match["within"], match["unit"] or match["unit2"])
    return Period(back(count, unit, today), today)


def _before_last(match: re.Match[str], today: dt.date) -> Period:
    return _calendar_unit(match["unit"], today, before=2)


def _calendar(match: re.Match[str], today: dt.date) -> Period:
    if match["day"]:
        day = today if match["day"] == "today" else today - dt.timedelta(days=1)
        return Period(day, day)
    if match["time"]:
        then = months_before(today, 12)
        return Period(then.replace(day=1), last_of(then.year, then.month))
    return _calendar_unit(match["unit"], today, before=0 if match["which"] in {"this", "current"} else 1)


def _calendar_unit(unit: str, today: dt.date, *, before: int) -> Period:
    """The year, quarter, month, week or season of today, or one before it."""
    if unit in SEASONS:
        return _season(unit, today, years_back=before)
    if unit == "week":
        monday = today - dt.timedelta(days=today.weekday(), weeks=before)
        return Period(monday, min(today, monday + dt.timedelta(days=6)))
    length = {"year": 12, "quarter": 3, "month": 1}[unit]
    begun = dt.date(today.year, (today.month - 1) // length * length + 1, 1)
    first = months_before(begun, length * before)
    return Period(first, min(today, months_before(first, -length) - dt.timedelta(days=1)))


def _weekday(match: re.Match[str], today: dt.date) -> Period:
    """The last day of that name before today, or the next one where that is said."""
    wanted = _WEEKDAYS.index(match["day"])
    if match["which"] == "next":
        day = today + dt.timedelta(days=(wanted - today.weekday()) % 7 or 7)
    else:
        day = today - dt.timedelta(days=(today.weekday() - wanted) % 7 or 7)
    return Period(day, day)


_WORDS: tuple[tuple[re.Pattern[str], Maker, bool], ...] = (
    (_MONTHS_OF_YEAR, _months_of_year, False),
    (_MONTH_OF, _month_of, False),
    (_PART_OF_YEAR, _part_of_year, False),
    (_FEAST, _feast, True),
    (_DECADE, _decade, False),
    (_SINCE_AGO, _since_ago, False),
    (_BEYOND_AGO, _beyond_ago, False),
    (_SEASONS_AGO, _seasons_ago, False),
    (_BEFORE_LAST, _before_last, False),
    (_ROLLING, _rolling, False),
    (_CALENDAR, _calendar, False),
    (_DATE, _dated, False),
    (_BARE_DAY, _bare_day, True),
    (_BARE_MONTH, _bare_month, True),
    (_BARE_SEASON, _bare_season, True),
    (_AGO, _ago, False),
    (_WEEKDAY, _weekday, False),
)
"""What is longer before what may stand inside it, and whether it floats: whether its year is the nearest one."""
