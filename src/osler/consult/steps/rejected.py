"""What was taken out of a model's answer, told to whoever reads the answer."""

from __future__ import annotations

from typing import Any

from osler.core.agents import StepOutcome
from osler.core.results import Level, Problem, unsupported_part


def rejections(outcome: StepOutcome[Any]) -> list[Problem]:
    """What a check took out of what a model said, and why; nobody is left to wonder where it went."""
    reasons = dict.fromkeys(rejection.reason for rejection in outcome.rejected)
    return [
        unsupported_part(f"{outcome.step}: a statement of the model was rejected: {reason}", level=Level.INFO)
        for reason in reasons
    ]
