"""A record and what was wrong on the way to it."""

from __future__ import annotations

from typing import NamedTuple

from osler.core.patient.types import PatientRecord
from osler.core.results import Level, Problem

__all__ = ["UNUSABLE", "Level", "Problem", "ReadResult"]

UNUSABLE = "the field cannot be used"
"""How the message of a problem with a field of a form begins."""


class ReadResult(NamedTuple):
    """A record and everything that was wrong on the way to it."""

    record: PatientRecord
    problems: list[Problem]

    def _repr_html_(self) -> str:
        """The record's summary, and what is to mend."""
        from osler.core.results import table

        shown = self.record._repr_html_()
        if not self.problems:
            return shown
        rows = [(problem.level, problem.in_words(), problem.mend) for problem in self.problems]
        return shown + table(("level", "problem", "how to mend it"), rows)
