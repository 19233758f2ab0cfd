"""Of which day a value is where none is told with it: of now, of the value that it corrects, or of one that must be asked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from osler.consult.extraction.clauses import says, words
from osler.consult.extraction.times import moment
from osler.consult.extraction.types import MeasurementEntry
from osler.consult.record.called import measure_named


def needs_day(entry: MeasurementEntry) -> bool:
    """Whether nobody can tell of which day a value is: a laboratory's, or one that was, with no day said."""
    row = measure_named(entry.name)
    at_home = row is not None and row.id in words()["measured_at_home"]
    return entry.time is None and (not at_home or says(entry.quote.lower(), "measurements", "was"))


def of_the_same_day(
    made: Sequence[MeasurementEntry], found: Sequence[MeasurementEntry], said: str, now: dt.datetime
) -> list[MeasurementEntry]:
    """Corrected values, each with the day of the one that it corrects, unless the correction tells another."""
    told = moment(said, now)
    if told is not None:
        return [new.model_copy(update={"time": told}) for new in made]
    before = {old.name: old for old in found}
    return [as_of(new, before[new.name], said, now) if new.name in before else new for new in made]


def as_of(new: MeasurementEntry, old: MeasurementEntry, said: str, now: dt.datetime) -> MeasurementEntry:
    """A corrected value of the day of the old one: what was measured just now still was, whatever verb corrects it."""
    today = now.date().isoformat() if not needs_day(old) and needs_day(new.model_copy(update={"quote": said})) else None
    return new.model_copy(update={"time": new.time or old.time or today})
