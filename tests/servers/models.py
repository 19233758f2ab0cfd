"""A language-model server that speaks the OpenAI chat, Anthropic messages and Gemini protocols from one script."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tests.servers.http import Answer, Hang, HangUp, Held, LoopbackServer, Received

Protocol = Literal["anthropic", "google", "openai-chat"]


@dataclass(frozen=True)
class Says:
    """A reply of plain text, or of what a function makes of all that the model was told."""

    text: str | Callable[[str], str]

    def words(self, request: Received) -> str:
        told = json.dumps(request.json(), ensure_ascii=False)
        return self.text if isinstance(self.text, str) else self.text(told)


@dataclass(frozen=True)
class Calls:
    """A reply that calls tools: (name, arguments) each. The final answer is a call of `final_result`."""

    calls: Sequence[tuple[str, dict[str, Any]]]


@dataclass(frozen=True)
class Pauses:
    """A streamed reply of which the rest is held back, once so much of it has come, until it is released."""

    move: Says | Calls
    after: str
    released: asyncio.Event


Move = Says | Calls | Pauses | Answer | Hang | HangUp


class ModelServer(LoopbackServer):
    """Answers request number n with the n-th move of its script; the last one is repeated."""

    def __init__(self, *script: Move, streams: bool = True) -> None:
        super().__init__()
        self.script = list(script)
        self.streams = streams
        """Whether it streams when it is asked to; some servers answer as a whole whatever they are asked."""

    def role(
        self, protocol: Protocol, name: str = "test-model", *, local: bool = True, **fields: Any
    ) -> dict[str, Any]:
        """A role's settings that send it here."""
        url = f"{self.url}/v1" if protocol == "openai-chat" else self.url
        return {"model": f"{protocol}:{name}", "base_url": url, "local": local, **fields}

    def settings(
        self, protocol: Protocol, name: str = "test-model", *, local: bool = True, **models: Any
    ) -> dict[str, Any]:
        """The `models` settings that send every role here."""
        role = self.role(protocol, name, local=local)
        return {"fast": role, "reasoning": role, "medical": role, **models}

    def respond(self, request: Received) -> Answer | Held | Hang | HangUp:
        scripted = self.move(request)
        held = scripted if isinstance(scripted, Pauses) else None
        move = scripted.move if isinstance(scripted, Pauses) else scripted
        if not isinstance(move, Says | Calls):
            return move
        if isinstance(move, Says):
            move = Says(move.words(request))
        protocol = protocol_of(request)
        if not (self.streams and _wants_stream(request)):
            return Answer(body=_PROTOCOLS[protocol](move))
        events = _STREAMS[protocol](move)
        answer = Answer(body=_encoded(events, protocol), headers=_EVENTS)
        if held is None:
            return answer
        return Held(answer, len(_encoded(_until(held.after, events))), held.released)

    def move(self, request: Received) -> Move:
        """What it does now."""
        return self.script[min(len(self.received), len(self.script)) - 1]

    def texts(self) -> list[str]:
        """Everything each request said, as one string a request."""
        return [json.dumps(request.json(), ensure_ascii=False) for request in self.received]


def protocol_of(request: Received) -> Protocol:
    if request.path.endswith("/chat/completions"):
        return "openai-chat"
    if request.path.split("?")[0].endswith("/messages"):
        return "anthropic"
    if ":generateContent" in request.path or ":streamGenerateContent" in request.path:
        return "google"
    raise AssertionError(f"no model protocol has the path {request.path}")


def _openai(move: Says | Calls) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": move.text if isinstance(move, Says) else None}
    if isinstance(move, Calls):
        message["tool_calls"] = [
            {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for n, (name, arguments) in enumerate(move.calls)
        ]
    reason = "stop" if isinstance(move, Says) else "tool_calls"
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "test-model",
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def _anthropic(move: Says | Calls) -> dict[str, Any]:
    if isinstance(move, Says):
        content: list[dict[str, Any]] = [{"type": "text", "text": move.text}]
    else:
        content = [
            {"type": "tool_use", "id": f"toolu_{n}", "name": name, "input": arguments}
            for n, (name, arguments) in enumerate(move.calls)
        ]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "test-model",
        "content": content,
        "stop_reason": "end_turn" if isinstance(move, Says) else "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 7},
    }


def _google(move: Says | Calls) -> dict[str, Any]:
    if isinstance(move, Says):
        parts: list[dict[str, Any]] = [{"text": move.text}]
    else:
        parts = [{"functionCall": {"name": name, "args": arguments}} for name, arguments in move.calls]
    return {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18},
        "modelVersion": "test-model",
        "responseId": "r1",
    }


