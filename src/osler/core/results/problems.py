"""What is wrong with an input or a result, how grave it is, and how to mend it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from osler.errors import OslerError


class Level(StrEnum):
    """How grave a problem is."""

    ERROR = "error"
    """Something was lost or contradicts itself; results that rest on it are not to be trusted."""
    WARNING = "warning"
    """Something was changed or looks wrong."""
    INFO = "info"
    """Worth knowing, such as what was not read."""


PROBLEM_CODES = {
    "input.encoding": "Characters of the input could not be read as they stand.",
    "input.not_read": "Something that the input holds was not read or not used.",
    "input.unusable": "A part of the input is malformed and was left out.",
    "input.contradictory": "The input contradicts itself, or what is known of its codes and times.",
    "input.unknown_code": "A code or name that the vocabularies do not have, or no longer under it.",
    "input.read_as": "What was typed or written was taken for something else that is near to it.",
    "input.same_id": "Several patients of the input have one id.",
    "answer.rejected": "A part of a mind's answer that nothing supports; it was not used.",
    "answer.limited": "What the answer does not cover, or rests on, is less than was asked for.",
    "model.empty": "A model found nothing where the offline mind did.",
    "model.omitted": "A model read a text and left words out that the offline mind codes; they are proposed to a reviewer.",
    "model.passed_over": "A model that is configured was not asked; the offline mind did its part.",
    "data.missing": "Data on this machine that the answer needs are missing or empty.",
}
"""The codes of problems beside those of errors (`OslerError.code`), which a problem carries where an error is its cause."""


class Problem(BaseModel):
    """One thing to mend. It names places and codes, never words of the patient."""

    model_config = ConfigDict(frozen=True)

    code: str = ""
    """What kind of problem it is, for programs: one of `PROBLEM_CODES`, or an error's code. Empty in runs of 0.1."""
    level: Level
    message: str
    mend: str = ""
    path: str = ""
    """Where it is: a place in the source (`Bundle.entry[12]`) or a fact of the record."""

    @property
    def is_of_a_model(self) -> bool:
        """Whether a model or its budget failed in a part, so that the offline mind did it."""
        return self.level is not Level.INFO and self.code.startswith(("model.", "service", "budget."))

    def in_words(self) -> str:
        """The problem as one line."""
        return f"{self.path}: {self.message}" if self.path and self.path not in self.message else self.message


def unsupported_part(message: str, *, path: str = "", level: Level = Level.WARNING) -> Problem:
    """A part of a mind's answer that nothing supports and that was not used."""
    return Problem(code="answer.rejected", level=level, message=message, path=path)


def warning_of(error: OslerError, consequence: str) -> Problem:
    """A fault that ended nothing, as a warning: what follows from it, then the fault's own words and how to mend it."""
    message = f"{consequence}: {error.message}"
    return Problem(code=error.code, level=Level.WARNING, message=message, mend=error.mend, path=error.path)
