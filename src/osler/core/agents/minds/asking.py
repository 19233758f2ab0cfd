"""Asking a language model once: the exchange folders first, then the model, within budget, retries and time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, cast

from osler.core.agents.loop.budget import Budget
from osler.core.agents.minds.failures import (
    MISREAD,
    NoNativeTools,
    as_outside_failure,
    cannot_stream,
    declines,
    failure_kept,
    kept_failure,
    refused,
)
from osler.core.agents.minds.models import ModelHandle
from osler.core.agents.minds.pool import pool
from osler.core.agents.minds.prices import cost_of
from osler.core.agents.recording.exchanges import Exchanges, exchange_key
from osler.core.agents.recording.telemetry import Spans
from osler.core.agents.steps.spec import GenerateConfig
from osler.core.agents.steps.structured import OutputShape
from osler.core.agents.tools.tool import Tool
from osler.core.agents.types import Said
from osler.core.outside import OutsideService, Slots, TransientFailure
from osler.core.runs import Recorder
from osler.errors import PrivacyBlocked, ServiceError, Unreadable

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse, ModelResponseStreamEvent
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

_CHARACTERS_PER_TOKEN = 4
_SMALLEST_REPLY = 4096
"""With room for fewer tokens than this, the reply is capped so that it cannot cross the budget."""

_NO_TOOLS_OF_0_1 = "no native tools"


@dataclass(frozen=True)
class Connection:
    """Everything between a step and a model that is the same for every step of a runner."""

    handle: ModelHandle
    service: OutsideService
    slots: Slots
    max_concurrency: int
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
    history: Sequence[Said] = ()
    items: str = ""
    """The field of the answer whose members are shown as they come."""


class Follower(Protocol):
    """Whoever follows a reply while it is written."""

    @property
    def begun(self) -> bool:
        """Whether something of the reply was shown that cannot be taken back."""

    def add(self, text: str, *, call: str = "") -> None:
        """More of the reply's text, or of the arguments with which it calls a tool."""

    def drop(self) -> None:
        """What came so far is no answer."""


