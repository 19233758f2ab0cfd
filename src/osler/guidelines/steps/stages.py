"""Values that a stage of a disease stands for by its definition: chronic kidney disease stage 4 is an eGFR of 15 to 29."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from osler.guidelines.types import LabValue
from osler.yaml_reader import packaged_yaml


class _Stage(NamedTuple):
    says: re.Pattern[str]
    measure_id: str
    name: str
    value: float
    unit: str
    range: str


def with_staged(labs: Sequence[LabValue], told: Iterable[str]) -> list[LabValue]:
    """The values of a patient with those that a stage stands for, where none was measured; each says the range that it is.

    A value within the range decides a limit outside it; a stage that a usual limit cuts through is not in the table.
    """
    known = {lab.measure_id for lab in labs}
    texts = list(told)
    found: dict[str, LabValue] = {}
    for stage in _stages():
        text = next((one for one in texts if stage.says.search(one)), None)
        if text is not None and stage.measure_id not in known:
            found.setdefault(
                stage.measure_id,
                LabValue(
                    measure_id=stage.measure_id,
                    name=stage.name,
                    value=stage.value,
                    unit=stage.unit,
                    out_of_range=True,
                    recorded=f"{stage.range}, by {stage.says.search(text).group()}",  # type: ignore[union-attr]
                ),
            )
    return [*labs, *found.values()]


@cache
def _stages() -> tuple[_Stage, ...]:
    rows = packaged_yaml("osler.guidelines", "stages.yml")
    return tuple(
        _Stage(
            re.compile(row["says"], re.IGNORECASE),
            row["measure"],
            row["name"],
            float(row["value"]),
            row["unit"],
            row["range"],
        )
        for row in rows
    )
