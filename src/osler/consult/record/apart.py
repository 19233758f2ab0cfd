"""How far apart two things of a record are: a visit and an operation, the last colonoscopy and the first of two jabs."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.record.answers import RecordAnswer, unread
from osler.consult.record.asking import Answering
from osler.consult.record.called import measure_named
from osler.consult.record.computing.lengths import in_words
from osler.consult.record.days import first_day
from osler.consult.record.policy import answer_one
from osler.consult.record.reading.kinds import is_clinical, is_ordinary, is_read, phrase_of
from osler.consult.record.reading.table import pattern, rules
from osler.core.terminology import Vocabularies

_ASKS = re.compile(
    r"^\W*(?:(?:so|and|but|ok|okay|tell me)[ ,]+)*(?:how (?:long|far|much time|many (?:days|weeks|months|years))|what(?:'s| is| was) the (?:gap|interval|time|distance|difference))\b"
    r"(?P<verb>[^?]*?)\b(?:between|from) (?P<one>[^?]+?) (?:and|to|until|till) (?P<other>[^?]+?)\W*$",
    re.IGNORECASE,
)


def two_apart(question: str, vocabularies: Vocabularies) -> tuple[str, str] | RecordAnswer | None:
    """The two dated things whose distance a question asks for; None where it asks for that of one thing's entries.

    Where one of them is not understood, that it is not: the time since the other would answer another question.
    """
    match = _ASKS.match(question)
    if match is None or re.search(r"\bvalues?|levels?|change\w*|rise\w*|fell|drop\w*\b", match["verb"]):
        return None
    one, other = match["one"].strip(), match["other"].strip()
    known = [_is_something(side, vocabularies) for side in (one, other)]
    if all(known):
        return one, other
    unknown = phrase_of((other if known[0] else one).lower(), vocabularies)
    if any(known) and unknown and measure_named(unknown) is None and not is_read(unknown, vocabularies):
        return unread(unknown)
    return None


def _is_something(side: str, vocabularies: Vocabularies) -> bool:
    """Whether words name something that happened on a day, and no time and no measure alone."""
    lower = side.lower()
    if not re.search(r"[a-z]{4,}", lower) or re.search(r"\b(?:19|20)\d\d\b", lower):
        return False
    named = phrase_of(lower, vocabularies)
    if named and measure_named(named) is None:
        known = is_clinical(named, vocabularies) or is_read(named, vocabularies)
        return known or (is_ordinary(named, vocabularies) and _kind(lower))
    return _kind(lower) and measure_named(lower) is None


def _kind(lower: str) -> bool:
    return any(pattern("kinds", kind).search(lower) for kind in rules()["kinds"])


def distance(sides: tuple[str, str], today: dt.date, vocabularies: Vocabularies) -> Answering:
    """The days between two things; where one of them has no day, what the record says of that one."""
    found: list[RecordAnswer] = []
    for side in sides:
        answer = yield from answer_one(f"when was {side}?", today, vocabularies)
        if answer.type != "date":
            said = f"I could not tell when this was: {side}. {answer.text}"
            return answer.model_copy(update={"text": said.strip()})
        found.append(answer)
    days = [first_day(str(answer.value)) for answer in found]
    between = abs((days[1] - days[0]).days)
    told = " ".join(answer.text for answer in found)
    return RecordAnswer(
        type="number",
        value=float(between),
        unit="d",
        entries=[entry for answer in found for entry in answer.entries],
        text=f"{in_words(between)} from {min(days)} to {max(days)}. {told}",
    )
