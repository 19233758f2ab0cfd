"""A file in the current folder may not decide where text goes; the user's own file may."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.config import load_settings, provenance, user_config_file
from osler.errors import ConfigError

FORBIDDEN = [
    ("[models.fast]\nmodel = 'openai-chat:m'\nbase_url = 'http://127.0.0.1:1/v1'\n", "models.fast.base_url"),
    ("[models.fast]\nlocal = true\n", "models.fast.local"),
    ("[models]\nbase_url = 'http://127.0.0.1:1/v1'\n", "models.base_url"),
    ("[models.medical]\nkey = 'AWS_SECRET'\n", "models.medical.key"),
    ("[stores]\nruns_url = 'postgresql://somewhere'\n", "stores.runs_url"),
    ("[stores]\nsessions_url = 'redis://somewhere'\n", "stores.sessions_url"),
    ("[terminology]\nuts_url = 'https://somewhere'\n", "terminology.uts_url"),
    ("[telemetry]\notlp_endpoint = 'https://somewhere'\n", "telemetry.otlp_endpoint"),
    ("[trials]\nregistry_url = 'https://somewhere'\n", "trials.registry_url"),
    ("[privacy]\nallow_hosted = true\n", "privacy.allow_hosted"),
    ("[privacy]\ndeidentify = false\n", "privacy.deidentify"),
    ("[privacy]\nlog_patient_text = true\n", "privacy.log_patient_text"),
]


@pytest.mark.parametrize(("text", "key"), FORBIDDEN, ids=[key for _, key in FORBIDDEN])
def test_what_is_the_users_is_refused_in_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, key: str
) -> None:
    (tmp_path / "osler.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError) as caught:
        load_settings()
    assert repr(key) in caught.value.message
    assert str(tmp_path / "osler.toml") in caught.value.message
    assert str(user_config_file()) in caught.value.mend


def test_a_folder_may_tighten_privacy_and_choose_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user_config_file().write_text("[privacy]\nallow_hosted = true\n[budget]\nrequests = 5\n")
    (tmp_path / "osler.toml").write_text(
        "[privacy]\nallow_hosted = false\n[models.fast]\nmodel = 'offline'\n[budget]\ntool_calls = 7\n"
    )
    monkeypatch.chdir(tmp_path)
    settings = load_settings()
    assert not settings.privacy.allow_hosted
    assert (settings.budget.requests, settings.budget.tool_calls) == (5, 7)
    origins = {name: origin for name, _, origin in provenance()}
    assert origins["budget.requests"] == "file"
    assert origins["budget.tool_calls"] == "folder"


LOOSENING = [
    ("[models.reasoning]\nmodel = 'google:g'\n", "models.reasoning.model"),
    ("[models.medical]\nmodel = 'openai-chat:elsewhere'\n", "models.medical.model"),
    ("[models.fast]\ninput_usd = 0\noutput_usd = 0\n", "models.fast.input_usd"),
    ("[models]\ncache = true\n", "models.cache"),
    ("[models]\nretries = 50\n", "models.retries"),
    ("[budget]\ncost_usd = 'none'\n", "budget.cost_usd"),
    ("[budget]\ncost_usd = 9.0\n", "budget.cost_usd"),
    ("[budget]\nrequests = 6\n", "budget.requests"),
    ("[budget]\ntokens = 1000000\n", "budget.tokens"),
    ("[consult]\nauto_accept = true\n", "consult.auto_accept"),
    ("[consult]\nseconds = 4000\n", "consult.seconds"),
    ("[grounding]\naccept = 0.1\n", "grounding.accept"),
    ("[grounding]\ncross_check = false\n", "grounding.cross_check"),
    ("[guidelines]\nunsupported = 'mark'\n", "guidelines.unsupported"),
    ("[trials]\nregistry = 'ctgov'\n", "trials.registry"),
    ("[trials]\npolicy = 'clinical'\n", "trials.policy"),
]


@pytest.mark.parametrize(("text", "key"), LOOSENING, ids=[f"{key}-{n}" for n, (_, key) in enumerate(LOOSENING)])
def test_a_folder_loosens_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, key: str) -> None:
    import osler.casework  # noqa: F401 - its sections are checked too

    user_config_file().write_text(
        "[models.fast]\nmodel = 'openai-chat:m'\nbase_url = 'http://127.0.0.1:1/v1'\nlocal = true\n"
        "[models.reasoning]\nmodel = 'anthropic:a'\n[privacy]\nallow_hosted = true\n[budget]\nrequests = 5\n"
    )
    (tmp_path / "osler.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError) as caught:
        load_settings()
    assert repr(key) in caught.value.message
    assert str(user_config_file()) in caught.value.mend


def test_a_folder_tightens_what_it_likes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import osler.casework  # noqa: F401 - its sections are checked too

    user_config_file().write_text(
        "[models.reasoning]\nmodel = 'anthropic:a'\n[consult]\nauto_accept = true\n[trials]\nregistry = 'ctgov'\n"
        "[privacy]\nallow_hosted = true\n[budget]\ncost_usd = 'none'\n"
    )
    (tmp_path / "osler.toml").write_text(
        "[models.reasoning]\nmodel = 'anthropic:another'\n[models.medical]\nmodel = 'offline'\n"
        "[consult]\nauto_accept = false\n[trials]\nregistry = 'local'\n[grounding]\naccept = 0.95\n"
        "[budget]\ncost_usd = 0.5\nrequests = 4\n"
    )
    monkeypatch.chdir(tmp_path)
    settings = load_settings()
    assert (settings.budget.cost_usd, settings.budget.requests) == (0.5, 4)
    assert settings.models.reasoning.model == "anthropic:another"


def test_a_section_that_nobody_has_declared_is_not_taken_from_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("osler.config.sections._registered", {})
    (tmp_path / "osler.toml").write_text("[consult]\nauto_accept = true\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"'consult\.auto_accept'"):
        load_settings()


def test_a_refusal_names_what_the_folders_file_sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user_config_file().write_text("[models.medical]\nmodel = 'openai-chat:m'\n")
    (tmp_path / "osler.toml").write_text("[privacy]\nallow_hosted = true\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"privacy\.allow_hosted") as caught:
        load_settings()
    assert "models.medical" not in str(caught.value)


@pytest.mark.parametrize("place", ["user", "OSLER_CONFIG"])
def test_the_users_own_file_may_say_it_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    text = (
        "[models.medical]\nmodel = 'openai-chat:m'\nbase_url = 'http://127.0.0.1:1/v1'\nlocal = true\n"
        "[privacy]\nallow_hosted = true\n"
    )
    file = user_config_file() if place == "user" else tmp_path / "mine.toml"
    file.write_text(text)
    if place == "OSLER_CONFIG":
        monkeypatch.setenv("OSLER_CONFIG", str(file))
    settings = load_settings()
    assert settings.models.medical.local
    assert settings.privacy.allow_hosted


def test_a_folder_cannot_move_a_role_from_the_users_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user_config_file().write_text(
        "[models.fast]\nmodel = 'openai-chat:m'\nbase_url = 'http://127.0.0.1:1/v1'\nlocal = true\n"
        "[privacy]\nallow_hosted = true\n"
    )
    (tmp_path / "osler.toml").write_text("[models.fast]\nmodel = 'openai-chat:gpt-6'\n")
    monkeypatch.chdir(tmp_path)
    fast = load_settings().models.fast
    assert (fast.model, fast.local, fast.base_url) == ("openai-chat:gpt-6", True, "http://127.0.0.1:1/v1")


def test_a_flag_that_names_another_model_does_not_inherit_the_address_of_the_first() -> None:
    user_config_file().write_text(
        "[models.fast]\nmodel = 'openai-chat:m'\nbase_url = 'http://127.0.0.1:1/v1'\nlocal = true\n"
    )
    fast = load_settings(flags={"models.fast.model": "anthropic:claude-x"}).models.fast
    assert (fast.model, fast.local, fast.base_url) == ("anthropic:claude-x", False, None)


def test_an_osler_config_that_names_nothing_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSLER_CONFIG", str(tmp_path / "absent.toml"))
    with pytest.raises(ConfigError, match=r"absent\.toml that OSLER_CONFIG names") as caught:
        load_settings()
    assert "OSLER_CONFIG" in caught.value.mend


@pytest.mark.parametrize(("name", "hint"), [("OSLER_HOEM", "OSLER_HOME"), ("OSLER_BUGDET__REQUESTS", "OSLER_BUDGET")])
def test_a_variable_that_means_nothing_is_an_error_with_a_hint(
    monkeypatch: pytest.MonkeyPatch, name: str, hint: str
) -> None:
    import osler.casework  # noqa: F401 - its sections are what makes a name unknown

    monkeypatch.setenv(name, "3")
    with pytest.raises(ConfigError, match=name) as caught:
        load_settings()
    assert f"did you mean {hint}?" in caught.value.mend


def test_an_unknown_key_of_a_known_section_is_an_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSLER_BUDGET__REQEUSTS", "3")
    with pytest.raises(ConfigError, match=r"unknown setting 'budget\.reqeusts'") as caught:
        load_settings()
    assert "did you mean 'budget.requests'?" in caught.value.mend


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("OSLER_QUX", ""),
        ("OSLER_LOG", ""),
        ("OSLER_MODELS__REASONING__BASEURL", "models.reasoning.base_url"),
        ("OSLER_MODELS__MEDICAL__XYZZY", ""),
    ],
)
def test_only_what_is_near_is_proposed(monkeypatch: pytest.MonkeyPatch, name: str, hint: str) -> None:
    import osler.casework  # noqa: F401 - its sections are what makes a name unknown

    monkeypatch.setenv(name, "x")
    with pytest.raises(ConfigError) as caught:
        load_settings()
    assert caught.value.mend.startswith(f"did you mean '{hint}'? " if hint else ("unset it", "run 'osler config show'"))
