"""Clinical trials: prescreen a registry, judge every criterion with evidence, and add the verdicts up."""

from osler.trials.changes import changes_between
from osler.trials.deps import Deps
from osler.trials.reviewing import KIND as REVIEW_KIND
from osler.trials.reviewing import Decisions, Standing, review_items, reviewee
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
    "Decisions",
    "Deps",
    "KeyFact",
    "KeyFacts",
    "MatchResult",
    "ModelResponse",
    "PresearchResult",
    "RunResult",
    "Standing",
    "TrialCandidate",
    "TrialResult",
    "TrialVerdict",
    "changes_between",
    "match",
    "match_patient",
    "review_items",
    "reviewee",
]
