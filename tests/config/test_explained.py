"""An error names the setting that somebody wrote and where; an old form shows where it came from."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.config import load_settings, provenance
from osler.errors import ConfigError


def test_an_error_names_the_setting_and_its_place() -> None:
    with pytest.raises(ConfigError, match=r"'budget.cost_usd' \(from environment\).*OSLER_BUDGET__COST_USD in"):
        load_settings(env={"OSLER_BUDGET__COST_USD": "abc"})


def test_an_option_is_not_looked_for_in_a_file() -> None:
    with pytest.raises(ConfigError) as raised:
        load_settings(flags={"models.fast.model": "gpt"}, env={})
    assert "option" in raised.value.mend
    assert "osler.toml" not in raised.value.mend


@pytest.mark.parametrize(
    ("text", "only"), [("deidentify = false", "switch it on"), ("log_patient_text = true", "switch it off")]
)
def test_what_is_on_or_off_is_switched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, only: str) -> None:
    (tmp_path / "osler.toml").write_text(f"[privacy]\n{text}\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=f"may only {only}"):
        load_settings(env={})


def test_the_one_address_of_0_1_came_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "osler.toml"
    file.write_text('[models]\nfast = "openai-chat:m"\nbase_url = "http://127.0.0.1:9/v1"\n')
    origins = {name: origin for name, _, origin in provenance(file=file, env={})}
    assert origins["models.fast.base_url"] == "file"
    assert origins["models.medical.base_url"] == "default"
