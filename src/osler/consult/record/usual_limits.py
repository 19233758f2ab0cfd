"""The limits beyond which a value is low or high, with their sources, by age and sex."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal, NamedTuple

from osler.consult.record.called import measure_named
from osler.consult.record.computing.rows import with_unit
from osler.core.language import AdultClass, is_adult, usual_limit, value_class
from osler.core.terminology import Measure
from osler.yaml_reader import packaged_yaml

_AN_ADULT = 40.0
"""An age at which the limits of adults hold."""
_A_YEAR = 365.25


class Person(NamedTuple):
    """Of whom the limits are asked; of nobody they are those of adults."""

    age: float | None = None
    sex: str | None = None


def person_of(row: dict[str, Any], today: dt.date) -> Person:
    """Of whom the limits are asked, by the entry that says who the patient is."""
    born = row.get("birth_date")
    return Person((today - born).days / _A_YEAR if isinstance(born, dt.date) else None, row.get("sex"))


class UsualLimit(NamedTuple):
    """A limit of a measure with its source, and of whom it holds."""

    side: Literal["low", "high"]
    value: float
    source: str
    of: str

    def told(self, measure: Measure, unit: str) -> str:
        """The limit in words, in the unit of the value that is held against it too, with its source."""
        word = "low is below" if self.side == "low" else "high is above"
        own = measure.from_canonical(self.value, unit)
        also = "" if own is None or own == self.value else f"{with_unit(float(f'{own:.3g}'), unit)}, which is "
        return f"{word} {also}{with_unit(self.value, measure.unit)}{self.of} ({self.source})"


def usual_limits(measure: Measure, person: Person) -> list[UsualLimit]:
    """The limits of a measure, low and high; where they differ between the sexes and none is known, both."""
    if measure.id in packaged_yaml("osler.consult.known_of", "usual_ranges.yml")["classed"]:
        return []
    found: list[UsualLimit] = []
    sides: tuple[Literal["low", "high"], ...] = ("low", "high")
    for side in sides:
        sexes = (person.sex,) if person.sex in _WHO else ("female", "male")
        of_sex = {
            sex: usual_limit(measure.id, side, _AN_ADULT if person.age is None else person.age, sex) for sex in sexes
        }
        differ = len(set(of_sex.values())) > 1
        for sex, limit in of_sex.items():
            if limit is not None:
                found.append(UsualLimit(side, *limit, _WHO.get(sex, "") if differ else ""))
    return list(dict.fromkeys(found))


_WHO = {"female": " in women", "male": " in men"}


def adult_class(measure: Measure, value: float, person: Person) -> AdultClass | None:
    """The class of a value, in its measure's own unit, where guidelines give adults classes of it; None for a child and any other measure."""
    return value_class(measure.id, value) if is_adult(person.age) else None


def held_against(name: str, value: float, unit: str, person: Person) -> str:
    """Where a value lies beside what is usual, in words with the limits; empty where no table says it."""
    measure = measure_named(name)
    exact = measure.to_canonical(value, unit) if measure is not None and unit else None
    known = adult_class(measure, exact, person) if measure is not None and exact is not None else None
    if known is not None:
        return f"{known.called} by the classes of adults ({known.source})"
    limits = usual_limits(measure, person) if measure is not None and exact is not None else []
    if measure is None or exact is None or not limits:
        return ""
    sides = {limit.side for limit in limits if _is_beyond(exact, limit)}
    surely = all(_is_beyond(exact, limit) for limit in limits if limit.side in sides)
    told = "; ".join(dict.fromkeys(limit.told(measure, unit) for limit in limits))
    where = {"low": "below", "high": "above"}
    said = (
        f"{' and '.join(where[side] for side in sorted(sides))} what is usual" if sides else "not beyond what is usual"
    )
    return f"{said}{'' if surely else ' by one of these limits'}: {told}"


def _is_beyond(value: float, limit: UsualLimit) -> bool:
    return value > limit.value if limit.side == "high" else value < limit.value
