"""Entities as a table that a reviewer can open anywhere."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from osler.grounding.types import GroundedEntity

COLUMNS = (
    "entity_id", "criteria_id", "text", "entity_type", "span_start", "span_end", "preferred_term", "concept_id", "umls_cui",
    "snomed_code", "drugbank_id", "mesh_id", "hpo_id", "mondo_id", "loinc_code", "grounding_confidence", "grounding_method",
    "status", "review_reasons", "reasoning", "context_window",
)  # fmt: skip
# A spreadsheet would take such a cell for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(entities: Iterable[GroundedEntity]) -> str:
    """One row an entity, with a header."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for entity in entities:
        row = entity.model_dump(mode="json") | {"review_reasons": "; ".join(entity.review_reasons)}
        writer.writerow([safe_cell(row[column]) for column in COLUMNS])
    return out.getvalue()


def safe_cell(value: object) -> object:
    """A value as a cell that no spreadsheet takes for a formula."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value
