"""The sections that capabilities declare; casework registers them, so that nothing here names a capability."""

from __future__ import annotations

from osler.config.settings import Settings, SettingsSection

_registered: dict[str, type[SettingsSection]] = {}


def register_section(name: str, kind: type[SettingsSection]) -> None:
    """Let a capability's section be configured under its name."""
    if kind.section != name or name in Settings.model_fields:
        raise ValueError(f"{kind.__name__} must carry its own section name, {name!r}")
    _registered[name] = kind


def registered_sections() -> dict[str, type[SettingsSection]]:
    """The sections known so far; none before casework is imported."""
    return dict(_registered)
