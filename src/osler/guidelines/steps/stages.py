"""Values that a stage of a disease stands for by its definition: chronic kidney disease stage 4 is an eGFR of 15 to 29."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from osler.guidelines.steps.spoken import told_now
from osler.guidelines.types import LabValue
from osler.yaml_reader import packaged_yaml

_USUAL = 60.0
"""What is below it is out of the range of the healthy."""


class _Stage(NamedTuple):
    says: re.Pattern[str]
    measure_id: str
    name: str
    unit: str
    range: str
    least: float
    below: float


def with_staged(labs: Sequence[LabValue], labels: Iterable[str], sentences: Sequence[str]) -> list[LabValue]:
    """The values of a patient with those that a stage stands for, where none was measured; each says the range that it is.

    A label that stands in the notes is what these say of it: dialysis for a week, years ago, is none now.
    """
    known = {lab.measure_id for lab in labs}
    noted = " ".join(sentences).casefold()
    texts = [*sentences, *(one for one in labels if one.casefold() not in noted)]
    for stage in _stages():
        told = told_now(stage.says, texts) if stage.measure_id not in known else ""
        if told:
            return [
                *labs,
                LabValue(
                    measure_id=stage.measure_id,
                    name=stage.name,
                    value=(stage.least + stage.below) / 2,
                    unit=stage.unit,
                    out_of_range=stage.least < _USUAL,
                    recorded=f"{stage.range} {stage.unit}, by {told}",
                    least=stage.least,
                    below=stage.below,
                ),
            ]
    return list(labs)


@cache
def _stages() -> tuple[_Stage, ...]:
    table = packaged_yaml("osler.guidelines", "stages.yml")
    return tuple(
        _Stage(
            re.compile(row["says"].replace("%", table["disease"]), re.IGNORECASE),
            table["measure"],
            table["name"],
            table["unit"],
            row["range"],
            float(row["least"]),
            float(row["below"]),
        )
        for row in table["stages"]
    )
