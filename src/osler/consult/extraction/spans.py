"""Days that are told by two words: from when until when, a week after which day, of which year."""

from __future__ import annotations

import calendar
import datetime as dt
import re

_MONTH = rf"(?:{'|'.join(name.lower() for name in calendar.month_name if name)})"
_DAYS = [name.lower() for name in calendar.day_name]
_TO = r"\s*(?:-|–|—|\bto\b|\btill\b|\buntil\b|\bthrough\b)\s*"
_NTH = r"\d{1,2}(?:st|nd|rd|th)?"
_OF_ONE_MONTH = re.compile(
    rf"\b(?:(?:from |between )?(?:the )?(?P<first>{_NTH})(?:{_TO})(?:the )?{_NTH}|between (?:the )?(?P<between>{_NTH}) and (?:the )?{_NTH})(?P<month> (?:of )?{_MONTH})\b"
)
"""Two days of one month: "from 2 to 6 April"."""
_OF_TWO_MONTHS = re.compile(
    rf"\b(?:from |between )?(?P<first>{_NTH} (?:of )?{_MONTH})(?:{_TO}|(?<=[a-z]) and (?=\d)){_NTH} (?:of )?{_MONTH}\b"
)
_MONTH_FIRST = re.compile(rf"\b(?P<first>{_MONTH} {_NTH})(?:{_TO}|(?<=\d) and (?=\d)){_NTH}(?![\d:/]| ?(?:am|pm))")
_YEAR_TOLD = re.compile(
    rf"\b(?P<day>(?:{_NTH} (?:of )?)?{_MONTH}(?: {_NTH})?),? (?:of )?(?P<which>next|last|this) year\b"
    rf"|\b(?P<year_first>next|last|this) year,? (?:in|on) (?:the )?(?P<day_then>(?:{_NTH} (?:of )?)?{_MONTH}(?: {_NTH})?)\b"
)
_YEARS = {"next": 1, "last": -1, "this": 0}
_WEEKS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_WEEKS_AFTER = re.compile(
    rf"(?<!for )(?<!lasted )(?<!took )\b(?P<count>a|one|two|three|four|\d) weeks? (?:on|from|this|come)? ?(?:(?:this|coming) )?(?P<day>{'|'.join(_DAYS)}|today|tomorrow)\b"
    rf"|(?<!last )(?<!every )\b(?P<week_of>{'|'.join(_DAYS)}|today|tomorrow) (?:week|fortnight)\b(?! ?(?:end|days?))"
)
"""So many weeks after a day that is to come: "a week on Friday", "Friday week"."""
_EVERY = re.compile(rf"\b(?:every|each) (?:other |second )?(?:{'|'.join(_DAYS)})\b")
_SINCE = re.compile(
    r",?\s*\b(?:between|from) (?P<since>[^,;.\d]{3,20}|[^,;.]{3,20}?\d{1,4}) (?:and|to|till|until|up to) (?P<until>now|today|this (?:week|month|morning)|the present)\b"
    r"|,?\s*\bsince (?P<start>(?:last |this )?[a-z]+(?: (?:19|20)\d\d)?|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)


def begun(lower: str, today: dt.date) -> str:
    """A text in small letters in which a stretch of days is its first, a year is a number and what is done every week has no day."""
    lower = _OF_ONE_MONTH.sub(
        lambda match: f"{match['first'] or match['between']}{match['month']}", _EVERY.sub(" ", lower)
    )
    return _YEAR_TOLD.sub(
        lambda match: _in_year(match, today), _MONTH_FIRST.sub(r"\g<first>", _OF_TWO_MONTHS.sub(r"\g<first>", lower))
    )


def _in_year(match: re.Match[str], today: dt.date) -> str:
    which, day = match["which"] or match["year_first"], match["day"] or match["day_then"]
    return f"{day.replace(' of ', ' ')} {today.year + _YEARS[which]}"


def weeks_after(lower: str, today: dt.date) -> str | None:
    """The day that is so many weeks after one to come, in ISO form."""
    match = _WEEKS_AFTER.search(lower)
    if match is None:
        return None
    told = match["count"] or ("two" if match.group().endswith("fortnight") else "one")
    weeks = int(told) if told.isdigit() else _WEEKS[told]
    day = match["day"] or match["week_of"]
    near = {"today": 0, "tomorrow": 1}
    step = near[day] if day in near else (_DAYS.index(day) - today.weekday()) % 7 or 7
    return (today + dt.timedelta(days=step + 7 * weeks)).isoformat()


def until_now(text: str) -> tuple[str, str] | None:
    """A text in which what lasted until now is of today, and since when it lasted; None where none did."""
    match = _SINCE.search(text)
    if match is None:
        return None
    return f"{text[: match.start()]} today{text[match.end() :]}", f"in {(match['since'] or match['start']).strip()}"
