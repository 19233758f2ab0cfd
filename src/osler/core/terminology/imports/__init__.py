"""Vocabularies that users bring: UMLS and RxNorm RRF, SNOMED CT RF2, OBO and OBO-JSON."""

from osler.core.terminology.imports.run import (
    ImportReport,
    import_vocabulary,
    imported_links,
    index_file,
    installed,
    installed_state,
)
from osler.core.terminology.imports.tables import OnProgress, Progress

__all__ = [
    "ImportReport",
    "OnProgress",
    "Progress",
    "import_vocabulary",
    "imported_links",
    "index_file",
    "installed",
    "installed_state",
]
