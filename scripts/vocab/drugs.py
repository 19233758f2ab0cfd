"""Drugs: DrugBank ids, generic names and brand names, converted once from a pickle that may hold plain data only."""

from __future__ import annotations

import bz2
import pickle
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from scripts.vocab.rows import Row

_SHORTEST_NAME = 3
_LONGEST_NAME = 60
_FOREIGN = re.compile(r"[^\x20-\x7e]")
_SYSTEMATIC = re.compile(r"\d,\d|[\[\]{}]|\([+-]\)|\(\d|-\d+-.*-\d+-")


class PlainData(pickle.Unpickler):
    """A pickle reader that refuses anything but plain data."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"the drug file names {module}.{name}; only plain data is read")


def read(dictionary: Path, mesh_labels: Path) -> Iterator[Row]:
    """Every drug with a DrugBank id, and every other that a patient's medicine leaflet exists for."""
    with bz2.open(dictionary) as handle:
        tables: dict[str, Any] = PlainData(handle).load()
    variants: dict[str, set[str]] = defaultdict(set)
    for variant, canonicals in tables["drug_variant_to_canonical"].items():
        for canonical in canonicals:
            variants[canonical].add(variant)
    mesh = _mesh_by_label(mesh_labels)
    seen: set[str] = set()
    for canonical, facts in sorted(tables["drug_canonical_to_data"].items()):
        medicine = "medline_plus_id" in facts or "nhs_url" in facts
        mesh_id = mesh.get(canonical.lower())
        drugbank = facts.get("drugbank_id")
        if not drugbank and not (medicine and mesh_id):
            continue
        concept_id = f"DRUGBANK:{drugbank}" if drugbank else f"MESH:{mesh_id}"
        if concept_id in seen:
            continue
        seen.add(concept_id)
        names = {*variants[canonical], *facts.get("synonyms", ())}
        yield Row(
            id=concept_id,
            name=str(facts.get("name", canonical)),
            semantic_type="Medication",
            synonyms=tuple(sorted(name for name in names if _readable(name) and name != canonical.lower())),
            xrefs=(f"MESH:{mesh_id}",) if mesh_id else (),
        )


def _readable(name: str) -> bool:
    """Whether a name can stand in a note: no systematic chemical names, no other alphabets."""
    fits = _SHORTEST_NAME <= len(name) <= _LONGEST_NAME
    return fits and not _FOREIGN.search(name) and not _SYSTEMATIC.search(name) and any(c.isalpha() for c in name)


def _mesh_by_label(source: Path) -> dict[str, str]:
    """MeSH descriptors by label and entry term; a chemical's tree numbers begin with D."""
    labels: dict[str, str] = {}
    entries: dict[str, str] = {}
    with source.open(encoding="utf-8") as handle:
        for line in handle:
            mesh_id, label, synonyms, trees = [*line.rstrip("\n").split("\t"), "", "", ""][:4]
            if not any(tree.startswith("D") for tree in trees.split("|")):
                continue
            labels[label.lower()] = mesh_id
            for synonym in synonyms.split("|"):
                entries.setdefault(synonym.lower(), mesh_id)
    return entries | labels
