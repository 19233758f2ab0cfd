"""What is wrong with an input or a result, how grave it is, and how to mend it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Level(StrEnum):
    """How grave a problem is."""

    ERROR = "error"
    """Something was lost or contradicts itself; results that rest on it are not to be trusted."""
    WARNING = "warning"
    """Something was changed or looks wrong."""
    INFO = "info"
    """Worth knowing, such as what was not read."""


class Problem(BaseModel):
    """One thing to mend. It names places and codes, never words of the patient."""

    model_config = ConfigDict(frozen=True)

    level: Level
    message: str
    mend: str = ""
    path: str = ""
    """Where it is: a place in the source (`Bundle.entry[12]`) or a fact of the record."""

    def in_words(self) -> str:
        """The problem as one line."""
        return f"{self.path}: {self.message}" if self.path and self.path not in self.message else self.message
