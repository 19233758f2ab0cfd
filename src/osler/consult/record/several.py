"""The answer to a message with one question or several: each is answered by itself, and all are said."""

from __future__ import annotations

import datetime as dt
import json
import re

from osler.consult.record import computing
from osler.consult.record.answers import RecordAnswer
from osler.consult.record.apart import distance, two_apart
from osler.consult.record.asking import Answering
from osler.consult.record.limits import beyond_computing
from osler.consult.record.periods import Period, read_periods
from osler.consult.record.policy import answer_one
from osler.consult.record.reading.beside_another import own_beside_another
from osler.consult.record.reading.lead_in import lead_in
from osler.consult.record.reading.several import questions_in
from osler.consult.record.shares import counted_for_share, share_of
from osler.core.agents import ToolOutcome
from osler.core.terminology import Vocabularies

_OWN = re.compile(r"\b(?:i|i'm|i've|my|me|mine|the patient)\b", re.IGNORECASE)


def answer_question(question: str, today: dt.date, vocabularies: Vocabularies) -> Answering:
    """The answer to all that a message asks, found through the tool that queries the graph."""
    told_first = lead_in(question, vocabularies) if own_beside_another(question) is None else None
    asked = question if told_first is None else told_first.asked
    return (yield from _asked_once(_answered(asked, today, vocabularies)))


def _asked_once(answering: Answering) -> Answering:
    """An answering that puts no query twice: what the record holds does not change while a question is answered."""
    known: dict[str, ToolOutcome] = {}
    outcome: ToolOutcome | None = None
    while True:
        try:
            call = next(answering) if outcome is None else answering.send(outcome)
        except StopIteration as done:
            answer: RecordAnswer = done.value
            return answer
        asked = json.dumps([call.tool, call.arguments], sort_keys=True, default=str)
        if asked not in known:
            known[asked] = yield call
        outcome = known[asked]


def _in_one_time(asked: list[str], question: str, today: dt.date) -> list[str]:
    """The questions, each that was completed from the one before it within the time that that one names."""
    made: list[str] = []
    for one in asked:
        said = read_periods(made[-1].lower(), today) if made else None
        completed = one.lower() not in question.lower() and "before the last" not in one
        own = read_periods(one.lower(), today).period != Period()
        if said is None or said.vague or not completed or own or None in said.period:
            made.append(one)
        else:
            made.append(f"{one} between {said.period.start} and {said.period.end}")
    return made


_POINTS_AT_A_TIME = re.compile(
    r"\b(?:back )?then(?=\W*$)|\b(?:in |at )?that (?:year|month|time|summer|winter)\b", re.IGNORECASE
)


def _then(asked: list[str], question: str, today: dt.date) -> list[str]:
    """The questions, each that points at a time which was only told with that time in its place."""
    told = read_periods(question.lower(), today)
    if told.vague or told.period.start is None or told.period.end is None or told.other is not None:
        return asked
    span = f"between {told.period.start} and {told.period.end}"
    return [
        _POINTS_AT_A_TIME.sub(span, one) if read_periods(one.lower(), today).period == Period() else one
        for one in asked
    ]


_STILL = re.compile(
    r"(?P<ever>.*\b(?:ever|at any (?:time|point)|in the past)\b.+?),? and (?:if so,? )?(?:(?:am|is|are|do|does|has|have) (?:i|he|she|they|the patient) (?:still|now)|(?:i|he|she|they)(?:'m|'s| am| is| are)? still|still)\b[^?]{0,40}\?*$",
    re.IGNORECASE,
)
"""Asks whether something ever was, and whether it still is: two things, of which the one is no answer to the other."""


def _ever_and_still(ever: str, question: str, today: dt.date, vocabularies: Vocabularies) -> Answering:
    """Whether something ever was, and then whether it is so now."""
    was = yield from answer_one(f"{ever}?", today, vocabularies)
    if was.type != "bool" or not was.value:
        return was
    now = yield from answer_one(question, today, vocabularies)
    if now.type != "bool":
        return was
    return was.model_copy(
        update={
            "entries": list(dict.fromkeys([*was.entries, *now.entries])),
            "support": list(dict.fromkeys([*was.support, *now.support])),
            "text": f"{was.text} Now: {now.text[:1].lower()}{now.text[1:]}",
        }
    )


def _answered(question: str, today: dt.date, vocabularies: Vocabularies) -> Answering:
    share = counted_for_share(question)
    if share is not None:
        return (yield from share_of(share, today, vocabularies))
    both = own_beside_another(question)
    if both is not None:
        of_another = yield from answer_one(both[0], today, vocabularies)
        of_patient = yield from answer_one(both[1], today, vocabularies)
        return of_patient if of_patient.type == "unanswerable" else computing.together([of_another, of_patient])
    sides = two_apart(question, vocabularies)
    if isinstance(sides, RecordAnswer):
        return sides
    if sides is not None:
        return (yield from distance(sides, today, vocabularies))
    still = _STILL.match(question.strip())
    if still is not None:
        return (yield from _ever_and_still(still["ever"], question, today, vocabularies))
    asked = _then(questions_in(question, vocabularies), question, today)
    if len(asked) == 1:
        return beyond_computing(asked[0]) or (yield from answer_one(asked[0], today, vocabularies))
    answers: list[RecordAnswer] = []
    for one in _in_one_time(asked, question, today):
        answers += [beyond_computing(one) or (yield from answer_one(one, today, vocabularies))]
    own = " ".join(one for one in asked[1:] if one.lower() in question.lower())  # what was completed is of the same one
    if answers[0].reason == "other_patient" and not _OWN.search(own):
        return answers[0]  # the "he" of what follows is that other one
    if all(answer.type == "unanswerable" for answer in answers) or len({answer.text for answer in answers}) == 1:
        return answers[0]  # one thing, asked in two ways
    return computing.together(answers)
