"""A statement in plain sentences: what is told in an aside, by an exception, by another's year or of several days at once."""

from __future__ import annotations

import re
from typing import Any

from osler.consult.extraction.lone import in_figures
from osler.consult.record.time_words import MONTHS
from osler.core.language import NUMBER_OF_WORD
from osler.yaml_reader import packaged_yaml

_RULES: dict[str, Any] = packaged_yaml("osler.consult.extraction", "told.yml")
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DATE = rf"(?:(?:{_MONTH})\.? )?(?:19|20)\d\d"
_DATES = re.compile(
    rf"(?P<lead>[^,;:.()]*?)(?:[,;:(]| -| –)?\s*(?:(?:first|once|both|all|one|back|in|on|and) )*(?P<days>{_DATE}(?:\)?(?:,| and| &|, and| then| plus)(?: (?:again|then|also|one|another|in|on))* {_DATE})+)\b\)?",
    re.IGNORECASE,
)
"""A statement and the several days that it is told of: "covid twice, March 2020 and December 2021"."""
_ONE_DATE = re.compile(_DATE, re.IGNORECASE)
_OFTEN = re.compile(rf"\b(?:{_RULES['often']})\b", re.IGNORECASE)
_COUNTED = re.compile(rf"\b(?:{_RULES['counted']}) (?=[a-z])", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LATER = re.compile(rf"\b(?:{_RULES['later']})\b", re.IGNORECASE)
_EARLIER = re.compile(rf"\b(?:{_RULES['earlier']})\b", re.IGNORECASE)
_SEVERAL_OF = re.compile(
    r"(?<![\w.,/])(?P<count>two|three|four|five|six|eight|ten|[2-9]|1\d|20)(?:\s*[x×]\s*|\s+(?:of (?:the |my )?)?)(?P<amount>\d+(?:\.\d+)?)\s?(?P<unit>mg|mcg|g)\b",
    re.IGNORECASE,
)
"""Several tablets, and the strength of one."""
_NUMBERS = NUMBER_OF_WORD | {"a": 1, "the": 1}
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
    "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
)  # fmt: skip
_DAY_IN_WORDS = re.compile(
    rf"\b(?:(?P<tens>twenty|thirty)[ -])?(?P<day>{'|'.join(_ORDINALS)}|thirtieth) (?:of )?(?P<month>{_MONTH})\b",
    re.IGNORECASE,
)
"""A day of a month as it is spoken: the second of October."""
_PLAIN = [
    (re.compile(said.replace("<month>", _MONTH), re.IGNORECASE), plain) for said, plain in _RULES["plain"].items()
]


def plainly(message: str) -> str:
    """The message as it would be told in plain sentences; itself where it is."""
    for said, plain in _PLAIN:
        message = said.sub(plain, message)
    message = _DAY_IN_WORDS.sub(_day_in_figures, message)
    return _DATES.sub(_each, _in_years(_SEVERAL_OF.sub(_together, in_figures(message))))


def _day_in_figures(match: re.Match[str]) -> str:
    """A day of a month in figures."""
    said = match["day"].lower()
    day = 30 if said == "thirtieth" else _ORDINALS.index(said) + 1
    return f"{NUMBER_OF_WORD.get((match['tens'] or '').lower(), 0) + day} {match['month']}"


def _together(match: re.Match[str]) -> str:
    """What several tablets of one strength are together: two of 500 mg are 1000 mg."""
    count = _count(match["count"].lower())
    return f"{count * float(match['amount']):g} {match['unit']}"


def _count(word: str) -> int:
    """The number that a word or a figure is; nought where it is none."""
    return int(word) if word.isdigit() else _NUMBERS.get(word, 0)


def _in_years(message: str) -> str:
    """The message with the years that it tells from the one before: "a TIA in 2018 and a DVT the year after"."""
    for told, way in ((_LATER, 1), (_EARLIER, -1)):
        match = told.search(message)
        before = list(_YEAR.finditer(message[: match.start()])) if match else []
        if match is not None and before:
            count = next(filter(None, map(_count, match.group().lower().split())), 1)
            year = int(before[-1].group()) + way * count
            message = f"{message[: match.start()]}in {year}{message[match.end() :]}"
    return message


def _each(match: re.Match[str]) -> str:
    """One statement a day."""
    lead = _COUNTED.sub("", _OFTEN.sub("", match["lead"])).strip(" ,;:-–(")
    days = _ONE_DATE.findall(match["days"])
    if not lead or _YEAR.search(lead):
        return match.group()
    return "; ".join(f"{lead} in {day}" for day in days)
