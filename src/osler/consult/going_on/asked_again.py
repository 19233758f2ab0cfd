"""A follow-up that gives only what is new, another thing or another time, made into the question before it with that in its place."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.record import RecordQuestion, asks_something, measure_named, read_question
from osler.consult.record.called import lay_names, words
from osler.consult.record.periods import Period, read_periods
from osler.consult.record.reading.normal import plain
from osler.consult.record.reading.several import questions_in
from osler.consult.record.systems import organ_named
from osler.consult.steps.lite import terms_of
from osler.consult.types import ConsultReply, ConsultRequest
from osler.consult.wording.folded import folded
from osler.core.patient import PatientRecord
from osler.core.terminology import Vocabularies

_OPENS = re.compile(r"^(?:(?:and|so|ok|okay|but|then|well|oh|alright)[ ,]+)*")
_ABOUT = re.compile(r"^(?:what|how) about\b|^same for\b|^(?:just|only)\b")
_THING = re.compile(
    r"^(?:(?:what|how) about |same for |and )(?:my |the |his |her |their )?(?P<thing>[a-z][\w' -]{1,40}?)"
    r"(?: ones?| shots?| vaccines?| jabs?| tests?| levels?| values?| results?)?$"
)
_NOT_THAT = r"(?:no|nope|nah|sorry|oops|ah|oh|wait|actually|hang on|hold on|my mistake|not (?:that|this|it|those|these)(?: ones?)?)"
_MEANT = re.compile(
    rf"(?P<no>(?:{_NOT_THAT}[,. ]+)*)(?P<other>(?:i mean(?:t)? )?(?:the|my|his|her) other (?:one|kind|sort|type|thing)s?(?: i mean(?:t)?)?[,. ]+)?"
    r"(?P<meant>(?:i (?:meant?|wanted|was asking (?:about|for)|asked (?:about|for))|(?:it'?s|it is) about) (?:to (?:say|ask(?: about| for)?) )?(?:about |for )?)?"
    r"(?:my |the |his |her |their )?(?P<thing>[a-z\d][\w' -]{1,40}?)"
    r"(?P<after>,? i (?:meant?|wanted|was asking (?:about|for)))?(?P<against>,? (?:and )?not (?:my |the |his |her |their )?(?:[a-z\d][\w'-]*)(?: [\w'-]+)?)?"
    r"(?: ones?| instead| please| then)*"
)
"""What was meant by the question before, where that was answered of another thing or time: "no, I meant the A1c one", "the 2017 ones, not those"."""
_LITTLE = frozenset(
    {"in", "on", "at", "for", "the", "year", "of", "during", "back", "just", "only", "then", "what", "how", "about"}
)
_LONGEST = 9
_ANY_DAY = dt.date(2020, 1, 1)


def question_kept(given: ConsultRequest, reply: ConsultReply, vocabularies: Vocabularies) -> str:
    """The question of a turn that was read as one about the record; empty where there was none."""
    if reply.agent != "health_consultant" or not (asks_something(given.message) or reply.extraction.is_empty):
        return ""
    if not (asks_something(given.message) or reply.read_as):
        return ""  # a statement of which nothing could be noted asks nothing either
    asked = questions_in(given.message, vocabularies)[-1] if asks_something(given.message) else given.message
    read = read_question(asked, given.moment.date(), vocabularies)
    return asked if isinstance(read, RecordQuestion) else ""


def asked_again(message: str, before: str, vocabularies: Vocabularies, record: PatientRecord | None = None) -> str:
    """The message; where it only names another thing or another time, the question before it asked of that."""
    lower = folded(message).rstrip(" ?!.")
    opened = _OPENS.match(lower)
    joined = bool(opened and opened.group())
    lower = lower[opened.end() :] if opened else lower
    if not before or len(lower.split()) > _LONGEST:
        return message
    return (
        _of_another_time(lower, before, joined=joined)
        or _of_another_thing(
            f"and {lower}" if joined and not _ABOUT.match(lower) else lower, before, vocabularies, record
        )
        or message
    )


def as_meant(message: str, before: str, vocabularies: Vocabularies, record: PatientRecord | None = None) -> str:
    """The message; where it puts right what the question before was about, that question asked of what was meant."""
    match = _MEANT.fullmatch(folded(message).rstrip(" ?!."))
    put_right = match is not None and any(match[how] for how in ("meant", "after", "against", "other"))
    if match is None or not before or not (put_right or _turns_down(match)):
        return message
    if asks_something(match["thing"]):
        return message  # what asks something with a "not" in it puts nothing right: "have I fractures that have not healed?"
    thing = match["thing"].removesuffix(" ones").removesuffix(" one")
    at_another_time = _of_another_time(thing, before, joined=True)
    if at_another_time is not None:
        return at_another_time
    said = read_periods(thing, _ANY_DAY)
    bare = said.rest.strip() if said.period != Period() else thing
    if not _is_named(bare, vocabularies, record):
        return message
    thing = _whole_name(thing, record)
    again = _of_another_thing(f"and {thing}", before, vocabularies, record)
    if again is not None:
        return again
    return f"what was my last {thing}?" if measure_named(thing) is not None else f"what about my {thing}?"


def _whole_name(thing: str, record: PatientRecord | None) -> str:
    """The name of the one condition of a record that begins with what was said: of "the rheumatoid" rheumatoid arthritis."""
    said = words(thing)
    named = {words(fact.label): fact.label for fact in record.conditions} if record is not None else {}
    found = [label for name, label in named.items() if name[: len(said)] == said and name != said]
    return re.sub(r" \([a-z/ ]+\)$", "", found[0]).lower() if said and len(found) == 1 else thing


def _turns_down(match: re.Match[str]) -> bool:
    """Whether what was answered is turned down for something that is named in its place: "not those, the 2017 ones"."""
    return "not " in match["no"]


def _of_another_time(lower: str, before: str, *, joined: bool) -> str | None:
    """The question before with the time of this message, where this says nothing else."""
    said = read_periods(lower, _ANY_DAY)
    if said.period == Period() or said.vague or not (joined or _ABOUT.match(lower) or len(lower.split()) <= 3):
        return None
    if set(re.findall(r"[a-z]+", said.rest)) - _LITTLE:
        return None
    asked = read_periods(before.lower(), _ANY_DAY).rest.strip(" ?!.,")
    asked = re.sub(r"\s+(?:in|on|during|since|for|at)$", "", re.sub(r"^(?:(?:and|so|in|on|during)?[ ,]+)+", "", asked))
    time = _ABOUT.sub("", lower).strip()
    return f"{asked} {time if re.match(r'(?:in|on|during|since|before|after|between|from|last|this|over|until)', time) else f'in {time}'}?"


def _of_another_thing(
    lower: str, before: str, vocabularies: Vocabularies, record: PatientRecord | None = None
) -> str | None:
    """The question before with the thing of this message in place of its own."""
    match = _THING.match(lower)
    if match is not None and asks_something(match["thing"]):
        return None  # a question of its own, which only begins with a word that goes on: "so is he diabetic"
    if match is None or not _is_named(match["thing"], vocabularies, record):
        return None
    read = read_question(before, _ANY_DAY, vocabularies)
    if not isinstance(read, RecordQuestion) or not read.phrase:
        return None
    for text in (before.lower(), plain(before.lower(), vocabularies)):
        place = re.search(rf"\b{re.escape(read.phrase)}\b", text)
        if place is not None:
            return f"{text[: place.start()]}{match['thing']}{text[place.end() :]}"
    return None


def _is_named(thing: str, vocabularies: Vocabularies, record: PatientRecord | None = None) -> bool:
    """Whether words name something: by the vocabularies, as people call it, or because an entry of the record is called so."""
    if terms_of(thing, vocabularies) or measure_named(thing) is not None or words(thing) in lay_names():
        return True
    if organ_named(thing, vocabularies) is not None:
        return True  # "and neurological?" after the cardiovascular ones
    said = words(thing)
    return bool(said) and record is not None and any(words(fact.label)[: len(said)] == said for fact in record.facts())
