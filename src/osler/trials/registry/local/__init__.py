"""The embedded registry: one SQLite file that is the truth, one text index that can be rebuilt from it."""

from osler.trials.registry.local.importing import ImportReport, RawRecord
from osler.trials.registry.local.registry import LocalRegistry, default_folder, raw_records

__all__ = ["ImportReport", "LocalRegistry", "RawRecord", "default_folder", "raw_records"]
