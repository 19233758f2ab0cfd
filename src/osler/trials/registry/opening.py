"""The registry that the settings name."""

from __future__ import annotations

from pathlib import Path

from osler.config import Settings
from osler.core.terminology import Vocabularies
from osler.trials.registry.ctgov import CtgovRegistry
from osler.trials.registry.local import LocalRegistry
from osler.trials.registry.port import Registry
from osler.trials.settings import TrialSettings


def open_registry(
    settings: Settings,
    vocabularies: Vocabularies | None = None,
    *,
    name: str | None = None,
    folder: Path | None = None,
) -> Registry:
    """`local` or `ctgov`, as named or as configured."""
    if (name or settings.of(TrialSettings).registry) == "ctgov":
        return CtgovRegistry(settings)
    return LocalRegistry(folder, vocabularies)