class Asker:
    """Asks one model on behalf of one step."""

    def __init__(
        self,
        connection: Connection,
        task: Task,
        budget: Budget,
        recorder: Recorder,
        follower: Follower | None = None,
    ) -> None:
        self._follower = follower
        self._connection = connection
        self._task = task
        self._budget = budget
        self._recorder = recorder

    async def reply(
        self,
        history: Sequence[ModelMessage],
        transcript: Sequence[Mapping[str, Any]],
        parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """The model's reply to a conversation; `transcript` is the same conversation as plain values."""
        request = self._request(transcript)
        key = exchange_key(request)
        response, found_in = self._find(key)
        if response is None:
            tokens = sum(len(message["content"]) for message in transcript) // _CHARACTERS_PER_TOKEN
            attempts = _Attempts(self._budget)
            try:
                response = await self._connection.service.call(
                    lambda: self._attempt(history, parameters, tokens, attempts)
                )
            except PrivacyBlocked:
                raise
            except ServiceError as error:
                self._keep_failure(key, request, error)
                raise
        for exchanges in self._connection.exchanges:
            if exchanges is not found_in:
                exchanges.keep(key, request, _dump(response))
        if found_in is not None and found_in.counts_usage:
            self._count(response)
        self._trace(key, transcript, response, from_disk=found_in is not None)
        if response.finish_reason == "content_filter" or (not response.tool_calls and declines(response.text or "")):
            raise refused(self._connection.handle.name)
        return response

    def _keep_failure(self, key: str, request: dict[str, Any], error: ServiceError) -> None:
        """Write down that this was asked in vain: a replay must meet the same failure to take the same turn."""
        kept = kept_failure(error)
        for exchanges in self._connection.exchanges:
            # Only what will be so again is worth remembering for other runs.
            if exchanges.keeps_failures or isinstance(error, NoNativeTools):
                exchanges.keep(key, request, kept)
        self._recorder.exchange(self._task.step, mind=self._connection.handle.name, key=key, kept=kept)

    def _count(self, response: ModelResponse) -> None:
        cost = cost_of(response, self._connection.handle.price)
        self._budget.spend(response.usage.input_tokens, response.usage.output_tokens, cost)

    def _request(self, transcript: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        return {
            "model": self._connection.handle.name,
            "prompt": self._task.prompt_version,
            "step": self._task.step,
            "messages": [dict(message) for message in transcript],
            "tools": {tool.name: tool.schema for tool in self._task.tools},
            "output": self._task.shape.schema,
            "settings": self._task.generate.model_dump(exclude_none=True),
        }

    def _find(self, key: str) -> tuple[ModelResponse | None, Exchanges | None]:
        for exchanges in self._connection.exchanges:
            found = exchanges.find(key, self._task.step)
            if found == _NO_TOOLS_OF_0_1:
                raise NoNativeTools(f"{self._connection.handle.name} knows no tool calling")
            if (failure := failure_kept(found)) is not None:
                self._budget.take_request()
                self._recorder.event(self._task.step, "failure_from_disk", key=key[:12], code=failure.code)
                raise failure
            if found is not None:
                if exchanges.counts_usage:
                    self._budget.take_request()
                self._recorder.event(self._task.step, "reply_from_disk", key=key[:12])
                return _load(found), exchanges
        return None, None

    async def _attempt(
        self,
        history: Sequence[ModelMessage],
        parameters: ModelRequestParameters,
        tokens: int,
        attempts: _Attempts,
    ) -> ModelResponse:
        handle = self._connection.handle
        spans = self._connection.spans
        longest = self._task.generate.max_tokens or _SMALLEST_REPLY
        async with self._budget.request(tokens, longest, handle.price) as room:
            attempts.count()
            with spans.span("request", step=self._task.step, mind=handle.name) as span:
                async with self._connection.slots.hold(self._connection.max_concurrency):
                    response = await self._send(history, parameters, room if room < longest else None)
                self._count(response)
                span.set(input_tokens=response.usage.input_tokens, output_tokens=response.usage.output_tokens)
                span.text("reply", response.text or "")
                return response

    async def _send(
        self, history: Sequence[ModelMessage], parameters: ModelRequestParameters, room: int | None
    ) -> ModelResponse:
        from pydantic_ai.exceptions import AgentRunError

        connection = self._connection
        model, settings = connection.handle.ready(), self._settings(room)
        try:
            async with asyncio.timeout(connection.timeout):
                if self._follower is not None and connection.handle.streams:
                    streamed = await self._streamed(model, history, settings, parameters, self._follower)
                    if streamed is not None:
                        return streamed
                    self._budget.repeat_request()
                return await _whole(model, history, settings, parameters)
        except (TimeoutError, AgentRunError, *MISREAD) as error:
            handle = connection.handle
            failure = as_outside_failure(error, handle.name, connection.timeout, hosted=handle.hosted)
            if isinstance(failure, TransientFailure) and failure.becomes is Unreadable:
                self._budget.unreadable()
            if isinstance(failure, TransientFailure) and self._follower is not None and self._follower.begun:
                # Words that were shown cannot be taken back, so this answer is not begun again.
                raise failure.becomes(f"{handle.name} broke off: {failure.reason}") from None
            raise failure from None

    async def _streamed(
        self,
        model: Model,
        history: Sequence[ModelMessage],
        settings: ModelSettings,
        parameters: ModelRequestParameters,
        follower: Follower,
    ) -> ModelResponse | None:
        """The reply, followed while it is written; None where the server or the client cannot stream."""
        from pydantic_ai.direct import model_request_stream
        from pydantic_ai.exceptions import AgentRunError

        follower.drop()
        came: list[ModelResponseStreamEvent] = []
        called = dict[int, str]()
        here = asyncio.get_running_loop()

        def tell(event: ModelResponseStreamEvent) -> None:
            came.append(event)
            _follow(event, called, follower)

        async def followed() -> ModelResponse:
            async with model_request_stream(
                model, history, model_settings=settings, model_request_parameters=parameters, instrument=False
            ) as stream:
                async for event in stream:
                    # Whoever follows checks what comes, which is no work for the loop of all requests.
                    here.call_soon_threadsafe(tell, event)
                return stream.get()

        try:
            return await pool.send(followed)
        except (NotImplementedError, AgentRunError, *MISREAD) as error:
            if came or not cannot_stream(error):
                raise
            self._connection.handle.streams = False
            self._recorder.event(self._task.step, "no_streaming", mind=self._connection.handle.name)
            return None

    def _settings(self, room: int | None) -> ModelSettings:
        given = self._task.generate.model_dump(exclude_none=True)
        if room is not None:
            given["max_tokens"] = room
        # Our retries are the only ones: those of a client library would escape the budget and the breaker.
        return cast("ModelSettings", {"timeout": self._connection.timeout, "max_retries": 0, **given})

    def _trace(
        self, key: str, transcript: Sequence[Mapping[str, Any]], response: ModelResponse, *, from_disk: bool
    ) -> None:
        last_reply = max((i + 1 for i, message in enumerate(transcript) if message["role"] == "assistant"), default=0)
        self._recorder.exchange(
            self._task.step,
            mind=self._connection.handle.name,
            prompt_version=self._task.prompt_version,
            key=key,
            sent=[dict(message) for message in transcript[last_reply:]],
            reply=plain_reply(response),
            kept=_dump(response),
            finish_reason=response.finish_reason,
            from_disk=from_disk,
        )


class _Attempts:
    """Counts what is tried again on behalf of one request."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._number = 0

    def count(self) -> None:
        if self._number:
            self._budget.retried()
        self._number += 1


async def _whole(
    model: Model, history: Sequence[ModelMessage], settings: ModelSettings, parameters: ModelRequestParameters
) -> ModelResponse:
    from pydantic_ai.direct import model_request

    return await pool.send(
        lambda: model_request(
            model, history, model_settings=settings, model_request_parameters=parameters, instrument=False
        )
    )


def _follow(event: ModelResponseStreamEvent, called: dict[int, str], follower: Follower) -> None:
    """Pass on what an event adds to a reply; `called` remembers which part calls which tool."""
    from pydantic_ai.messages import (
        PartDeltaEvent,
        PartStartEvent,
        TextPart,
        TextPartDelta,
        ToolCallPart,
        ToolCallPartDelta,
    )

    if isinstance(event, PartStartEvent):
        if isinstance(event.part, TextPart):
            follower.add(event.part.content)
        elif isinstance(event.part, ToolCallPart):
            called[event.index] = event.part.tool_name
            if isinstance(event.part.args, str):
                follower.add(event.part.args, call=event.part.tool_name)
    elif isinstance(event, PartDeltaEvent):
        if isinstance(event.delta, TextPartDelta):
            follower.add(event.delta.content_delta)
        elif isinstance(event.delta, ToolCallPartDelta) and isinstance(event.delta.args_delta, str):
            follower.add(event.delta.args_delta, call=called.get(event.index, ""))


def plain_reply(response: ModelResponse) -> dict[str, Any]:
    """A reply as plain values."""
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
