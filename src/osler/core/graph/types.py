"""Nodes, relationships, and what a query to a patient graph gives back."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

Value = str | float | int | bool | dt.date | dt.datetime | None


class Node(NamedTuple):
    """A node: its label, its key and its properties."""

    label: str
    uuid: str
    properties: dict[str, Any]


class Relationship(NamedTuple):
    """A directed relationship between two nodes, each named by label and key."""

    start: tuple[str, str]
    type: str
    end: tuple[str, str]


class GraphData(BaseModel):
    """What is loaded into a graph."""

    nodes: list[Node] = Field(default_factory=list)
    relationships: list[Relationship] = Field(default_factory=list)


QueryStatus = Literal["ok", "rejected", "unsupported", "timeout"]
"""`rejected` by the guard for safety; `unsupported` when the engine does not speak what was asked."""


class QueryResult(BaseModel):
    """The rows of a query, or why there are none."""

    model_config = ConfigDict(frozen=True)

    status: QueryStatus = "ok"
    columns: list[str] = Field(default_factory=list)
    rows: list[list[Any]] = Field(default_factory=list)
    truncated: bool = False
    """Whether there were more rows than the limit."""
    reason: str = ""

    def records(self) -> list[dict[str, Any]]:
        """The rows by column name."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


class QueryLimits(BaseModel):
    """How much one query may take."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rows: int = Field(default=1000, ge=1)
    seconds: float = Field(default=2.0, gt=0)
    characters: int = Field(default=6000, ge=1)
