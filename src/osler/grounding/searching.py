"""Asking the terminology server over MCP: each term once, side by side, with what local experts decided put first."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from importlib.util import find_spec
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from osler.config import Settings
from osler.core.outside import OutsideService, RetryPolicy, Slots, extra, lost_connection, outside_service
from osler.core.runs import NullRecorder, Recorder, ToolCallRecord
from osler.core.terminology import Candidate, Vocabularies, terminology
from osler.core.terminology.search import Overrides
from osler.errors import OslerError, ServiceError

if TYPE_CHECKING:
    from osler.core.terminology import Terminology

TOOL = "concept_search"
MAX_RESULTS = 5
_LONGEST_TERM = 1000
_SIDE_BY_SIDE = 8


class ToolServer(Protocol):
    """Whatever answers tool calls: an MCP client of a server process, or the server object itself."""

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        """The result of the tool, with its structured content."""


class ConceptSearch(Protocol):
    """The port to the terminology: the candidates for a term, best first."""

    async def __call__(self, term: str, max_results: int = MAX_RESULTS) -> list[Candidate]:
        """Nothing for a term that is not known; ServiceError when the service does not answer."""


class Decisions(Overrides, Protocol):
    """What local experts decided, with who did."""

    def provenance(self, term: str) -> str:
        """Who decided for this term, when and why; empty if nobody did."""


class McpSearch:
    """`concept_search` of an MCP server, retried and broken off like every outside service."""

    def __init__(self, server: ToolServer, service: OutsideService | None = None) -> None:
        self._server = server
        self._service = service or outside_service("terminology server", retry=RetryPolicy(retries=2))

    async def __call__(self, term: str, max_results: int = MAX_RESULTS) -> list[Candidate]:
        arguments = {"term": term[:_LONGEST_TERM], "max_results": max_results}
        return await self._service.call(lambda: self._ask(arguments))

    async def _ask(self, arguments: dict[str, Any]) -> list[Candidate]:
        try:
            result = await self._server.call_tool(TOOL, arguments)
        except OslerError:
            raise
        except Exception as error:  # noqa: BLE001 - a transport fails in the ways of its library, all meaning the same
            raise lost_connection(error) from None
        if result.is_error or not isinstance(result.structured_content, dict):
            raise ServiceError("the terminology server refused the search", mend="see 'osler doctor'")
        return [Candidate.model_validate(found) for found in result.structured_content["result"]]


class DirectSearch:
    """The search that the server offers, asked without one: for installations without the extra `mcp`."""

    def __init__(self, terminology: Terminology) -> None:
        self._terminology = terminology

    async def __call__(self, term: str, max_results: int = MAX_RESULTS) -> list[Candidate]:
        return await self._terminology.search(term[:_LONGEST_TERM], max_results)


def in_process(vocabularies: Vocabularies, settings: Settings | None = None) -> McpSearch:
    """The server as an object of this process: the same tool without a pipe."""
    from osler.core.terminology import terminology_server

    return McpSearch(terminology_server(_terminology(vocabularies, settings)))


def search_here(vocabularies: Vocabularies, settings: Settings | None = None) -> ConceptSearch:
    """The search of this process: through the server object where MCP is installed, directly where it is not."""
    if find_spec("mcp") is None:
        return DirectSearch(_terminology(vocabularies, settings))
    return in_process(vocabularies, settings)


def _terminology(vocabularies: Vocabularies, settings: Settings | None) -> Terminology:
    return terminology(settings or Settings(), searchers=tuple(vocabularies.searchers))


@asynccontextmanager
async def over_stdio(command: Sequence[str] = (sys.executable, "-m", "osler", "mcp")) -> AsyncIterator[McpSearch]:
    """A server process of its own, spoken to over its standard input and output."""
    with extra("mcp", needed_for="a terminology server of its own"):
        from mcp import Client
        from mcp.client.stdio import StdioServerParameters, stdio_client

    parameters = StdioServerParameters(command=command[0], args=list(command[1:]), env=dict(os.environ))
    # The library's default is whatever stood in for stderr when it was imported, which may have no file behind it.
    client = Client(stdio_client(parameters, errlog=sys.__stderr__ or sys.stderr))
    async with AsyncExitStack() as stack:
        try:
            session = await stack.enter_async_context(client)
        except Exception:  # noqa: BLE001 - a process that does not start fails in many ways, all meaning the same
            raise ServiceError("the terminology server does not start", mend="try 'osler mcp' by itself") from None
        yield McpSearch(session)


class SearchDesk:
    """The searches of one run: a term that was searched is not searched again."""

    def __init__(
        self, search: ConceptSearch, *, overrides: Decisions | None = None, recorder: Recorder | None = None
    ) -> None:
        self._search = search
        self._overrides = overrides
        self._recorder = recorder or NullRecorder()
        self._asked: dict[str, asyncio.Task[list[Candidate]]] = {}
        self._decided: dict[tuple[str, str], str] = {}
        self._slots = Slots(_SIDE_BY_SIDE)
        self.searches = 0

    async def find(self, terms: Iterable[str]) -> dict[str, list[Candidate]]:
        """The candidates of every term, by the term as given."""
        wanted = {term: fold_term(term) for term in terms}
        asked = {key: self._ask(key, term) for term, key in wanted.items() if key}
        await asyncio.gather(*asked.values(), return_exceptions=True)
        for key, task in asked.items():
            if task.cancelled() or task.exception() is not None:
                # A service that comes back may be asked again.
                self._asked.pop(key, None)
        return {term: asked[key].result() if key else [] for term, key in wanted.items()}

    def provenance(self, term: str, concept_id: str) -> str:
        """Who decided that a term means a concept; empty if a vocabulary says so."""
        return self._decided.get((fold_term(term), concept_id), "")

    def _ask(self, key: str, term: str) -> asyncio.Task[list[Candidate]]:
        """The search for a term, under way or done; batches side by side share it."""
        if key not in self._asked:
            self._asked[key] = asyncio.create_task(self._one(term))
        return self._asked[key]

    async def _one(self, term: str) -> list[Candidate]:
        async with self._slots.hold():
            began, clock, index = datetime.now(UTC), perf_counter(), self.searches
            self.searches += 1
            candidates = await self._search(term, MAX_RESULTS)
            decided = self._overrides.corrected(term) if self._overrides is not None else None
            if decided is not None and self._overrides is not None:
                self._decided[fold_term(term), decided.concept_id] = self._overrides.provenance(term)
                others = [candidate for candidate in candidates if candidate.concept_id != decided.concept_id]
                candidates = [decided, *others][:MAX_RESULTS]
            self._recorder.tool_call(
                ToolCallRecord(
                    index=index,
                    step="ground",
                    tool=TOOL,
                    arguments={"term": term, "max_results": MAX_RESULTS},
                    status="success" if candidates else "empty",
                    summary=f"{len(candidates)} candidates",
                    started_at=began,
                    latency_ms=(perf_counter() - clock) * 1000,
                )
            )
            return candidates


def fold_term(term: str) -> str:
    """A term as it is remembered: case only matters in what may be an abbreviation."""
    words = term.split()
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
