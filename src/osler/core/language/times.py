"""Time expressions as ages, dates, durations and weeks of gestation."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from osler.core.language.day_order import is_day_first
from osler.core.language.rules import read_table, read_yaml
from osler.core.language.scope import lowered
from osler.core.language.sentences import sentences
from osler.core.language.types import TimeExpression, TimeKind
from osler.first_letters import each_match
from osler.needed_words import may_match, searchable

_Builder = Callable[[re.Match[str], "_Words"], dict[str, Any] | None]


_WORD = re.compile(r"[a-z]+")
_YEAR = re.compile(r"(?:19|20)\d\d|\d[/.]\d{1,2}[/.]\d\d|\d/(?:7|12|40|52)(?!\d)|\d-[a-z]{3,9}-\d\d")


_WAS_AGED = re.compile(
    r"\b(?:since|when|until|time|before|after)\s(?:\w+\s){1,2}(?:was|were|turned)\s|\b(?:at|aged|from|since)\s(?:only\s|just\s|about\s|around\s)?"
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty)\b"
)
"""An age told without the word or a unit: "since he was six", "at ten"."""


class _Words(NamedTuple):
    numbers: dict[str, float]
    ordinals: dict[str, int]
    units: dict[str, float]
    months: dict[str, int]
    named: dict[str, tuple[TimeKind, float]]
    day_first: bool = False


@lru_cache(maxsize=1)
def _words() -> _Words:
    table = read_yaml("times.yml")
    named: dict[str, tuple[TimeKind, float]] = {}
    kinds: tuple[TimeKind, ...] = ("age", "ago")
    for kind, key in zip(kinds, ("ages", "ago"), strict=True):
        named.update({phrase: (kind, float(years)) for years, phrases in table[key].items() for phrase in phrases})
    numbers = _with_compounds({str(word): float(value) for word, value in table["numbers"].items()}, table["ones"])
    units = {unit: float(years) for unit, years in table["units"].items()}
    return _Words(numbers, table["ordinals"], units, table["months"], named)


def _with_compounds(numbers: dict[str, float], ones: Sequence[str]) -> dict[str, float]:
    """Number words with those made of several ("seventy-two", "one hundred and three"): a part alone is another number."""
    tens = {word: value for word, value in numbers.items() if 20 <= value <= 90}
    made = {f"{ten}{joint}{one}": tens[ten] + numbers[one] for ten in tens for one in ones for joint in "- "}
    hundreds = dict.fromkeys(("one hundred", "one-hundred", "a hundred"), 100.0)
    above = {
        f"{hundred}{joint}{one}": value + numbers[one]
        for hundred, value in hundreds.items()
        for one in ones
        for joint in (" and ", "-and-", " ", "-")
    }
    return numbers | made | hundreds | above


def time_expressions(text: str) -> list[TimeExpression]:
    """The time expressions of a text, in order and without overlaps."""
    words = _words()._replace(day_first=is_day_first(text))
    low = lowered(text)
    found: list[tuple[int, int, dict[str, Any]]] = []
    for sentence in sentences(text):
        part = searchable(low[sentence.start : sentence.end])
        if not _may_hold_time(part):
            continue
        for pattern, build in _patterns():
            if not may_match(pattern, part):
                continue
            for match in each_match(pattern, low, sentence.start, sentence.end):
                made = build(match, words)
                if made is not None:
                    found.append((match.start(), match.end(), made))
    found.sort(key=lambda item: (item[0], -item[1]))
    result: list[TimeExpression] = []
    reached = 0
    for start, end, made in found:
        if start >= reached:
            result.append(TimeExpression(start, end, text[start:end], **made))
            reached = end
    return result


def _may_hold_time(low: str) -> bool:
    """Whether a sentence holds any word or year that a time expression needs; most sentences hold none."""
    return (
        not _anchors().isdisjoint(_WORD.findall(low))
        or _YEAR.search(low) is not None
        or _WAS_AGED.search(low) is not None
    )


@lru_cache(maxsize=1)
def _anchors() -> frozenset[str]:
    words = _words()
    last_words = {phrase.split()[-1] for phrase in words.named}
    return frozenset(
        {
            *words.units,
            *last_words,
            "age",
            "old",
            "ages",
            "aged",
            "s",
            "gestation",
            "gestational",
            "yo",
            "yof",
            "yom",
            "o",
            "dol",
        }
    )


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], _Builder]]:
    """All patterns, with the function that makes an expression of each."""
    table = read_yaml("times.yml")
    words = _words()
    parts = {
        "N": rf"(?:\d{{1,2}}\s\d{{1,2}}/12|\d{{1,3}}\s?[½¼¾]|\d{{1,3}}(?:\.\d{{1,2}})?|{_choice(words.numbers)})",
        "O": _choice(words.ordinals),
        "U": _choice(words.units),
        "M": _choice(words.months),
        "CHECKUP": _choice(table["checkups"]),
        "PERSON": _choice(table["persons"]),
        "NAMED": _choice(words.named),
        "J": r"[\s-]{1,3}",
        "AT": r"(?:at|by|around|about|approximately|since|from|until|before|after|when|near|~)",
        "YEAR": r"(?:19|20)\d\d",
    }
    return [
        (re.compile(re.sub(r"@([A-Z]+)@", lambda part: parts[part[1]], pattern)), _BUILDERS[meaning])
        for meaning, pattern in read_table("time_patterns.tsv")
    ]


def _choice(words: Any) -> str:
    return "(?:" + "|".join(re.escape(str(word)) for word in sorted(words, key=len, reverse=True)) + ")"


_SHORT_MONTHS = "m"
"""What stands for months behind years ("6 y 2 m") and before "old"; elsewhere it is metres or a man."""
_PARTS = {"¼": 0.25, "½": 0.5, "¾": 0.75}


def _number(written: str, words: _Words) -> float:
    if written in words.numbers:
        return words.numbers[written]
    if "/" in written:
        whole, twelfths = written.removesuffix("/12").split()
        return int(whole) + int(twelfths) / 12
    whole, part = (written[:-1], _PARTS[written[-1]]) if written[-1] in _PARTS else (written, 0.0)
    return float(whole) + part


def _length(match: re.Match[str], words: _Words) -> float:
    """The stretch that the number and unit of a match name, in years; years when no unit is written."""
    groups = match.groupdict()
    amount = _number(groups["n"], words) if groups.get("n") else 1.0
    years = amount * (_unit(groups["u"], words) if groups.get("u") else 1.0)
    if groups.get("n2"):
        years += _number(groups["n2"], words) * _unit(groups["u2"], words)
    return round(years, 4)


def _unit(written: str, words: _Words) -> float:
    return words.units["month" if written == _SHORT_MONTHS else written]


def _age(match: re.Match[str], words: _Words) -> dict[str, Any] | None:
    years = _length(match, words)
    if years > 120:
        return None
    weeks, unit = round(years * _WEEKS), match.groupdict().get("u") or ""
    before = max(0, match.start() - _NEAR)
    if weeks in _LATE and "w" in unit and _OF_A_PREGNANCY.search(match.string, before, match.start()):
        return {"kind": "gestation", "weeks": float(weeks)}
    return {"kind": "age", "years": years, "since": match.group().startswith(("since", "from"))}


_WEEKS = 365.25 / 7
_LATE = range(12, 44)
_NEAR = 80
"""Characters before an age in which a pregnancy that it is counted in is named."""
_OF_A_PREGNANCY = re.compile(
    r"\b(?:pregnanc\w+|pre-?eclampsia|eclampsia|stillbirth|abruption|miscarriage)\b[^,;.]*$", re.IGNORECASE
)
"""What the weeks behind it are counted in: "previous pregnancy: pre-eclampsia at 37 weeks" tells nobody's age."""


