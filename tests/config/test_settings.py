"""Settings come from the file, then the environment, then flags, and say where each came from."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from osler.config import load_settings, provenance, write_private
from osler.errors import ConfigError


def _toml(folder: Path, text: str) -> Path:
    path = folder / "osler.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_is_offline_by_default() -> None:
    settings = load_settings()
    assert {settings.models.fast, settings.models.reasoning, settings.models.medical} == {"offline"}
    assert settings.privacy.allow_hosted is False
    assert settings.privacy.deidentify is True


def test_environment_overrides_file_and_flags_override_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = _toml(
        tmp_path,
        '[models]\nfast = "anthropic:a"\nreasoning = "anthropic:a"\nmedical = "anthropic:a"\n',
    )
    monkeypatch.setenv("OSLER_MODELS__REASONING", "google:b")
    monkeypatch.setenv("OSLER_MODELS__MEDICAL", "google:b")
    flags = {"models.medical": "openai-chat:c", "models.base_url": None}
    settings = load_settings(file=file, flags=flags)
    assert (settings.models.fast, settings.models.reasoning, settings.models.medical) == (
        "anthropic:a",
        "google:b",
        "openai-chat:c",
    )
    origins = {name: origin for name, _, origin in provenance(file=file, flags=flags)}
    assert origins["models.fast"] == "file"
    assert origins["models.reasoning"] == "environment"
    assert origins["models.medical"] == "flag"
    assert origins["models.base_url"] == "default"


def test_the_file_of_this_folder_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _toml(tmp_path, "[budget]\ntool_calls = 3\n")
    monkeypatch.chdir(tmp_path)
    assert load_settings().budget.tool_calls == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[models]\nfsat = 'offline'\n", "unknown setting 'models.fsat'"),
        ("[budget]\ntool_calls = -1\n", "'budget.tool_calls' (from file)"),
        ("[models]\nfast = 'gpt'\n", "not a model"),
        ("[models\n", "not valid TOML"),
        ("models = 3\n", "models"),
    ],
)
def test_a_wrong_file_says_what_is_wrong_and_how_to_mend_it(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_settings(file=_toml(tmp_path, text))
    assert message in caught.value.message
    assert caught.value.mend


def test_a_missing_named_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no configuration file"):
        load_settings(file=tmp_path / "absent.toml")


def test_a_secret_in_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="environment only") as caught:
        load_settings(file=_toml(tmp_path, '[models]\nanthropic_api_key = "sk-123"\n'))
    assert "sk-123" not in str(caught.value)


def test_secrets_come_from_their_usual_variables_and_are_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    monkeypatch.setenv("OSLER_STORES__RUNS_URL", "postgresql+psycopg://me:hush@127.0.0.1/db")
    settings = load_settings()
    assert settings.models.anthropic_api_key is not None
    assert settings.models.anthropic_api_key.get_secret_value() == "sk-secret"
    shown = {name: value for name, value, _ in provenance()}
    assert shown["models.anthropic_api_key"] == "********"
    assert shown["stores.runs_url"] == "postgresql+psycopg://********@127.0.0.1/db"
    assert "sk-secret" not in repr(settings)


def test_a_file_written_for_its_owner_is_private(tmp_path: Path) -> None:
    path = write_private(tmp_path / "deep" / "note.txt", "text")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    write_private(path, "again")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text() == "again"
