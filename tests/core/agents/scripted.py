"""Scripted language models: each turn is the next move of a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelResponse, ModelResponsePart, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from osler.core.agents import FREE, ModelHandle, Structure

Move = str | Sequence[tuple[str, Any]]
"""Text, or tool calls as (name, arguments)."""
Reaction = Callable[[str], Move]
"""A move that depends on everything the model has been told."""


class Script:
    """A model that plays its moves one after the other, the last one for ever, and remembers what it was told."""

    def __init__(self, *moves: Move | Reaction) -> None:
        self.moves = list(moves)
        self.turns = 0
        self.seen: list[list[ModelMessage]] = []
        self.infos: list[AgentInfo] = []

    async def __call__(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.seen.append(list(messages))
        self.infos.append(info)
        move = self.moves[min(self.turns, len(self.moves) - 1)]
        self.turns += 1
        if callable(move):
            move = move(repr(messages))
        parts: list[ModelResponsePart] = (
            [TextPart(move)]
            if isinstance(move, str)
            else [ToolCallPart(name, arguments, f"c{self.turns}-{n}") for n, (name, arguments) in enumerate(move)]
        )
        return ModelResponse(parts=parts)

    def handle(
        self, *, hosted: bool = False, structure: Structure = "native", folds_system: bool = False
    ) -> ModelHandle:
        return ModelHandle("scripted", FunctionModel(self), hosted, structure, folds_system, price=FREE)

    def tool_returns(self) -> list[str]:
        """What the model was told by tools, in its last view of the conversation."""
        return [
            str(part.content) for message in self.seen[-1] for part in message.parts if isinstance(part, ToolReturnPart)
        ]


def final(*findings: tuple[str, str]) -> Move:
    """The final answer of the toy step: (quote, code) each."""
    return [("final_result", {"findings": [{"quote": quote, "code": code} for quote, code in findings]})]