def _current_age(match: re.Match[str], words: _Words) -> dict[str, Any] | None:
    if match.groupdict().get("dol"):
        return {"kind": "current_age", "years": round(int(match["dol"]) / 365.25, 4)}
    years = _length(match, words)
    return {"kind": "current_age", "years": years} if years <= 120 else None


def _current_age_years(match: re.Match[str], words: _Words) -> dict[str, Any] | None:
    years = round(_number(match["n"], words), 4)
    return {"kind": "current_age", "years": years} if years <= 120 else None


def _ordinal_age(match: re.Match[str], words: _Words) -> dict[str, Any]:
    return {"kind": "age", "years": round((words.ordinals[match["o"]] - 0.5) * words.units[match["u"]], 4)}


def _decade(match: re.Match[str], words: _Words) -> dict[str, Any]:
    return {"kind": "age", "years": words.ordinals[match["o"]] * 10 - 5.0}


def _decade_of_age(match: re.Match[str], words: _Words) -> dict[str, Any]:
    part = (match["part"] or "mid").strip(" -")
    years = int(match["n"]) * 10 + {"early": 2.0, "mid": 5.0, "late": 8.0}[part]
    return {"kind": "age", "years": years, "since": match.group().startswith(("since", "from"))}


def _ago(match: re.Match[str], words: _Words) -> dict[str, Any]:
    return {"kind": "ago", "years": _length(match, words)}


