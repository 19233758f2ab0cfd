"""Typed settings: the user's file, `osler.toml`, then the environment, then flags; secrets from the environment only."""

from osler.config.environment import OTHER_VARIABLES
from osler.config.load import Provenance, load_settings, provenance
from osler.config.paths import cache_dir, data_dir, user_config_file, write_private
from osler.config.roles import ROLES, Played, Role, cast_of, played
from osler.config.sections import register_section, registered_sections
from osler.config.settings import (
    OFFLINE,
    BudgetSettings,
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
    "cache_dir",
    "cast_of",
    "data_dir",
    "load_settings",
    "played",
    "provenance",
    "register_section",
    "registered_sections",
    "user_config_file",
    "write_private",
]
