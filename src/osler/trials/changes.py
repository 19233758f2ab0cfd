"""What is new in a match since an earlier one of the same patient."""

from __future__ import annotations

from pydantic import BaseModel, Field

from osler.trials.types import MatchResult, TrialResult


class MatchChanges(BaseModel):
    """Only what changed between two runs."""

    since_run: str
    new_trials: list[str] = Field(default_factory=list)
    dropped_trials: list[str] = Field(default_factory=list)
    verdicts: list[str] = Field(default_factory=list)
    criteria: list[str] = Field(default_factory=list)
    """Criteria that are judged otherwise, of trials that are in both."""

    def lines(self) -> list[str]:
        """The changes for a person to read; empty when nothing changed."""
        named = (
            ("new trial", self.new_trials),
            ("no longer found", self.dropped_trials),
            ("verdict", self.verdicts),
            ("criterion", self.criteria),
        )
        return [f"{title}: {item}" for title, items in named for item in items]


def changes_between(before: MatchResult, after: MatchResult) -> MatchChanges:
    """What the later result has that the earlier has not, and the other way round."""
    then = {trial.nct_id: trial for trial in before.trials}
    now = {trial.nct_id: trial for trial in after.trials}
    return MatchChanges(
        since_run=before.run_id or "",
        new_trials=[f"{nct_id} {trial.verdict.value}" for nct_id, trial in now.items() if nct_id not in then],
        dropped_trials=[nct_id for nct_id in then if nct_id not in now],
        verdicts=[
            f"{nct_id} {then[nct_id].verdict.value} to {trial.verdict.value}"
            for nct_id, trial in now.items()
            if nct_id in then and then[nct_id].verdict is not trial.verdict
        ],
        criteria=[line for nct_id, trial in now.items() if nct_id in then for line in _judged(then[nct_id], trial)],
    )


def _judged(before: TrialResult, after: TrialResult) -> list[str]:
    """The criteria of a trial whose verdict changed."""
    then = {item.criterion_text: item.verdict.value for item in before.criteria}
    return [
        f"{after.nct_id} {then[item.criterion_text]} to {item.verdict.value}: {' '.join(item.criterion_text.split())}"
        for item in after.criteria
        if then.get(item.criterion_text, item.verdict.value) != item.verdict.value
    ]
