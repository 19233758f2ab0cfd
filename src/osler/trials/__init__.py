"""Clinical trials: prescreen a registry, judge every criterion with evidence, and add the verdicts up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.lazy import lazily

if TYPE_CHECKING:
    from osler.trials.changes import changes_between
    from osler.trials.deps import Deps
    from osler.trials.engine import JUDGING, engine_of
    from osler.trials.reviewing import REVIEW_KIND, Decisions, Standing, only_open, outdated, review_items, reviewee
    from osler.trials.run import match, match_patient
    from osler.trials.types import (
        CriterionResult,
        CriterionVerdict,
        KeyFact,
        KeyFacts,
        MatchResult,
        MissingDatum,
        ModelResponse,
        PresearchResult,
        RunResult,
        TrialCandidate,
        TrialResult,
        TrialVerdict,
    )

__all__ = [
    "JUDGING",
    "REVIEW_KIND",
    "CriterionResult",
    "CriterionVerdict",
    "Decisions",
    "Deps",
    "KeyFact",
    "KeyFacts",
    "MatchResult",
    "MissingDatum",
    "ModelResponse",
    "PresearchResult",
    "RunResult",
    "Standing",
    "TrialCandidate",
    "TrialResult",
    "TrialVerdict",
    "changes_between",
    "engine_of",
    "match",
    "match_patient",
    "only_open",
    "outdated",
    "review_items",
    "reviewee",
]

# A capability's settings are read by every run; its door loads the rest when it is asked for.
__getattr__ = lazily(
    __name__,
    {
        "JUDGING": "engine",
        "REVIEW_KIND": "reviewing",
        "CriterionResult": "types",
        "CriterionVerdict": "types",
        "Decisions": "reviewing",
        "Deps": "deps",
        "KeyFact": "types",
        "KeyFacts": "types",
        "MatchResult": "types",
        "MissingDatum": "types",
        "ModelResponse": "types",
        "PresearchResult": "types",
        "RunResult": "types",
        "Standing": "reviewing",
        "TrialCandidate": "types",
        "TrialResult": "types",
        "TrialVerdict": "types",
        "changes_between": "changes",
        "engine_of": "engine",
        "match": "run",
        "match_patient": "run",
        "only_open": "reviewing",
        "outdated": "reviewing",
        "review_items": "reviewing",
        "reviewee": "reviewing",
    },
)
