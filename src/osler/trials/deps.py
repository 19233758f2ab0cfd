"""What a match is given: minds, the record, the registry, its settings, and a tool of another capability."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from osler.core.agents import AgentDeps
from osler.core.terminology import Vocabularies, bundled_vocabularies
from osler.trials.registry import RECRUITING, LocalRegistry, Registry, Status
from osler.trials.settings import TrialSettings
from osler.trials.types import KeyFact, PolicyName, Reviewee, TrialResult

LikelyDiagnoses = Callable[[Sequence[str], float | None, str | None], list[KeyFact]]
"""Findings (HPO ids), age in years and sex → diseases that explain them, best first."""


class PersonsVerdicts(Protocol):
    """What persons decided, as whoever keeps it lays it over what is computed."""

    def applied(self, trial: TrialResult, patient: Reviewee) -> TrialResult:
        """The trial with persons' verdicts in place of the computed ones, added up anew."""


@dataclass(frozen=True)
class Deps(AgentDeps):
    """By default the offline mind, the bundled vocabularies and the registry on this machine."""

    vocabularies: Vocabularies = field(default_factory=bundled_vocabularies)
    registry: Registry = field(default_factory=LocalRegistry)
    settings: TrialSettings = field(default_factory=TrialSettings)
    status: tuple[Status, ...] = RECRUITING
    """The statuses of the trials that are searched; empty for any."""
    likely: LikelyDiagnoses | None = None
    """Finds likely diagnoses where the record names none; injected by whoever wires capabilities."""
    review: PersonsVerdicts | None = None
    """What persons decided about verdicts; it stands in place of what is computed."""

    as_of: date | None = None
    """The day on which everybody is judged, where one was given."""
    today: date | None = None
    """The day of the run, on which kept records are judged; without it each is judged on its own last day."""

    @property
    def policy(self) -> PolicyName:
        """What silence means."""
        return self.settings.policy
