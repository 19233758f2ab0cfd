"""What was taken out of a model's answer, told to whoever reads the answer."""

from __future__ import annotations

from collections import Counter
from typing import Any

from osler.consult.checked.cross_asked import OFFLINE
from osler.core.agents import StepOutcome
from osler.core.results import Level, Problem, unsupported_part


def rejections(outcome: StepOutcome[Any]) -> list[Problem]:
    """What a check took out of what a model said, and why; nobody is left to wonder where it went."""
    reasons = Counter(rejection.reason for rejection in outcome.rejected)
    alone = outcome.mind == OFFLINE and not outcome.stands_in_for
    whose = "" if alone else " of the model"  # where there is no model, none said it
    return [
        unsupported_part(f"{_statements(count, whose)} left out: {reason}", level=Level.INFO)
        for reason, count in reasons.items()
    ]


def _statements(count: int, whose: str) -> str:
    return f"a statement{whose} was" if count == 1 else f"{count} statements{whose} were"
