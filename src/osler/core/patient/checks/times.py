"""Can the dates and ages be true?"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from osler.core.patient.problems import Level, Problem
from osler.core.patient.types import (
    DAYS_PER_YEAR,
    FACT_LISTS,
    ClinicalTime,
    Condition,
    Fact,
    FamilyHistory,
    PatientRecord,
    Phenotype,
    Status,
    duration_years,
    earliest_day,
)

_OLDEST = 130
# Ages are often given in whole years or months: "seizures at 5" in a child of 5 years is no contradiction.
_SLACK = 1.0
_PLANNED = {Status.PLANNED, Status.IN_PROGRESS, Status.ACTIVE, Status.ON_HOLD}


def time_problems(record: PatientRecord, today: date) -> Iterator[Problem]:
    """Dates in the future or before birth, intervals that end before they begin, onsets after the present age."""
    yield from _person_problems(record, today)
    for field in FACT_LISTS:
        for index, fact in enumerate(getattr(record, field)):
            path = f"{field}[{index}]"
            # A relative's illness may well lie before the patient's birth.
            birth = None if isinstance(fact, FamilyHistory) else record.demographics.birth_date
            yield from _fact_problems(fact, path, birth, today)
            if not isinstance(fact, FamilyHistory):
                yield from _age_problems(record, fact, path)


def _person_problems(record: PatientRecord, today: date) -> Iterator[Problem]:
    person = record.demographics
    if person.birth_date and earliest_day(person.birth_date) > today:
        yield _error("the date of birth is in the future", "correct the date of birth", "demographics")
    age = record.age_bounds_at(today if person.birth_date and not person.deceased else None)
    stated = duration_years(person.age) if person.age else None
    if (age and age[0] > _OLDEST) or (stated is not None and stated > _OLDEST):
        mend = "correct the date of birth or record the death"
        yield _error(f"the patient would be older than {_OLDEST} years", mend, "demographics")
    died = person.death.latest(person.birth_date) if person.death else None
    if died and person.birth_date and died < earliest_day(person.birth_date):
        yield _error("the death lies before the birth", "correct one of the two dates", "demographics")


def _fact_problems(fact: Fact, path: str, birth: str | None, today: date) -> Iterator[Problem]:
    for name, time in _times(fact):
        first, last = time.earliest(birth), time.latest(birth)
        if first and first > today and fact.status not in _PLANNED:
            yield _error(f"the {name} is in the future", "correct the date, or mark the fact as planned", path)
        if birth and last and last < earliest_day(birth):
            yield _error(f"the {name} lies before the birth", "correct the date or the date of birth", path)
        if time.start and time.end and first and last and last < first:
            yield _error(f"the {name} ends before it begins", "exchange or correct the two dates", path)
    if fact.recorded and earliest_day(fact.recorded) > today:
        yield _error("it was recorded in the future", "correct the date of recording", path)
    yield from _order_problems(fact, path, birth)


def _order_problems(fact: Fact, path: str, birth: str | None) -> Iterator[Problem]:
    ended = _end(fact)
    first = fact.time.earliest(birth) if fact.time else None
    last = ended.latest(birth) if ended else None
    if first and last and last < first:
        yield _error("it ends before its onset", "correct the onset or the end", path)
    elif fact.time and ended and (start := fact.time.first_age()) is not None:
        end = ended.first_age()
        if end is not None and end < start:
            yield _error("it ends before its onset", "correct the onset or the end", path)


def _age_problems(record: PatientRecord, fact: Fact, path: str) -> Iterator[Problem]:
    bounds = record.age_bounds_at()
    onset = fact.time.first_age(record.demographics.birth_date) if fact.time else None
    if bounds and onset is not None and onset > bounds[1] + _SLACK and fact.status not in _PLANNED:
        yield Problem(
            code="input.contradictory",
            level=Level.ERROR,
            message=f"its onset at {onset:.1f} years contradicts the patient's age of {bounds[1]:.1f} years",
            mend="correct the onset or the age",
            path=path,
        )
    if onset is not None and onset < -1 / DAYS_PER_YEAR and not record.demographics.birth_date:
        yield _error("its onset has a negative age", "correct the onset", path)


def _times(fact: Fact) -> Iterator[tuple[str, ClinicalTime]]:
    if fact.time:
        yield ("onset" if isinstance(fact, Condition | Phenotype) else "time"), fact.time
    if ended := _end(fact):
        yield "end", ended


def _end(fact: Fact) -> ClinicalTime | None:
    if isinstance(fact, Condition):
        return fact.abatement
    return fact.resolution if isinstance(fact, Phenotype) else None


def _error(message: str, mend: str, path: str) -> Problem:
    return Problem(code="input.contradictory", level=Level.ERROR, message=message, mend=mend, path=path)
