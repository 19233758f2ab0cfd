"""What is made of a message before anybody answers it: triage and the three readers, at the same time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel

from osler.config import BudgetSettings
from osler.consult.deps import Deps
from osler.consult.extraction import Extraction, extract_measurements, without_impossible
from osler.consult.extraction.clauses import clauses
from osler.consult.extraction.stated import names_only
from osler.consult.heard.differing import differing
from osler.consult.record import asks_something
from osler.consult.record.reading.framing import asks_by_a_tag, without_pleasantry
from osler.consult.record.reading.several import only_bids
from osler.consult.steps.confirming import confirms
from osler.consult.steps.extractors import StatementInput, context_step, findings_step, measurements_step
from osler.consult.steps.triage import TriageDecision, TriageInput, triage_step
from osler.consult.triage import triage
from osler.consult.types import ConsultRequest, ConsultState
from osler.core.agents import AgentStep, Budget, Difference, StepOutcome
from osler.core.results import Problem
from osler.core.safety import PatientContext

T = TypeVar("T", bound=BaseModel)


class FirstReading(NamedTuple):
    """What triage and the readers made of a message."""

    decision: TriageDecision
    found: Extraction
    minds: dict[str, str]
    problems: list[Problem]
    differences: list[Difference]


async def first_reading(
    given: ConsultRequest, state: ConsultState, about: PatientContext, deps: Deps, stated: str
) -> FirstReading:
    """Triage and the three readers at the same time; what one fails at does not stop the others."""
    statement = StatementInput(
        message=stated,
        current_time=state.current_time or given.moment,
        own_medicines=[fact.label for fact in given.record.medications],
    )
    told = Extraction(measurements=extract_measurements(given.message, given.moment).measurements)
    heard = without_impossible(given.message, told)
    routing = TriageInput(message=heard, topic=state.session_topic_node_type, context=about)
    part = _for_a_reader(deps)
    routed, measured, context, findings = await asyncio.gather(
        deps.ask_or_stand_in(triage_step(deps.vocabularies), routing, budget=part()),
        _reading(measurements_step(deps.vocabularies), statement, deps, part()),
        _reading(context_step(deps.vocabularies), statement, deps, part()),
        _reading(findings_step(deps.vocabularies), statement, deps, part()),
    )
    read: list[StepOutcome[Any]] = [measured, context, findings]
    outcomes: list[StepOutcome[Any]] = [routed, *read]
    problems = [problem for outcome in outcomes if (problem := outcome.problem()) is not None]
    merged: dict[str, Any] = {}
    for outcome in read:
        if outcome.output is not None:
            merged |= outcome.output.model_dump()
    if confirms(given.message, state.pending) is not None:
        merged = {}  # a yes or a no states nothing
    decision = routed.output or TriageDecision(route=triage(given.message, deps.vocabularies, None, about).route)
    readers: list[AgentStep[Any, Any]] = [
        measurements_step(deps.vocabularies),
        context_step(deps.vocabularies),
        findings_step(deps.vocabularies),
    ]
    apart = differing(triage_step(deps.vocabularies), routing, routed)
    apart += [one for step, outcome in zip(readers, read, strict=True) for one in differing(step, statement, outcome)]
    return FirstReading(
        decision,
        Extraction.model_validate(merged),
        {outcome.step: outcome.mind for outcome in outcomes},
        problems,
        apart,
    )


async def _reading(
    step: AgentStep[StatementInput, T], statement: StatementInput, deps: Deps, part: Budget | None
) -> StepOutcome[T]:
    """What a reader makes of a message; of one that only asks, and in which the rules find nothing, no model is asked for more."""
    if not any(clause.states_own for clause in clauses(statement.message)):
        by_rules = await deps.ask_offline(step, statement)
        if by_rules.output is not None and not any(by_rules.output.model_dump().values()):
            return by_rules
    return await deps.ask_or_stand_in(step, statement, budget=part)


def what_is_stated(spoken: str, alone: str) -> str:
    """What is read for statements: of what is told only to be confirmed, and of what was put for words that point in a question, nothing."""
    spoken, alone = without_pleasantry(spoken), without_pleasantry(alone)
    if asks_by_a_tag(spoken) or only_bids(spoken):
        return ""
    if alone != spoken and asks_something(alone) and not asks_something(spoken) and _goes_on(spoken.lower()):
        return ""  # a fragment that goes on from what was asked, and tells nothing
    return spoken if alone != spoken and asks_something(alone) else alone


def read_of(told: str, whole: str) -> str:
    """What is read for statements of what is told before a question; with the question, where it is only named for that."""
    return whole if names_only(told.lower()) else told


def _goes_on(lower: str) -> bool:
    return _NARROWS.match(lower) is not None or _NEXT_ONE.fullmatch(lower) is not None


_NEXT_ONE = re.compile(
    r"(?:(?:ok|okay|oh|so|right)[ ,]+)*(?:and|or|also|then|same for)[ ,]+(?:the|my|his|her|the patient's) "
    r"(?!.*\b(?:is|are|was|were|has|have|had|feels?|keeps?|started|got|hurts?|aches?|itches)\b)(?:[a-z'-]+ ){0,3}[a-z'-]+\W*"
)
"""A message that names the next thing of which the same is asked, and says nothing of it: "and the colonoscopy"."""
_NARROWS = re.compile(
    r"(?:(?:no|ok|okay|and|but|actually|sorry)[ ,]+)*(?:just|only|not) (?:the|my|his|her|those|that)\b"
)
"""A message that begins by narrowing what was shown."""


_READERS = 4
_FOR_THE_ANSWER = 4
"""Requests of a turn that are kept for the query, the answer and a correction of either."""


def _for_a_reader(deps: Deps) -> Callable[[], Budget | None]:
    """What triage and each reader may use of a turn's requests: a model that wants correcting does not cost the answer."""
    whole = deps.budget
    if whole is None:
        return lambda: None
    each = BudgetSettings(requests=max(1, (whole.limits.requests - _FOR_THE_ANSWER) // _READERS))
    return lambda: whole.step(each)
