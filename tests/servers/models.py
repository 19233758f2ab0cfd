"""A language-model server that speaks the OpenAI chat, Anthropic messages and Gemini protocols from one script."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tests.servers.http import Answer, Hang, HangUp, LoopbackServer, Received

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


Move = Says | Calls | Answer | Hang | HangUp


class ModelServer(LoopbackServer):
    """Answers request number n with the n-th move of its script; the last one is repeated."""

    def __init__(self, *script: Move) -> None:
        super().__init__()
        self.script = list(script)

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

    def respond(self, request: Received) -> Answer | Hang | HangUp:
        move = self.script[min(len(self.received), len(self.script)) - 1]
        if isinstance(move, Says):
            move = Says(move.words(request))
            if _wants_stream(request):
                return Answer(body=_STREAMS[protocol_of(request)](str(move.text)), headers=_EVENTS)
        if isinstance(move, Says | Calls):
            return Answer(body=_PROTOCOLS[protocol_of(request)](move))
        return move

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


def _events(*events: tuple[str, dict[str, Any]], done: str = "") -> bytes:
    named = [(f"event: {name}\n" if name else "", json.dumps(data)) for name, data in events]
    written = [f"{head}data: {data}\n\n" for head, data in named]
    return ("".join(written) + done).encode()


def _openai_stream(text: str) -> bytes:
    def chunk(delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
        head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test-model"}
        return {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    usage = {**chunk({}), "choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}}
    chunks = [chunk({"role": "assistant", "content": ""}), *(chunk({"content": bit}) for bit in _pieces(text))]
    return _events(*(("", part) for part in (*chunks, chunk({}, "stop"), usage)), done="data: [DONE]\n\n")


def _anthropic_stream(text: str) -> bytes:
    message = {
        **_anthropic(Says("")),
        "content": [],
        "stop_reason": None,
        "usage": {"input_tokens": 11, "output_tokens": 1},
    }
    parts: list[dict[str, Any]] = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *(
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": bit}}
            for bit in _pieces(text)
        ),
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None},
            "usage": {"output_tokens": 7},
        },
        {"type": "message_stop"},
    ]
    return _events(*((part["type"], part) for part in parts))


def _google_stream(text: str) -> bytes:
    whole = _google(Says(text))
    parts = [
        {
            **whole,
            "candidates": [{"content": {"role": "model", "parts": [{"text": bit}]}, "index": 0}],
        }
        for bit in _pieces(text)
    ]
    parts[-1]["candidates"][0]["finishReason"] = "STOP"
    return _events(*(("", part) for part in parts))


_STREAMS: dict[Protocol, Callable[[str], bytes]] = {
    "anthropic": _anthropic_stream,
    "google": _google_stream,
    "openai-chat": _openai_stream,
}
