"""A language model as a mind: its turns, through the privacy gate, the exchange folders, the retries and the budget."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from osler.core.agents.budget import Budget
from osler.core.agents.exchanges import Exchanges, exchange_key
from osler.core.agents.failures import as_outside_failure
from osler.core.agents.models import ModelHandle
from osler.core.agents.spec import GenerateConfig
from osler.core.agents.structured import InvalidOutput, OutputShape, json_from_text
from osler.core.agents.telemetry import Spans
from osler.core.agents.tools import Tool
from osler.core.agents.transcript import (
    FINAL_TOOL,
    UNTRUSTED_NOTICE,
    correction_text,
    outcome_text,
    prompted_format,
    restored,
)
from osler.core.agents.types import Call, Deidentifier, Final, ToolOutcome, Turn, Unreadable
from osler.core.outside import OutsideService, Slots
from osler.core.runs import Recorder

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelRequestPart, ModelResponse
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

_CHARACTERS_PER_TOKEN = 4
_SMALLEST_REPLY = 4096
"""With fewer tokens left than this, the reply is capped so that it cannot cross the budget."""


@dataclass(frozen=True)
class Connection:
    """Everything between a conversation and a model that is the same for every step of a runner."""

    handle: ModelHandle
    service: OutsideService
    slots: Slots
    exchanges: Sequence[Exchanges]
    timeout: float
    spans: Spans


@dataclass(frozen=True)
class Task:
    """What a model is to do: the rendered prompts, the shape of the answer, the tools."""

    step: str
    prompt_version: str
    system: str
    user: str
    shape: OutputShape[Any]
    tools: Sequence[Tool]
    generate: GenerateConfig


class ModelConversation:
    """A model at work on one task."""

    def __init__(
        self, connection: Connection, task: Task, budget: Budget, recorder: Recorder, gate: Deidentifier | None
    ) -> None:
        self.mind = connection.handle.name
        self._connection = connection
        self._task = task
        self._budget = budget
        self._recorder = recorder
        self._gate = gate
        self._prompted = connection.handle.structure == "prompted"
        self._history: list[ModelMessage] = []
        self._sent: list[dict[str, Any]] = []
        self._pending: list[ModelRequestPart] = []
        self._final_call: str | None = None
        self._skipped: list[Call] = []
        self._open()

    # -- the moves of a conversation -------------------------------------------------------------------------------

    async def ask(self) -> Turn:
        from pydantic_ai.messages import ModelRequest

        self._history.append(ModelRequest(parts=self._pending))
        self._pending = []
        response = await self._exchange()
        self._history.append(response)
        return self._read(response)

    def answer(self, outcomes: Sequence[ToolOutcome]) -> None:
        if self._prompted or not any(outcome.call_id for outcome in outcomes):
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
            self._recorder.event(self._task.step, "deidentified", counts=dict(self._gate.counts))

    # -- what is sent ----------------------------------------------------------------------------------------------

    def _open(self) -> None:
        system = f"{self._task.system}\n\n{UNTRUSTED_NOTICE}"
        if self._prompted:
            system = f"{system}\n\n{prompted_format(self._task.shape, self._task.tools)}"
        if self._connection.handle.folds_system:
            self._say("user", f"{system}\n\n{self._task.user}")
        else:
            self._say("system", system)
            self._say("user", self._task.user)

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

    def _settings(self) -> ModelSettings:
        given = self._task.generate.model_dump(exclude_none=True)
        # Our retries are the only ones: those of a client library would escape the budget and the breaker.
        settings = cast("ModelSettings", {"timeout": self._connection.timeout, "max_retries": 0, **given})
        left = self._budget.tokens_left - self._estimated_tokens()
        if left < given.get("max_tokens", _SMALLEST_REPLY):
            settings["max_tokens"] = max(1, left)
        return settings

    def _estimated_tokens(self) -> int:
        return sum(len(message["content"]) for message in self._sent) // _CHARACTERS_PER_TOKEN

    # -- the exchange ----------------------------------------------------------------------------------------------

    async def _exchange(self) -> ModelResponse:
        request = {
            "model": self.mind,
            "prompt": self._task.prompt_version,
            "step": self._task.step,
            "messages": self._sent,
            "tools": {tool.name: tool.schema for tool in self._task.tools},
            "output": self._task.shape.schema,
            "settings": self._task.generate.model_dump(exclude_none=True),
        }
        key = exchange_key(request)
        response, kept_by = self._find(key)
        if response is None:
            response = await self._request()
            for exchanges in self._connection.exchanges:
                exchanges.keep(key, request, _dump(response))
        if kept_by is None or kept_by.counts_usage:
            self._count(response)
        self._recorder.exchange(
            self._task.step,
            mind=self.mind,
            prompt_version=self._task.prompt_version,
            key=key,
            sent=[dict(message) for message in self._sent_since_last_reply()],
            reply=_plain_reply(response),
            finish_reason=response.finish_reason,
            from_disk=kept_by is not None,
        )
        self._sent.append({"role": "assistant", "content": json.dumps(_plain_reply(response), ensure_ascii=False)})
        return response

    def _find(self, key: str) -> tuple[ModelResponse | None, Exchanges | None]:
        for exchanges in self._connection.exchanges:
            found = exchanges.find(key, self._task.step)
            if found is not None:
                if exchanges.counts_usage:
                    self._budget.take_request()
                self._recorder.event(self._task.step, "reply_from_disk", key=key[:12])
                return _load(found), exchanges
        return None, None

    async def _request(self) -> ModelResponse:
        connection = self._connection

        async def attempt() -> ModelResponse:
            self._budget.take_request(self._estimated_tokens())
            with connection.spans.span("request", step=self._task.step, mind=self.mind) as span:
                async with connection.slots.hold():
                    response = await self._send()
                span.set(input_tokens=response.usage.input_tokens, output_tokens=response.usage.output_tokens)
                span.text("reply", response.text or "")
                return response

        return await connection.service.call(attempt)

    async def _send(self) -> ModelResponse:
        from pydantic_ai.direct import model_request
        from pydantic_ai.exceptions import AgentRunError

        try:
            async with asyncio.timeout(self._connection.timeout):
                return await model_request(
                    self._connection.handle.model,
                    self._history,
                    model_settings=self._settings(),
                    model_request_parameters=self._parameters(),
                    instrument=False,
                )
        except (TimeoutError, AgentRunError) as error:
            raise as_outside_failure(error, self.mind, self._connection.timeout) from None

    def _count(self, response: ModelResponse) -> None:
        from osler.core.agents.prices import cost_of

        cost = cost_of(response)
        self._budget.spend(response.usage.input_tokens, response.usage.output_tokens, cost)

    def _sent_since_last_reply(self) -> list[dict[str, Any]]:
        start = max((i + 1 for i, message in enumerate(self._sent) if message["role"] == "assistant"), default=0)
        return self._sent[start:]

    # -- what came back --------------------------------------------------------------------------------------------

    def _read(self, response: ModelResponse) -> Turn:
        raw = _plain_reply(response)
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
                return Turn(Unreadable("the arguments of final_result are not a JSON object"), raw)
            return Turn(Final(final.arguments), raw)
        if calls:
            return Turn(calls, raw)
        return Turn(self._read_text(response.text or ""), raw)

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


def _plain_reply(response: ModelResponse) -> dict[str, Any]:
    calls = [{"tool": part.tool_name, "arguments": part.args, "id": part.tool_call_id} for part in response.tool_calls]
    return {"text": response.text or "", **({"calls": calls} if calls else {})}


def _dump(response: ModelResponse) -> Any:
    from pydantic_ai.messages import ModelMessagesTypeAdapter

    return ModelMessagesTypeAdapter.dump_python([response], mode="json")


def _load(kept: Any) -> ModelResponse:
    from pydantic_ai.messages import ModelMessagesTypeAdapter, ModelResponse

    (response,) = ModelMessagesTypeAdapter.validate_python(kept)
    if not isinstance(response, ModelResponse):
        raise TypeError("a kept exchange must hold a reply")
    return response
