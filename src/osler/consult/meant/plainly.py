"""A question in whatever words, asked as the rules read it: what it wants of which thing, told from examples of how people ask."""

from __future__ import annotations

import datetime as dt
import re
from functools import cache
from typing import Any, NamedTuple

from osler.consult.heard.charted import labels_of
from osler.consult.meant.masks import Masked, masked
from osler.consult.meant.model import Reading, labels, told
from osler.consult.record.periods import Period
from osler.consult.record.reading.slots import is_form
from osler.consult.record.reading.table import pattern, stop
from osler.consult.types import ConsultRequest, GivenValue, Subject
from osler.consult.wording.everyday import everyday
from osler.core.terminology import Vocabularies, plain_meanings, singular
from osler.yaml_reader import packaged_yaml

_SPOKEN_OF = {
    "observation": "v",
    "medication": "m",
    "condition": "c",
    "symptom": "c",
    "procedure": "p",
    "vaccine": "i",
    "allergy": "a",
}


_FEW = 3


class Plainly(NamedTuple):
    """A question as the rules read it, and how surely it is that."""

    question: str
    label: str
    margin: float
    of: str = ""
    """The kinds of the one thing that it asks of; empty where it names none."""


def plainly(message: str, given: ConsultRequest, vocabularies: Vocabularies) -> Plainly | None:
    """The plain question that a message asks of a record; None where it asks none, or of something that nobody named."""
    found = [_plainly(said, given, vocabularies) for said in (message, *last_asked(message))]
    return max((one for one in found if one is not None), key=lambda one: one.margin, default=None)


def last_asked(message: str) -> list[str]:
    """The last part of a message that begins as a question does, where something stands before it."""
    starts = [match.start(1) for match in _ASKS.finditer(message)]
    last = message[starts[-1] :] if starts else ""
    return [last] if len(last.split()) > 2 else []


def _plainly(message: str, given: ConsultRequest, vocabularies: Vocabularies) -> Plainly | None:
    said = masked(message, given.record, given.moment.date(), vocabularies)
    if given.state.subject is not None and given.state.subject.kind == "vaccine":
        said = said.of_vaccines()
    value = given.state.given_value
    before = _before(given.state.subject, value) if not (said.names or _names_otherwise(said.text)) else ("", "")
    if (
        _ONLY_NAMED.fullmatch(said.text)
        or _OF_A_DOCTOR.search(message)
        or len({name for _, name in said.names}) < len(said.names)
    ):
        return None  # a name alone, or a time, asks of it what was asked before
    within = {letter for letter, _ in said.names} or {before[0]} - {""}
    of_a_visit = not within or pattern("kinds", "visit").search(said.text) is not None
    whether = _WHETHER.match(said.text) is not None and _OF_A_DAY.search(said.text) is None
    can_be = (label for label in labels() if _can_be(label, within, of_a_visit=of_a_visit))
    read = told(said.text, among=(label for label in can_be if not (whether and label in _WHEN)))
    form = _forms().get(read.label)
    if read.label == "count" and not _OCCASIONS.search(said.text):
        return None  # how many puffs is no number of times
    if read.label == "count" and any(not labels_of(given.record, name, vocabularies) for _, name in said.names):
        return None  # of what no entry is called nobody says that there was none
    if form is None or _leaves_out(form, said, read.label):
        return None
    question = _asked(read, form, said, before, value)
    return Plainly(question, read.label, read.margin, form.get("of", "")) if question else None


_OF_A_DOCTOR = re.compile(r"\b(?:Dr|Doctor|Prof|Professor|Nurse)\.? [A-Z]")
"""Who is named beside what is asked, which no form would keep."""
_OCCASIONS = re.compile(r"\b(?:times?|often|occasions?|goes|frequent\w*)\b")
_NARROWED = re.compile(
    r"\b(?:2nd|3rd|\d+th|second|third|fourth|besides|except|apart from|other than|left|right|both|either|same)\b(?! (?:now|away|after)\b)"
)
"""Words that choose among the entries of a thing."""
_ONLY_NAMED = re.compile(
    r"\W*(?:(?:and|what|how|about|the|my|his|her|in|for|then|now|so|ok|also|of|on|same|too|or|but)\W+)*(?:\[[a-z]\]|\W)*(?:\W*(?:then|too|now|please))*\W*"
)


