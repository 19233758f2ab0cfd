"""The period that a question speaks of, from the day it is asked."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from typing import NamedTuple

_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9, "ten": 10, "twelve": 12, "couple of": 2, "few": 3}  # fmt: skip
_COUNT = rf"(?P<count>\d{{1,3}}|{'|'.join(_NUMBERS)})"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_DATE = (
    r"(?P<{0}y>\d{{4}})-(?P<{0}m>\d{{1,2}})-(?P<{0}d>\d{{1,2}})"
    r"|(?P<{0}m2>\d{{1,2}})/(?P<{0}d2>\d{{1,2}})/(?P<{0}y2>\d{{4}})"
    r"|(?P<{0}m3>\d{{1,2}})/(?P<{0}y3>\d{{4}})"
    rf"|(?P<{{0}}n4>{_MONTH})\.? (?P<{{0}}d4>\d{{{{1,2}}}})(?:st|nd|rd|th)?,? (?P<{{0}}y4>\d{{{{4}}}})"
    rf"|(?P<{{0}}d5>\d{{{{1,2}}}})(?:st|nd|rd|th)? (?:of )?(?P<{{0}}n5>{_MONTH})\.?,? (?P<{{0}}y5>\d{{{{4}}}})"
    rf"|(?P<{{0}}n6>{_MONTH})\.?,? (?:of )?(?P<{{0}}y6>\d{{{{4}}}})"
    r"|(?P<{0}y7>(?:19|20)\d{{2}})"
)
_BETWEEN = re.compile(
    rf"\b(?:between|from)\s+(?:{_DATE.format('a')})\s+(?:and|to|until|till|through)\s+(?:{_DATE.format('b')})\b"
)
_EDGE = re.compile(
    rf"\b(?P<edge>since|after|from|before|until|till|by|up to|prior to)\s+(?:the (?:year|month) |(?:the|my|his|her|that) (?:[a-z-]+ ){{1,3}}?(?:in|of|from|on) )?(?:{_DATE.format('a')})\b"
)
_SPAN = re.compile(
    rf"\b(?:between|from|in)?\s*(?:(?P<m1>{_MONTH})\.?\s*(?:-|–|and|to|through|until|till)\s*(?P<m2>{_MONTH})\.?,? (?:of )?(?P<y>(?:19|20)\d\d)"
    r"|(?P<y1>(?:19|20)\d\d)\s*(?:-|–|to|through|until|till)\s*(?P<y2>(?:19|20)\d\d))\b(?![-/]\d)"
)
_ONWARDS = re.compile(r"\b(?:from\s+)?(?P<year>(?:19|20)\d\d)\s+(?:on|onwards?|and (?:later|after))\b")
_PART_OF_YEAR = re.compile(
    r"\b(?:in |during |over )?(?:the )?(?P<part>first half|second half|spring|summer|autumn|fall|winter|early|mid|late|beginning|start|end|q[1-4])"
    r"[ -](?:of |in )?(?:the )?(?:year )?(?P<year>(?:19|20)\d\d)\b"
)
_TENS = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
         "nineties": 90, "noughties": 0}  # fmt: skip
_DECADE = re.compile(
    rf"\b(?:in |during )?(?:the )?(?P<decade>(?:19|20)?\d0)['’]?s\b|\b(?:in|during|over) the (?:(?:early|mid|late)[ -])?(?P<tens>{'|'.join(_TENS)})\b"
)
_AGO = re.compile(rf"\b(?:about |around |some )?{_COUNT}\s+(?P<unit>month|year)s?\s+(?:ago|back)\b")
_SINCE_AGO = re.compile(rf"\b(?:since|from)\s+(?:about\s+)?{_COUNT}\s+{_UNIT}\s+(?:ago|back)\b")
_ROLLING = re.compile(
    rf"\b(?:in|over|during|within|for)?\s*(?:the\s+)?(?:past|last|previous|recent)\s+{_COUNT}\s+{_UNIT}\b"
)
_WITHIN = re.compile(rf"\bwithin\s+{_COUNT}\s+{_UNIT}\b")
_PLAIN = re.compile(rf"(?:{_DATE.format('a')})(?!\d)")
_BARE_MONTH = re.compile(
    rf"\b(?P<edge>in|since|during|from|after|before|until|by|last)\s+(?P<month>{_MONTH})\b(?!\.?,? (?:of )?\d)"
)
_PARTS = {"first half": (1, 6), "second half": (7, 6), "early": (1, 4), "beginning": (1, 3), "start": (1, 3), "mid": (5, 4),
          "late": (9, 4), "end": (10, 3), "q1": (1, 3), "q2": (4, 3), "q3": (7, 3), "q4": (10, 3)}  # fmt: skip
"""First month and length of what people call a part of a year; the halves and quarters are the calendar's."""
_SEASONS = {"spring": (3, 3), "summer": (6, 3), "autumn": (9, 3), "fall": (9, 3), "winter": (9, 6)}
"""First month and length. Winter begins with September: who asks about "this winter" asks of the season of respiratory
infections, for which vaccines are given from September (NHS and CDC campaigns)."""
_CALENDAR = re.compile(
    r"\b(?P<since>since\s+)?(?P<which>this|last|current|previous|past)\s+(?P<unit>year|month|week|spring|summer|autumn|fall|winter)\b|\b(?<!as of )(?P<day>today|yesterday)\b"
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = re.compile(rf"\b(?P<edge>since )?(?:(?P<which>last|this|on|next|past) )?(?P<day>{'|'.join(_WEEKDAYS)})\b")
_RECENT = re.compile(r"\b(?<!how )(?<!most )(?<!very )(recent|recently|lately)\b")
_AGAINST = re.compile(
    r"^\W*(?:so |and )*(?:compared (?:to|with)|in comparison (?:to|with)|versus|relative to|against)\b"
)
"""A question that begins with the period it compares with."""
RECENT_MONTHS = 3
"""What "recent" means for encounters, as the source document has it; the same is used for everything else."""


_TEENS = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_YEARS = {name: number for number, name in enumerate(_TEENS, 10)} | {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
         "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}  # fmt: skip
_SAID_YEARS = "|".join(_YEARS)
_AGED = re.compile(
    rf"\b(?:at (?:the )?age (?:of )?|aged |when (?:i|he|she|they|the patient) (?:was|were) (?:only |just |about )?)(?P<age>\d{{1,2}}|{_SAID_YEARS})(?: years?(?:[ -]olds?| of age)?)?\b(?![./]?\d| ?(?:months?|weeks?|days?|[a-z]*weeks)\b)"
    rf"|\bat (?P<plain>{_SAID_YEARS})\b(?! (?:percent|o'?clock|past|to|in|am|pm|mg|mmol\w*|units?)\b)",
    re.IGNORECASE,
)


_TURNED = re.compile(
    rf"\b(?P<edge>since|after|before|until) (?:i|he|she|they|the patient) (?:turned|was|became|reached|hit) (?P<age>\d{{1,3}}|{_SAID_YEARS})\b(?![./]?\d)",
    re.IGNORECASE,
)
_AT_BIRTH = re.compile(r"\b(?:at (?:my |his |her )?birth|as a newborn|when (?:i|he|she) was born)\b", re.IGNORECASE)
_FIRST_YEARS = re.compile(
    rf"\b(?:in|during|over|for|within) (?:my|his|her|the patient's|the) first (?:(?P<many>\d{{1,2}}|{'|'.join(_NUMBERS)}) )?(?P<unit>years?|months?)(?: of (?:my |his |her )?life)?(?= *(?:[?.,;]|$))",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r"\b(?:in )?(?:the )?(?:year before|previous year|preceding year)(?: that)?(?= *(?:[?.,;]|$))"
)
_THEN = re.compile(r"\b(?P<edge>since|after|before|until) (?:then|that)\b(?! [a-z]+ed\b)")
"""An edge that points at the day or year named before it: "I stopped in 2019; what has it done since then"."""


class Period(NamedTuple):
    """From the first day to the last, both included; None is open."""

    start: dt.date | None = None
    end: dt.date | None = None

    def holds(self, day: dt.date | None) -> bool:
        """Whether a day lies in the period; an undated thing lies only in the open one."""
        if day is None:
            return self.start is None and self.end is None
        return (self.start is None or day >= self.start) and (self.end is None or day <= self.end)


class Periods(NamedTuple):
    """The period of a question, the other one where two are compared, and the question without their words."""

    period: Period
    other: Period | None
    rest: str
    vague: bool = False
    """Whether the period is only what "recently" is taken for."""


def read_periods(question: str, today: dt.date) -> Periods:
    """The period or periods that a lower-case question names, in order."""
    found: list[Period] = []
    rest = question
    for pattern, made in (
        (_BETWEEN, _between),
        (_SPAN, _span),
        (_ONWARDS, _onwards),
        (_PART_OF_YEAR, _part_of_year),
        (_DECADE, _decade),
        (_SINCE_AGO, _since_ago),
        (_ROLLING, _rolling),
        (_WITHIN, _rolling),
        (_EDGE, _edge),
        (_CALENDAR, _calendar),
        (_PLAIN, _plain),
        (_BARE_MONTH, _bare_month),
        (_AGO, _ago),
        (_WEEKDAY, _weekday),
    ):
        while match := pattern.search(rest):
            period = made(match, today)
            rest = f"{rest[: match.start()]} {rest[match.end() :]}"
            if period is not None:
                found.append(period)
    year_before = _YEAR_BEFORE.search(rest)
    if year_before is not None and len(found) == 1 and found[0].start and found[0].end:
        rest = f"{rest[: year_before.start()]} {rest[year_before.end() :]}"
        earlier = found[0].start - dt.timedelta(days=1)
        found.append(Period(earlier.replace(month=1, day=1), earlier))
    pointed = _THEN.search(rest)
    if pointed is not None and len(found) == 1:
        rest = f"{rest[: pointed.start()]} {rest[pointed.end() :]}"
        found = [_from_edge(pointed["edge"], found[0], today)]
    vague = not found and _RECENT.search(rest) is not None
    if vague:
        found.append(Period(months_before(today, RECENT_MONTHS), today))
    first, second = [*found, None, None][:2]
    if second is not None and _AGAINST.search(question):
        first, second = second, first
    return Periods(first or Period(), second, " ".join(rest.split()), vague)


def day_so_long_ago(question: str, today: dt.date) -> dt.date | None:
    """The day that lies so many months or years back, where a question says so; a year ago is no calendar year."""
    match = _AGO.search(question)
    return _back(match, today) if match else None


def _weekday(match: re.Match[str], today: dt.date) -> Period:
    """The last day of that name before today, or the next one where that is said."""
    wanted = _WEEKDAYS.index(match["day"])
    if match["which"] == "next":
        day = today + dt.timedelta(days=(wanted - today.weekday()) % 7 or 7)
    else:
        day = today - dt.timedelta(days=(today.weekday() - wanted) % 7 or 7)
    return Period(day, today if match["edge"] else day)


def with_ages_dated(question: str, birth: dt.date | None) -> str:
    """The question with each age of the patient as the year of life that it is: "at sixteen" as its two days."""
    if birth is None:
        return question

    def dated(match: re.Match[str]) -> str:
        said = (match["age"] or match["plain"]).lower()
        begins = months_before(birth, -12 * (int(said) if said.isdigit() else _YEARS[said]))
        return f"between {begins} and {months_before(begins, -12) - dt.timedelta(days=1)}"

    def turned(match: re.Match[str]) -> str:
        said = match["age"].lower()
        return f"{match['edge']} {months_before(birth, -12 * (int(said) if said.isdigit() else _YEARS[said]))}"

    def begun(match: re.Match[str]) -> str:
        many = match["many"]
        months = 12 if match["unit"] is None or match["unit"].lower().startswith("year") else 1
        length = months * (_NUMBERS.get(many.lower()) or int(many) if many else 1)
        return f"between {birth} and {months_before(birth, -length) - dt.timedelta(days=1)}"

    question = _AT_BIRTH.sub(f"on {birth}", _FIRST_YEARS.sub(begun, question))
    return _AGED.sub(dated, _TURNED.sub(turned, question))


def _from_edge(edge: str, named: Period, today: dt.date) -> Period:
    """The time since, after, before or until a period that was named."""
    if edge == "since":
        return Period(named.start, today)
    if edge == "after":
        return Period(named.end + dt.timedelta(days=1) if named.end else None, None)
    if edge == "before":
        return Period(None, named.start - dt.timedelta(days=1) if named.start else None)
    return Period(None, named.end)


def _day(match: re.Match[str], prefix: str) -> tuple[dt.date, dt.date] | None:
    """The first and the last day of a written date."""
    groups = {name[1:]: value for name, value in match.groupdict().items() if value and name.startswith(prefix)}
    year = next((int(value) for name, value in groups.items() if name[0] == "y"), None)
    month = next((int(value) for name, value in groups.items() if name[0] == "m"), None)
    month = month or next((_MONTHS[value] for name, value in groups.items() if name[0] == "n"), None)
    day = next((int(value) for name, value in groups.items() if name[0] == "d"), None)
    if year is None:
        return None
    if month and day and month > 12 >= day:
        month, day = day, month
    try:
        first = dt.date(year, month or 1, day or 1)
    except ValueError:
        return None
    if day:
        return first, first
    if month:
        return first, first.replace(day=calendar.monthrange(year, month)[1])
    return first, first.replace(month=12, day=31)


def _between(match: re.Match[str], today: dt.date) -> Period | None:
    first, last = _day(match, "a"), _day(match, "b")
    return Period(first[0], last[1]) if first and last else None


def _span(match: re.Match[str], today: dt.date) -> Period | None:
    if match["y"]:
        year = int(match["y"])
        return Period(dt.date(year, _MONTHS[match["m1"]], 1), _last_of(year, _MONTHS[match["m2"]]))
    return Period(dt.date(int(match["y1"]), 1, 1), dt.date(int(match["y2"]), 12, 31))


def _last_of(year: int, month: int) -> dt.date:
    return dt.date(year, month, calendar.monthrange(year, month)[1])


def _onwards(match: re.Match[str], today: dt.date) -> Period | None:
    return Period(dt.date(int(match["year"]), 1, 1), today)


def _part_of_year(match: re.Match[str], today: dt.date) -> Period | None:
    month, length = (_PARTS | _SEASONS)[match["part"]]
    first = dt.date(int(match["year"]), month, 1)
    return Period(first, months_before(first, -length) - dt.timedelta(days=1))


def _decade(match: re.Match[str], today: dt.date) -> Period | None:
    written = _TENS[match["tens"]] if match["tens"] else int(match["decade"])
    first = written if written > 99 else max(y for y in (1900 + written, 2000 + written) if y <= today.year)
    return Period(dt.date(first, 1, 1), dt.date(first + 9, 12, 31))


def _ago(match: re.Match[str], today: dt.date) -> Period | None:
    """The year, or the month, that lies so far back."""
    day = _back(match, today)
    if match["unit"] == "year":
        return Period(dt.date(day.year, 1, 1), dt.date(day.year, 12, 31))
    return Period(day.replace(day=1), _last_of(day.year, day.month))


def _edge(match: re.Match[str], today: dt.date) -> Period | None:
    days = _day(match, "a")
    if days is None:
        return None
    edge = match["edge"]
    if edge in {"since", "from"}:
        return Period(days[0], today)
    if edge == "after":
        return Period(days[1] + dt.timedelta(days=1), None)
    if edge in {"before", "prior to"}:
        return Period(None, days[0] - dt.timedelta(days=1))
    return Period(None, days[1])


def _since_ago(match: re.Match[str], today: dt.date) -> Period | None:
    return Period(_back(match, today), today)


def _rolling(match: re.Match[str], today: dt.date) -> Period | None:
    return Period(_back(match, today), today)


def _back(match: re.Match[str], today: dt.date) -> dt.date:
    written = match["count"]
    count = int(written) if written.isdigit() else _NUMBERS[written]
    unit = match["unit"]
    if unit == "day":
        return today - dt.timedelta(days=count)
    if unit == "week":
        return today - dt.timedelta(weeks=count)
    return months_before(today, count * (12 if unit == "year" else 1))


def _calendar(match: re.Match[str], today: dt.date) -> Period | None:
    named = _calendar_period(match, today)
    return Period(named.start, today) if match["since"] else named


def _calendar_period(match: re.Match[str], today: dt.date) -> Period:
    if match["day"]:
        day = today if match["day"] == "today" else today - dt.timedelta(days=1)
        return Period(day, day)
    this = match["which"] in {"this", "current"}
    if match["unit"] == "year":
        year = today.year if this else today.year - 1
        return Period(dt.date(year, 1, 1), today if this else dt.date(year, 12, 31))
    if match["unit"] == "month":
        first = today.replace(day=1)
        return Period(first, today) if this else Period(months_before(first, 1), first - dt.timedelta(days=1))
    if match["unit"] in _SEASONS:
        return _season(match["unit"], today, back=0 if this else 1)
    monday = today - dt.timedelta(days=today.weekday())
    return Period(monday, today) if this else Period(monday - dt.timedelta(weeks=1), monday - dt.timedelta(days=1))


def _season(name: str, today: dt.date, *, back: int) -> Period:
    """The season that goes on or was the last to begin, or the one a year before it."""
    month, length = _SEASONS[name]
    year = today.year - (today.month < month)
    over = months_before(dt.date(year, month, 1), -length) - dt.timedelta(days=1) < today
    if over and back:
        back -= 1  # "last summer", asked in November, is the summer of this year
    first = dt.date(year - back, month, 1)
    return Period(first, min(today, months_before(first, -length) - dt.timedelta(days=1)))


def _bare_month(match: re.Match[str], today: dt.date) -> Period | None:
    """The last such month that has begun."""
    month = _MONTHS[match["month"]]
    first = dt.date(today.year - (month > today.month), month, 1)
    last = first.replace(day=calendar.monthrange(first.year, month)[1])
    return {
        "since": Period(first, today),
        "from": Period(first, today),
        "after": Period(last + dt.timedelta(days=1), None),
        "before": Period(None, first - dt.timedelta(days=1)),
        "until": Period(None, last),
        "by": Period(None, last),
    }.get(match["edge"], Period(first, last))


def _plain(match: re.Match[str], today: dt.date) -> Period | None:
    days = _day(match, "a")
    return Period(*days) if days else None


def months_before(day: dt.date, months: int) -> dt.date:
    """The same day of the month so many months earlier, or the last day of that month."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
