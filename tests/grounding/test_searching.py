"""The way to the terminology: one contract for both transports, retries, and each term once."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from osler.core.outside import OutsideService, RetryPolicy
from osler.core.runs import MemoryRecorder
from osler.core.terminology import Candidate, bundled_vocabularies
from osler.errors import CircuitOpen, ServiceError
from osler.grounding.searching import McpSearch, SearchDesk, fold_term, in_process, over_stdio
from tests.grounding.minds import OSTEOARTHRITIS, Searches


@asynccontextmanager
async def _in_process() -> AsyncIterator[McpSearch]:
    yield in_process(bundled_vocabularies())


@pytest.mark.parametrize("transport", [_in_process, over_stdio], ids=["in process", "stdio"])
@pytest.mark.slow
async def test_both_transports_keep_the_contract(transport: Any) -> None:
    async with transport() as search:
        found = await search("osteoarthritis", 5)
        assert (found[0].cui, found[0].snomed_code, found[0].display) == ("C0029408", "396275006", "Osteoarthritis")
        assert all(isinstance(candidate, Candidate) for candidate in found)
        assert (await search("Tylenol"))[0].display == "Acetaminophen"
        assert await search("qqqq zzzz") == []
        assert len(await search("carcinoma of lung", 2)) <= 2
        assert isinstance(await search("x " * 9000), list)
        both = await asyncio.gather(search("asthma"), search("stroke"))
        assert [bool(answer) for answer in both] == [True, True]


@pytest.mark.parametrize("command", [["/nowhere/at-all"], [sys.executable, "-c", "raise SystemExit(1)"]])
async def test_a_server_that_does_not_start_is_a_service_error(command: list[str]) -> None:
    with pytest.raises(ServiceError, match="does not start"):
        async with over_stdio(command):
            pass


class Broken:
    """A server whose calls fail, the first `times` of them."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.calls = 0

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        self.calls += 1
        if self.left > 0:
            self.left -= 1
            raise ConnectionError("gone")
        return await in_process(bundled_vocabularies())._server.call_tool(name, arguments)


def service(retries: int = 2) -> OutsideService:
    return OutsideService("terminology", retry=RetryPolicy(retries=retries, first_wait=0.001))


async def test_a_failing_server_is_asked_again() -> None:
    server = Broken(times=2)
    assert (await McpSearch(server, service())("asthma"))[0].snomed_code
    assert server.calls == 3


async def test_a_server_that_stays_away_is_an_error_and_then_left_alone() -> None:
    shared = service()
    search = McpSearch(Broken(times=99), shared)
    with pytest.raises(ServiceError, match="unavailable"):
        await search("asthma")
    with pytest.raises(ServiceError):
        await search("asthma")
    with pytest.raises(CircuitOpen):
        await search("asthma")


async def test_a_term_is_searched_once_even_by_batches_side_by_side() -> None:
    searches = Searches(asthma=[OSTEOARTHRITIS])
    recorder = MemoryRecorder()
    desk = SearchDesk(searches, recorder=recorder)
    first, second = await asyncio.gather(desk.find(["asthma", "Asthma"]), desk.find(["asthma"]))
    again = await desk.find(["ASTHMA ".strip().lower()])
    assert searches.asked == ["asthma"]
    assert first["asthma"] == first["Asthma"] == second["asthma"] == again["asthma"] == [OSTEOARTHRITIS]
    assert [call.status for call in recorder.tool_calls] == ["success"]


async def test_a_failure_is_not_remembered() -> None:
    class Once(Searches):
        async def __call__(self, term: str, max_results: int = 5) -> list[Candidate]:
            if not self.asked:
                self.asked.append(term)
                raise ServiceError("gone")
            return await super().__call__(term, max_results)

    desk = SearchDesk(Once(asthma=[OSTEOARTHRITIS]))
    with pytest.raises(ServiceError):
        await desk.find(["asthma"])
    assert await desk.find(["asthma"]) == {"asthma": [OSTEOARTHRITIS]}


async def test_what_an_expert_decided_goes_first() -> None:
    class Decided:
        def corrected(self, term: str) -> Candidate | None:
            return OSTEOARTHRITIS if term == "wear and tear" else None

        def provenance(self, term: str) -> str:
            return "decided by anna"

    desk = SearchDesk(Searches(), overrides=Decided())
    found = await desk.find(["wear and tear", "other"])
    assert desk.provenance("Wear and tear", OSTEOARTHRITIS.concept_id) == "decided by anna"
    assert desk.provenance("other", OSTEOARTHRITIS.concept_id) == ""
    assert found == {"wear and tear": [OSTEOARTHRITIS], "other": []}


@pytest.mark.parametrize(
    ("term", "folded"), [("Atrial  Fibrillation", "atrial fibrillation"), ("AIDS", "AIDS"), ("", "")]
)
def test_folding_keeps_abbreviations(term: str, folded: str) -> None:
    assert fold_term(term) == folded
