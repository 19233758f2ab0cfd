"""Clinical trials: prescreen a registry, judge every criterion with evidence, and add the verdicts up."""

from osler.trials.changes import changes_between
from osler.trials.deps import Deps
from osler.trials.reviewing import KIND as REVIEW_KIND
from osler.trials.reviewing import decided, patient_key, review_items
from osler.trials.run import match, match_patient
from osler.trials.types import (
    CriterionResult,
    CriterionVerdict,
    KeyFact,
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
    "REVIEW_KIND",
    "CriterionResult",
    "CriterionVerdict",
    "Deps",
    "KeyFact",
    "KeyFacts",
    "MatchResult",
    "ModelResponse",
    "PresearchResult",
    "RunResult",
    "TrialCandidate",
    "TrialResult",
    "TrialVerdict",
    "changes_between",
    "decided",
    "match",
    "match_patient",
    "patient_key",
    "review_items",
]
