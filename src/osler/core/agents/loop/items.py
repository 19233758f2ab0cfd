"""The members of a typed answer's list, each shown once it is checked, while the rest is still being written."""

from __future__ import annotations

from typing import Any, Generic

from osler.core.agents.minds.items import OnItem
from osler.core.agents.steps.step import AgentStep
from osler.core.agents.steps.structured import InvalidOutput
from osler.core.agents.tools.toolbox import Toolbox, ToolResults
from osler.core.agents.types import InputT, OutputT


class ItemStream(Generic[InputT, OutputT]):
    """Judges a member as the whole answer is judged, by the same checks; what fails is not shown."""

    def __init__(self, step: AgentStep[InputT, OutputT], inputs: InputT, toolbox: Toolbox, show: OnItem) -> None:
        self._step = step
        self._inputs = inputs
        self._toolbox = toolbox
        self._show = show
        self._shown: list[Any] = []

    def offer(self, item: Any) -> None:
        """A member of an answer that is still being written."""
        try:
            alone = self._step.shape.validate({self._step.items: [item]})
        except InvalidOutput:
            return
        checked = self._step.checked(alone, self._inputs, ToolResults(self._toolbox.outcomes))
        if checked.output is not None:
            self.finish(checked.output)

    def finish(self, output: OutputT) -> None:
        """Show what has not been shown of an answer that was checked."""
        for member in getattr(output, self._step.items):
            if member not in self._shown:
                self._shown.append(member)
                self._show(member)
