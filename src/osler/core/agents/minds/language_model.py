"""A language model as a mind: what it is told, through the privacy gate, and what its replies mean."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from osler.core.agents.loop.budget import Budget
from osler.core.agents.minds.asking import Asker, Connection, Task, plain_reply
from osler.core.agents.minds.failures import NoNativeTools
from osler.core.agents.minds.items import ItemReader, OnItem
from osler.core.agents.minds.transcript import (
    FINAL_TOOL,
    UNTRUSTED_NOTICE,
    correction_text,
    outcome_text,
    prompted_format,
    restored,
)
from osler.core.agents.minds.words import OnWords, WordStream
from osler.core.agents.steps.structured import InvalidOutput, json_from_text
from osler.core.agents.types import Call, Final, ToolOutcome, Turn, Unreadable
from osler.core.privacy import Deidentifier
from osler.core.runs import Recorder

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelRequestPart, ModelResponse
    from pydantic_ai.models import ModelRequestParameters


class ModelConversation:
    """A model at work on one task."""

    def __init__(
        self,
        connection: Connection,
        task: Task,
        budget: Budget,
        recorder: Recorder,
        gate: Deidentifier | None,
        on_words: OnWords | None = None,
        on_item: OnItem | None = None,
    ) -> None:
        self.mind = connection.handle.name
        self._handle = connection.handle
        self._task = task
        self._recorder = recorder
        self._gate = gate
        # Only an answer that is text has words to show; of a typed one, the members of its list.
        shown = on_words is not None and task.shape.is_text
        self._words = WordStream(on_words, gate.restore if gate else None) if on_words and shown else None
        self._items = ItemReader(task.items, on_item, self._restore) if on_item and task.items else None
        self._asker = Asker(connection, task, budget, recorder, self._words or self._items)
        self._counts_before = dict(gate.counts) if gate is not None else {}
        self._history: list[ModelMessage] = []
        self._sent: list[dict[str, Any]] = []
        self._pending: list[ModelRequestPart] = []
        self._final_call: str | None = None
        self._skipped: list[Call] = []
        self._turns = 0
        self._open()

    @property
    def _prompted(self) -> bool:
        return self._handle.structure == "prompted"

    async def ask(self) -> Turn:
        try:
            response = await self._reply()
        except NoNativeTools:
            if self._prompted or self._turns:
                raise
            # Some servers learn of tools only to say that they know none: ask in words, from now on.
            self._recorder.event(self._task.step, "no_native_tools", mind=self.mind)
            self._handle.structure = "prompted"
            self._history, self._sent, self._pending = [], [], []
            self._open()
            response = await self._reply()
        self._turns += 1
        self._history.append(response)
        self._sent.append({"role": "assistant", "content": json.dumps(plain_reply(response), ensure_ascii=False)})
        turn = self._read(response)
        if self._words is not None:
            if isinstance(turn.move, Final):
                self._words.finish(str(turn.move.value))
            else:
                self._words.drop()
        return turn

    def answer(self, outcomes: Sequence[ToolOutcome]) -> None:
        if not any(outcome.call_id for outcome in outcomes):
            self._say("user", "\n\n".join(f"{outcome.tool}: {outcome_text(outcome)}" for outcome in outcomes))
            return
        for outcome in outcomes:
            self._say("tool", outcome_text(outcome), tool=outcome.tool, call_id=outcome.call_id)

    def correct(self, problem: str) -> bool:
        text = correction_text(problem)
        if self._final_call is None:
            self._say("user", text)
            return True
        for call in self._skipped:
            self._say("tool", "Not run: a final result was given.", tool=call.tool, call_id=call.id)
        self._say("tool", text, tool=FINAL_TOOL, call_id=self._final_call)
        return True

    async def close(self) -> None:
        if self._gate is not None:
            counts = {kind: count - self._counts_before.get(kind, 0) for kind, count in self._gate.counts.items()}
            self._recorder.event(self._task.step, "deidentified", counts=counts)

    # -- what is sent ----------------------------------------------------------------------------------------------

    def _open(self) -> None:
        system = f"{self._task.system}\n\n{UNTRUSTED_NOTICE}"
        if self._prompted:
            system = f"{system}\n\n{prompted_format(self._task.shape, self._task.tools)}"
        if self._items is not None:
            self._items.call = "" if self._prompted else FINAL_TOOL
        first = "" if not self._handle.folds_system else f"{system}\n\n"
        if not first:
            self._say("system", system)
        for said in self._task.history:
            if said.role == "assistant":
                self._said_before(said.text)
            else:
                self._say("user", first + said.text)
                first = ""
        self._say("user", first + self._task.user)

    def _said_before(self, text: str) -> None:
        """An earlier answer, put where the model remembers its own words."""
        from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart

        content = self._gate.scrub(text) if self._gate is not None else text
        self._history += [ModelRequest(parts=self._pending), ModelResponse(parts=[TextPart(content)])]
        self._pending = []
        self._sent.append({"role": "assistant", "content": json.dumps({"text": content}, ensure_ascii=False)})

    def _say(self, role: str, text: str, *, tool: str = "", call_id: str = "") -> None:
        """Queue one message part. Nothing reaches a model by another way, so nothing passes by the gate."""
        from pydantic_ai.messages import SystemPromptPart, ToolReturnPart, UserPromptPart

        content = self._gate.scrub(text) if self._gate is not None else text
        part: ModelRequestPart
        if role == "tool":
            part = ToolReturnPart(tool_name=tool, content=content, tool_call_id=call_id)
            self._sent.append({"role": role, "content": content, "tool": tool, "call_id": call_id})
        else:
            part = SystemPromptPart(content) if role == "system" else UserPromptPart(content)
            self._sent.append({"role": role, "content": content})
        self._pending.append(part)

    async def _reply(self) -> ModelResponse:
        from pydantic_ai.messages import ModelRequest

        self._history.append(ModelRequest(parts=self._pending))
        self._pending = []
        return await self._asker.reply(self._history, self._sent, self._parameters())

    def _parameters(self) -> ModelRequestParameters:
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.tools import ToolDefinition

        if self._prompted:
            return ModelRequestParameters()
        tools = [
            ToolDefinition(name=tool.name, parameters_json_schema=tool.schema, description=tool.description)
            for tool in self._task.tools
        ]
        if self._task.shape.is_text:
            return ModelRequestParameters(function_tools=tools)
        final = ToolDefinition(
            name=FINAL_TOOL,
            parameters_json_schema=self._task.shape.object_schema,
            description="Give the final result and end.",
            kind="output",
        )
        return ModelRequestParameters(
            function_tools=tools, output_tools=[final], output_mode="tool", allow_text_output=False
        )

    # -- what came back --------------------------------------------------------------------------------------------

    def _read(self, response: ModelResponse) -> Turn:
        raw = plain_reply(response)
        self._final_call, self._skipped = None, []
        calls = [
            Call(part.tool_name, self._restore(_arguments(part.args)), part.tool_call_id)
            for part in response.tool_calls
        ]
        final = next((call for call in calls if call.tool == FINAL_TOOL), None)
        if final is not None:
            self._final_call = final.id
            self._skipped = [call for call in calls if call is not final]
            if final.arguments is None:
                return Turn(Unreadable(_cut_off("the arguments of final_result are not a JSON object", response)), raw)
            return Turn(Final(final.arguments), raw)
        if calls:
            return Turn(calls, raw)
        move = self._read_text(response.text or "")
        return Turn(Unreadable(_cut_off(move.problem, response)) if isinstance(move, Unreadable) else move, raw)

    def _read_text(self, text: str) -> Sequence[Call] | Final | Unreadable:
        try:
            value = self._restore(json_from_text(text))
        except InvalidOutput as problem:
            if self._task.shape.is_text and text.strip():
                return Final(self._restore(text.strip()))
            return Unreadable(str(problem))
        if self._task.tools and isinstance(value, dict) and value.keys() <= {"tool", "arguments"} and "tool" in value:
            arguments = value.get("arguments", {})
            return [Call(str(value["tool"]), arguments if isinstance(arguments, dict) else None)]
        return Final(self._restore(text.strip()) if self._task.shape.is_text else value)

    def _restore(self, value: Any) -> Any:
        return restored(value, self._gate.restore) if self._gate is not None else value


def _arguments(given: str | dict[str, Any] | None) -> dict[str, Any] | None:
    if isinstance(given, dict):
        return given
    if not given:
        return {}
    try:
        value = json_from_text(given)
    except InvalidOutput:
        return None
    return value if isinstance(value, dict) else None


def _cut_off(problem: str, response: ModelResponse) -> str:
    return (
        f"{problem} (it was cut off at its length limit: be shorter)" if response.finish_reason == "length" else problem
    )