def _duration(match: re.Match[str], words: _Words) -> dict[str, Any] | None:
    if match.groupdict().get("n") in {"a", "an"} and match.groupdict().get("since") is None:
        return None  # "a day" is a rate ("three times a day") more often than a length
    return {"kind": "duration", "years": _length(match, words), "since": bool(match.groupdict().get("since"))}


def _gestation(match: re.Match[str], words: _Words) -> dict[str, Any] | None:
    weeks = float(match["n"]) + float(match["d"] or 0) / 7
    return {"kind": "gestation", "weeks": round(weeks, 2)} if 4 <= weeks <= 45 else None


def _date(match: re.Match[str], words: _Words) -> dict[str, Any] | None:
    groups = match.groupdict()
    month = words.months[groups["mn"]] if groups.get("mn") else groups.get("m")
    return _made_date(_full_year(groups["y"]), month, groups.get("day"), since=bool(groups.get("since")))


def _slash_date(match: re.Match[str], words: _Words) -> dict[str, Any] | None:
    month, day = match["m"], match["day"]
    if int(month) > 12 or (words.day_first and int(day) <= 12):
        month, day = day, month
    return _made_date(_full_year(match["y"]), month, day, since=False)


def _dotted_date(match: re.Match[str], words: _Words) -> dict[str, Any] | None:
    return _made_date(_full_year(match["y"]), match["m"], match["day"], since=False)


def _full_year(written: str) -> str:
    """A year of two digits as the last such year that is not long to come."""
    if len(written) == 4:
        return written
    this_year = dt.datetime.now(tz=dt.UTC).year
    century = this_year // 100 * 100
    year = century + int(written)
    return str(year if year <= this_year + 1 else year - 100)


def _made_date(year: str, month: str | int | None, day: str | None, *, since: bool) -> dict[str, Any] | None:
    try:
        date = dt.date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None  # the thirty-first of June is no date
    precision = "day" if day else "month" if month else "year"
    return {"kind": "date", "date": date, "date_precision": precision, "since": since}


def _named(match: re.Match[str], words: _Words) -> dict[str, Any]:
    kind, years = words.named[match["named"]]
    return {"kind": kind, "years": years, "since": match["named"].startswith(("since", "from"))}


_FRACTIONS = {"7": 1 / 365.25, "52": 7 / 365.25, "12": 1 / 12}
"""British shorthand: 3/7 is three days, 6/52 six weeks, 14/12 fourteen months."""


def _shorthand_age(match: re.Match[str], words: _Words) -> dict[str, Any] | None:
    return {"kind": "current_age", "years": round(int(match["n"]) * _FRACTIONS[match["over"]], 4)}


def _shorthand_at(match: re.Match[str], words: _Words) -> dict[str, Any] | None:
    return {"kind": "age", "years": round(int(match["n"]) * _FRACTIONS[match["over"]], 4)}


def _shorthand_length(match: re.Match[str], words: _Words) -> dict[str, Any] | None:
    return {"kind": "duration", "years": round(int(match["n"]) * _FRACTIONS[match["over"]], 4), "since": True}


_BUILDERS: dict[str, _Builder] = {
    "age": _age,
    "ago": _ago,
    "current_age": _current_age,
    "current_age_years": _current_age_years,
    "date": _date,
    "decade": _decade,
    "dotted_date": _dotted_date,
    "decade_of_age": _decade_of_age,
    "duration": _duration,
    "gestation": _gestation,
    "named": _named,
    "ordinal_age": _ordinal_age,
    "shorthand_age": _shorthand_age,
    "shorthand_at": _shorthand_at,
    "shorthand_length": _shorthand_length,
    "slash_date": _slash_date,
}


def months() -> dict[str, int]:
    """The names of the months and their short forms, in lower case, with their numbers."""
    return _words().months


@lru_cache(maxsize=1)
def _date_start() -> re.Pattern[str]:
    return re.compile(
        rf"\d{{1,2}}(?:(?:st|nd|rd|th)?\s(?:of\s)?(?:{_choice(months())})\b|[/.-]\d{{1,2}}[/.-]\d)", re.IGNORECASE
    )


def begins_date(text: str, at: int) -> bool:
    """Whether the number at a place is the day of a date, with or without a year: "2 April", "12/03/24"."""
    return _date_start().match(text, at) is not None
