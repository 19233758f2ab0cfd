"""What every capability's answer has in common: how it ended, what was wrong, which minds, versions and run."""

from osler.core.results.envelope import Envelope, ResultStatus
from osler.core.results.notebook import framed, preformatted, table
from osler.core.results.problems import PROBLEM_CODES, Level, Problem, unsupported_part, warning_of

__all__ = [
    "PROBLEM_CODES",
    "Envelope",
    "Level",
    "Problem",
    "ResultStatus",
    "framed",
    "preformatted",
    "table",
    "unsupported_part",
    "warning_of",
]
