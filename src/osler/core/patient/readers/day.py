"""The day that a record describes where nothing in it is dated: the day it is read."""

from __future__ import annotations

from datetime import date

from osler.core.patient.problems import ReadResult


def as_of_today(result: ReadResult) -> ReadResult:
    """The record with a day for its date of birth; without one it would tell no age, and the age decides much."""
    record, person = result.record, result.record.demographics
    undated = record.as_of is None and person.age is None and not person.deceased
    if undated and person.birth_date is not None:
        record.as_of = date.today().isoformat()  # noqa: DTZ011 - the day where the clinician is
    return result
