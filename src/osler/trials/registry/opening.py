"""The registry that the settings name."""

from __future__ import annotations

from pathlib import Path

from osler.config import Settings
from osler.trials.registry.ctgov import CtgovRegistry
from osler.trials.registry.local import LocalRegistry
from osler.trials.registry.port import Registry


def open_registry(settings: Settings, *, name: str | None = None, folder: Path | None = None) -> Registry:
    """`local` or `ctgov`, as named or as configured."""
    if (name or settings.trials.registry) == "ctgov":
        return CtgovRegistry(settings)
    return LocalRegistry(folder)
