"""Search (agent): passages for a question of general interest, from the library first, the web only after it."""

from __future__ import annotations

from collections.abc import Generator
from functools import cache
from typing import Any

from pydantic import BaseModel, Field

from osler.consult.ports import Passage
from osler.core.agents import AgentStep, Call, Checked, Rejection, Tool, ToolOutcome, ToolResults, load_agent


class SearchInput(BaseModel):
    """A query; it carries no patient data."""

    query: str


class SearchResult(BaseModel):
    """The passages that answer, best first, as they were found."""

    passages: list[Passage] = Field(default_factory=list)


@cache
def search_step() -> AgentStep[SearchInput, SearchResult]:
    """The step."""
    return AgentStep(
        agent=load_agent("osler.consult", "search"),
        input_type=SearchInput,
        output_type=SearchResult,
        policy=_offline,
        tools=("search_library", "search_web"),
        checks=[_as_found],
    )


def _offline(given: SearchInput) -> Generator[Call, ToolOutcome, SearchResult]:
    found = yield Call("search_library", {"query": given.query})
    if found.status != "success":
        found = yield Call("search_web", {"query": given.query})
    return SearchResult(passages=[Passage.model_validate(item) for item in found.result or []][:5])


def _as_found(result: SearchResult, given: SearchInput, tools: ToolResults) -> Checked[SearchResult]:
    """A passage is quoted as a tool returned it."""
    known = [p for p in result.passages if tools.returned(p.text)]
    rejected = [
        Rejection(path="passages", reason="no search returned this passage") for p in result.passages if p not in known
    ]
    return Checked(SearchResult(passages=known), rejected)


def search_tools(library: Any, web: Any) -> list[Tool]:
    """The two searches as tools; without a web search the second finds nothing."""

    async def search_library(query: str) -> list[dict[str, Any]]:
        """Search the local library of documents."""
        return [passage.model_dump() for passage in await library(query)]

    async def search_web(query: str) -> list[dict[str, Any]]:
        """Search the web; only where the library has no answer, and never with patient data."""
        return [passage.model_dump() for passage in await web(query)] if web is not None else []

    return [Tool(search_library, fallback=[]), Tool(search_web, fallback=[])]
