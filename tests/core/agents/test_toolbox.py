"""The safe tool wrapper: statuses, fallbacks, callbacks, timeouts, and never an exception into the conversation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from osler.config import BudgetSettings
from osler.core.agents import Budget, Call, Spans, Tool, ToolOutcome, ToolResults
from osler.core.agents.tools.toolbox import Toolbox
from osler.core.outside import Slots, SystemClock
from osler.core.runs import MemoryRecorder
from osler.errors import ConfigError, ReplayMissing, ServiceError


def toolbox(*tools: Tool, recorder: MemoryRecorder | None = None, calls: int = 30) -> Toolbox:
    return Toolbox(
        "a step",
        tools,
        [tool.name for tool in tools],
        budget=Budget(BudgetSettings(tool_calls=calls)),
        recorder=recorder or MemoryRecorder(),
        slots=Slots(4),
        clock=SystemClock(),
        spans=Spans(),
    )


async def one(tool: Tool, **arguments: Any) -> ToolOutcome:
    (outcome,) = await toolbox(tool).call_all([Call(tool.name, arguments)])
    return outcome


def echo(text: str, times: int = 1) -> str:
    """Say it again."""
    return text * times


class TestStatuses:
    async def test_pending_then_success_with_the_result_kept(self) -> None:
        box = toolbox(Tool(echo))
        assert box.state["echo"].status == "pending"
        await box.call_all([Call("echo", {"text": "a", "times": 2})])
        assert (box.state["echo"].status, box.state["echo"].result) == ("success", "aa")

    async def test_running_while_it_runs(self) -> None:
        seen: list[str] = []
        box: Toolbox

        async def look() -> str:
            seen.append(box.state["look"].status)
            return "ok"

        box = toolbox(Tool(look))
        await box.call_all([Call("look")])
        assert seen == ["running"]

    @pytest.mark.parametrize("nothing", [None, "", [], {}])
    async def test_empty(self, nothing: Any) -> None:
        async def find() -> Any:
            return nothing

        assert (await one(Tool(find))).status == "empty"

    @pytest.mark.parametrize("something", [0, False, 0.0])
    async def test_zero_and_false_are_results(self, something: Any) -> None:
        async def find() -> Any:
            return something

        assert (await one(Tool(find))).status == "success"

    async def test_error_with_fallback_and_no_patient_text(self) -> None:
        def fail(text: str) -> str:
            raise ValueError(f"cannot read {text}")

        recorder = MemoryRecorder()
        box = toolbox(Tool(fail, fallback="Please try later."), recorder=recorder)
        (outcome,) = await box.call_all([Call("fail", {"text": "Jane Doe"})])
        assert (outcome.status, outcome.result) == ("error", "Please try later.")
        assert outcome.error == "fail failed: ValueError"
        assert box.state["fail"].error == outcome.error
        (record,) = box.records
        assert (record.status, record.error, record.tool) == ("error", outcome.error, "fail")
        assert record.latency_ms >= 0

    async def test_our_own_errors_keep_their_words(self) -> None:
        async def fail() -> str:
            raise ServiceError("the registry is down")

        assert (await one(Tool(fail))).error == "the registry is down"

    @pytest.mark.parametrize("error", [ConfigError("x"), ReplayMissing("x")])
    async def test_mistakes_of_the_operator_are_not_hidden(self, error: Exception) -> None:
        async def fail() -> str:
            raise error

        with pytest.raises(type(error)):
            await one(Tool(fail))

    async def test_timeout(self) -> None:
        async def stall() -> str:
            await asyncio.Event().wait()
            return ""

        outcome = await one(Tool(stall, timeout=0.01, fallback="gone"))
        assert (outcome.status, outcome.result) == ("error", "gone")
        assert "0.01 seconds" in outcome.error

    async def test_cancellation_is_not_swallowed(self) -> None:
        started = asyncio.Event()

        async def stall() -> str:
            started.set()
            await asyncio.Event().wait()
            return ""

        task = asyncio.create_task(one(Tool(stall)))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


class TestArguments:
    @pytest.mark.parametrize(
        "arguments", [{}, {"text": 1}, {"text": "a", "times": "many"}, {"text": "a", "extra": 1}, {"text": ["a"]}]
    )
    async def test_wrong_ones_are_an_answer(self, arguments: dict[str, Any]) -> None:
        outcome = await one(Tool(echo), **arguments)
        assert outcome.status == "error"
        assert outcome.error.startswith("Invalid arguments: ")

    def test_the_signature_is_the_schema(self) -> None:
        tool = Tool(echo)
        assert (tool.name, tool.description) == ("echo", "Say it again.")
        assert tool.schema["properties"]["times"] == {"default": 1, "title": "Times", "type": "integer"}
        assert tool.schema["required"] == ["text"]

    async def test_methods_are_tools(self) -> None:
        class Shelf:
            def __init__(self) -> None:
                self.books = {"a": "b"}

            def take(self, title: str) -> str | None:
                return self.books.get(title)

        assert (await one(Tool(Shelf().take), title="a")).result == "b"

    def test_a_tool_without_names_for_its_arguments_is_an_error(self) -> None:
        def anything(*args: str) -> None:
            return None

        with pytest.raises(ConfigError):
            _ = Tool(anything).schema

    def test_a_tool_needs_a_name(self) -> None:
        with pytest.raises(ConfigError):
            Tool(lambda: None)


class TestCallbacks:
    async def test_before_can_answer_in_place_of_the_tool(self) -> None:
        ran: list[str] = []

        def fetch(url: str) -> str:
            ran.append(url)
            return "page"

        def no_video(call: Call) -> ToolOutcome | None:
            if "video" in (call.arguments or {}).get("url", ""):
                return ToolOutcome("fetch", "success", "Videos are not supported.")
            return None

        tool = Tool(fetch, before=[no_video])
        assert (await one(tool, url="http://video")).result == "Videos are not supported."
        assert (await one(tool, url="http://text")).result == "page"
        assert ran == ["http://text"]

    async def test_after_can_replace_the_outcome(self) -> None:
        def shorten(call: Call, outcome: ToolOutcome) -> ToolOutcome | None:
            return ToolOutcome(outcome.tool, "success", outcome.result[:2]) if outcome.ok else None

        assert (await one(Tool(echo, after=[shorten]), text="abcdef")).result == "ab"

    async def test_a_callback_that_fails_is_an_answer_too(self) -> None:
        def broken(call: Call) -> ToolOutcome | None:
            raise KeyError("x")

        assert (await one(Tool(echo, before=[broken]), text="a")).status == "error"


async def test_unknown_tools_are_refused_and_recorded_without_their_name_in_events() -> None:
    recorder = MemoryRecorder()
    box = toolbox(Tool(echo), recorder=recorder)
    (outcome,) = await box.call_all([Call("format_disk", {"now": True}, "c1")])
    assert outcome.status == "error"
    assert "Available tools: echo." in outcome.error
    assert outcome.call_id == "c1"
    assert [record.tool for record in box.records] == ["format_disk"]
    assert all("format_disk" not in event.model_dump_json() for event in recorder.detail.events)


async def test_calls_of_a_batch_run_side_by_side_and_answer_in_order() -> None:
    both = asyncio.Barrier(2)

    async def meet(name: str) -> str:
        await both.wait()
        return name

    outcomes = await toolbox(Tool(meet)).call_all([Call("meet", {"name": "a"}), Call("meet", {"name": "b"})])
    assert [outcome.result for outcome in outcomes] == ["a", "b"]


def test_results_know_what_was_returned() -> None:
    outcomes: Sequence[ToolOutcome] = [
        ToolOutcome("search", "success", [{"code": "HP:1", "more": {"xrefs": ["C01"]}}]),
        ToolOutcome("search", "error", "HP:2", "failed"),
    ]
    results = ToolResults(outcomes)
    assert results.returned("HP:1")
    assert results.returned("C01")
    assert not results.returned("HP:2"), "a fallback supports nothing"
    assert not results.returned("HP")
    assert len(results.of("search")) == 1
