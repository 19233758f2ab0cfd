"""Asking a model one short question to learn whether it answers, takes the key, is known there, and gives typed output."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from osler.config import RoleSettings, Settings
from osler.core.agents.minds.failures import (
    MISREAD,
    NO_CONNECTION,
    NoNativeTools,
    as_outside_failure,
    declines,
    refused,
)
from osler.core.agents.minds.models import ModelHandle, build_model
from osler.core.agents.minds.transcript import FINAL_TOOL
from osler.core.agents.steps.structured import InvalidOutput, json_from_text
from osler.core.outside import TransientFailure
from osler.errors import RateLimited, TimedOut

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

_LONGEST_WAIT = 20.0
_QUESTION = "This is a test of the connection. Answer with the number 1."
_IN_WORDS = ' Reply only with this JSON: {"number": 1}'
_BUSY = "wait and ask again, or have its limit raised"
_UNREACHED = "start the server or correct the base_url of its role"
_ANSWERS_ELSE = (
    "see that what runs at the base_url of its role speaks the protocol of this provider, and what it logged"
)
_ASKED = "number"
_SCHEMA = {"type": "object", "properties": {_ASKED: {"type": "integer"}}, "required": [_ASKED]}


@dataclass(frozen=True)
class Probe:
    """What one short request told of a model."""

    milliseconds: float
    tools: bool | None
    """Whether it answered by the tool call it was offered; None where it was offered none."""
    typed: bool
    """Whether its answer had the shape asked for."""

    def described(self) -> str:
        """In words."""
        tools = "was offered no tools" if self.tools is None else "calls tools" if self.tools else "calls no tools"
        typed = "gives typed output" if self.typed else "gives no typed output"
        return f"answers in {self.milliseconds:.0f} ms, {tools}, {typed}"


async def probe(mind: RoleSettings, settings: Settings) -> Probe:
    """Ask a model once, with nothing of any patient's; ServiceError says what is wrong with it."""
    handle = build_model(mind, settings)
    try:
        if handle.structure == "prompted":
            return replace(await _once(handle, settings, native=False), tools=None)
        try:
            return await _once(handle, settings, native=True)
        except NoNativeTools:
            return await _once(handle, settings, native=False)
    finally:
        await handle.close()


async def _once(handle: ModelHandle, settings: Settings, *, native: bool) -> Probe:
    from pydantic_ai.direct import model_request
    from pydantic_ai.exceptions import AgentRunError
    from pydantic_ai.messages import ModelRequest, UserPromptPart

    question = _QUESTION if native else _QUESTION + _IN_WORDS
    timeout = min(settings.models.timeout_seconds, _LONGEST_WAIT)
    limit = asyncio.timeout(None)
    clock = _timed(handle, limit, timeout)
    try:
        async with limit:
            response = await model_request(
                handle.ready(),
                [ModelRequest(parts=[UserPromptPart(question)])],
                model_settings=cast("ModelSettings", {"max_tokens": 256, "timeout": timeout, "max_retries": 0}),
                model_request_parameters=_parameters(native),
                instrument=False,
            )
    except (TimeoutError, AgentRunError, *MISREAD) as error:
        failure = as_outside_failure(error, handle.name, timeout, hosted=handle.hosted)
        if isinstance(failure, TransientFailure):
            where = handle.address or "its provider's address"
            raise failure.becomes(
                f"{handle.name} at {where} does not answer as it should: {failure.reason}",
                mend=_mend(failure),
            ) from None
        raise failure from None
    if response.finish_reason == "content_filter" or (not response.tool_calls and declines(response.text or "")):
        raise refused(handle.name)
    return _read(response, clock.milliseconds)


def _mend(failure: TransientFailure) -> str:
    if failure.becomes is RateLimited:
        return _BUSY
    return _UNREACHED if failure.reason == NO_CONNECTION or failure.becomes is TimedOut else _ANSWERS_ELSE


@dataclass
class _Clock:
    """When a request left and when its answer came; what a client library does before that is not the model's."""

    sent: float = 0.0
    came: float = 0.0

    @property
    def milliseconds(self) -> float:
        return (self.came - self.sent) * 1000


def _timed(handle: ModelHandle, limit: asyncio.Timeout, seconds: float) -> _Clock:
    """A clock that starts when the request leaves, and the limit with it: loading a client library may take longer."""
    clock = _Clock()

    async def sent(_: object) -> None:
        clock.sent = time.perf_counter()
        limit.reschedule(asyncio.get_running_loop().time() + seconds)

    async def came(_: object) -> None:
        clock.came = time.perf_counter()

    if handle.client is not None:
        handle.client.event_hooks = {"request": [sent], "response": [came]}
    return clock


def _parameters(native: bool) -> ModelRequestParameters:
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.tools import ToolDefinition

    if not native:
        return ModelRequestParameters()
    final = ToolDefinition(
        name=FINAL_TOOL, parameters_json_schema=_SCHEMA, description="Give the final result and end.", kind="output"
    )
    return ModelRequestParameters(output_tools=[final], output_mode="tool", allow_text_output=False)


def _read(response: ModelResponse, milliseconds: float) -> Probe:
    called = bool(response.tool_calls)
    given = response.tool_calls[0].args_as_json_str() if called else response.text or ""
    try:
        answer = json_from_text(given)
    except InvalidOutput:
        answer = None
    typed = isinstance(answer, dict) and _ASKED in answer
    return Probe(milliseconds, tools=called, typed=typed)
