"""The root of every part of a patient record: strict, and silent about its content when shown in a log."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


class Part(BaseModel):
    """A part of a patient record; its repr and its errors never show patient data."""

    # Infinities and NaN have no place in a chart and no form in JSON.
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True, allow_inf_nan=False)

    def __repr_args__(self) -> list[tuple[str | None, Any]]:
        identifier = getattr(self, "id", None)
        return [("id", identifier)] if identifier else []

    def __str__(self) -> str:
        return repr(self)
