"""A message of a conversation, so that it stands by itself: what it only points at, corrects or goes on from is named."""

from __future__ import annotations

import re

from osler.consult.going_on.asked_again import as_meant, asked_again
from osler.consult.going_on.done_with import named_in_deed, still_taken
from osler.consult.going_on.edited import edited
from osler.consult.going_on.follow_up import asked_alone, chooses, value_of, without_kind
from osler.consult.going_on.narrowed import narrowed, of_its_vaccine
from osler.consult.going_on.of_the_same import of_the_same
from osler.consult.going_on.subject import pointed_at
from osler.consult.going_on.targets import target_asked
from osler.consult.going_on.told_compared import tells_and_compares, with_its_name
from osler.consult.going_on.told_times import dated_from
from osler.consult.going_on.told_value import of_the_told, own_beside
from osler.consult.heard.charted import filled
from osler.consult.record import asks_something, measure_named
from osler.consult.record.reading.beside_another import own_beside_another
from osler.consult.record.reading.refusing import names_somebody_else
from osler.consult.steps.confirming import confirms
from osler.consult.types import ConsultRequest
from osler.consult.wording.folded import folded
from osler.consult.wording.supposed import of_anybody
from osler.core.terminology import Vocabularies

_WORRIED = re.compile(
    r"(?:(?:hi|hello|hey|ok|so|well)[,. !]+)*i(?:'m| am|'ve been| have been) (?:a bit |a little |really |very |so |quite |getting )*(?:worried|concerned|anxious|nervous|wondering) about (?P<what>(?:my|his|her|the patient's) [\w -]{2,40})[.! ]*"
)
"""Who worries about a value asks what it is."""


_SO_THEN = re.compile(
    r"^(?P<asked>(?!.*\b(?:was|were|did|had|been|back|old)\b)(?:\w+ ){0,3}(?:is|am|are|does|do|'s)\b.{4,}?),? then(?=\W*$)",
    re.IGNORECASE,
)
"""A "then" behind what is asked of now, which only goes on."""


def _worried(message: str) -> str | None:
    """The question of who worries about a value; None for any other message."""
    found = _WORRIED.fullmatch(folded(message))
    return f"how is {found['what']}?" if found is not None and measure_named(found["what"]) is not None else None


def _of_the_question_before(message: str, given: ConsultRequest, vocabularies: Vocabularies) -> str:
    """The message; where it asks of what the question before asked: another slot of it, a part of it, another entry."""
    state = given.state
    same = edited(message, state.asked, given.moment.date(), vocabularies)
    if same == message:
        same = narrowed(message, state.subject)
    if same == message:
        same = of_its_vaccine(message, state.subject, vocabularies)
    if same == message:
        same = of_the_same(message, state.asked, state.subject, vocabularies, given.record)
    return same


def _named_in_it(message: str, given: ConsultRequest, vocabularies: Vocabularies) -> str:
    """The message; where it tells what was done with what was spoken of, what it worries about or what is its own, with that named."""
    deed = named_in_deed(message, given.state.subject, vocabularies)
    return deed if deed != message else _worried(message) or own_beside(message)


def _told_of(message: str, given: ConsultRequest) -> str:
    """The message; where it tells a value without a name, with that of what was spoken of, unless it may correct what was just told."""
    state = given.state
    if state.pending is not None or state.just_saved:
        return message
    names = state.subject.names if state.subject is not None and state.subject.kind == "observation" else []
    about = names[0] if len(names) == 1 else state.given_value.name if state.given_value is not None else ""
    return with_its_name(message, about, given.moment) if about else message


_HELD_AGAINST = re.compile(
    r"\W*(?:(?:and|so|but|ok|okay|how|what)\b[ ,]*)*(?:(?:do|does|did|is|are|was|were) (?:it|that|this|they|these|those) )?"
    r"(?:compare[ds]?|comparing|vs\.?|versus|against)\b(?: (?:it|that|them|this))?(?: (?:with|to|against))? "
    r"(?P<when>(?:(?:in|on|at|from|since) )?(?:(?:19|20)\d\d|(?:the (?:one|ones|last|previous|year|month|time)|last|previous|before|an?|one|two|three|four|five|ten|\d+)\b[\w ]*?(?:year|month|week|time|before|ago|that|last|previous|one)s?\b[\w ]*))\W*",
    re.IGNORECASE,
)


def _beside_a_time(message: str) -> str:
    """The message; where it only holds what was spoken of against a time, that time asked for: "vs 2017?" is "and in 2017?"."""
    match = _HELD_AGAINST.fullmatch(message)
    if match is None:
        return message
    return f"and {'in ' if match['when'].isdecimal() else ''}{match['when']}?"


def alone(message: str, given: ConsultRequest, vocabularies: Vocabularies) -> str:
    """The message so that it stands by itself: what it only points at is named."""
    state, today = given.state, given.moment.date()
    message = without_kind(_beside_a_time(_SO_THEN.sub(r"\g<asked>", of_anybody(message))))
    written = message
    if state.urgent and not _worried(message):
        return message  # what goes on after an emergency is not looked up
    still = still_taken(message, state.pending, given.record)
    own = _named_in_it(message, given, vocabularies) if still == message else still
    if own != message:
        return own
    message = _told_of(message, given)
    if message != written or tells_and_compares(message, given.moment) or target_asked(message):
        return message  # what "that" is, the message says itself
    names = [name.label for name in given.record.demographics.names]
    # Who is named is asked about, and not what was before; what is asked of oneself is named by what is told of another.
    if names_somebody_else(message, names, vocabularies) or own_beside_another(message) is not None:
        return message
    same = _of_the_question_before(message, given, vocabularies)
    if same != message:
        return same
    told = of_the_told(message, given)
    if told != message:
        return told
    value = state.given_value or value_of(state.subject)
    told_from = value.day if value is not None else state.subject.day if state.subject is not None else None
    message = dated_from(message, told_from, of_a_value=value is not None)
    of_value = asked_alone(message, value)
    if of_value != message and (measure_named(folded(of_value)) is not None or value is None):
        return of_value
    message = of_value  # a day that is told from another, and still no name
    waits = state.pending is not None or state.just_saved
    meant = message if waits else as_meant(message, state.asked, vocabularies, given.record)
    if meant != message:
        return meant
    pointed = pointed_at(message, state.subject, vocabularies, may_correct=waits)
    if pointed != message:
        return pointed
    again = asked_again(message, state.asked, vocabularies, given.record)
    if again != message or confirms(message, state.pending) is not None:
        return again
    if waits and not (asks_something(message) or chooses(message)):
        return message
    return filled(message, state.subject, state.given_value, state.asked, today, vocabularies, given.record)
