"""From the bundled HPO rows to the integer-indexed arrays of the graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology.compiling import pack_strings
from osler.core.terminology.ontology import files as hpo_files
from osler.core.terminology.ontology.files import BUNDLED, DataFiles

FORMAT_VERSION = 1

Csr = tuple[NDArray[np.int32], NDArray[np.int32]]


def number(hpo_id: str) -> int:
    """The numeric part of an HPO id, or -1 for anything else."""
    prefix, _, digits = hpo_id.partition(":")
    return int(digits) if prefix == "HP" and len(digits) == 7 and digits.isascii() and digits.isdigit() else -1


def compile_graph(source: DataFiles = BUNDLED) -> dict[str, NDArray[Any]]:
    """Current terms sorted by id, their closure in both directions, replaced ids and information content."""
    rows = list(source.rows(hpo_files.TERMS))
    current = sorted((row for row in rows if not row["obsolete"]), key=lambda row: row["id"])
    numbers = np.array([number(row["id"]) for row in current], dtype=np.int32)
    index = {row["id"]: position for position, row in enumerate(current)}
    parents = [[index[parent] for parent in hpo_files.split(row["parents"])] for row in current]
    ancestors = _closure(parents)
    replaced, replacement = _replacements(rows, index)
    arrays: dict[str, NDArray[Any]] = {
        "numbers": numbers,
        "replaced": replaced,
        "replacement": replacement,
        "ic": _information_content(
            ancestors, index, dict(zip(replaced.tolist(), replacement.tolist(), strict=True)), source
        ),
    }
    arrays["label_text"], arrays["label_ends"] = pack_strings([row["label"] for row in current])
    arrays["definition_text"], arrays["definition_ends"] = pack_strings([row["definition"] for row in current])
    arrays["version_text"], arrays["version_ends"] = pack_strings([source.version(hpo_files.TERMS)])
    for name, lists in (
        ("parents", parents),
        ("children", _inverse(parents)),
        ("ancestors", ancestors),
        ("descendants", _inverse(ancestors)),
    ):
        arrays[f"{name}_starts"], arrays[f"{name}_terms"] = as_csr(lists)
    return arrays


def as_csr(lists: Iterable[Sequence[int]]) -> Csr:
    """Lists of integers as row starts and one flat, sorted array."""
    ordered = [sorted(values) for values in lists]
    starts = np.zeros(len(ordered) + 1, dtype=np.int32)
    np.cumsum([len(values) for values in ordered], out=starts[1:])
    flat = np.fromiter((value for values in ordered for value in values), dtype=np.int32, count=int(starts[-1]))
    return starts, flat


def _closure(parents: list[list[int]]) -> list[list[int]]:
    """Each term's ancestors with itself."""
    done: dict[int, set[int]] = {}
    for start in range(len(parents)):
        stack = [start]
        while stack:
            term = stack[-1]
            waiting = [parent for parent in parents[term] if parent not in done]
            if waiting:
                stack.extend(waiting)
                continue
            stack.pop()
            done[term] = {term}.union(*(done[parent] for parent in parents[term]))
    return [sorted(done[term]) for term in range(len(parents))]


def _inverse(lists: list[list[int]]) -> list[list[int]]:
    inverse: list[list[int]] = [[] for _ in lists]
    for term, others in enumerate(lists):
        for other in others:
            inverse[other].append(term)
    return inverse


def _replacements(rows: list[dict[str, str]], index: dict[str, int]) -> Csr:
    """Alternative and obsolete numbers with the index of the current term that stands for them."""
    direct: dict[str, str] = {}
    for row in rows:
        if not row["obsolete"]:
            direct.update((old, row["id"]) for old in hpo_files.split(row["alt_ids"]))
        elif row["replaced_by"]:
            direct[row["id"]] = row["replaced_by"]
    found: dict[int, int] = {}
    for old in direct:
        seen, new = {old}, direct[old]
        while new not in index and new in direct and new not in seen:
            seen.add(new)
            new = direct[new]
        if new in index and old not in index:
            found[number(old)] = index[new]
    numbers = np.array(sorted(found), dtype=np.int32)
    return numbers, np.array([found[value] for value in numbers.tolist()], dtype=np.int32)


def _information_content(
    ancestors: list[list[int]], index: dict[str, int], replaced: dict[int, int], source: DataFiles
) -> NDArray[np.float64]:
    """-ln of the share of annotated diseases that show the term or a more specific one.

    A term no disease is annotated with counts as seen in one, so that specificity never falls on the way down.
    """
    shown: dict[str, set[int]] = {}
    for row in source.rows(hpo_files.ANNOTATIONS):
        if row["aspect"] == "P" and row["qualifier"] != "NOT":
            term = index.get(row["hpo_id"], replaced.get(number(row["hpo_id"])))
            if term is not None:
                shown.setdefault(row["disease_id"], set()).update(ancestors[term])
    counts = np.zeros(len(ancestors), dtype=np.int64)
    for terms in shown.values():
        counts[list(terms)] += 1
    root = max(int(counts.max()), 1)
    return -np.log(np.maximum(counts, 1) / root)
