"""A question as the rules read it, or as the examples do: where the rules read nothing, or the examples surely say something else."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.going_on.told_compared import tells_and_compares
from osler.consult.heard.charted import asks_the_chart, names_what_is_charted
from osler.consult.meant.plainly import Plainly, last_asked, plainly
from osler.consult.meant.weakly import goes_with, is_weak
from osler.consult.record import RecordQuestion, asks_something, read_question
from osler.consult.record.reading.beside_another import own_beside_another
from osler.consult.record.reading.refusing import about_others, names_somebody_else
from osler.consult.record.reading.several import questions_in
from osler.consult.steps.confirming import confirms
from osler.consult.steps.taking import asks_whether_to_take
from osler.consult.triage import triage
from osler.consult.triage.rules import states_something
from osler.consult.types import NOBODY, ConsultRequest, ConsultState
from osler.consult.wording.folded import folded
from osler.core.patient import PatientRecord
from osler.core.terminology import Vocabularies

_SUPPOSED = re.compile(
    r"(?<!asking )(?<!ask )(?<!wondering )(?<!wonder )(?<!know )(?<!check )(?<!see )(?<!say )(?<!says )(?<!me )(?<!sure )\bif\b"
    r"|\b(?:suppose|supposing|imagine)\b",
    re.IGNORECASE,
)
"""What is asked of what is not so, or of whether something is known."""
_SURE, _SURE_AGAINST_RULES, _SURE_OF_ALL, _SURE_OF_A_RECORD = 0.22, 0.45, 0.7, 1.0
"""How far what the examples say must lie above what they say next: where the rules read nothing, where they read something else of a thing
or of a whole kind, and where they find nothing in it of the record. On sentences by authors of whom nothing was learned, the examples were
right in nine of ten above the second of these where both disagreed, and the rules in one of twenty."""
_ANSWERED = {"consultant", "lite", "refuse_non_health"}


def in_plain_words(message: str, made: str, given: ConsultRequest, vocabularies: Vocabularies) -> str:
    """What a message asks of the record, plainly; `made` is the message as the rules make it stand by itself, and stays where they read it."""
    if given.state.patient_id == NOBODY or given.state.urgent or confirms(message, given.state.pending) is not None:
        return made
    if _is_no_single_question(message, made, given, vocabularies):
        return made
    route = triage(made, vocabularies).route
    if route == "redirect_list":  # any at all is not all of them
        told = plainly(message, given, vocabularies)
        return told.question if told is not None and told.margin >= _SURE_OF_A_RECORD else made
    if route not in _ANSWERED:
        return made
    of_a_record = route == "consultant" or _asks_the_chart(made, given, vocabularies)
    return _chosen(message, made, given, vocabularies, of_a_record=of_a_record)


def _asks_the_chart(made: str, given: ConsultRequest, vocabularies: Vocabularies) -> bool:
    """Whether a message that no word makes personal is asked of what the open chart holds."""
    today = given.moment.date()
    return any(asks(made, given.record, today, vocabularies) for asks in (asks_the_chart, names_what_is_charted))


def question_in_plain_words(question: str, record: PatientRecord, today: dt.date, vocabularies: Vocabularies) -> str:
    """What a question asks that was put to a record alone, and stands in no conversation."""
    given = ConsultRequest(
        record=record,
        state=ConsultState(patient_id=record.id),
        message=question,
        moment=dt.datetime.combine(today, dt.time(12), dt.UTC),
    )
    if _is_no_single_question(question, question, given, vocabularies):
        return question
    return _chosen(question, question, given, vocabularies, of_a_record=True)


def _chosen(message: str, made: str, given: ConsultRequest, vocabularies: Vocabularies, *, of_a_record: bool) -> str:
    told, today = plainly(message, given, vocabularies), given.moment.date()
    if told is None or told.margin < _SURE:
        return _shown(message, made, told, given, vocabularies)
    if not of_a_record:
        sure = told.margin >= (_SURE_OF_ALL if told.of else _SURE_OF_A_RECORD)
        return told.question if sure and not about_others(folded(message)) else made
    if is_weak(made, given.record, today, vocabularies):
        return told.question
    against = told.margin >= (_SURE_AGAINST_RULES if told.of else _SURE_OF_ALL)
    return told.question if against and not goes_with(told.label, made, given.record, today, vocabularies) else made


def _shown(message: str, made: str, told: Plainly | None, given: ConsultRequest, vocabularies: Vocabularies) -> str:
    """What was put a name into and would be answered by a yes, though nobody tells that it asks whether there is one: what is recorded of it."""
    subject = given.state.subject
    if made == message or subject is None or (told is not None and told.label in _ASKS_WHETHER):
        return made
    read = read_question(made, given.moment.date(), vocabularies)
    whether = isinstance(read, RecordQuestion) and read.intent == "ever" and read.threshold is None and read.phrase
    names = [name for name in subject.names if name.lower() in made.lower()]
    if not whether or len(names) != 1 or _WHETHER.match(folded(message)):
        return made
    return f"what is recorded of my {names[0]}?"


_ASKS_WHETHER = {"c_has", "c_now", "m_ever", "m_now", "p_ever", "i_ever", "a_to", "v_above", "v_below"}
_WHETHER = re.compile(
    r"(?:(?:and|so|but|or|ok|okay|also|then)[ ,]+)*(?:did|do|does|have|has|had|am|is|are|was|were|ever|any|still|not)\b"
)
"""A message that begins as a question of yes or no does."""


def _is_no_single_question(message: str, made: str, given: ConsultRequest, vocabularies: Vocabularies) -> bool:
    """Whether a message is nothing that examples of single questions tell: news, what is supposed, what is of others, several questions."""
    names = [name.label for name in given.record.demographics.names]
    if _SUPPOSED.search(message) or (given.state.pending is not None and not asks_something(message)):
        return True
    if names_somebody_else(message, names, vocabularies) or own_beside_another(message) is not None:
        return True
    if any(tells_and_compares(one, given.moment) for one in (message, made)) or _tells_only(message):
        return True
    if asks_whether_to_take(message, vocabularies):
        return True
    return len(questions_in(made, vocabularies)) > 1


def _tells_only(message: str) -> bool:
    """Whether a message tells something and asks nothing behind it."""
    return states_something(folded(message)) and not any(asks_something(part) for part in last_asked(message))
