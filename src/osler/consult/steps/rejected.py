"""What was taken out of a model's answer, told to whoever reads the answer."""

from __future__ import annotations

from collections import Counter
from typing import Any

from osler.core.agents import StepOutcome
from osler.core.results import Level, Problem, unsupported_part


def rejections(outcome: StepOutcome[Any]) -> list[Problem]:
    """What a check took out of what a model said, and why; nobody is left to wonder where it went."""
    reasons = Counter(rejection.reason for rejection in outcome.rejected)
    return [
        unsupported_part(f"{_statements(count)} left out: {reason}", level=Level.INFO)
        for reason, count in reasons.items()
    ]


def _statements(count: int) -> str:
    return "a statement of the model was" if count == 1 else f"{count} statements of the model were"
