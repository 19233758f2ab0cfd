"""Settings come from the file, then the environment, then flags, and say where each came from."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

import osler.casework  # noqa: F401 - whoever uses a capability has its section registered
from osler.config import cast_of, load_settings, provenance, write_private
from osler.errors import ConfigError


def _toml(folder: Path, text: str) -> Path:
    path = folder / "osler.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_everything_is_offline_by_default() -> None:
    settings = load_settings()
    assert {item.name for item in cast_of(settings.models, settings.privacy).values()} == {"offline"}
    assert settings.privacy.allow_hosted is False
    assert settings.privacy.deidentify is True


def test_environment_overrides_file_and_flags_override_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = _toml(
        tmp_path,
        "".join(f'[models.{role}]\nmodel = "anthropic:a"\n' for role in ("fast", "reasoning", "medical")),
    )
    monkeypatch.setenv("OSLER_MODELS__REASONING__MODEL", "google:b")
    monkeypatch.setenv("OSLER_MODELS__MEDICAL__MODEL", "google:b")
    flags = {"models.medical.model": "openai-chat:c", "models.medical.base_url": None}
    settings = load_settings(file=file, flags=flags)
    assert [settings.models.fast.model, settings.models.reasoning.model, settings.models.medical.model] == [
        "anthropic:a",
        "google:b",
        "openai-chat:c",
    ]
    origins = {name: origin for name, _, origin in provenance(file=file, flags=flags)}
    assert origins["models.fast.model"] == "file"
    assert origins["models.reasoning.model"] == "environment"
    assert origins["models.medical.model"] == "flag"
    assert origins["models.medical.base_url"] == "default"


def test_the_file_of_this_folder_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _toml(tmp_path, "[budget]\ntool_calls = 3\n")
    monkeypatch.chdir(tmp_path)
    assert load_settings().budget.tool_calls == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[models]\nfsat = 'offline'\n", "unknown setting 'models.fsat'"),
        ("[budget]\ntool_calls = -1\n", "osler.toml)"),
        ("[models.fast]\nmodel = 'gpt'\n", "not a model"),
        ("[models.fast]\nmodel = 'openai-chat:m'\nlocal = true\n", "needs the base_url"),
        ("[models.fast]\nmodel = 'openai-chat:m'\ninput_usd = 1.0\n", "both input_usd and output_usd"),
        ("[budget]\ncost_usd = -1.0\n", "cannot be negative"),
        ("[grounding]\naccept = 2\n", "'grounding.accept'"),
        ("[bugdet]\nrequests = 2\n", "unknown setting 'bugdet'"),
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


@pytest.mark.parametrize("url", ["127.0.0.1:8000/v1", "localhost:11434", "my server", "ftp://host/v1", "http://", "http://h:99999"])  # fmt: skip
@pytest.mark.parametrize("setting", ["models.fast.base_url", "terminology.uts_url", "trials.api_url"])
def test_an_address_that_is_none_is_an_error_where_it_is_set(url: str, setting: str) -> None:
    from osler.trials.settings import TrialSettings

    model = {"models.fast.model": "openai-chat:m"} if setting.startswith("models") else {}
    with pytest.raises(ConfigError, match="no address"):
        load_settings(flags={**model, setting: url}).of(TrialSettings)


def test_a_wrong_value_is_to_be_corrected_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = _toml(tmp_path, "[budget]\nrequests = 'many'\n").rename(tmp_path / "mine.toml")
    monkeypatch.setenv("OSLER_CONFIG", str(named))
    with pytest.raises(ConfigError) as caught:
        load_settings()
    assert caught.value.mend == f"correct 'budget.requests' in {named}"
    named.write_text("")
    monkeypatch.setenv("OSLER_BUDGET__REQUESTS", "many")
    with pytest.raises(ConfigError) as caught:
        load_settings()
    assert caught.value.mend == "correct OSLER_BUDGET__REQUESTS in the environment"
