"""From the bundled disease annotations to arrays: one entry an annotation, sorted by disease."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology.compiling import pack_strings
from osler.core.terminology.ontology import files as hpo_files
from osler.core.terminology.ontology.compile import as_csr
from osler.core.terminology.ontology.files import BUNDLED, DataFiles
from osler.core.terminology.ontology.graph import HpoGraph

FORMAT_VERSION = 4

ASPECTS = "PICHM"
SEXES = ("", "MALE", "FEMALE")
EVIDENCE_CODES = ("", "PCS", "TAS", "IEA", "ICE")
FREQUENCY_KINDS = ("", "term", "ratio", "percent")

FREQUENCY_TERMS = {
    "HP:0040280": 1.0,
    "HP:0040281": 0.895,
    "HP:0040282": 0.545,
    "HP:0040283": 0.17,
    "HP:0040284": 0.025,
    "HP:0040285": 0.0,
}
"""HPO's frequency terms as the middle of the range each is defined by."""


def compile_annotations(graph: HpoGraph, source: DataFiles = BUNDLED) -> dict[str, NDArray[Any]]:
    """All arrays of the disease model."""
    names = {row["disease_id"]: row["name"] for row in source.rows(hpo_files.DISEASES)}
    order = {disease: position for position, disease in enumerate(sorted(names))}
    arrays = _entries(graph, order, source)
    arrays["id_text"], arrays["id_ends"] = pack_strings(list(order))
    arrays["name_text"], arrays["name_ends"] = pack_strings([names[disease] for disease in order])
    arrays["version_text"], arrays["version_ends"] = pack_strings([source.version(hpo_files.ANNOTATIONS)])
    arrays |= _genes(order, source)
    arrays |= _equivalents(order, source)
    arrays |= _parents(order, source)
    return arrays


def _entries(graph: HpoGraph, order: dict[str, int], source: DataFiles) -> dict[str, NDArray[Any]]:
    references: dict[str, int] = {}
    modifiers: dict[str, int] = {"": 0}
    columns: dict[str, list[Any]] = defaultdict(list)
    cited: list[list[int]] = []
    for row in source.rows(hpo_files.ANNOTATIONS):
        term = graph.index(row["hpo_id"])
        if term is None:
            continue
        kind, numerator, denominator, share = parse_frequency(row["frequency"])
        onset = graph.index(row["onset"])
        columns["disease"].append(order[row["disease_id"]])
        columns["term"].append(term)
        columns["negated"].append(row["qualifier"] == "NOT")
        columns["aspect"].append(ASPECTS.index(row["aspect"]))
        columns["sex"].append(SEXES.index(row["sex"]))
        columns["evidence"].append(EVIDENCE_CODES.index(row["evidence"]))
        columns["onset"].append(-1 if onset is None else onset)
        columns["modifier"].append(modifiers.setdefault(row["modifier"], len(modifiers)))
        columns["kind"].append(kind)
        columns["numerator"].append(numerator)
        columns["denominator"].append(denominator)
        columns["frequency"].append(share)
        columns["curated"].append(int(row["curated"].replace("-", "") or 0))
        cited.append([references.setdefault(name, len(references)) for name in hpo_files.split(row["references"])])
    types = {"negated": np.bool_, "frequency": np.float32} | dict.fromkeys(
        ("aspect", "sex", "evidence", "kind"), np.uint8
    )
    arrays: dict[str, NDArray[Any]] = {
        name: np.array(values, dtype=types.get(name, np.int32)) for name, values in columns.items()
    }
    arrays["starts"] = np.searchsorted(arrays["disease"], np.arange(len(order) + 1)).astype(np.int32)
    arrays["reference_starts"], arrays["reference_of"] = as_csr(cited)
    arrays["reference_text"], arrays["reference_ends"] = pack_strings(list(references))
    arrays["modifier_text"], arrays["modifier_ends"] = pack_strings(list(modifiers))
    return arrays


def parse_frequency(cell: str) -> tuple[int, int, int, float]:
    """A frequency cell as (kind, numerator, denominator, share); the share is NaN where none is stated."""
    if cell in FREQUENCY_TERMS:
        return 1, 0, 0, FREQUENCY_TERMS[cell]
    if cell.endswith("%"):
        return 3, 0, 0, min(max(float(cell[:-1]) / 100.0, 0.0), 1.0)
    shown, slash, seen = cell.partition("/")
    if slash and int(seen) > 0:
        return 2, min(int(shown), int(seen)), int(seen), min(int(shown) / int(seen), 1.0)
    return 0, 0, 0, float("nan")


def _genes(order: dict[str, int], source: DataFiles) -> dict[str, NDArray[Any]]:
    symbols: dict[str, int] = {}
    gene_ids: list[str] = []
    per_disease: list[list[int]] = [[] for _ in order]
    for row in source.rows(hpo_files.GENES):
        if row["symbol"] not in symbols:
            symbols[row["symbol"]] = len(symbols)
            gene_ids.append(row["gene_id"])
        per_disease[order[row["disease_id"]]].append(symbols[row["symbol"]])
    arrays: dict[str, NDArray[Any]] = {}
    arrays["gene_starts"], arrays["gene_of"] = as_csr(per_disease)
    arrays["symbol_text"], arrays["symbol_ends"] = pack_strings(list(symbols))
    arrays["gene_id_text"], arrays["gene_id_ends"] = pack_strings(gene_ids)
    return arrays


def _equivalents(order: dict[str, int], source: DataFiles) -> dict[str, NDArray[Any]]:
    """The group of entries that are one disease: each disease's group number, groups in order of first member."""
    leader = list(range(len(order)))
    mondo = [""] * len(order)

    def find(node: int) -> int:
        while leader[node] != node:
            node = leader[node]
        return node

    for row in source.rows(hpo_files.EQUIVALENTS):
        members = [order[disease] for disease in hpo_files.split(row["disease_ids"])]
        for member in members:
            mondo[member] = mondo[member] or row["mondo_id"]
            first, second = sorted((find(members[0]), find(member)))
            leader[second] = first
    roots = [find(node) for node in range(len(order))]
    numbers = {root: position for position, root in enumerate(sorted(set(roots)))}
    arrays: dict[str, NDArray[Any]] = {"group": np.array([numbers[root] for root in roots], dtype=np.int32)}
    arrays["mondo_text"], arrays["mondo_ends"] = pack_strings(mondo)
    return arrays


def _parents(order: dict[str, int], source: DataFiles) -> dict[str, NDArray[Any]]:
    """For each disease the entries of the terms that MONDO puts right above it."""
    entries = {row["mondo_id"]: hpo_files.split(row["disease_ids"]) for row in source.rows(hpo_files.EQUIVALENTS)}
    above: list[set[int]] = [set() for _ in order]
    for row in source.rows(hpo_files.HIERARCHY):
        if row["relation"] == "is_a" and row["parent"] in entries:
            parents = {order[parent] for parent in entries[row["parent"]]}
            for disease in entries.get(row["id"], ()):
                above[order[disease]] |= parents
    arrays: dict[str, NDArray[Any]] = {}
    arrays["parent_starts"], arrays["parent_of"] = as_csr([sorted(parents) for parents in above])
    return arrays
