"""The embedded registry: one SQLite file that is the truth, one text index that can be rebuilt from it."""

from osler.trials.registry.local.importing import ImportReport, RawRecord
from osler.trials.registry.local.registry import LocalRegistry, default_folder, raw_records
from osler.trials.registry.local.store import STORE, TrialStore

__all__ = ["STORE", "ImportReport", "LocalRegistry", "RawRecord", "TrialStore", "default_folder", "raw_records"]
