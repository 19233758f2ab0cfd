"""INGEST: dates that cannot be true, told as problems; what rests on one decides nothing."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date

from osler.core.language import MONTH_NAME, month_number
from osler.core.patient import PatientRecord, Status
from osler.core.patient.types import ClinicalTime, Fact, earliest_day
from osler.core.results import Level, Problem

_TREATED_AS_AHEAD = ("conditions", "phenotypes", "medications", "procedures", "cancers", "biomarkers")
_DROPPED = ("observations", "immunisations")
"""What was measured or given on a day that has not come was not measured or given."""
_MARK = "correct the date, or mark it as planned"
_AHEAD = frozenset({Status.PLANNED, Status.IN_PROGRESS, Status.ENTERED_IN_ERROR})
_DAY = re.compile(
    rf"(?<![\w/.-])(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<month>{MONTH_NAME})"
    rf"|(?P<named>{MONTH_NAME})\s(?P<after>\d{{1,2}})(?:st|nd|rd|th)?)\.?,?\s(?P<year>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)


def with_possible_times(record: PatientRecord, day: date | None) -> tuple[PatientRecord, list[Problem]]:
    """A record without what its own day makes impossible, and what was impossible.

    Who is not born yet has no age; what is dated after the day is to come, whatever the note says of it.
    """
    problems = [
        _problem(f"a note gives a day that no calendar has ({said})", "correct the date", "documents")
        for document in record.documents
        for said in _no_days(document.text)
    ]
    # A record that is judged as of an earlier day is not in the future for that.
    own = max((earliest_day(record.as_of) if record.as_of else date.min), day or date.min)
    if own == date.min:
        return record, problems
    person = record.demographics
    changed: dict[str, object] = {}
    if person.birth_date and earliest_day(person.birth_date) > own:
        problems.append(_problem("the date of birth is in the future", "correct the date of birth", "demographics"))
        changed["demographics"] = person.model_copy(update={"birth_date": None})
    for kind in (*_TREATED_AS_AHEAD, *_DROPPED):
        facts: list[Fact] = getattr(record, kind)
        late = [place for place, fact in enumerate(facts) if _is_late(fact, own)]
        problems += [_problem(f"a date among the {kind} is in the future", _MARK, f"{kind}[{place}]") for place in late]
        if late:
            changed[kind] = [
                fact.model_copy(update={"status": Status.PLANNED}) if place in late else fact
                for place, fact in enumerate(facts)
                if place not in late or kind not in _DROPPED
            ]
    return (record.model_copy(update=changed) if changed else record), problems


def _is_late(fact: Fact, day: date) -> bool:
    """Whether a fact is told as one that was, and dated after a day."""
    first = _first_day(fact.time) if fact.time else None
    return first is not None and first > day and fact.status not in _AHEAD


def _first_day(time: ClinicalTime) -> date | None:
    point = time.at or time.start
    return earliest_day(point.date) if point is not None and point.date else None


def _no_days(text: str) -> Iterator[str]:
    """The days of a text that no calendar has, without their year."""
    for found in _DAY.finditer(text):
        number, name = int(found["day"] or found["after"]), found["month"] or found["named"]
        if not 1 <= number <= calendar.monthrange(int(found["year"]), month_number(name))[1]:
            yield f"{number} {name.rstrip('.').capitalize()}"


def _problem(message: str, mend: str, path: str) -> Problem:
    return Problem(
        code="input.contradictory",
        level=Level.WARNING,
        message=f"{message}: nothing is decided by it",
        mend=mend,
        path=path,
    )
