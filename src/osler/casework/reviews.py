"""What persons decided of verdicts, for a run that uses it: read from the queue of reviews, kept for a replay."""

from __future__ import annotations

from osler.casework.work import Work
from osler.core.results import Problem, warning_of
from osler.core.review import ReviewQueue, open_review_queue
from osler.errors import OslerError
from osler.trials import REVIEW_KIND, Decisions, Standing

_DECIDED = "decisions"
"""Under what a run keeps the decisions that it used."""


def review_queue(work: Work) -> tuple[ReviewQueue | None, list[Problem]]:
    """The queue of what a person is to decide; without it trials are judged all the same."""
    if not work.keep:
        return None, []
    try:
        return open_review_queue(work.settings), []
    except OslerError as error:
        return None, [warning_of(error, "reviewers' verdicts were not read and nothing was queued for review")]


def decisions_of(work: Work, queue: ReviewQueue | None) -> Decisions | None:
    """What persons decided: by the queue, and in a replay as it stood then."""
    if work.kept is not None:
        then = work.kept.get(_DECIDED) or {}
        return Decisions({name: Standing(*standing) for name, standing in then.items()})
    return None if queue is None else Decisions.of(queue.items(kind=REVIEW_KIND, status=None))


def keep_decisions(decisions: Decisions | None, work: Work) -> None:
    if decisions is not None and decisions.used:
        work.recorder.exchange("review", key=_DECIDED, kept=decisions.used)
