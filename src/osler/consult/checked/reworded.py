"""A sentence about a record in plain words: what is only another wording is put into that of the entries before it is held against them."""

from __future__ import annotations

import re
from calendar import month_name
from functools import cache

from osler.core.language import NUMBER_OF_WORD, ONES, month_number
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.checked", "reworded.yml")
_NAMES = "|".join(month_name[1:])
_WRITTEN_DAY = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{_NAMES})|(?P<month2>{_NAMES}) (?P<day2>\d{{1,2}})(?:st|nd|rd|th)?),? (?P<year>\d{{4}})\b",
    re.IGNORECASE,
)
_WRITTEN_MONTH = re.compile(rf"\b(?P<month>{_NAMES}),? (?:of )?(?P<year>(?:19|20)\d\d)\b", re.IGNORECASE)
_YEAR = "".join(rf"(?<=\b{word} )|" for word in ("in", "since", "of", "from", "until", "by", "during", "year")).rstrip(
    "|"
)
DAY = re.compile(
    rf"(?<![\d-])\d{{4}}(?:-\d\d(?:-\d\d)?)(?![\d-])|(?:{_YEAR})(?:19|20)\d\d(?![\d/-]|[.,]\d|\s?(?:%|mg|mcg|µg|g|ml|iu|units?|mmol|steps|kcal)\b)",
    re.IGNORECASE,
)
"""A day or a month, or a year where a word before it says that it is one."""
_NUMBER = r"\d+(?:[.,]\d+)?"


def plain_days(text: str) -> str:
    """A text with its days and months in one form."""

    def month(match: re.Match[str], name: str) -> str:
        return f"{match['year']}-{month_number(match[name]):02d}"

    def iso(match: re.Match[str]) -> str:
        name = "month" if match["month"] else "month2"
        return f"{month(match, name)}-{int(match['day'] or match['day2']):02d}"

    return _WRITTEN_MONTH.sub(lambda match: month(match, "month"), _WRITTEN_DAY.sub(iso, text))


def in_plain_words(text: str) -> str:
    """A sentence with its days in one form, its numbers in figures and other wordings as the plain ones."""
    text = _NUMBERED.sub(lambda match: str(NUMBER_OF_WORD[match.group().lower()]), plain_days(text))
    for said, plain in _rewordings():
        text = said.sub(plain, text)
    return re.sub(r"\s+", " ", text).strip()


_NUMBERED = re.compile(rf"\b(?:{'|'.join(ONES[1:])})\b", re.IGNORECASE)
"""A number in words; "one" is more often no number."""


_WHOSE = {
    "(?:your|the)": "(?:your|the|his|her|their)",
    "(?:your|the|this)": "(?:your|the|this|his|her|their)",
}
"""The patient is spoken to, or spoken of."""


def _of_whoever(said: str) -> str:
    for of_reader, of_anybody in _WHOSE.items():
        said = said.replace(of_reader, of_anybody)
    return said


@cache
def _rewordings() -> list[tuple[re.Pattern[str], str]]:
    day = r"(?:(?:19|20)\d\d(?:-\d\d){0,2})"
    return [
        (re.compile(_of_whoever(said).replace("<day>", day).replace("<number>", _NUMBER), re.IGNORECASE), plain)
        for said, plain in _TABLE.rules["plain"]
    ]
