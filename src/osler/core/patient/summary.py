"""A record as a page that a person can read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from osler.core.patient.types import (
    Address,
    ClinicalTime,
    Fact,
    FamilyHistory,
    GeneticTest,
    GenomicInterpretation,
    Medication,
    Observation,
    PatientRecord,
    Presence,
    Quantity,
    TimePoint,
    duration_days,
)

_TITLES = {
    "conditions": "Conditions",
    "phenotypes": "Phenotypes",
    "observations": "Observations (latest of each)",
    "medications": "Medications and supplements",
    "procedures": "Procedures",
    "encounters": "Encounters",
    "appointments": "Appointments",
    "allergies": "Allergies",
    "immunisations": "Immunisations",
    "family_history": "Family history",
    "genetic_tests": "Genetic tests",
    "genomic_interpretations": "Genes and variants",
}
_LONGEST = 100


def summarise(record: PatientRecord, *, most: int = 15) -> str:
    """The record as plain text, with at most so many lines to a list."""
    blocks = [_person(record)]
    for field, title in _TITLES.items():
        facts: list[Fact] = getattr(record, field)
        if facts:
            blocks.append(_block(f"{title} ({len(facts)})", _lines(field, facts), most))
    if record.documents:
        lines = [
            f"{document.title or document.id}: {len(document.text):,} characters, {len(document.sections)} section(s)"
            for document in record.documents
        ]
        blocks.append(_block(f"Documents ({len(record.documents)})", lines, most))
    people = [*(name.label for one in record.practitioners for name in one.names[:1])]
    places = [one.name for one in record.organisations if one.name]
    if people or places:
        blocks.append(_block("Care team", people + places, most))
    return "\n\n".join(blocks)


def _person(record: PatientRecord) -> str:
    person = record.demographics
    age = record.age_at()
    born = f"born {person.birth_date}" if person.birth_date else None
    facts = [
        next((name.label for name in person.names), None)
        or ("Patient" if record.id == "patient" else f"Patient {record.id}"),
        person.sex.value if person.sex else "sex not stated",
        _age(age) if age is not None else "age not stated",
        born,
        "deceased" if person.deceased else None,
    ]
    lines = [", ".join(fact for fact in facts if fact)]
    if record.as_of:
        lines.append(f"as of {record.as_of}")
    lines += [_address(address) for address in person.addresses[:1]]
    return "\n".join(lines)


def _age(years: float) -> str:
    if years >= 2:
        return f"{int(years)} years"
    months = int(years * 12 + 1e-6)
    return f"{months} months" if months >= 1 else f"{int(years * 365.25 + 1e-6)} days"


def _address(address: Address) -> str:
    parts = [address.text, *address.lines, address.city, address.state, address.postal_code, address.country]
    return ", ".join(part for part in parts if part)


def _lines(field: str, facts: Sequence[Fact]) -> list[str]:
    if field == "observations":
        return _observations(facts)
    say = _WRITERS.get(field, _fact)
    presence = {Presence.PRESENT: 0, Presence.POSSIBLE: 1, Presence.ABSENT: 2, Presence.UNKNOWN: 3}
    ordered = sorted(facts, key=lambda fact: (presence[fact.presence], _negative_time(fact)))
    return list(dict.fromkeys(say(fact) for fact in ordered))


def _negative_time(fact: Fact) -> int:
    """Latest first, undated last."""
    day = fact.time.earliest() if fact.time else None
    return -day.toordinal() if day else 0


def _fact(fact: Fact) -> str:
    marks = [
        "" if fact.presence is Presence.PRESENT else _PRESENCE[fact.presence],
        fact.status.value if fact.status else "",
        time_words(fact.time),
    ]
    said = ", ".join(mark for mark in marks if mark)
    code = next((coding.id for coding in fact.codings if len(coding.id) <= 24), None)
    name = _short(fact.label) + (f" [{code}]" if code and code != fact.label else "")
    return f"{name} ({said})" if said else name


_PRESENCE = {Presence.ABSENT: "NOT present", Presence.POSSIBLE: "possible", Presence.UNKNOWN: "unknown"}


def _observations(facts: Iterable[Any]) -> list[str]:
    latest: dict[str, Observation] = {}
    for observation in sorted(facts, key=lambda fact: -_negative_time(fact)):
        latest[observation.label] = observation
    return [f"{_short(name)}: {value_words(latest[name])}{_when(latest[name])}" for name in sorted(latest)]


def _when(fact: Fact) -> str:
    words = time_words(fact.time)
    return f" ({words})" if words else ""


def value_words(observation: Observation) -> str:
    """The value of an observation on one line."""
    if observation.components:
        return "; ".join(f"{part.label} {value_words(part)}" for part in observation.parts()[1:])
    if observation.quantity:
        value = quantity_words(observation.quantity)
    elif observation.value_range:
        sides = (observation.value_range.low, observation.value_range.high)
        value = " to ".join(quantity_words(side) for side in sides if side)
    elif observation.value_codings:
        value = ", ".join(coding.display or coding.id for coding in observation.value_codings)
    elif observation.value_boolean is not None:
        value = "yes" if observation.value_boolean else "no"
    else:
        value = _short(observation.value_text or "no value")
    flags = ", ".join(coding.display or coding.code for coding in observation.interpretations)
    return f"{value} [{flags}]" if flags else value


def quantity_words(quantity: Quantity) -> str:
    """A quantity on one line."""
    number = "?" if quantity.value is None else f"{quantity.value:.6g}"
    return f"{quantity.comparator or ''}{number} {quantity.unit or quantity.ucum or ''}".strip()


def _medication(fact: Medication) -> str:
    doses = [regimen.text or " ".join(_regimen_parts(regimen)) for regimen in fact.regimens]
    detail = "; ".join(_short(dose) for dose in doses if dose)
    kind = "supplement: " if fact.kind == "supplement" else ""
    return kind + _fact(fact) + (f": {detail}" if detail else "")


def _regimen_parts(regimen: Any) -> list[str]:
    schedule = regimen.schedule
    often = ""
    if schedule and schedule.frequency:
        often = f"{schedule.frequency}x per {schedule.period or 1:g} {schedule.period_unit or ''}"
    route = regimen.route_text or (regimen.route.display if regimen.route else None)
    parts = [
        quantity_words(regimen.dose) if regimen.dose else None,
        route,
        often or (schedule.text if schedule else None),
    ]
    return [part for part in parts if part]


def _family(fact: FamilyHistory) -> str:
    return f"{fact.relation or 'family'}: {_fact(fact)}"


def _test(fact: GeneticTest) -> str:
    return f"{_fact(fact)}: {fact.result or 'result not stated'}"


def _interpretation(fact: GenomicInterpretation) -> str:
    gene = fact.gene or (fact.variant.gene if fact.variant else None)
    notation = next((one.value for one in fact.variant.expressions), None) if fact.variant else None
    parts = [gene.symbol if gene else None, notation, fact.acmg, fact.interpretation]
    return ", ".join(part for part in parts if part) + f" for {fact.label}"


_WRITERS: dict[str, Callable[[Any], str]] = {
    "medications": _medication,
    "family_history": _family,
    "genetic_tests": _test,
    "genomic_interpretations": _interpretation,
}


def time_words(time: ClinicalTime | None) -> str:
    """A clinical time on one line."""
    if time is None:
        return ""
    if time.at:
        return _point(time.at)
    if time.start and time.end:
        first, last = _point(time.start), _point(time.end)
        return first if first == last else f"{first} to {last}"
    if time.start:
        return f"since {_point(time.start)}"
    return f"until {_point(time.end)}" if time.end else _short(time.text or "")


def _point(point: TimePoint) -> str:
    if point.date:
        return point.date[: len("YYYY-MM-DD")]
    if point.age:
        return _age_words(point.age)
    if point.gestation:
        return f"at {_duration_words(point.gestation)} of gestation"
    return (point.stage.display or point.stage.id) if point.stage else ""


def _age_words(age: str) -> str:
    return f"at {_duration_words(age)} of age" if duration_days(age) else "at birth"


def _duration_words(duration: str) -> str:
    """An ISO 8601 duration in words: `P1Y6M` is "1 year 6 months"."""
    units = {"Y": "year", "M": "month", "W": "week", "D": "day"}
    parts = re.findall(r"(\d+(?:\.\d+)?)([YMWD])", duration.partition("T")[0])
    return " ".join(f"{number} {units[letter]}{'' if number == '1' else 's'}" for number, letter in parts)


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"


def _block(title: str, lines: list[str], most: int) -> str:
    shown = [f"  {line}" for line in lines[:most]]
    if len(lines) > most:
        shown.append(f"  … and {len(lines) - most} more")
    return "\n".join([title, *shown])