def _leaves_out(form: dict[str, Any], said: Masked, label: str) -> bool:
    """Whether a form would drop a name or a value of the message: of two medicines one, of the visits for an illness the illness."""
    needed = form.get("of", "")
    if said.numbers and label.startswith("v_") and "needs" not in form:
        return True
    if _NARROWED.search(said.text) and label != "v_prev":
        return True
    return len([letter for letter, _ in said.names if letter in needed]) != min(1, len(said.names)) or (
        len(said.names) > 1 and not needed
    )


_AUXILIARY = r"(?:is|are|was|were|did|do|does|has|have|can|could|will|would|should|am)"
_ASKS = re.compile(
    r"(?:[.!?;,:–-]\s+|\b(?:and|but|so|or)\s+)"
    rf"((?:(?:when|where|how|why|who)(?:'?s)?(?= {_AUXILIARY}\b|'?s\b| (?:long|many|much|often|old)\b)"
    rf"|(?:what|which|whose)(?:'?s)?(?=(?: [\w'-]+){{0,2}} {_AUXILIARY}\b|'?s\b)|{_AUXILIARY}|any)\b)",
    re.IGNORECASE,
)
_WHETHER = re.compile(
    rf"(?:(?:and|so|but|or|ok|okay|also|then)[ ,]+)*(?:{_AUXILIARY}|had|isn't|wasn't|hasn't|didn't)\b"
)
_OF_A_DAY = re.compile(r"\b(?:when|days?|dates?|years?|months?|long|since|ago|\[t\])")
_WHEN = {"c_since", "c_end", "m_since", "m_end", "v_when", "p_when", "i_when", "visit_last"}
"""What is answered by a day, which nobody asks by a yes or no."""


def _can_be(label: str, within: set[str], *, of_a_visit: bool) -> bool:
    """Whether a label needs no name, or one of a kind that is there; what is asked of a visit, where one is spoken of or nothing else."""
    needed = _forms().get(label, {}).get("of", "")
    return not within.isdisjoint(needed) if needed else of_a_visit or not label.startswith("visit")


def _names_otherwise(text: str) -> bool:
    """Whether a message has a word for a part of the body or a form of medicine: what was spoken of before is not meant."""
    spoken = [word for word in re.findall(r"[a-z]{4,}", text) if word not in stop() and word not in everyday()]
    return any(plain_meanings(word) or plain_meanings(singular(word)) or is_form(word) for word in spoken)


def _before(subject: Subject | None, value: GivenValue | None) -> tuple[str, str]:
    """The one thing that was spoken of last, and the letter of its kind."""
    if subject is not None and subject.kind in _SPOKEN_OF:
        name = " or ".join(subject.names) if 0 < len(subject.names) <= _FEW else subject.single
        if name:
            vaccine = subject.kind == "vaccine" and "vaccin" not in name.lower()
            return _SPOKEN_OF[subject.kind], f"{name.partition(',')[0]} vaccine" if vaccine else name
    return ("v", value.name) if value is not None else ("", "")


def _asked(read: Reading, form: dict[str, Any], said: Masked, before: tuple[str, str], value: GivenValue | None) -> str:
    """The form filled; empty where what it needs is not told."""
    needed = form.get("of", "")
    name = said.named(needed) or (before[1] if before[0] and before[0] in needed else "") if needed else ""
    if needed and not name:
        return ""
    time = _time(said.periods[0]) if said.periods else ""
    number = said.numbers[0] if said.numbers else ""
    if ("number" in form.get("needs", "") and not number) or ("time" in form.get("needs", "") and not time):
        return ""
    if read.label == "v_prev" and value is not None and value.day and before[0] == "v":
        return f"what was my last {name} before {value.day}?"
    start = said.periods[0].start if said.periods else None
    timed = time and "timed" in form and (start is not None or "{start}" not in form["timed"])
    written = form["timed"] if timed else form["alone"]
    return " ".join(written.format(name=name, time=time, start=start, number=number).split()).replace(" ?", "?")


def _time(period: Period) -> str:
    """A period in words."""
    start, end = period
    if start is not None and end is not None:
        return f"on {start}" if start == end else f"between {start} and {end}"
    if start is not None:
        return f"since {start}"
    return f"before {end + dt.timedelta(days=1)}" if end is not None else ""


@cache
def _forms() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = packaged_yaml("osler.consult.meant", "forms.yml")
    return found
