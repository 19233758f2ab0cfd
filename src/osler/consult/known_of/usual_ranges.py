"""What is usual for a value: the limits that the tables give with their sources, and a value held against them."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.extraction import as_measured
from osler.consult.record.called import lay_names, measure_named, words
from osler.consult.record.computing.rows import with_unit
from osler.consult.record.usual_limits import Person, UsualLimit, usual_limits
from osler.core.language import (
    AdultRange,
    Quantity,
    findings_of,
    is_adult,
    limits_of,
    pressure_class,
    pressure_range,
    quantities,
    value_class,
    value_range,
)
from osler.core.patient import PatientRecord
from osler.core.terminology import Measure, Vocabularies
from osler.core.terminology import measure as measure_of
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.known_of", "usual_ranges.yml", flags=re.IGNORECASE)
_PRESSURES = {"LAB:bp", "LAB:sbp", "LAB:dbp"}
SEEN = (
    " Please let a doctor see such a value today, and call your local emergency number where you feel unwell with it."
)
WITHIN = " is not beyond these limits"
NOT_THEREBY = " What is not beyond them is not thereby right for everybody; please ask who treats you."
NOT_YOURS = " A laboratory gives its own range with a result, and that one counts."


def person_of(record: PatientRecord, today: dt.date) -> Person:
    """The patient, of whom the limits are asked."""
    sex = record.demographics.sex
    return Person(record.age_at(today), sex.value if sex else None)


def as_judged(message: str, name: str, value: str) -> str:
    """The question whether a value is what a message asks of it: high, low, and normal where it has no such word."""
    asked = _TABLE.pattern("judges").search(message)
    return f"Is my {name} of {value} {asked.group().lower() if asked else 'normal'}?"


def only_judges(question: str) -> bool:
    """Whether a message is nothing but the question whether a value that it names is high, low or normal."""
    return _TABLE.says(question, "only_judges") and judges_a_value(question)


def judges_a_value(question: str) -> bool:
    """Whether a question names a value and asks whether it is high, low or normal."""
    return _TABLE.says(question, "judges") and (
        _TABLE.pattern("reading").search(question) is not None or _value(question) is not None
    )


def asks_what_is_usual(question: str) -> bool:
    """Whether a question asks what a value should be, and not what it is."""
    return _TABLE.says(question, "asks_usual")


def finding_beyond(name: str, vocabularies: Vocabularies, *, high: bool) -> str | None:
    """What a high or a low value of a measure is called: high potassium is hyperkalemia; None where no table has one name for it."""
    found = finding_of(name, high=high)
    return vocabularies.hpo.label(found) if found is not None else None


def finding_of(name: str, *, high: bool) -> str | None:
    """The one finding that a high or a low value of a measure is; None where no table has one."""
    measure = measure_named(name)
    ids = findings_of(measure.id) if measure is not None else frozenset()
    side = "high" if high else "low"
    called = {
        one
        for one in ids
        for limit in limits_of(frozenset({one}), _AN_ADULT_OF, None)
        if measure is not None and limit.measure_id == measure.id and limit.side == side
    }
    return next(iter(called)) if len(called) == 1 else None


_AN_ADULT_OF = 40.0
"""An age at which the limits of adults hold."""


def usual_range(question: str, person: Person | None = None) -> dict[str, str] | None:
    """What is usual for what a question names, and where the value lies that it gives; None where no table says it."""
    if _TABLE.says(question, "of_children"):
        return None
    person = person or Person()
    adult = is_adult(person.age)
    reading = _TABLE.pattern("reading").search(question)
    measure = _measure(question)
    pressure = measure.id in _PRESSURES if measure is not None else reading is not None
    if pressure and not adult:
        return None  # a child's pressure is judged by age and height
    if pressure and reading is not None:
        now = not _TABLE.says(question, "long_ago")
        return _of_pressure(int(reading["systolic"]), int(reading["diastolic"]), now=now)
    if measure is None:
        return None
    if pressure:
        usual = pressure_range()
        return _told("LAB:bp", "Blood pressure", f"Blood pressure: {usual.words} ({usual.source}).")
    if measure.id == "LAB:glucose" and _TABLE.says(question, "fasting"):
        measure = measure_of("LAB:fasting_glucose") or measure
    classes = value_range(measure.id)
    if classes is not None:
        return _graded(measure, classes, question) if adult else None
    limits = usual_limits(measure, person)
    if not limits:
        return None
    whom = "" if person.age is not None else " (adults)"
    held, unit = _held(measure, question, limits)
    told = "; ".join(dict.fromkeys(limit.told(measure, unit) for limit in limits))
    remark = NOT_THEREBY if held.endswith(WITHIN) else "" if measure.id in _TABLE.rules["at_home"] else NOT_YOURS
    return _told(measure.id, measure.name, f"{measure.name}{held}{whom}: {told}.{remark}")


def _measure(question: str) -> Measure | None:
    """What a question names a value of, by its own name or by what people call it."""
    plain = _TABLE.pattern("number").sub(" ", question).replace("/", " ")
    found = measure_named(plain) or measure_named(as_measured(plain))
    if found is not None:
        return found
    spoken = words(plain)
    called = (name for name in sorted(lay_names(), key=len, reverse=True) if _holds(spoken, name))
    meant = (measure_named(one) for name in called for one in lay_names()[name])
    return next((one for one in meant if one is not None), None)


def _holds(spoken: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return any(spoken[start : start + len(name)] == name for start in range(len(spoken)))


def _told(concept: str, name: str, text: str) -> dict[str, str]:
    return {"id": concept, "name": name, "text": text}


def _of_pressure(systolic: int, diastolic: int, *, now: bool) -> dict[str, str]:
    known = pressure_class(systolic, diastolic)
    text = f"A blood pressure of {systolic}/{diastolic} mmHg in an adult is {known.called} ({known.source})."
    return _told("LAB:bp", "Blood pressure", text + (SEEN if now and known.seen else ""))


def _graded(measure: Measure, usual: AdultRange, question: str) -> dict[str, str]:
    """The class of adults that a value belongs to, or what is normal where none is given."""
    given = _read(measure, question)
    exact = given.canonical_value if given is not None else None
    known = value_class(measure.id, exact) if exact is not None else None
    if given is None or exact is None or known is None:
        return _told(measure.id, measure.name, f"{measure.name}: {usual.words} ({usual.source}).{usual.remark}")
    unit = given.meant_unit or measure.unit
    value = with_unit(given.value, unit)
    value += "" if unit == measure.unit else f" (= {with_unit(float(f'{exact:.3g}'), measure.unit)})"
    text = f"{measure.name} {value} in an adult is {known.called} ({known.source}).{usual.remark}"
    return _told(measure.id, measure.name, text)


def _read(measure: Measure, question: str) -> Quantity | None:
    """The value that a question gives of a measure, in a unit of it; None where it gives none."""
    given = _value(question)
    name = measure.name.removeprefix("Fasting ")  # in whatever state it was measured, a bare value is in the same unit
    read = quantities(f"{name} {given[0]:g} {given[1]}") if given is not None else []
    return next((one for one in read if one.canonical_unit == measure.unit and one.canonical_value is not None), None)


def _value(question: str) -> tuple[float, str] | None:
    """The one number with its unit that a question gives of a measure; None where there is none, or several."""
    plain = _TABLE.pattern("not_values").sub(" ", question)
    found = [(float(m["value"].replace(",", ".")), m["unit"] or "") for m in _TABLE.pattern("number").finditer(plain)]
    return found[0] if len(found) == 1 else None


def _held(measure: Measure, question: str, limits: list[UsualLimit]) -> tuple[str, str]:
    """Where the value lies that a question gives, in words, and its unit; nothing where it gives none in a unit of the measure."""
    value = _read(measure, question)
    if value is None or value.canonical_value is None:
        return "", measure.unit
    exact, unit = value.canonical_value, value.meant_unit or measure.unit
    beyond = [limit for limit in limits if (exact > limit.value if limit.side == "high" else exact < limit.value)]
    said = f" {with_unit(value.value, unit)}"
    if not beyond:
        return f"{said}{WITHIN}", unit
    sides = {limit.side for limit in beyond}
    every = all(limit in beyond for limit in limits if limit.side in sides)
    return f"{said} is {' and '.join(sorted(sides))}{'' if every else ' by one of these limits'}", unit
