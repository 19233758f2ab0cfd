"""A record and what was wrong on the way to it."""

from __future__ import annotations

from typing import NamedTuple

from osler.core.patient.types import PatientRecord
from osler.core.results import Level, Problem

__all__ = ["Level", "Problem", "ReadResult"]


class ReadResult(NamedTuple):
    """A record and everything that was wrong on the way to it."""

    record: PatientRecord
    problems: list[Problem]
