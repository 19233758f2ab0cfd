"""Clinical trials: prescreen a registry, judge every criterion with evidence, and add the verdicts up."""

from osler.trials.deps import Deps
from osler.trials.run import match, match_patient
from osler.trials.types import (
    CriterionResult,
    CriterionVerdict,
    KeyFacts,
    MatchResult,
    ModelResponse,
    PresearchResult,
    RunResult,
    TrialCandidate,
    TrialResult,
    TrialVerdict,
)

__all__ = [
    "CriterionResult",
    "CriterionVerdict",
    "Deps",
    "KeyFacts",
    "MatchResult",
    "ModelResponse",
    "PresearchResult",
    "RunResult",
    "TrialCandidate",
    "TrialResult",
    "TrialVerdict",
    "match",
    "match_patient",
]
