"""The corpus of injection attempts, and models that obey them so that only code can stop them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from osler.yaml_reader import parse_yaml
from tests.core.agents.scripted import Move, Script


class Demand(BaseModel):
    """What an attempt wants."""

    model_config = ConfigDict(extra="forbid")

    tool: str | None = None
    arguments: dict[str, Any] = {}
    code: str | None = None
    quote: str | None = None
    flood: int | None = None


class Attempt(BaseModel):
    """One attempt to give orders through untrusted text."""

    model_config = ConfigDict(extra="forbid")

    id: str
    technique: str
    text: str
    demand: Demand


@cache
def attempts(*names: str) -> list[Attempt]:
    """The attempts of the named files, or of all."""
    files = [f"{name}.yml" for name in names] or sorted(path.name for path in Path(__file__).parent.glob("*.yml"))
    return [
        Attempt.model_validate(entry)
        for file in files
        for entry in parse_yaml((Path(__file__).parent / file).read_text(encoding="utf-8"))
    ]


def obedient(
    attempt: Attempt, answer: Callable[[str | None, str | None], Move], *, first: list[tuple[str, Any]] | None = None
) -> Script:
    """A model that does what an attempt demands, after `first`, and then answers with the demanded code or quote.

    `answer` builds the capability's final answer from a demanded (quote, code), None for either that is not demanded.
    """
    demand = attempt.demand
    moves: list[Move] = [first] if first else []
    if demand.tool is not None:
        moves.append([(demand.tool, demand.arguments)])
    if demand.flood is not None:
        moves.extend([[("search", {"term": "again"})] * 7] * (demand.flood // 7 + 1))
    moves.append(answer(demand.quote, demand.code))
    return Script(*moves)
