"""Opening, following and ending a run."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

import pytest
from pydantic import BaseModel

from osler.config import load_settings
from osler.core.database import open_database
from osler.core.runs import Event, MemoryRecorder, NullRecorder, Recorder, RunStore, Usage, open_run
from osler.errors import BudgetExhausted, DataError
from tests.core.runs.test_store import a_call


class Answer(BaseModel):
    text: str


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (BudgetExhausted("spent"), "budget_exhausted", "budget.exhausted"),
        (DataError("Mrs Miller has no age"), "failed", "data"),
        (KeyError("Mrs Miller"), "failed", "bug"),
        (KeyboardInterrupt(), "interrupted", "cancelled"),
        (asyncio.CancelledError(), "interrupted", "cancelled"),
        (SystemExit(1), "failed", "bug"),
    ],
)
@pytest.mark.slow
def test_a_run_that_ends_badly_says_how_but_not_about_whom(
    store: RunStore, error: BaseException, status: str, code: str
) -> None:
    def analysis() -> None:
        with open_run("diagnosis", "note", store=store) as run:
            run.event("s", "started")
            raise error

    with pytest.raises(type(error)):
        analysis()
    found = store.get("last")
    assert found.status == status
    assert found.error is not None
    assert (found.error.code, found.error.kind) == (code, type(error).__name__)
    assert "Miller" not in found.model_dump_json(exclude={"input"})
    assert len(found.events) == 1


def test_a_run_left_without_a_result_is_done(store: RunStore) -> None:
    with open_run("diagnosis", "note", store=store) as run:
        pass
    assert store.get(run.run_id).status == "done"


def test_a_result_stays_although_showing_it_fails(store: RunStore) -> None:
    def analysis() -> None:
        with open_run("diagnosis", "note", store=store) as run:
            run.finish("found")
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        analysis()
    found = store.get("last")
    assert (found.status, found.result, found.error) == ("done", "found", None)


def test_a_result_model_is_stored_as_plain_json(store: RunStore) -> None:
    with open_run("diagnosis", Answer(text="in"), store=store) as run:
        run.finish(Answer(text="out"))
    found = store.get(run.run_id)
    assert (found.input, found.result) == ({"text": "in"}, {"text": "out"})


def test_equal_inputs_have_equal_hashes(store: RunStore) -> None:
    def hash_of(given: Any) -> str:
        with open_run("a", given, store=store) as run:
            return run.record.input_hash

    assert hash_of({"a": 1, "b": [2]}) == hash_of({"b": [2], "a": 1})
    assert hash_of({"a": 1}) != hash_of({"a": 2})


async def test_subscribers_see_every_event_from_first_to_last() -> None:
    run = MemoryRecorder()
    run.event("red_flags", "started")
    early = run.subscribe()

    async def work() -> None:
        run.tool_call(a_call())
        await asyncio.to_thread(run.event, "match", "finished")
        run.usage("match", Usage(requests=1))
        run.finish(None)

    seen, _ = await asyncio.gather(_collect(early), work())
    late = [event async for event in run.subscribe()]

    assert [event.kind for event in seen] == ["started", "tool_call", "finished", "usage"]
    assert late == seen
    assert "arguments" not in seen[1].data
    assert [event async for event in early] == []


async def _collect(stream: Any) -> list[Event]:
    return [event async for event in stream]


async def test_a_stream_ends_when_the_run_fails() -> None:
    streams = []

    def analysis() -> None:
        with open_run("a", 1) as run:
            streams.append(run.subscribe())
            raise DataError("bad")

    with pytest.raises(DataError):
        analysis()
    assert [event async for event in streams[0]] == []


def test_callbacks_are_called_and_cannot_stop_the_run(caplog: pytest.LogCaptureFixture) -> None:
    seen: list[str] = []

    def breaks(event: Event) -> None:
        raise ValueError("Mrs Miller")

    run = MemoryRecorder(callbacks=[breaks, lambda event: seen.append(event.kind)])
    run.callbacks.append(lambda event: seen.append(event.step))
    run.event("hpo", "started")

    assert seen == ["started", "hpo"]
    assert "ValueError" in caplog.text
    assert "Miller" not in caplog.text


def test_threads_may_record_at_once(store: RunStore) -> None:
    with open_run("a", 1, store=store) as run:

        def work(name: str) -> None:
            for _ in range(20):
                run.event(name, "tick")
                run.usage(name, Usage(requests=1))

        threads = [threading.Thread(target=work, args=(f"t{n}",)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    found = store.get(run.run_id)
    assert [entry.sequence for entry in found.trace] == list(range(160))
    assert found.usage.requests == 80


def test_a_store_that_breaks_under_way_does_not_stop_the_run(
    store: RunStore, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO), open_run("a", "Mrs Miller", store=store) as run:
        run.event("s", "before")
        with open_database(database_url).connect() as connection:
            connection.execute("DROP TABLE run_trace")
        run.event("s", "after", about="Mrs Miller")
        run.exchange("s", prompt="Mrs Miller")
        run.finish("fine")
    messages = [record.getMessage() for record in caplog.records]
    assert len(messages) == 1
    assert "goes on without its record" in messages[0]
    assert "Miller" not in caplog.text


def test_a_store_that_cannot_be_opened_does_not_stop_the_run(caplog: pytest.LogCaptureFixture) -> None:
    settings = load_settings(flags={"stores.runs_url": "postgresql+psycopg://u:hidden@127.0.0.1:1/none"})
    with caplog.at_level(logging.INFO), open_run("a", "note", settings) as run:
        run.event("s", "k")
        run.finish(1)
    assert run.not_stored.startswith("error[service]: ")
    assert "mend: " in run.not_stored
    assert "not recorded" in caplog.text
    assert "hidden" not in caplog.text


def test_recorders_without_a_store_are_recorders() -> None:
    def tell(recorder: Recorder) -> None:
        recorder.event("s", "k", n=1)
        recorder.exchange("s", prompt="p")
        recorder.tool_call(a_call())
        recorder.usage("s", Usage(requests=2))
        assert recorder.run_id

    memory = MemoryRecorder("diagnosis", "in")
    tell(memory)
    tell(NullRecorder())
    memory.note_versions(vocabulary="1")
    memory.finish({"a": 1})
    assert [event.data for event in memory.events] == [{"n": 1}]
    assert [call.tool for call in memory.tool_calls] == ["disease_match"]
    assert [entry.data for entry in memory.exchanges] == [{"prompt": "p"}]
    assert memory.total.requests == 2
    assert (memory.detail.input, memory.detail.result, memory.detail.status) == ("in", {"a": 1}, "done")
    assert memory.detail.versions["vocabulary"] == "1"
