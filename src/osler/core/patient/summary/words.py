"""Values, quantities and times in the words of a page."""

from __future__ import annotations

import re

from osler.core.language import unit_words
from osler.core.patient.types import DAYS_PER_YEAR, ClinicalTime, Fact, Observation, Quantity, TimePoint, duration_days

NO_VALUE = "no value"
_LONGEST = 100

_COUNTED_IN_DAYS = 731
"""Days of age above which nobody counts them."""

_COUNTED = re.compile(
    r"\d|birth|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|year|month|week|day)",
    re.IGNORECASE,
)
"""What an age has that was told in numbers."""

_BEYOND_A_CHART = 1e12


def value_words(observation: Observation) -> str:
    """The value of an observation on one line."""
    if observation.components:
        return "; ".join(f"{part.label} {value_words(part)}" for part in observation.parts()[1:])
    if observation.quantity and observation.quantity.value is not None:
        value = quantity_words(observation.quantity)
    elif observation.value_range:
        sides = (observation.value_range.low, observation.value_range.high)
        value = " to ".join(quantity_words(side) for side in sides if side)
    elif observation.value_codings:
        value = ", ".join(coding.display or coding.id for coding in observation.value_codings)
    elif observation.value_boolean is not None:
        value = "yes" if observation.value_boolean else "no"
    else:
        value = short(observation.value_text or NO_VALUE)
    flags = ", ".join(coding.display or coding.code for coding in observation.interpretations)
    return f"{value} [{flags}]" if flags else value


def quantity_words(quantity: Quantity) -> str:
    """A quantity on one line."""
    number = "?" if quantity.value is None else rounded(quantity.value)
    return f"{quantity.comparator or ''}{number} {unit_words(quantity.unit or quantity.ucum)}".strip()


def rounded(value: float) -> str:
    """A number as a chart shows it: whole from a thousand on, four figures where it was told to them, three of a computed one.

    What no chart holds is told by its power of ten.
    """
    if abs(value) >= _BEYOND_A_CHART:
        return f"{value:.4g}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    told = f"{value:.4g}"
    return told if float(told) == value else f"{value:.3g}"


def time_words(time: ClinicalTime | None) -> str:
    """A clinical time on one line."""
    if time is None:
        return ""
    if time.at and time.at.age and time.text and not _COUNTED.search(time.text):
        return short(time.text)  # "since childhood" names no year
    if time.at:
        return _point(time.at)
    if time.start and time.end:
        first, last = _point(time.start), _point(time.end)
        return first if first == last else f"{first} to {last}"
    if time.start:
        return f"since {_point(time.start)}"
    return f"until {_point(time.end)}" if time.end else short(time.text or "")


def _point(point: TimePoint) -> str:
    if point.date:
        return point.date[: len("YYYY-MM-DD")]
    if point.age:
        return _age_words(point.age)
    if point.gestation:
        return f"at {_duration_words(point.gestation)} of gestation"
    return (point.stage.display or point.stage.id) if point.stage else ""


def _age_words(age: str) -> str:
    days = duration_days(age)
    if days and days > _COUNTED_IN_DAYS and "Y" not in age:
        return f"at {int(days / DAYS_PER_YEAR)} years of age"
    return f"at {_duration_words(age)} of age" if days else "at birth"


def _duration_words(duration: str) -> str:
    """An ISO 8601 duration in words: `P1Y6M` is "1 year 6 months"."""
    units = {"Y": "year", "M": "month", "W": "week", "D": "day"}
    parts = re.findall(r"(\d+(?:\.\d+)?)([YMWD])", duration.partition("T")[0])
    return " ".join(f"{number} {units[letter]}{'' if number == '1' else 's'}" for number, letter in parts)


def negative_time(fact: Fact) -> int:
    """Latest first, undated last."""
    day = fact.time.earliest() if fact.time else None
    return -day.toordinal() if day else 0


def short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
