"""Typed settings: the user's file, `osler.toml`, then the environment, then flags; secrets from the environment only."""

from __future__ import annotations

import warnings
from typing import Any

from osler.config.addresses import WebAddress
from osler.config.environment import OTHER_VARIABLES
from osler.config.load import Provenance, load_settings, provenance
from osler.config.minds import mind_fields, mind_flags
from osler.config.paths import cache_dir, data_dir, spare_cache_dir, user_config_file, write_private
from osler.config.roles import ROLES, Played, Role, cast_of, played
from osler.config.sections import register_section, registered_sections
from osler.config.settings import (
    OFFLINE,
    BudgetSettings,
    FolderRule,
    ModelSettings,
    PrivacySettings,
    RoleSettings,
    Settings,
    SettingsSection,
    StoreSettings,
    TelemetrySettings,
    TerminologySettings,
)

__all__ = [
    "OFFLINE",
    "OTHER_VARIABLES",
    "ROLES",
    "BudgetSettings",
    "FolderRule",
    "ModelSettings",
    "Played",
    "PrivacySettings",
    "Provenance",
    "Role",
    "RoleSettings",
    "Settings",
    "SettingsSection",
    "StoreSettings",
    "TelemetrySettings",
    "TerminologySettings",
    "WebAddress",
    "cache_dir",
    "cast_of",
    "data_dir",
    "load_settings",
    "mind_fields",
    "mind_flags",
    "played",
    "provenance",
    "register_section",
    "registered_sections",
    "spare_cache_dir",
    "user_config_file",
    "write_private",
]


def __getattr__(name: str) -> Any:
    """`GroundingSettings` stood here in 0.1; it is grounding's own now, and found here for one version more."""
    if name == "GroundingSettings" and (kind := registered_sections().get("grounding")) is not None:
        warnings.warn(
            "GroundingSettings is now osler.grounding.settings.GroundingSettings", DeprecationWarning, stacklevel=2
        )
        return kind
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
