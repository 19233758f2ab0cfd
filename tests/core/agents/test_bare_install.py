"""Without the extras no model can be asked, and whoever configures one is told which extra asks it."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from osler.config import PrivacySettings, RoleSettings, Settings
from osler.core.agents import build_model, describe_model
from osler.core.agents.minds.models import describe_for_replay
from osler.errors import ConfigError

ALLOWED = Settings(privacy=PrivacySettings(allow_hosted=True))
BY_MODEL = {"anthropic:claude-x": "anthropic", "google:gemini-x": "google", "openai-chat:gpt-x": "openai"}


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = ("genai_prices", "httpx2", "pydantic_ai", "anthropic", "openai", "google.genai")
    for name in [*absent, *(name for name in sys.modules if name.startswith("pydantic_ai."))]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setenv("A_KEY_OF_MINE", "a-key")


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(("model", "extra"), BY_MODEL.items())
def test_the_extra_is_named(model: str, extra: str) -> None:
    mind = RoleSettings(model=model, key="A_KEY_OF_MINE")
    assert describe_model(mind).price is None
    ways: list[Callable[[], object]] = [lambda: build_model(mind, ALLOWED), lambda: describe_for_replay(mind)]
    for asked in ways:
        with pytest.raises(ConfigError) as raised:
            asked()
        assert "not installed" in raised.value.message
        assert f"osler[{extra}]" in raised.value.mend
