"""What is usual for a value: the limits that the tables give with their sources, and a value held against them."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from osler.consult.extraction.measurements import unit_meant
from osler.consult.record.called import measure_named
from osler.consult.record.computing.rows import with_unit
from osler.core.language import usual_limit
from osler.core.terminology import Measure
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult", "usual_ranges.yml", flags=re.IGNORECASE)
_PRESSURES = {"LAB:bp", "LAB:sbp", "LAB:dbp"}
SEEN = " Please let a doctor see such a value today, and call your local emergency number where you feel unwell with it."
NOT_YOURS = " A laboratory gives its own range with a result, and that one counts."


class Person(NamedTuple):
    """Of whom the limits are asked; of nobody they are those of adults."""

    age: float | None = None
    sex: str | None = None


def judges_a_value(question: str) -> bool:
    """Whether a question names a value and asks whether it is high, low or normal."""
    return _TABLE.says(question, "judges") and (
        _TABLE.pattern("reading").search(question) is not None or _value(question) is not None
    )


def usual_range(question: str, person: Person | None = None) -> dict[str, str] | None:
    """What is usual for what a question names, and where the value lies that it gives; None where no table says it."""
    person = person or Person()
    reading = _TABLE.pattern("reading").search(question)
    measure = measure_named(question)
    if reading is not None and (measure is None or measure.id in _PRESSURES):
        return _of_pressure(int(reading["systolic"]), int(reading["diastolic"]))
    if measure is None:
        return None
    if measure.id in _PRESSURES:
        rule = _TABLE.rules["pressure"]
        return _told("LAB:bp", "Blood pressure", f"Blood pressure: {rule['range']} ({rule['source']}).")
    limits = _limits(measure, person)
    if not limits:
        return None
    told = "; ".join(dict.fromkeys(limit.told(measure) for limit in limits))
    held = _held(measure, question, limits)
    return _told(measure.id, measure.name, f"{measure.name}{held}: {told}.{NOT_YOURS}")


def _told(concept: str, name: str, text: str) -> dict[str, str]:
    return {"id": concept, "name": name, "text": text}


def _of_pressure(systolic: int, diastolic: int) -> dict[str, str]:
    rule = _TABLE.rules["pressure"]
    row = next(
        row
        for row in rule["classes"]
        if systolic >= row["systolic"] or (row["diastolic"] is not None and diastolic >= row["diastolic"])
    )
    text = f"A blood pressure of {systolic}/{diastolic} mmHg in an adult is {row['called']} ({rule['source']})."
    return _told("LAB:bp", "Blood pressure", text + (SEEN if row.get("seen") else ""))


def _value(question: str) -> tuple[float, str] | None:
    """The one number with its unit that a question gives of a measure; None where there is none, or several."""
    plain = _TABLE.pattern("not_values").sub(" ", question)
    found = [(float(m["value"].replace(",", ".")), m["unit"] or "") for m in _TABLE.pattern("number").finditer(plain)]
    return found[0] if len(found) == 1 else None


class _Limit(NamedTuple):
    side: Literal["low", "high"]
    value: float
    source: str
    of: str

    def told(self, measure: Measure) -> str:
        """The limit in words, with its source."""
        word = "low is below" if self.side == "low" else "high is above"
        return f"{word} {with_unit(self.value, measure.unit)}{self.of} ({self.source})"


def _limits(measure: Measure, person: Person) -> list[_Limit]:
    """The limits of a measure, low and high; where they differ between the sexes and none is known, both."""
    found: list[_Limit] = []
    sides: tuple[Literal["low", "high"], ...] = ("low", "high")
    for side in sides:
        sexes = (person.sex,) if person.sex else ("female", "male")
        of_sex = {sex: usual_limit(measure.id, side, person.age, sex) for sex in sexes}
        differ = len(set(of_sex.values())) > 1
        for sex, limit in of_sex.items():
            if limit is not None:
                found.append(_Limit(side, *limit, _WHO.get(sex, "") if differ else ""))
    return list(dict.fromkeys(found))


_WHO = {"female": " in women", "male": " in men"}


def _held(measure: Measure, question: str, limits: list[_Limit]) -> str:
    """Where the value lies that a question gives, in words; nothing where it gives none in a unit of the measure."""
    given = _value(question)
    unit = _unit(measure, *given) if given is not None else None
    exact = measure.to_canonical(given[0], unit) if given is not None and unit is not None else None
    if given is None or exact is None:
        return ""
    beyond = [limit for limit in limits if (exact > limit.value if limit.side == "high" else exact < limit.value)]
    said = f" {with_unit(given[0], unit)}"
    if not beyond:
        return f"{said} lies within these limits"
    sides = {limit.side for limit in beyond}
    every = all(limit in beyond for limit in limits if limit.side in sides)
    return f"{said} is {' and '.join(sorted(sides))}{'' if every else ' by one of these limits'}"


def _unit(measure: Measure, value: float, said: str) -> str | None:
    """The unit of a value: the one that is said, or the only one that it can be in; None where it may be in several."""
    if said:
        return "%" if said.lower() == "percent" else said
    scales = {factors for factors in measure.conversions.values()} - {(1.0, 0.0)}
    return unit_meant(measure.id, value) or (None if scales else measure.unit)
