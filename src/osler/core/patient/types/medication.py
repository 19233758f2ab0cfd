"""Medications and supplements, with the regimens they are taken in."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from osler.core.patient.types.base import Part
from osler.core.patient.types.coding import Coding
from osler.core.patient.types.facts import Fact
from osler.core.patient.types.measures import Quantity
from osler.core.patient.types.time import ClinicalTime

PeriodUnit = Literal["s", "min", "h", "d", "wk", "mo", "a"]


class Schedule(Part):
    """How often: `frequency` times every `period` `period_unit` (twice a day is 2, 1, d)."""

    frequency: int | None = None
    period: float | None = None
    period_unit: PeriodUnit | None = None
    as_needed: bool | None = None
    duration: str | None = None
    """For how long, as written: "x 7 days"."""
    text: str | None = None


class Regimen(Part):
    """A dose, a route and a schedule that held for some time."""

    dose: Quantity | None = None
    """How much at a time; of a range ("1-2 tablets") the least."""
    dose_high: Quantity | None = None
    """The most of a range of doses."""
    strength: str | None = None
    """A strength that is no single quantity, as written: "24/26 mg", "250/50"."""
    route: Coding | None = None
    route_text: str | None = None
    schedule: Schedule | None = None
    time: ClinicalTime | None = None
    text: str | None = None
    """The instruction as it was written."""


class Medication(Fact):
    """A drug or a supplement that is, was, will be or is not taken."""

    kind: Literal["medication", "supplement"] = "medication"
    intent: str | None = None
    """`order`, `plan`, `statement`, …: what kind of record it comes from."""
    ingredients: list[Coding] = Field(default_factory=list)
    """The substances of a combination, where its name stands for several."""
    regimens: list[Regimen] = Field(default_factory=list)
    reasons: list[Coding] = Field(default_factory=list)
    reason_text: str | None = None
    practitioner_ids: list[str] = Field(default_factory=list)

    def taken_together(self) -> list[Regimen]:
        """The regimens that hold now: the last, with the other parts of its day or week ("10 mg mane and 5 mg nocte")."""
        if not self.regimens:
            return []
        last = self.regimens[-1]
        whole = next((one.text or "" for one in self.regimens[:-1] if last.text and last.text in (one.text or "")), "")
        parts = [one for one in self.regimens if one.text and one.text in whole]
        times = [
            one.schedule.text for one in parts if one.schedule and one.schedule.frequency and not one.schedule.duration
        ]
        return parts if parts and len(set(times)) == len(parts) else [last]
