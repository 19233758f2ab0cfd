"""A capability declares its own section; casework registers it, and config knows no capability."""

from __future__ import annotations

from typing import ClassVar

import pytest

import osler.casework
import osler.config
from osler.config import Settings, SettingsSection, load_settings, provenance, register_section
from osler.errors import ConfigError
from osler.grounding.settings import GroundingSettings


class Toy(SettingsSection):
    section: ClassVar[str] = "toy"

    limit: int = 3


def test_the_sections_of_capabilities_are_settings_like_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    assert osler.casework.GROUNDING.name in osler.config.registered_sections()
    monkeypatch.setenv("OSLER_GROUNDING__ACCEPT", "0.9")
    assert load_settings().of(GroundingSettings).accept == 0.9
    assert ("grounding.accept", 0.9, "environment") in provenance()


def test_a_section_that_nobody_set_has_its_defaults_registered_or_not() -> None:
    assert Settings().of(Toy).limit == 3
    assert Settings.model_validate({"toy": {"limit": 5}}).of(Toy).limit == 5


def test_a_wrong_value_names_its_key() -> None:
    with pytest.raises(ConfigError, match=r"toy\.limit"):
        Settings.model_validate({"toy": {"limit": "many"}}).of(Toy)


def test_a_section_has_its_own_name() -> None:
    with pytest.raises(ValueError, match="section name"):
        register_section("other", Toy)
    with pytest.raises(ValueError, match="section name"):
        register_section("models", Toy)


def test_the_name_of_0_1_still_works_and_says_where_it_went() -> None:
    with pytest.warns(DeprecationWarning, match=r"osler\.grounding\.settings"):
        assert osler.config.GroundingSettings is GroundingSettings
