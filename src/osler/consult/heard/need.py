"""Whoever writes and needs help: the red flags of a message, and what is said of them before anything is answered."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from osler.consult.extraction import Extraction, extract_measurements, without_impossible
from osler.consult.heard.doubted import poisoned
from osler.consult.heard.speaker import spoken_of
from osler.consult.heard.standing import background, taken_by_whom, whom
from osler.consult.record.reading.lead_in import lead_in
from osler.consult.replying.advice import advice_now, advice_today
from osler.consult.triage import Alarm, alarm, changes_record
from osler.consult.types import ConsultRequest, ConsultState, ReplySentence
from osler.consult.wording.typed import as_typed
from osler.core.patient import PatientRecord
from osler.core.safety import PatientContext
from osler.core.terminology import Vocabularies


class Need(NamedTuple):
    """What must be said before a question is answered, and the question that is left to answer."""

    urgent: bool
    said: list[ReplySentence]
    question: str
    """Empty where help is needed and nothing else is asked."""


def red_flags_of(given: ConsultRequest, about: PatientContext, vocabularies: Vocabularies) -> Alarm:
    """The red flags of a message; what is only to be deleted from a record is not going on."""
    told = Extraction(measurements=extract_measurements(given.message, given.moment).measurements)
    heard = alarm(without_impossible(given.message, told), vocabularies, about, earlier=background(given))
    if not heard.now and (harmed := poisoned(given.message, given.moment, vocabularies, about)).now:
        return harmed
    return heard if heard.now or not changes_record(given.message, vocabularies) else Alarm()


def need_in(question: str, record: PatientRecord, moment: dt.datetime, vocabularies: Vocabularies) -> Need:
    """What a question to a record tells of need: it is heard as a turn of a conversation is.

    Of a message that calls for help only what it asks besides is answered: "18 months old" there is no question of an age.
    """
    message = spoken_of(as_typed(question), record, moment.date()).text
    given = ConsultRequest(record=record, state=ConsultState(patient_id=record.id), message=message, moment=moment)
    heard = red_flags_of(given, whom(given), vocabularies)
    if not heard.now:
        return Need(False, advice_today(heard.today), question)
    apart = lead_in(question, vocabularies)
    said = advice_now(heard.now, message, taken_by_whom(given))
    return Need(True, said, apart.asked if apart is not None else "")
