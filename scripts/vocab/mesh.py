"""MeSH: the descriptors of diseases, drugs and their actions, procedures and tests, with entry terms and tree numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from scripts.vocab.rows import Row

_LONGEST_NAME = 70
_FOREIGN = re.compile(r"[^\x20-\x7e]")
_SYSTEMATIC = re.compile(r"\d,\d|[\[\]{}]|\([+-]\)|\(\d|-\d+-.*-\d+-|\d[a-z]?-\(")
_WORD = re.compile(r"[a-z0-9]+")

# What a descriptor is, by where it stands in the trees; the first rule that fits one of its tree numbers decides.
_TYPES = (
    (r"C22", ""),  # diseases of animals
    (r"C|F03", "Condition"),
    (r"E01\.370\.225\.(124|500\.195|625)|E01\.370\.(390\.400|386\.700|372\.460|600\.(115|875))", "Lab_Value"),
    (r"E05\.(318\.308\.980|944)|E05\.200\.(124|500\.195|625)", "Lab_Value"),
    (r"E0[12346]", "Procedure"),
    (r"D27|D06|D26|D12\.776\.124\.486\.485\.114\.224", "Medication"),
    (r"D0[1-5]|D09|D10|D13|D20", "Medication"),
    (r"D08|D12|D23", "Biomarker"),
)


CLASS = "class"
"""Marks a descriptor that is a drug class of our table, after its tree numbers."""


def read(labels: Path, said: Mapping[str, Collection[str]], roles: Mapping[str, Collection[str]]) -> Iterator[Row]:
    """Every descriptor of a kind that is said of patients, with the names and ChEBI roles of drug classes."""
    with labels.open(encoding="utf-8") as handle:
        for line in handle:
            mesh_id, label, entries, trees = [*line.rstrip("\n").split("\t"), "", ""][:4]
            semantic_type = type_of(trees.split("|"))
            if not semantic_type:
                continue
            yield Row(
                id=f"MESH:{mesh_id}",
                name=label,
                semantic_type=semantic_type,
                synonyms=(*_entry_terms(label, entries.split("|")), *said.get(mesh_id, ())),
                xrefs=tuple(roles.get(mesh_id, ())),
                kind=f"{trees}|{CLASS}" if mesh_id in said else trees,
            )


def type_of(trees: list[str]) -> str:
    """The semantic type of a descriptor, empty for what is said of no patient."""
    for pattern, semantic_type in _TYPES:
        if any(re.match(pattern, tree) for tree in trees):
            return semantic_type
    return ""


def parents(rows: Collection[Row]) -> Iterator[tuple[str, str]]:
    """(descriptor, parent) by tree number: the parent's number is the child's without its last part."""
    holder = {tree: row.id for row in rows for tree in row.kind.split("|") if tree != CLASS}
    for row in rows:
        for tree in row.kind.split("|"):
            parent = holder.get(tree.rpartition(".")[0])
            if parent is not None and parent != row.id:
                yield row.id, parent


def _entry_terms(label: str, entries: list[str]) -> Iterator[str]:
    """Entry terms that can stand in a note: not the inverted form of another, no systematic chemical name."""
    straight = {_bag(name) for name in (label, *entries) if ", " not in name}
    for name in entries:
        if not name or len(name) > _LONGEST_NAME or _FOREIGN.search(name) or _SYSTEMATIC.search(name):
            continue
        if ", " in name and _bag(name) in straight:
            continue
        yield name


def _bag(name: str) -> tuple[str, ...]:
    return tuple(sorted(_WORD.findall(name.lower())))
