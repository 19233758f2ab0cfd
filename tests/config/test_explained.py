"""An error names the setting that somebody wrote and where; an old form shows where it came from."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.config import load_settings, provenance
from osler.errors import ConfigError


def test_an_error_names_the_setting_and_its_place() -> None:
    with pytest.raises(ConfigError, match=r"'budget.cost_usd' \(from environment\).*OSLER_BUDGET__COST_USD in"):
        load_settings(env={"OSLER_BUDGET__COST_USD": "abc"})


def test_the_one_address_of_0_1_came_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "osler.toml"
    file.write_text('[models]\nfast = "openai-chat:m"\nbase_url = "http://127.0.0.1:9/v1"\n')
    origins = {name: origin for name, _, origin in provenance(file=file, env={})}
    assert origins["models.fast.base_url"] == "file"
    assert origins["models.medical.base_url"] == "default"
