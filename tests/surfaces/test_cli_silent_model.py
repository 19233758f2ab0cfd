"""A model that never answers is the first line, with the cause, and is not told again for every item."""

from __future__ import annotations

import pytest

from osler.casework import Minds, diagnose_case, ground
from osler.config import Settings
from osler.core.outside import CircuitBreaker
from osler.errors import CircuitOpen
from osler.surfaces.cli.grounding_view import show
from osler.surfaces.cli.output import console
from tests.casework.test_diagnosis import patient
from tests.servers.http import Answer
from tests.servers.models import ModelServer, Says

REFUSED = Answer(401, {"error": {"message": "wrong key"}})


async def test_the_cause_stands_on_top_and_once(capsys: pytest.CaptureFixture[str]) -> None:
    async with ModelServer(REFUSED) as server:
        settings = Settings.model_validate({"models": server.settings("openai-chat", "m", retries=0)})
        output = await ground("History of asthma\n\nHistory of stroke", settings=settings, record=False)
    show(output, console())
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("openai-chat:m was asked and gave no answer that can be used")
    assert "credentials" in lines[0]
    assert "API key" in lines[0]
    entities = [line for line in lines if "expert review: " in line]
    assert len(entities) > 1
    assert not any("had no answer" in line for line in entities)
    assert sum("no answer" in line for line in lines) == 1


async def test_a_diagnosis_names_the_cause_too() -> None:
    async with ModelServer(REFUSED) as server:
        settings = Settings.model_validate({"models": server.settings("openai-chat", "m", retries=0)})
        output = await diagnose_case(patient("Chorea", text="He has chorea."), minds=Minds(settings))
    assert output.problems[0].message.startswith("openai-chat:m was asked and gave no answer that can be used")
    assert all("credentials" in one.message for one in output.problems if "gave no usable answer" in one.message)


async def test_a_part_that_a_model_failed_in_makes_the_result_partial() -> None:
    async with ModelServer(REFUSED) as fast, ModelServer(Says("[]")) as reasoning:
        models = {
            "fast": fast.role("openai-chat", "f"),
            "reasoning": reasoning.role("openai-chat", "r"),
            "retries": 0,
        }
        settings = Settings.model_validate({"models": models})
        output = await diagnose_case(patient("Chorea", text="He has chorea."), minds=Minds(settings))
    assert output.minds["present"] == "offline"
    assert output.status == "partial"


def test_a_service_that_rests_says_why() -> None:
    breaker = CircuitBreaker("the model", threshold=1)
    breaker.failed("HTTP 503")
    with pytest.raises(CircuitOpen, match=r"1 times in a row \(HTTP 503\)"):
        breaker.enter()


async def test_a_model_without_a_key_was_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    settings = Settings.model_validate(
        {"models": {"fast": {"model": "anthropic:claude-sonnet-4-5"}}, "privacy": {"allow_hosted": True}}
    )
    output = await diagnose_case(patient("Chorea", text="He has chorea."), minds=Minds(settings))
    assert output.usage.requests == 0
    assert "could not be asked; its part was done offline" in output.problems[0].message
