"""Red flags on vignettes: emergencies that are recognised, and routine complaints that are left in peace."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from osler.core.safety import RedFlag, red_flags, urgent
from osler.errors import DataError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, half_of, sample

Urgency = Literal["emergency", "urgent", "routine", "self_care"]
_TO_BE_SEEN = ("emergency", "urgent")
_HALVES = ("a", "b")


class Vignette(BaseModel):
    """A presentation, and how soon it must be seen."""

    model_config = ConfigDict(extra="ignore")

    id: str
    text: str
    urgency: Urgency


class _Judged(NamedTuple):
    vignette: Vignette
    flags: Sequence[RedFlag]

    @property
    def is_urgent(self) -> bool:
        return bool(urgent(self.flags))


class RedFlagSuite:
    """Whether emergencies in published vignettes raise an URGENT flag, and routine complaints none."""

    name = "red-flags"
    summary = "emergencies and urgent presentations recognised, false alarms and over-warning on routine ones"
    data_format = 'JSON lines {"id", "text", "urgency": emergency, urgent, routine or self_care}'
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure on `data`, over all of it and over each half by the hash of the id."""
        vignettes = sample(read_vignettes(required(self, data)), limit, lambda vignette: vignette.id)
        judged = [_Judged(vignette, red_flags(note=vignette.text)) for vignette in vignettes]
        halves = {name: _metrics([item for item in judged if half_of(item.vignette.id) == name]) for name in _HALVES}
        return SuiteRun(
            n=len(judged),
            metrics={**_metrics(judged), "halves": halves},
            notes=_notes(mind),
            items=[_item(item) for item in judged],
        )


def _notes(mind: str) -> list[str]:
    return [] if mind == "offline" else ["the rules alone are measured: the figures are the same with every mind"]


def read_vignettes(data: Path) -> list[Vignette]:
    """The vignettes of a file."""
    try:
        lines = data.read_text(encoding="utf-8").splitlines()
        return [Vignette.model_validate(json.loads(line)) for line in lines if line.strip()]
    except (OSError, ValueError, ValidationError) as error:
        raise DataError(
            "the red-flag vignettes cannot be read", mend=f"the format is {RedFlagSuite.data_format}"
        ) from error


def _item(judged: _Judged) -> ItemResult:
    vignette, flags = judged
    seen = "urgent" if judged.is_urgent else "warning" if flags else "none"
    right = {"emergency": seen == "urgent", "urgent": seen != "none"}.get(vignette.urgency, seen == "none")
    return ItemResult(
        id=vignette.id,
        score=float(right),
        gold=vignette.urgency,
        predicted={"level": seen, "rules": [flag.rule_id for flag in flags]},
        group=half_of(vignette.id),
    )


def _metrics(judged: Sequence[_Judged]) -> dict[str, Any]:
    emergencies = [item for item in judged if item.vignette.urgency == "emergency"]
    to_be_seen = [item for item in judged if item.vignette.urgency in _TO_BE_SEEN]
    routine = [item for item in judged if item.vignette.urgency not in _TO_BE_SEEN]
    return {
        "emergency_recall": _share(item.is_urgent for item in emergencies),
        "urgent_recall": _share(bool(item.flags) for item in to_be_seen),
        "false_alarm": _share(item.is_urgent for item in routine),
        "over_warning": _share(bool(item.flags) for item in routine),
        "emergencies": len(emergencies),
        "routine": len(routine),
    }


def _share(answers: Any) -> float | None:
    found = list(answers)
    return sum(found) / len(found) if found else None


SUITE = RedFlagSuite()
