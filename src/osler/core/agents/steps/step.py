"""A step of a capability: what goes in, what must come out, which tools it may use, and how each mind does it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from pydantic import BaseModel

from osler.config import BudgetSettings
from osler.core.agents.steps.spec import AgentSpec
from osler.core.agents.steps.structured import OutputShape, shape_of
from osler.core.agents.tools.toolbox import ToolResults
from osler.core.agents.types import Checked, InputT, OutputT, Rejection
from osler.errors import ConfigError

Policy = Callable[[InputT], OutputT | Awaitable[OutputT] | Generator[Any, Any, OutputT]]
"""How the offline mind carries a step out: a function, a coroutine function, or a generator.

A generator yields a `Call` (and is sent its `ToolOutcome`), a list of calls (and is sent a list of outcomes) or `Words`
that are shown at once, and returns the output. An optional parameter named `history` is given the conversation so far.
"""

Check = Callable[[OutputT, InputT, ToolResults], Checked[OutputT]]
"""Takes out of an output what the inputs and the tool results do not support."""


@dataclass(frozen=True)
class AgentStep(Generic[InputT, OutputT]):
    """One agent step, the same for every mind."""

    agent: AgentSpec
    input_type: type[InputT]
    output_type: type[OutputT] | Any
    policy: Policy[InputT, OutputT]
    tools: Sequence[str] = ()
    """The allow-list: no other tool can be called, whoever asks."""
    checks: Sequence[Check[OutputT, InputT]] = ()
    variables: Callable[[InputT], Mapping[str, Any]] | None = None
    """What the prompts are told; by default the fields of the input."""
    items: str = ""
    """The field of the output that is a list whose members the checks judge one by one: each can be shown as it comes.

    The output's other fields need defaults, because a member is checked as an output that holds nothing else.
    """
    budget: BudgetSettings | None = None
    """Limits of this step where they differ from the configured ones."""
    name: str = field(default="")

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.agent.name)
        if self.variables is not None or not issubclass(self.input_type, BaseModel):
            return
        if missing := sorted(self.agent.variables - set(self.input_type.model_fields)):
            raise ConfigError(
                f"the prompts of step {self.name!r} need {missing[0]!r}, which its input does not have",
                mend="add the field to the input or give the step its variables",
            )

    @property
    def shape(self) -> OutputShape[OutputT]:
        """The shape of the output."""
        output_type: Any = self.output_type
        return shape_of(output_type)

    def checked(self, output: OutputT, inputs: InputT, results: ToolResults) -> Checked[OutputT]:
        """What all checks leave of an output, and what they took out."""
        rejected: list[Rejection] = []
        left: OutputT | None = output
        for check in self.checks:
            if left is None:
                break
            found = check(left, inputs, results)
            left = found.output
            rejected.extend(found.rejected)
        return Checked(left, tuple(rejected))

    def values(self, inputs: InputT) -> Mapping[str, Any]:
        """The variables of the prompts for these inputs."""
        if self.variables is not None:
            return self.variables(inputs)
        if isinstance(inputs, BaseModel):
            return {name: getattr(inputs, name) for name in type(inputs).model_fields}
        return vars(inputs)
