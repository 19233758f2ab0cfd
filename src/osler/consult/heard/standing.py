"""What red flags depend on beside the words of a message: who the patient is, what the record holds, what was just measured."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable

from osler.consult.extraction import Extraction, extract_measurements, without_implausible
from osler.consult.heard.speaker import names_another, tells_of_another
from osler.consult.record.called import measure_named
from osler.consult.steps.confirming import confirms
from osler.consult.types import ConsultRequest
from osler.core.patient import PatientRecord, Status
from osler.core.patient.types import Fact, Medication, earliest_day
from osler.core.safety import PatientContext, Reading, context_of
from osler.core.terminology import measure
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
_TERM_DAYS = 42 * 7
"""The length of the longest pregnancy; what was recorded as one before that is over."""
_GROWN_UP = 18.0
"""Years of a pregnant patient whose age is not recorded: the baby that she speaks of is not the patient."""
_GESTATION = re.compile(
    r"\b(?P<weeks>[1-4]?\d)\s*(?:\+\s*[0-6]\s*(?:weeks?|wks?|/40)?|/40|(?:weeks?|wks?)(?: \+ \d days?)? (?:pregnant|gestation))(?!\w)",
    re.IGNORECASE,
)
_DUE = re.compile(r"\b(?:EDD|EDC|due date|due on|due)\W{0,3}(?P<day>\d{4}-\d{2}-\d{2})", re.IGNORECASE)
_LASTING = re.compile(r"\bpregnan", re.IGNORECASE)
"""What holds for the whole of a conversation."""
_RECALLED = 4
"""The user's messages before this one that red flags are held against together with it."""


def whom(given: ConsultRequest) -> PatientContext:
    """Age, sex, pregnancy and what the message itself measured; nothing of the patient where it names somebody else."""
    today = given.moment.date()
    expecting = expects(given.record, today)
    if names_another(given.message) or (tells_of_another(given.message) and not expecting):
        return PatientContext(reference=today)
    known = context_of(given.record, reference=today)
    age = _GROWN_UP if expecting and known.age_years is None else known.age_years
    return PatientContext(
        age_years=age,
        sex=known.sex,
        pregnant=True if expecting else None,
        readings=list(_just_measured(given)),
        reference=today,
    )


def taken_by_whom(given: ConsultRequest) -> list[Medication]:
    """The medicines that the record says are taken by the one of whom a message is: of somebody else it knows none."""
    return [] if tells_of_another(given.message) else taken_now(given.record)


def taken_now(record: PatientRecord) -> list[Medication]:
    """The medicines that a record says are taken."""
    return [fact for fact in record.medications if fact.status is Status.ACTIVE]


def background(given: ConsultRequest) -> list[str]:
    """What counts together with a message: the medicines and allergies of the record, and what the user said in the last few messages."""
    if tells_of_another(given.message):
        return []
    taken = [fact.label for fact in taken_now(given.record)]
    # A "no" to an offer to save, before "pulse 110", is no missing pulse.
    said = [message.text for message in given.history if message.role == "user" and confirms(message.text) is None]
    said = said[max((place + 1 for place, text in enumerate(said) if takes_back(text)), default=0) :]
    lasting = [text for text in said[:-_RECALLED] if _LASTING.search(text)]
    told = [text for text in [*lasting, *said[-_RECALLED:]] if not tells_of_another(text)]
    allergic = [fact.label for fact in given.record.allergies if fact.status is not Status.RESOLVED]
    return (
        ([f"I take {'; '.join(taken)}."] if taken else [])
        + ([f"I am allergic: {'; '.join(allergic)}."] if allergic else [])
        + told
    )


def takes_back(message: str) -> bool:
    """Whether a message says that an emergency that was told never was: what was told before it does not count."""
    return _TABLE.says(message, "taken_back")


def expects(record: PatientRecord, today: dt.date) -> bool:
    """Whether the record tells of a pregnancy that can still go on: a condition, weeks of gestation, a day it is due."""
    if any(
        "pregnan" in fact.label.lower() and fact.status is Status.ACTIVE and _began_lately(fact, today)
        for fact in record.conditions
    ):
        return True
    for document in record.documents:
        dated = document.written or record.as_of
        written = earliest_day(dated) if dated else today
        if any(0 < (day - today).days <= _TERM_DAYS for day in _days(_DUE.finditer(document.text))):
            return True
        weeks = [int(match["weeks"]) for match in _GESTATION.finditer(document.text)]
        if any(0 <= (today - written).days <= _TERM_DAYS - week * 7 for week in weeks):
            return True
    return False


def _days(matches: Iterable[re.Match[str]]) -> list[dt.date]:
    return [day for match in matches if (day := earliest_day(match["day"])) is not None]


def _began_lately(fact: Fact, today: dt.date) -> bool:
    point = (fact.time.start or fact.time.at) if fact.time else None
    began = earliest_day(point.date) if point and point.date else None
    return began is None or (today - began).days <= _TERM_DAYS


def _just_measured(given: ConsultRequest) -> Iterable[Reading]:
    """The values of today that the message states."""
    told = Extraction(measurements=extract_measurements(given.message, given.moment).measurements)
    for entry in without_implausible(told, given.message)[0].measurements:  # what is asked about again raises no alarm
        day = earliest_day(entry.time[:10]) if entry.time else given.moment.date()
        found = measure_named(entry.name)
        row = measure(found.id) if found is not None else None
        value = row.to_canonical(entry.value, entry.unit or row.unit) if row is not None else None
        if row is not None and value is not None and day == given.moment.date():
            yield Reading(measure=row.id.removeprefix("LAB:"), value=value, day=day)
