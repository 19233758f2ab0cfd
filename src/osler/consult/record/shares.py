"""Which share of the values of a measure lies beyond a bound: two counts, and what the one is of the other."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.record.answers import RecordAnswer, unread
from osler.consult.record.asking import Answering
from osler.consult.record.policy import answer_one
from osler.core.terminology import Vocabularies

_SHARE = re.compile(
    r"(?P<lead>.*?)\b(?:what|which) (?:percentage|percent|share|proportion|fraction|part) of (?P<of>(?:all )?(?:my|his|her|the|the patient's) .+?) (?P<how>(?:was|were|are|is|have been|has been|lay|lie|came (?:out|back)) .+)$",
    re.IGNORECASE,
)


def counted_for_share(question: str) -> tuple[str, str] | None:
    """The two questions of which a share is made: how many lie beyond the bound, and how many there are."""
    match = _SHARE.match(question.strip())
    if match is None or match["lead"].strip(" ,.;").lower() not in {"", "and", "so", "please"}:
        return None
    things = re.sub(r"^(?:all )?(?:my|his|her|the patient's|the) ", "", match["of"], flags=re.IGNORECASE)
    return f"How many of {match['of']} {match['how']}", f"How many {things} are in the record?"


def share_of(questions: tuple[str, str], today: dt.date, vocabularies: Vocabularies) -> Answering:
    """The share that the count of the first question is of the second's; the first answer alone where one is no count."""
    beyond = yield from answer_one(questions[0], today, vocabularies)
    whole = yield from answer_one(questions[1], today, vocabularies)
    if beyond.type != "number" or whole.type != "number" or not whole.value:
        return beyond
    if beyond.understood == whole.understood:
        return unread()  # what bounds them was not understood
    share = 100.0 * beyond.value / whole.value
    return RecordAnswer(
        type="number",
        value=share,
        unit="%",
        entries=whole.entries,
        support=whole.support,
        text=f"{share:.0f} %: {beyond.value:g} of {whole.value:g}.",
        understood=beyond.understood,
    )
