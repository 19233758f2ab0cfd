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
    """A reply of plain text."""

    text: str


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

    def settings(self, protocol: Protocol, name: str = "test-model", **models: Any) -> dict[str, Any]:
        """The `models` settings that send every role here."""
        model = f"{protocol}:{name}"
        url = f"{self.url}/v1" if protocol == "openai-chat" else self.url
        return {"fast": model, "reasoning": model, "medical": model, "base_url": url, **models}

    def respond(self, request: Received) -> Answer | Hang | HangUp:
        move = self.script[min(len(self.received), len(self.script)) - 1]
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
    if ":generateContent" in request.path:
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
