"""The patient's ages in a question, as the days that they are."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.record.days import months_before
from osler.consult.record.time_words import NUMBERS
from osler.core.language import NUMBER_OF_WORD

_YOUNGEST_SAID = 10
"""From this age on a word after "at" is an age; below it may count anything."""
_YEARS = {word: number for word, number in NUMBER_OF_WORD.items() if number >= _YOUNGEST_SAID}
_SAID_YEARS = "|".join(_YEARS)
_AGED = re.compile(
    rf"\b(?:at (?:the )?age (?:of )?|aged |when (?:i|he|she|they|the patient) (?:was|were) (?:only |just |about )?)(?P<age>\d{{1,2}}|{_SAID_YEARS})(?: years?(?:[ -]olds?| of age)?)?\b(?![./]?\d| ?(?:months?|weeks?|days?|[a-z]*weeks)\b)"
    rf"|\bat (?P<plain>{_SAID_YEARS})\b(?! (?:percent|o'?clock|past|to|in|am|pm|mg|mmol\w*|units?)\b)",
    re.IGNORECASE,
)


_BARE = re.compile(
    r"^(?:so |and )*(?:what|how)\b(?=.*\b(?:weigh|weight|tall|height|heavy|blood pressure|bp|bmi|was my|was his|was her|did i|did he|did she)\b).*?\b(?P<at>at (?P<age>[1-9]\d))\W*$",
    re.IGNORECASE,
)
"""A number of two figures at the end of a question for a value: "what did I weigh at 50?"."""
_TURNED = re.compile(
    rf"\b(?P<edge>since|after|before|until) (?:i|he|she|they|the patient) (?:turned|was|became|reached|hit) (?P<age>\d{{1,3}}|{_SAID_YEARS})\b(?![./]?\d)",
    re.IGNORECASE,
)
_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_BIRTHDAY = re.compile(
    rf"\b(?:my|his|her|the patient's|their) (?:(?P<nth>{'|'.join(_NTH)})|(?P<age>\d{{1,3}})(?:st|nd|rd|th)) birthday\b",
    re.IGNORECASE,
)
_AT_BIRTH = re.compile(r"\b(?:at (?:my |his |her )?birth|as a newborn|when (?:i|he|she) was born)\b", re.IGNORECASE)
_FIRST_YEARS = re.compile(
    rf"\b(?:in|during|over|for|within) (?:my|his|her|the patient's|the) first (?:(?P<many>\d{{1,2}}|{'|'.join(NUMBERS)}) )?(?P<unit>years?|months?)(?: of (?:my |his |her )?life)?(?= *(?:[?.,;]|$))",
    re.IGNORECASE,
)


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
        length = months * (NUMBERS.get(many.lower()) or int(many) if many else 1)
        return f"between {birth} and {months_before(birth, -length) - dt.timedelta(days=1)}"

    def birthday(match: re.Match[str]) -> str:
        years = _NTH.index(match["nth"].lower()) + 1 if match["nth"] else int(match["age"])
        return str(months_before(birth, -12 * years))

    bare = _BARE.match(question)
    if bare is not None:
        question = f"{question[: bare.start('at')]}at age {bare['age']}{question[bare.end('at') :]}"
    question = _BIRTHDAY.sub(birthday, question)
    question = _AT_BIRTH.sub(f"on {birth}", _FIRST_YEARS.sub(begun, question))
    return _AGED.sub(dated, _TURNED.sub(turned, question))
