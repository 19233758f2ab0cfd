"""How severe a problem of the patient is by a score that was stated of it: CURB-65 of 3 is no low-severity pneumonia."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from osler.guidelines.types import PatientFacts
from osler.yaml_reader import packaged_yaml


class _Graded(NamedTuple):
    of: str
    measure_id: str
    grades: tuple[tuple[float, str], ...]


def graded(problem: str, patient: PatientFacts) -> list[str]:
    """A problem in the words in which it is told, with the severity that a score gives it: "severe pneumonia"."""
    for row in _table():
        lab = next((one for one in patient.labs if one.measure_id == row.measure_id), None)
        if lab is None or row.of not in problem.casefold():
            continue
        grade = next((name for least, name in row.grades if lab.value >= least), "")
        if grade:
            return [problem, f"{grade} {problem}"]
    return [problem]


@cache
def _table() -> tuple[_Graded, ...]:
    rows = packaged_yaml("osler.guidelines", "graded.yml")
    return tuple(
        _Graded(
            row["of"],
            row["measure"],
            tuple(sorted(((float(least), name) for name, least in row["grades"].items()), reverse=True)),
        )
        for row in rows
    )
