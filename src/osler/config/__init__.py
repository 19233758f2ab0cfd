"""Typed settings: `osler.toml`, then the environment, then flags; secrets from the environment only."""

from osler.config.load import Provenance, load_settings, provenance
from osler.config.paths import cache_dir, data_dir, write_private
from osler.config.settings import (
    BudgetSettings,
    GroundingSettings,
    ModelSettings,
    PrivacySettings,
    Settings,
    StoreSettings,
    TelemetrySettings,
    TerminologySettings,
    TrialSettings,
)

__all__ = [
    "BudgetSettings",
    "GroundingSettings",
    "ModelSettings",
    "PrivacySettings",
    "Provenance",
    "Settings",
    "StoreSettings",
    "TelemetrySettings",
    "TerminologySettings",
    "TrialSettings",
    "cache_dir",
    "data_dir",
    "load_settings",
    "provenance",
    "write_private",
]
