"""Questions about the person: age, then and now, birth, sex, and whether the person lives."""

from __future__ import annotations

import datetime as dt

from osler.consult.record.answers import RecordAnswer, nothing
from osler.consult.record.computing.rows import Row
from osler.consult.record.days import first_day
from osler.consult.record.periods import Period
from osler.consult.record.reading.types import RecordQuestion

_MARITAL = {"M": "Married", "S": "Never Married", "D": "Divorced", "W": "Widowed", "L": "Legally Separated"}
"""HL7 v3 MaritalStatus; Synthea writes S where nobody has been married."""


def of_person(read: RecordQuestion, person: Row, today: dt.date) -> RecordAnswer:
    """A field of the person."""
    entries = [person["uuid"]]
    if read.field == "age":
        return _age_in(read.period, person) if _is_over(read.period, today) else _age(person, today)
    if read.field == "alive":
        return _alive(read, person)
    found = person.get(read.field)
    if found is None:
        return nothing()
    if read.field == "birth_date":
        return RecordAnswer(type="date", value=found.isoformat(), entries=entries, text=f"Born on {found}.")
    if read.field == "marital_status":
        found = _MARITAL.get(found, found)
    return RecordAnswer(type="string", value=str(found), entries=entries, text=f"{found}.")


def _age(person: Row, today: dt.date) -> RecordAnswer:
    birth, death = person["birth_date"], person["death_date"]
    if birth is None and person.get("age_years") is not None:
        then = f" on {person['age_on']}" if person.get("age_on") else ""
        text = f"{person['age_years']:g} years old{then}, as recorded; no date of birth is."
        return RecordAnswer(type="number", value=person["age_years"], unit="a", entries=[person["uuid"]], text=text)
    if birth is None:
        return nothing()
    age = _years(birth, min(filter(None, [today, death])))
    text = f"{age} years old, at death on {death}." if death and death <= today else f"{age} years old."
    return RecordAnswer(type="number", value=float(age), unit="a", entries=[person["uuid"]], text=text)


def _is_over(period: Period, today: dt.date) -> bool:
    return period.start is not None and period.end is not None and period.end < today


def _age_in(period: Period, person: Row) -> RecordAnswer:
    """How old the person was in a time that is over; in a longer one, the two ages that it may hold."""
    birth, first, last = person["birth_date"], period.start, period.end
    if birth is None or first is None or last is None:
        return nothing()
    if last < birth:
        return nothing("That was before the birth.")
    ages = _years(birth, max(first, birth)), _years(birth, last)
    said = (
        f"{ages[1]}"
        if ages[0] == ages[1]
        else f"{ages[0]} or {ages[1]}"
        if ages[1] == ages[0] + 1
        else f"{ages[0]} to {ages[1]}"
    )
    when = (
        f"on {first}"
        if first == last
        else f"in {first.year}"
        if first.year == last.year
        else f"between {first} and {last}"
    )
    text = f"{said} years old, {when}."
    return RecordAnswer(type="number", value=float(ages[1]), unit="a", entries=[person["uuid"]], text=text)


def age_then(person: Row, event: RecordAnswer) -> RecordAnswer:
    """How old the person was on the day of an event."""
    if person["birth_date"] is None or event.type != "date":
        return event if event.type != "date" else nothing()
    age = _years(person["birth_date"], first_day(str(event.value)))
    return RecordAnswer(
        type="number", value=float(age), unit="a", entries=event.entries, text=f"{age} years old, on {event.value}."
    )


def _alive(read: RecordQuestion, person: Row) -> RecordAnswer:
    entries, death = [person["uuid"]], person["death_date"]
    lower = read.text.lower()
    if "when" in lower or "date" in lower:
        if death is None:
            return nothing("No death is recorded.")
        return RecordAnswer(type="date", value=death.isoformat(), entries=entries, text=f"Died on {death}.")
    asks_death = any(word in lower for word in ("dead", "died", "deceased", "pass", "die"))
    held = (death is not None) == asks_death
    text = f"Died on {death}." if death else "No death is recorded."
    return RecordAnswer(type="bool", value=held, entries=entries, text=f"{'Yes' if held else 'No'}. {text}")


def _years(birth: dt.date, day: dt.date) -> int:
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
