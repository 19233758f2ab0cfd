"""The one loop in which a mind works: its moves, its tools, its answer, validated and checked."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Generic

from osler.core.agents.loop.budget import Budget
from osler.core.agents.loop.items import ItemStream
from osler.core.agents.steps.step import AgentStep
from osler.core.agents.steps.structured import InvalidOutput
from osler.core.agents.tools.toolbox import Toolbox, ToolResults
from osler.core.agents.types import Conversation, Final, InputT, OutputT, Rejection, StepStatus
from osler.core.agents.types import Unreadable as UnreadableReply
from osler.core.runs import Recorder
from osler.errors import BudgetExhausted, OslerError, PrivacyBlocked, ServiceError, Unreadable


@dataclass(frozen=True)
class Ending(Generic[OutputT]):
    """How the loop ended."""

    status: StepStatus
    output: OutputT | None = None
    reason: str = ""
    rejected: tuple[Rejection, ...] = ()
    error: OslerError | None = None


async def converse(
    step: AgentStep[InputT, OutputT],
    inputs: InputT,
    conversation: Conversation,
    *,
    toolbox: Toolbox,
    budget: Budget,
    recorder: Recorder,
    output_retries: int,
    items: ItemStream[InputT, OutputT] | None = None,
) -> Ending[OutputT]:
    """Let a mind work until it has answered, or until the budget, the retries or the service give out."""
    try:
        async with asyncio.timeout(budget.seconds_left):
            ending = await _turns(step, inputs, conversation, toolbox, budget, recorder, output_retries)
            if items is not None and ending.output is not None:
                items.finish(ending.output)
            return ending
    except TimeoutError:
        error = budget.out_of_time()
        return Ending("budget_exhausted", reason=error.message, error=error)
    except BudgetExhausted as error:
        return Ending("budget_exhausted", reason=error.message, error=error)
    except PrivacyBlocked:
        raise
    except ServiceError as error:
        return Ending("unavailable", reason=error.message, error=error)
    finally:
        await conversation.close()


async def _turns(
    step: AgentStep[InputT, OutputT],
    inputs: InputT,
    conversation: Conversation,
    toolbox: Toolbox,
    budget: Budget,
    recorder: Recorder,
    output_retries: int,
) -> Ending[OutputT]:
    retries_left = output_retries
    for _ in range(budget.max_turns):
        budget.check_time()
        turn = await conversation.ask()
        move = turn.move
        if not isinstance(move, Final | UnreadableReply):
            conversation.answer(await toolbox.call_all(move))
            continue
        try:
            output = _validated(step, move)
        except InvalidOutput as problem:
            budget.unreadable()
            recorder.event(step.name, "invalid_output", retries_left=retries_left)
            recorder.exchange(step.name, mind=conversation.mind, invalid=str(problem), raw=turn.raw)
            if retries_left == 0 or not conversation.correct(str(problem)):
                return _unreadable(conversation.mind, str(problem))
            retries_left -= 1
            continue
        return _checked(step, inputs, output, ToolResults(toolbox.outcomes))
    return Ending("budget_exhausted", reason=f"the mind did not finish within {budget.max_turns} turns")


def _unreadable(mind: str, problem: str) -> Ending[OutputT]:
    reason = f"no valid output: {problem}"
    error = Unreadable(f"{mind} gave {reason}", mend="look at the trace with 'osler runs show', or use another model")
    return Ending("failed", reason=reason, error=error)


def _validated(step: AgentStep[InputT, OutputT], move: Final | UnreadableReply) -> OutputT:
    if isinstance(move, UnreadableReply):
        raise InvalidOutput(move.problem)
    return step.shape.validate(move.value)


def _checked(
    step: AgentStep[InputT, OutputT], inputs: InputT, output: OutputT, results: ToolResults
) -> Ending[OutputT]:
    checked = step.checked(output, inputs, results)
    rejected = tuple(checked.rejected)
    if checked.output is None:
        reason = rejected[0].reason if rejected else "nothing in the output is supported"
        return Ending("unsupported", reason=reason, rejected=rejected)
    return Ending("ok", checked.output, rejected=rejected)
