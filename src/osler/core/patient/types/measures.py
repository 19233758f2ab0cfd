"""Observations: what was measured or seen, with unit, reference range and interpretation."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from osler.core.patient.types.base import Part
from osler.core.patient.types.coding import Coding
from osler.core.patient.types.facts import Fact
from osler.core.patient.types.status import Status

Comparator = Literal["<", "<=", ">=", ">"]


class Quantity(Part):
    """A number with its unit; the comparator is that of a result such as "<5 ng/L"."""

    value: float | None = None
    comparator: Comparator | None = None
    unit: str | None = None
    """The unit as it was written."""
    ucum: str | None = None
    """The unit as a UCUM code, where the source gave one."""


class ReferenceRange(Part):
    """What is normal for this measure and this patient, according to the source."""

    low: Quantity | None = None
    high: Quantity | None = None
    text: str | None = None


class Measured(Part):
    """A result: a quantity, a range, codes, a truth value or words, with what is normal and how it was read."""

    quantity: Quantity | None = None
    value_range: ReferenceRange | None = None
    value_codings: list[Coding] = Field(default_factory=list)
    value_boolean: bool | None = None
    value_text: str | None = None
    reference_ranges: list[ReferenceRange] = Field(default_factory=list)
    interpretations: list[Coding] = Field(default_factory=list)
    """High, low, abnormal, …; the codes of FHIR's observation-interpretation where known."""
    missing_reason: str | None = None
    """Why there is no value, where the source says it."""


class Component(Measured):
    """One of several results of one observation, such as the systolic pressure."""

    codings: list[Coding] = Field(default_factory=list)
    text: str | None = None


class Observation(Fact, Measured):
    """A laboratory result, a vital sign or another observation."""

    category: str | None = None
    """`laboratory`, `vital-signs`, `social-history`, `survey`, `exam`, `imaging`, …"""
    method: str | None = None
    body_sites: list[Coding] = Field(default_factory=list)
    components: list[Component] = Field(default_factory=list)

    @property
    def is_withdrawn(self) -> bool:
        """Whether it is no result: it was entered in error, or the test was cancelled."""
        return self.status in (Status.ENTERED_IN_ERROR, Status.CANCELLED)

    def parts(self) -> list[Observation]:
        """This observation and each of its components as an observation of its own, with the same time and evidence."""
        return [self, *(self._of_component(index, part) for index, part in enumerate(self.components))]

    def _of_component(self, index: int, part: Component) -> Observation:
        own = {name: getattr(part, name) for name in Component.model_fields}
        return self.model_copy(update={**own, "id": f"{self.id}#{index}", "components": []})
