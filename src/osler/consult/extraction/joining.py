"""What a new message adds to entries that still wait: more of them, a correction, or the part that was missing."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from osler.consult.extraction.amending import Amended, amended, names_entry, with_said
from osler.consult.extraction.clauses import clauses
from osler.consult.extraction.intakes import dose_in, frequency_in
from osler.consult.extraction.reaction_told import told_reaction
from osler.consult.extraction.sides import with_side
from osler.consult.extraction.since_then import since_then
from osler.consult.extraction.times import moment, when
from osler.consult.extraction.types import KINDS, Extraction, MeasurementEntry, MedicationEntry
from osler.consult.record.called import measure_named, words
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "amending.yml", flags=re.IGNORECASE)
_UNIT = re.compile(
    r"\W*(?:it'?s |it is |in |the unit is |(?P<same>\d+(?:\.\d+)?) ?)?(?P<unit>mg|milligrams?|mcg|micrograms?|g|grams?|ml|units?|iu|puffs?|tablets?|drops?)\W*",
    re.IGNORECASE,
)
"""The unit of a dose, where it was asked for."""
_SHORT_REPLY = 8
"""Words of an answer to what was asked for."""


def joined(pending: Extraction | None, found: Extraction, message: str, now: dt.datetime) -> Extraction:
    """What waits after a message: a correction keeps what it does not correct, a short reply fills what was missing."""
    if pending is None or pending.is_empty:
        return found
    message = since_then(message, pending)
    put_right = amended([pending], found, message, now, just_told=True)
    if put_right is not None:
        return _in_place(pending, put_right)
    sided = with_side(pending, message)
    if sided is not None:
        return sided
    if found.is_empty:
        filled = _filled(pending, message, now)
        if filled is None and names_entry(pending, message) and any(c.correction for c in clauses(message)):
            return pending  # what is said of it has no field: it is shown again
        return filled if filled is not None else found
    reacted = _reaction_told(pending, found, message, now)
    if reacted is not None:
        return reacted
    corrects = any(clause.correction for clause in clauses(message))
    found = _kept(pending, found, message, now)
    merged = {kind: _merged(getattr(pending, kind), getattr(found, kind), corrects=corrects) for kind in KINDS}
    return Extraction.model_validate(merged)


def _kept(pending: Extraction, found: Extraction, message: str, now: dt.datetime) -> Extraction:
    """What is found, with the dose, the schedule and the day that were told before of a medicine that is named again."""

    def whole(entry: MedicationEntry, waiting: list[Any]) -> MedicationEntry:
        before = next((each for each in waiting if _is_replaced(each, entry)), None)
        if before is None or "stopped" in {entry.status, before.status}:
            return entry
        made: MedicationEntry = with_said(before, entry, message, now)
        return made

    kept = {
        kind: [whole(entry, getattr(pending, kind)) for entry in getattr(found, kind)]
        for kind in ("medications", "supplements")
    }
    return found.model_copy(update=kept)


def _in_place(pending: Extraction, put_right: Amended) -> Extraction:
    """What waits, with the entries that are right in the place of those that are not."""
    made = {}
    for kind in KINDS:
        waiting, gone, entries = (
            getattr(pending, kind),
            getattr(put_right.replaced, kind),
            getattr(put_right.entries, kind),
        )
        # What is right stands last, in the order of what it replaces.
        further, right = entries[: len(entries) - len(gone)], entries[len(entries) - len(gone) :]
        kept = list(waiting)
        for old, new in zip(gone, right, strict=True):
            kept[kept.index(old)] = new
        made[kind] = kept + further
    return Extraction.model_validate(made)


def _merged(old: list[Any], new: list[Any], *, corrects: bool) -> list[Any]:
    """The old and the new; a value stays beside another of the same name unless it is corrected."""
    if new and isinstance(new[0], MeasurementEntry) and not corrects:
        kept = [entry for entry in old if not any(_same_reading(entry, other) for other in new)]
        return [*kept, *new]
    kept = []
    for entry in new:
        before = next((each for each in old if _is_replaced(each, entry)), None)
        if before is not None and corrects:
            given = {key: value for key, value in entry.model_dump().items() if value not in (None, "")}
            entry = type(entry).model_validate(before.model_dump() | given)
        kept.append(entry)
    return [*(entry for entry in old if not any(_is_replaced(entry, other) for other in new)), *kept]


def _is_replaced(old: Any, new: Any) -> bool:
    """Whether an entry gives way to another of its name; a measurement of another day does not."""
    if _name(old) != _name(new):
        return False
    days = {getattr(entry, "time", None) for entry in (old, new)} - {None}
    return len(days) < 2


def _same_reading(old: MeasurementEntry, new: MeasurementEntry) -> bool:
    return _name(old) == _name(new) and (old.value, old.unit) == (new.value, new.unit) and _is_replaced(old, new)


def _name(entry: Any) -> tuple[str, ...]:
    return words(getattr(entry, "name", None) or getattr(entry, "substance", None) or entry.type)


def _filled(pending: Extraction, message: str, now: dt.datetime) -> Extraction | None:
    """The entries that wait, with the dose, the schedule, the day or the reaction that a short reply gives."""
    if len(message.split()) > _SHORT_REPLY or "?" in message or _TABLE.says(message, "no_reply"):
        return None
    if measure_named(message) is not None and not names_entry(pending, message):
        return None  # it speaks of another value
    made = pending.model_copy(deep=True)
    dose, often, day = dose_in(message), frequency_in(message), when(message, now, ahead=True)
    changed = False
    for medicine in [*made.medications, *made.supplements]:
        if medicine.dose and (unit := _UNIT.fullmatch(message)) and medicine.dose.replace(".", "", 1).isdigit():
            medicine.dose, changed = f"{medicine.dose} {unit['unit'].lower()}", True
        if medicine.status in {"started", "changed"}:
            changed |= _set(medicine, "dose", f"{dose[1]} {dose[2].lower()}" if dose else None)
            changed |= _set(medicine, "frequency", often[1].lower() if often else None)
    for value in made.measurements:
        changed |= _set(value, "time", _past(moment(message, now), now))
    for visit in made.encounters:
        changed |= visit.status == "planned" and _set(visit, "date", day)
    for operation in made.operations:
        changed |= _set(operation, "date", _past(when(message, now), now))
    reaction = None if changed else _reaction_in(message, now) or told_reaction(message)
    for allergy in made.allergies:
        changed |= _set(allergy, "reaction", reaction)
    if not changed and len(made.allergies) == 1:
        changed = _set(made.allergies[0], "date", _past(when(message, now), now))
    return made if changed else None


def _reaction_told(pending: Extraction, found: Extraction, message: str, now: dt.datetime) -> Extraction | None:
    """What waits, where a message that is nothing but a complaint tells what an allergy does: that was asked, and is no entry of its own."""
    told = {kind for kind in KINDS if getattr(found, kind)}
    reaction = _reaction_in(message, now) or told_reaction(message) if told <= {"symptoms", "conditions"} else None
    if reaction is None or not any(allergy.reaction is None for allergy in pending.allergies):
        return None
    made = pending.model_copy(deep=True)
    for allergy in made.allergies:
        _set(allergy, "reaction", reaction)
    return made


_REACTION = re.compile(
    r"\W*(?:(?:i|he|she) (?:get|gets|got|come out in|came out in)|it (?:gives|gave|causes|caused|makes|made) (?:me|him|her)|just)?\s*\b(?:(?:an?|the|my|his|her|some) )?"
    r"(?P<what>[a-z]+(?:(?:,| and|,? or)? [a-z]+){0,4}?)\W*",
    re.IGNORECASE,
)
_NO_REACTION = re.compile(
    r"\b(?:ago|last|since|when|have|had|not|dont|don|know|sure|idea|unknown|nothing|none|never|no|nope|yes|ok|okay|also|take|took|start\w*|stop\w*|remember|forgot\w*)\b",
    re.IGNORECASE,
)


def _reaction_in(message: str, now: dt.datetime) -> str | None:
    """What a short answer says that a substance does; a message with a time, a doubt or a statement of its own is none."""
    told = _REACTION.fullmatch(message)
    if told is None or _NO_REACTION.search(told["what"]) or when(message, now, ahead=True) is not None:
        return None
    return told["what"].strip().lower()


def _past(day: str | None, now: dt.datetime) -> str | None:
    """A day, unless it is still to come: nothing was measured or done on such a one."""
    return day if day is None or day[:10] <= now.date().isoformat() else None


def _set(entry: Any, field: str, value: str | None) -> bool:
    if value is None or getattr(entry, field) is not None:
        return False
    setattr(entry, field, value)
    return True
