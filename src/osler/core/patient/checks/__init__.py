"""Checks of a whole record: everything that is wrong with it, how grave that is, and how to mend it."""

from __future__ import annotations

from datetime import date

from osler.core.patient.checks.content import content_problems
from osler.core.patient.checks.phenotypes import phenotype_problems
from osler.core.patient.checks.times import time_problems
from osler.core.patient.problems import Level, Problem
from osler.core.patient.types import PatientRecord
from osler.core.terminology import Vocabularies, bundled_vocabularies

__all__ = ["check_record"]

_GRAVEST_FIRST = [Level.ERROR, Level.WARNING, Level.INFO]


def check_record(
    record: PatientRecord, vocabularies: Vocabularies | None = None, *, today: date | None = None
) -> list[Problem]:
    """Every problem of a record, gravest first; `today` decides what lies in the future."""
    found = [
        *phenotype_problems(record, vocabularies or bundled_vocabularies()),
        *time_problems(record, today or date.today()),  # noqa: DTZ011 - the day where the clinician is
        *content_problems(record),
    ]
    return sorted(found, key=lambda problem: _GRAVEST_FIRST.index(problem.level))
