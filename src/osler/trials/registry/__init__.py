"""Registries of trials: one port, the ClinicalTrials.gov API v2 and the index on this machine behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.lazy import lazily
from osler.trials.registry.ctgov import CtgovRegistry, search_parameters
from osler.trials.registry.kept import Keep, KeepingRegistry, KeptRegistry, kept_study
from osler.trials.registry.local import STORE, ImportReport, LocalRegistry, RawRecord, TrialStore, default_folder
from osler.trials.registry.opening import open_registry
from osler.trials.registry.port import (
    MAX_PAGE_SIZE,
    RECRUITING,
    Near,
    Registry,
    SearchPage,
    Status,
    TrialQuery,
    statuses,
)
from osler.trials.registry.study import Study, age_in_years, read_study
from osler.trials.registry.sync import SyncReport, synchronise

if TYPE_CHECKING:
    from osler.trials.registry.serving import serve_registry

__all__ = [
    "MAX_PAGE_SIZE",
    "RECRUITING",
    "STORE",
    "CtgovRegistry",
    "ImportReport",
    "Keep",
    "KeepingRegistry",
    "KeptRegistry",
    "LocalRegistry",
    "Near",
    "RawRecord",
    "Registry",
    "SearchPage",
    "Status",
    "Study",
    "SyncReport",
    "TrialQuery",
    "TrialStore",
    "age_in_years",
    "default_folder",
    "kept_study",
    "open_registry",
    "read_study",
    "search_parameters",
    "serve_registry",
    "statuses",
    "synchronise",
]

__getattr__ = lazily(__name__, {"serve_registry": "serving"})