_PROTOCOLS: dict[Protocol, Callable[[Says | Calls], dict[str, Any]]] = {
    "anthropic": _anthropic,
    "google": _google,
    "openai-chat": _openai,
}

_EVENTS = {"content-type": "text/event-stream"}


def _wants_stream(request: Received) -> bool:
    return ":streamGenerateContent" in request.path or bool(request.json().get("stream"))


def _pieces(text: str) -> list[str]:
    """The text in bits that fall in the middle of words."""
    return [text[start : start + 5] for start in range(0, len(text), 5)]


@dataclass(frozen=True)
class _Event:
    """One event of a stream, and what it adds to the words or the arguments of the reply."""

    data: dict[str, Any]
    name: str = ""
    adds: str = ""


def _encoded(events: Sequence[_Event], protocol: Protocol | None = None) -> bytes:
    heads = [f"event: {event.name}\n" if event.name else "" for event in events]
    written = [f"{head}data: {json.dumps(event.data)}\n\n" for head, event in zip(heads, events, strict=True)]
    return ("".join(written) + ("data: [DONE]\n\n" if protocol == "openai-chat" else "")).encode()


def _until(after: str, events: Sequence[_Event]) -> list[_Event]:
    """The events up to the one that completes these words."""
    came = ""
    for number, event in enumerate(events, 1):
        came += event.adds
        if after in came:
            return list(events[:number])
    raise AssertionError("the reply does not hold what it is to be held back after")


def _openai_stream(move: Says | Calls) -> list[_Event]:
    def chunk(delta: dict[str, Any], adds: str = "", reason: str | None = None) -> _Event:
        head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test-model"}
        return _Event({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}, adds=adds)

    chunks = [chunk({"role": "assistant", "content": ""})]
    if isinstance(move, Says):
        chunks += [chunk({"content": bit}, bit) for bit in _pieces(str(move.text))]
    else:
        for n, (name, arguments) in enumerate(move.calls):
            opened = {"index": n, "id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": ""}}
            chunks.append(chunk({"tool_calls": [opened]}))
            chunks += [
                chunk({"tool_calls": [{"index": n, "function": {"arguments": bit}}]}, bit)
                for bit in _pieces(json.dumps(arguments))
            ]
    chunks.append(chunk({}, reason="stop" if isinstance(move, Says) else "tool_calls"))
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return [*chunks, _Event({**chunk({}).data, "choices": [], "usage": usage})]


def _anthropic_stream(move: Says | Calls) -> list[_Event]:
    def event(data: dict[str, Any], adds: str = "") -> _Event:
        return _Event(data, data["type"], adds)

    def block(n: int, opened: dict[str, Any], kind: str, field: str, text: str) -> list[_Event]:
        return [
            event({"type": "content_block_start", "index": n, "content_block": opened}),
            *(
                event({"type": "content_block_delta", "index": n, "delta": {"type": kind, field: bit}}, bit)
                for bit in _pieces(text)
            ),
            event({"type": "content_block_stop", "index": n}),
        ]

    whole = _anthropic(move)
    message = {**whole, "content": [], "stop_reason": None, "usage": {"input_tokens": 11, "output_tokens": 1}}
    events = [event({"type": "message_start", "message": message})]
    if isinstance(move, Says):
        events += block(0, {"type": "text", "text": ""}, "text_delta", "text", str(move.text))
    else:
        for n, (name, arguments) in enumerate(move.calls):
            opened = {"type": "tool_use", "id": f"toolu_{n}", "name": name, "input": {}}
            events += block(n, opened, "input_json_delta", "partial_json", json.dumps(arguments))
    ended = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    events.append(event({"type": "message_delta", "delta": ended, "usage": {"output_tokens": 7}}))
    return [*events, event({"type": "message_stop"})]


def _google_stream(move: Says | Calls) -> list[_Event]:
    whole = _google(move)
    if isinstance(move, Calls):
        return [_Event(whole)]
    parts = [
        _Event(
            {**whole, "candidates": [{"content": {"role": "model", "parts": [{"text": bit}]}, "index": 0}]}, adds=bit
        )
        for bit in _pieces(str(move.text))
    ]
    parts[-1].data["candidates"][0]["finishReason"] = "STOP"
    return parts


_STREAMS: dict[Protocol, Callable[[Says | Calls], list[_Event]]] = {
    "anthropic": _anthropic_stream,
    "google": _google_stream,
    "openai-chat": _openai_stream,
}
