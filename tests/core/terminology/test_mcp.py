"""The terminology MCP server, driven by a real client in process, over stdio and over HTTP."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest

from osler.core.terminology.sources.port import LocalSource, Terminology

if TYPE_CHECKING:
    from mcp import Client  # a second of imports, for these tests alone


@pytest.fixture(scope="module")
def http_url() -> Iterator[str]:
    """The address of a server process that is ready."""
    command = [sys.executable, "-m", "osler", "mcp", "--http", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        yield process.stderr.readline().strip().removeprefix("serving on ")
        process.terminate()


@pytest.fixture(params=["in process", pytest.param("stdio", marks=pytest.mark.slow), "http"])
def client(request: pytest.FixtureRequest) -> Client:
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    from osler.core.terminology.mcp import terminology_server

    if request.param == "in process":
        target: object = terminology_server(Terminology([LocalSource()]))
    elif request.param == "stdio":
        parameters = StdioServerParameters(command=sys.executable, args=["-m", "osler", "mcp"], env=dict(os.environ))
        # The library's default is what stood in for stderr when it was imported, which may have no file behind it.
        target = stdio_client(parameters, errlog=sys.__stderr__ or sys.stderr)
    else:
        target = request.getfixturevalue("http_url")
    return Client(target)  # type: ignore[arg-type]  # one of the three forms that a client accepts


@pytest.mark.slow
async def test_the_tools_and_their_answers(client: Client) -> None:
    """One conversation per transport: starting a server is the costly part."""
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(client)
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        assert set(tools) == {"concept_search", "concept_linking", "map_to_snomed", "concept_hierarchy"}
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools.values())

        found = await _call(session, "concept_search", term="osteoarthritis", max_results=5)
        best = found["result"][0]
        assert (best["cui"], best["snomed_code"], best["display"]) == ("C0029408", "396275006", "Osteoarthritis")
        assert {"ontology", "confidence", "match_kind"} <= set(best)

        drugs = await _call(session, "concept_search", term="Tylenol", semantic_types=["Medication"])
        assert drugs["result"][0]["display"] == "Acetaminophen"

        linked = await _call(session, "concept_linking", term="HTN")
        assert linked["status"] == "linked"
        assert linked["candidate"]["snomed_code"] == "38341003"
        assert await _call(session, "concept_linking", term="qqqq zzzz") == {"status": "not_found", "candidate": None}

        mapped = await _call(session, "map_to_snomed", concept_id="HP:0001250")
        assert (mapped["status"], mapped["snomed_code"]) == ("mapped", "91175000")
        by_cui = await _call(session, "map_to_snomed", concept_id="C0029408")
        assert by_cui["snomed_code"] == "396275006"
        unmapped = await _call(session, "map_to_snomed", concept_id="DRUGBANK:DB00316")
        assert (unmapped["status"], unmapped["snomed_code"]) == ("no_snomed_code", None)
        unknown = await _call(session, "map_to_snomed", concept_id="HP:9999999")
        assert unknown["status"] == "unknown_concept"

        around = await _call(session, "concept_hierarchy", concept_id="DRUGBANK:DB00641", is_a="MESH:D019161")
        assert around["is_a"] is True
        assert "MESH:D019161" in {parent["id"] for parent in around["parents"]}
        statins = await _call(session, "concept_hierarchy", concept_id="MESH:D019161")
        assert "Atorvastatin" in {member["name"] for member in statins["members"]}

        refused = await session.call_tool("concept_search", {"term": "x", "max_results": 10_000})
        assert refused.is_error
        refused = await session.call_tool("concept_search", {"term": "x", "semantic_types": ["Mushroom"]})
        assert refused.is_error


async def _call(session: Client, tool: str, **arguments: object) -> dict[str, Any]:
    result = await session.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert isinstance(result.structured_content, dict)
    return result.structured_content
