"""What a person should know about an agent step: what a check rejected, and what stood in for a missing answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from osler.core.agents import OFFLINE, StepOutcome
from osler.core.results import Level, Problem, unsupported_part

__all__ = [
    "EMERGENCY",
    "OFFLINE",
    "add_minds",
    "author_of",
    "is_silent",
    "rejections",
    "stood_in",
    "unanswered",
]

EMERGENCY = "emergency"
"""The part whose answer may be nothing: a flag that no quote bears out is not raised, and the answer is whole without it."""


def rejections(outcome: StepOutcome[Any]) -> list[Problem]:
    """The parts of an answer that nothing supports, and that it has no others, where it has none."""
    parts = [
        unsupported_part(f"{outcome.step}: rejected {item.said}: {item.reason}", path=item.path)
        for item in outcome.rejected
    ]
    unused = outcome.output is not None and outcome.mind != OFFLINE and outcome.author == OFFLINE
    return [*parts, *([_nothing_held(outcome)] if unused and outcome.step != EMERGENCY else [])]


def _nothing_held(outcome: StepOutcome[Any]) -> Problem:
    """That every part of an answer was rejected: what is used is the offline mind's, as where none came."""
    count = len(outcome.rejected)
    return Problem(
        code=outcome.problem_code,
        level=Level.WARNING,
        message=f"{outcome.step}: nothing that {outcome.mind} answered held ({count} rejected); what is used is made offline",
        mend="'osler runs show' has the exchange",
    )


def is_silent(outcome: StepOutcome[Any], by_rules: Collection[object]) -> bool:
    """Whether a model answered with nothing where the rules found something: what is used is then theirs alone."""
    silent = outcome.output is not None and not outcome.output and not outcome.rejected
    return outcome.mind != OFFLINE and silent and bool(by_rules)


def author_of(outcome: StepOutcome[Any], by_rules: Collection[object]) -> str:
    """The mind that really made what is used of a note, given what the rules found in it."""
    return OFFLINE if is_silent(outcome, by_rules) else outcome.author


def unanswered(outcome: StepOutcome[Any], by_rules: Collection[object]) -> list[Problem]:
    """What to say where the rules' reading is all that is used: no answer is a fault, and one that finds nothing is not."""
    if outcome.output is None:
        return [stood_in(outcome, "the rules' reading is used")]
    if not is_silent(outcome, by_rules):
        return []
    message = f"{outcome.step}: {outcome.mind} reports nothing, and the rules {len(by_rules)}; their reading is used"
    return [Problem(code="model.empty", level=Level.INFO, message=message)]


def stood_in(outcome: StepOutcome[Any], instead: str) -> Problem:
    """What is used in place of an answer that did not come."""
    mind = outcome.stands_in_for or outcome.mind
    why: str = "nothing in it" if outcome.output is not None else outcome.status
    if outcome.error is not None:
        why = f"{outcome.status}, {outcome.failure}: {outcome.error.message}"
    return Problem(
        code=outcome.problem_code,
        level=Level.WARNING,
        message=f"{outcome.step}: {mind} gave no usable answer ({why}); {instead}",
        mend="'osler runs show' has the exchange",
    )


def add_minds(known: dict[str, str], more: Mapping[str, str]) -> None:
    """Take over who did which part; where several notes were read by different minds, all of them are named."""
    for part, mind in more.items():
        names = known[part].split(", ") if known.get(part) else []
        known[part] = ", ".join([*names, *([mind] if mind not in names else [])])
