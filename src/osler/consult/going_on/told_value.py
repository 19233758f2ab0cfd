"""What is asked of a value that was just told: held against what is usual, whatever older one the record has."""

from __future__ import annotations

import re

from osler.consult.extraction import MeasurementEntry, as_measured
from osler.consult.extraction.clauses import clauses
from osler.consult.going_on.follow_up import only_points
from osler.consult.going_on.told_compared import told_last
from osler.consult.known_of.usual_ranges import as_judged, judges_a_value, only_judges, person_of, usual_range
from osler.consult.record import measure_named
from osler.consult.types import ConsultRequest, ConsultState


def of_the_told(message: str, given: ConsultRequest) -> str:
    """The message; where it only points at the value that was told or asked about last, with that value, if a table has its limits."""
    if not only_points(message):
        return message
    before, told = given.state.last_user_message, _told_last(given.state)
    asked = before if only_judges(before) else as_judged(message, *told) if told is not None else ""
    known = asked and usual_range(asked, person_of(given.record, given.moment.date())) is not None
    return asked if known else message


def own_beside(message: str) -> str:
    """The message; where it tells a value of somebody else and the patient's, and asks of that, without the other's."""
    parts = clauses(message)
    own = ", ".join(part.text.rstrip(" .") for part in parts if not part.other)
    measured = measure_named(as_measured(message))
    both = any(part.other and _FIGURE.search(part.text) for part in parts) and _FIGURE.search(own)
    if not both or measured is None or not judges_a_value(own):
        return message
    named = own if measure_named(as_measured(own)) else _MINE.sub(f"my {measured.name.lower()}", own, count=1)
    return _MINE.sub("that", named) + "?" * message.rstrip().endswith("?") * (not named.endswith("?"))


_MINE = re.compile(r"\bmine\b", re.IGNORECASE)
_FIGURE = re.compile(r"(?<![\w.])\d")


def _told_last(state: ConsultState) -> tuple[str, str] | None:
    """The name and the value of the one measure that was told or saved last; None where an answer gave another since."""
    entries = told_last(state)
    names = [entry.name for entry in entries]
    if len(entries) == 1:
        return entries[0].name, _shown(entries[0])
    parts = {name.split()[0].lower(): entry for name, entry in zip(names, entries, strict=True)}
    if len(entries) != len(_PRESSURE) or parts.keys() != set(_PRESSURE):
        return None
    return "blood pressure", "/".join(f"{parts[part].value:g}" for part in _PRESSURE) + " mmHg"


_PRESSURE = ("systolic", "diastolic")


def _shown(entry: MeasurementEntry) -> str:
    return f"{entry.value:g} {entry.unit or ''}".strip()
