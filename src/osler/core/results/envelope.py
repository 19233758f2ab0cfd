"""The envelope of a result: the fields that every capability's answer carries beside its own."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from osler.core.results.notebook import table
from osler.core.results.problems import Problem
from osler.core.runs import Usage

ResultStatus = Literal[
    "complete",
    "partial",
    "urgent",
    "no_evidence",
    "needs_correction",
    "conflict",
    "unsupported",
    "budget_exhausted",
    "unavailable",
    "failed",
]
"""How a capability ended. `partial`: some items have an answer that stood in, or none; the problems say which."""


class Envelope(BaseModel):
    """The base of every capability's result; a capability adds its own fields beside these."""

    model_config = ConfigDict(extra="forbid")

    status: ResultStatus = "complete"
    problems: list[Problem] = Field(default_factory=list)
    """What was wrong with the input, what a check rejected, what could not be done."""
    versions: dict[str, str] = Field(default_factory=dict)
    """Osler, vocabularies and data that the answer rests on."""
    minds: dict[str, str] = Field(default_factory=dict)
    """Which mind really produced each part, by step."""
    roles: dict[str, str] = Field(default_factory=dict)
    """Which mind was configured for each role, local or hosted, and whose configuration it is."""
    usage: Usage = Field(default_factory=Usage)
    run_id: str | None = None
    stored: bool = False
    not_stored: str = ""
    """Why there is no stored run, where there is none."""

    def _repr_html_(self) -> str:
        """How it ended and what was wrong; a capability with more to show overrides this."""
        rows = [(problem.level, problem.in_words(), problem.mend) for problem in self.problems]
        return table(("level", "problem", "how to mend it"), rows, caption=f"{type(self).__name__}: {self.status}")
