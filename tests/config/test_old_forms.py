"""The configuration of 0.1 is read for one version more, and said to be old."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.config import load_settings

README_OF_0_1 = """
[models]
fast = "openai-chat:medgemma-4b"
reasoning = "anthropic:claude-sonnet-4-5"
base_url = "http://127.0.0.1:8000/v1"

[privacy]
allow_hosted = true
"""


def test_the_readme_of_0_1_is_read_and_the_address_reaches_only_the_protocol_it_can_mean(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "osler.toml"
    file.write_text(README_OF_0_1)
    settings = load_settings(file=file)
    assert settings.models.fast.model == "openai-chat:medgemma-4b"
    assert settings.models.fast.base_url == "http://127.0.0.1:8000/v1"
    assert not settings.models.fast.local
    assert settings.models.reasoning.model == "anthropic:claude-sonnet-4-5"
    assert settings.models.reasoning.base_url is None
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert str(file) in said
    assert "[models.fast]" in said
    assert "local = true" in said


def test_one_address_for_one_protocol_serves_every_role(tmp_path: Path) -> None:
    file = tmp_path / "osler.toml"
    file.write_text("[models]\nfast = 'openai-chat:a'\nmedical = 'openai-chat:b'\nbase_url = 'http://127.0.0.1:1/v1'\n")
    models = load_settings(file=file).models
    assert models.fast.base_url == models.medical.base_url == "http://127.0.0.1:1/v1"


def test_the_environment_of_0_1(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setenv("OSLER_MODELS__FAST", "openai-chat:from-the-old-environment")
    assert load_settings().models.fast.model == "openai-chat:from-the-old-environment"
    assert "the environment: models.fast" in caplog.text


def test_a_limit_on_money_of_none() -> None:
    assert load_settings(flags={"budget.cost_usd": "none"}).budget.cost_usd == "none"
    assert load_settings(env={"OSLER_BUDGET__COST_USD": "2.5"}).budget.cost_usd == 2.5


def test_an_address_in_the_environment_for_a_model_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "osler.toml"
    file.write_text("[models]\nmedical = 'openai-chat:m'\n")
    monkeypatch.setenv("OSLER_MODELS__BASE_URL", "http://127.0.0.1:1/v1")
    assert load_settings(file=file).models.medical.base_url == "http://127.0.0.1:1/v1"
    flags = {"models.medical.model": "openai-chat:other"}
    assert load_settings(file=file, flags=flags).models.medical.base_url == "http://127.0.0.1:1/v1"
