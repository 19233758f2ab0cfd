"""Recording, replaying and caching what models said."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from osler.config import Settings, cache_dir
from osler.core.agents import Runner, StepOutcome, Tool
from osler.core.agents.recording.exchanges import exchange_key
from osler.errors import DataError, ReplayMissing
from tests.core.agents.scripted import Script, final
from tests.core.agents.toy import SEARCH, Chart, Coded, coder
from tests.servers.models import Calls, ModelServer

CHART = Chart(note="Fever again, says Jane.")


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def damage(folder: Path) -> None:
    for path in files_in(folder):
        path.write_text("{")


def moves() -> Script:
    return Script([("search", {"term": "fever"})], final(("Fever", "HP:0001945")))


async def run(
    script: Script,
    *,
    chart: Chart = CHART,
    settings: Settings | None = None,
    record: Path | None = None,
    replay: Path | None = None,
) -> StepOutcome[Coded]:
    runner = Runner(settings, models={"reasoning": script.handle()}, record=record, replay=replay)
    return await runner.run(coder(), chart, tools=[SEARCH])


async def test_a_recording_replays_without_the_model(tmp_path: Path) -> None:
    recorded = await run(moves(), record=tmp_path)
    silent = Script("never asked")
    replayed = await run(silent, replay=tmp_path)
    assert silent.turns == 0
    assert replayed.output == recorded.output
    assert replayed.usage.requests == recorded.usage.requests == 2
    assert replayed.usage.input_tokens == recorded.usage.input_tokens


async def test_a_missing_exchange_is_a_clear_error(tmp_path: Path) -> None:
    await run(moves(), record=tmp_path)
    with pytest.raises(ReplayMissing, match=r"has no exchange .* for step 'coder'"):
        await run(moves(), chart=Chart(note="Another."), replay=tmp_path)
    with pytest.raises(ReplayMissing, match="there is no recording"):
        await run(moves(), replay=tmp_path / "nowhere")


async def test_a_different_tool_result_is_a_different_exchange(tmp_path: Path) -> None:
    await run(moves(), record=tmp_path)
    runner = Runner(models={"reasoning": moves().handle()}, replay=tmp_path)
    with pytest.raises(ReplayMissing):
        await runner.run(coder(), CHART, tools=[Tool(lambda term: ["other"], name="search")])


async def test_files_are_private_and_their_names_say_nothing(tmp_path: Path) -> None:
    await run(moves(), record=tmp_path / "rec")
    files = files_in(tmp_path / "rec")
    assert len(files) == 2
    for path in files:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert path.stem.isalnum()
        assert len(path.stem) == 64
    assert all(stat.S_IMODE(path.parent.stat().st_mode) == 0o700 for path in files)


async def test_a_damaged_recording_is_a_clear_error(tmp_path: Path) -> None:
    await run(moves(), record=tmp_path)
    damage(tmp_path)
    with pytest.raises(DataError, match="not a recorded exchange"):
        await run(moves(), replay=tmp_path)


async def test_the_cache_answers_the_second_time_and_costs_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OSLER_CACHE", str(tmp_path))
    settings = Settings.model_validate({"models": {"cache": True}})
    await run(moves(), settings=settings)
    silent = Script("never asked")
    outcome = await run(silent, settings=settings)
    assert silent.turns == 0
    assert outcome.unwrap().findings[0].code == "HP:0001945"
    assert (outcome.usage.requests, outcome.usage.input_tokens, outcome.usage.cost_usd) == (0, 0, 0.0)
    assert (cache_dir() / "replies").is_dir()


async def test_without_the_setting_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OSLER_CACHE", str(tmp_path))
    await run(moves())
    assert not files_in(tmp_path)


async def test_a_recording_made_over_the_wire_replays_with_the_server_gone(tmp_path: Path) -> None:
    script = (
        Calls([("search", {"term": "fever"})]),
        Calls([("final_result", {"findings": [{"quote": "Fever", "code": "HP:0001945"}]})]),
    )
    async with ModelServer(*script) as server:
        settings = Settings.model_validate({"models": server.settings("google")})
        async with Runner(settings, record=tmp_path) as runner:
            recorded = await runner.run(coder(), CHART, tools=[SEARCH])
    async with Runner(settings, replay=tmp_path) as runner:
        replayed = await runner.run(coder(), CHART, tools=[SEARCH])
    assert recorded.status == replayed.status == "ok"
    assert replayed.output == recorded.output


async def test_a_replay_needs_neither_key_nor_permission(tmp_path: Path) -> None:
    hosted = {"models": {"reasoning": {"model": "anthropic:claude-sonnet-5"}}, "privacy": {"deidentify": False}}
    given = moves()
    handle = given.handle()
    handle.name = "anthropic:claude-sonnet-5"
    recorded = await Runner(models={"reasoning": handle}, record=tmp_path).run(coder(), CHART, tools=[SEARCH])
    runner = Runner(Settings.model_validate(hosted), replay=tmp_path)
    assert (await runner.run(coder(), CHART, tools=[SEARCH])).output == recorded.output


async def test_what_the_cache_answers_is_recorded_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OSLER_CACHE", str(tmp_path / "cache"))
    settings = Settings.model_validate({"models": {"cache": True}})
    await run(moves(), settings=settings)
    await run(Script("never asked"), settings=settings, record=tmp_path / "rec")
    assert (await run(Script("never asked"), replay=tmp_path / "rec")).status == "ok"


def test_the_key_covers_everything_and_ignores_order() -> None:
    request = {"model": "a", "prompt": "1", "messages": [{"role": "user", "content": "\ud800"}]}
    assert exchange_key(request) == exchange_key(json.loads(json.dumps(dict(reversed(request.items())))))
    assert exchange_key(request) != exchange_key({**request, "model": "b"})
    assert exchange_key(request) != exchange_key({**request, "prompt": "2"})
