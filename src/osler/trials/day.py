"""The day on which a patient is judged: the one that was given, that of the note, or for kept records the day of the run."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from osler.core.patient import PatientRecord
from osler.core.patient.types import latest_day
from osler.trials.deps import Deps

_CHART, _FORM = "fhir", "input"


class JudgingDay(NamedTuple):
    """A day of judgement; None where nothing tells it, so that no time is counted."""

    on: date | None
    of_run: bool = False
    """Whether it is the day of the run, so that another run may judge otherwise."""
    last_entry: date | None = None
    """The last day that the record has, where it is judged on another one."""

    @property
    def set_to(self) -> date | None:
        """The day, where it is another than the one that the record itself describes."""
        return self.on if self.of_run or self.last_entry is not None else None

    @property
    def remark(self) -> str:
        """The day in words, for the head of a result."""
        if self.on is None:
            return "the record states no day: times before today are not counted"
        said = f"judged as of {self.on}{', the day of the run' if self.of_run else ''}"
        ago = (self.on - self.last_entry).days if self.last_entry is not None else 0
        return f"{said}; the record ends on {self.last_entry}, {ago} days before" if ago > 0 else said


def judging_day(record: PatientRecord, deps: Deps) -> JudgingDay:
    """The day on which a record is judged.

    A note is a visit and counts from its own day, in a file or as a row. A bundle is the state of a chart, and who screens asks today: a value of
    ten months ago is not one of the last 14 days because nothing newer was entered.
    """
    own = latest_day(record.as_of) if record.as_of else None
    if deps.as_of is not None:
        return JudgingDay(deps.as_of, last_entry=own or deps.as_of)
    if deps.today is not None and _is_kept_up(record, own):
        return JudgingDay(deps.today, of_run=True, last_entry=own)
    return JudgingDay(own)


def _is_kept_up(record: PatientRecord, own: date | None) -> bool:
    """Whether the last entry of a record says when something was written, and not when the patient is screened.

    A form has no day of its own: one that holds a dated letter is that letter.
    """
    kinds = {source.kind for source in record.sources}
    return _CHART in kinds or (_FORM in kinds and not (own is not None and record.documents))
