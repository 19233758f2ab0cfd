"""Of which day a value is where none is told with it: of now, of the value that it corrects, or of one that must be asked."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from osler.consult.extraction.clauses import says, words
from osler.consult.extraction.hours import hour_of
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


def without_replaced(found: Sequence[MeasurementEntry], made: Sequence[MeasurementEntry]) -> list[MeasurementEntry]:
    """The values without those whose place corrected ones take: of each name that of the same day, or else the last one."""
    kept = list(found)
    for new in made:
        same = [place for place, old in enumerate(kept) if old.name == new.name]
        of_its_day = [place for place in same if new.time is not None and kept[place].time == new.time]
        if same:
            del kept[(of_its_day or same)[-1]]
    return kept


def shared(time: str | None, said: str, made: Sequence[MeasurementEntry]) -> str | None:
    """The time that values of one clause have in common: its hour too where that is told before them all, or behind them all."""
    places = [match.span() for entry in made for match in re.finditer(rf"(?<![\d.]){entry.value:g}(?![\d.])", said)]
    if time is None or "T" not in time or not places or len({entry.value for entry in made}) == 1:
        return time
    before, behind = said[: min(places)[0]], said[max(end for _, end in places) :]
    return time if hour_of(before, apart=True) or hour_of(behind, apart=True) else time[: len("2020-01-01")]
