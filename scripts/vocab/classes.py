"""Drug classes: which drug belongs to which, by MeSH action, ChEBI role, INN stem and by name."""

from __future__ import annotations

import bz2
import csv
import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.vocab.drugs import PlainData
from scripts.vocab.rows import Row

TABLE = Path(__file__).with_name("drug_classes.tsv")
# Roles that say what a drug does to a patient: drugs by use, pharmacological roles, inhibitors of enzymes.
_ROLE_ROOTS = ("CHEBI:23888", "CHEBI:52210", "CHEBI:35222")

Edge = tuple[str, str]


@dataclass(frozen=True)
class DrugClass:
    """One row of the table of classes."""

    mesh_id: str
    label: str
    said: tuple[str, ...]
    chebi: tuple[str, ...]
    stems: tuple[str, ...]
    members: tuple[str, ...]
    without: tuple[str, ...]
    within: tuple[str, ...]

    def takes(self, drug: Row) -> bool:
        """Whether a drug belongs to the class by one of its names or by the stem of its preferred one."""
        return not self.refuses(drug) and (_is_named(drug, self.members) or _has_stem(drug.name, self.stems))

    def refuses(self, drug: Row) -> bool:
        """Whether the class is said not to hold a drug."""
        return _is_named(drug, self.without) or _has_stem(drug.name, self.without)


def drug_classes(table: Path = TABLE) -> list[DrugClass]:
    """The curated classes."""
    with table.open(encoding="utf-8") as handle:
        rows = csv.DictReader((line for line in handle if not line.startswith("#")), delimiter="\t")
        return [
            DrugClass(
                row["mesh_id"],
                row["label"],
                *(
                    tuple(filter(None, row[column].split(";")))
                    for column in ("said", "chebi", "stems", "members", "without", "within")
                ),
            )
            for row in rows
        ]


class Chebi:
    """The part of ChEBI that says what drugs do."""

    def __init__(self, ontology: Path) -> None:
        terms: list[dict[str, Any]] = json.loads(ontology.read_text(encoding="utf-8"))
        self.names = {term["id"]: term["name"] for term in terms}
        self._relations = {term["id"]: term.get("relations", {}) for term in terms}
        self.by_name = {name.lower(): chebi_id for chebi_id, name in self.names.items()}
        self.pharmacological = self._below(_ROLE_ROOTS)

    def parents(self, chebi_id: str) -> list[str]:
        """What a role or class is a kind of."""
        return list(self._relations.get(chebi_id, {}).get("is_a", ()))

    def lineage(self, chebi_id: str) -> set[str]:
        """A term with all that it is a kind of."""
        found: set[str] = set()
        waiting = [chebi_id]
        while waiting:
            term = waiting.pop()
            if term not in found:
                found.add(term)
                waiting += self.parents(term)
        return found

    def roles(self, chebi_id: str) -> set[str]:
        """The pharmacological roles of a compound, its own and those of its chemical classes."""
        own = {role for term in self.lineage(chebi_id) for role in self._relations.get(term, {}).get("has_role", ())}
        return own & self.pharmacological

    def _below(self, roots: Collection[str]) -> set[str]:
        children: dict[str, list[str]] = defaultdict(list)
        for term in self.names:
            for parent in self.parents(term):
                children[parent].append(term)
        found: set[str] = set()
        waiting = list(roots)
        while waiting:
            term = waiting.pop()
            if term not in found:
                found.add(term)
                waiting += children[term]
        return found


def memberships(
    drugs: Collection[Row], chebi: Chebi, chebi_of: Mapping[str, str], actions: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """(drug or class, class, relation): `class` for what it belongs to, `not` for what it only seems to belong to."""
    classes = drug_classes()
    by_label = {one.label: one for one in classes}
    roles_used: set[str] = set()
    for drug in drugs:
        for one in classes:
            if one.refuses(drug):
                yield drug.id, f"MESH:{one.mesh_id}", "not"
            elif one.takes(drug):
                yield drug.id, f"MESH:{one.mesh_id}", "class"
        if drug.name.lower() in actions:
            yield drug.id, f"MESH:{actions[drug.name.lower()]}", "class"
        compound = chebi_of.get(drug.id) or chebi.by_name.get(drug.name.lower())
        if compound is None:
            continue
        roles = chebi.roles(compound)
        roles_used |= roles
        yield from ((drug.id, role, "class") for role in sorted(roles))
        above = chebi.lineage(compound)
        for one in classes:
            chemical = set(one.chebi) - chebi.pharmacological
            if chemical & above and not one.refuses(drug):
                yield drug.id, f"MESH:{one.mesh_id}", "class"
    for one in classes:
        yield from ((role, f"MESH:{one.mesh_id}", "class") for role in one.chebi if role in chebi.pharmacological)
        yield from ((f"MESH:{one.mesh_id}", f"MESH:{_label_id(by_label, wide)}", "class") for wide in one.within)
    wider = {above for role in roles_used for above in chebi.lineage(role)} & chebi.pharmacological
    for term in sorted(wider):
        yield from ((term, parent, "is_a") for parent in chebi.parents(term) if parent in chebi.pharmacological)


def unknown_members(drugs: Collection[Row]) -> list[str]:
    """Members of the table that no drug is called; a misspelt row must not go unnoticed."""
    known = {name.lower() for drug in drugs for name in (drug.name, *drug.synonyms)}
    return sorted({name for one in drug_classes() for name in one.members if name.lower() not in known})


def role_rows(used: Collection[str], chebi: Chebi) -> Iterator[Row]:
    """The ChEBI roles that drugs have, as concepts."""
    for role in sorted(used):
        yield Row(role, chebi.names[role], "Medication", kind="role")


def read_actions(dictionary: Path, mesh_trees: Mapping[str, str]) -> dict[str, str]:
    """Drug name → the MeSH pharmacologic action that the drug dictionary files it under."""
    with bz2.open(dictionary) as handle:
        tables: dict[str, Any] = PlainData(handle).load()
    return {
        name: facts["mesh_id"]
        for name, facts in tables["drug_canonical_to_data"].items()
        if "D27." in mesh_trees.get(f"MESH:{facts.get('mesh_id')}", "")
    }


def read_chebi_of(mappings: Path) -> dict[str, str]:
    """DrugBank id → ChEBI id."""
    with mappings.open(encoding="utf-8") as handle:
        rows = csv.DictReader(handle, delimiter="\t")
        return {f"DRUGBANK:{row['DRUGBANK_ID']}": f"CHEBI:{row['ID']}" for row in rows if row["NAMESPACE"] == "CHEBI"}


def _is_named(drug: Row, names: Collection[str]) -> bool:
    """Whether one of the names is the drug's: its preferred name, or a synonym that is no other drug's preferred name."""
    return bool({drug.name.lower(), *(text.lower() for text in drug.synonyms)} & {name.lower() for name in names})


def _has_stem(name: str, stems: Collection[str]) -> bool:
    words = name.lower()
    return any(
        (stem.startswith("-") and words.endswith(stem[1:])) or (stem.endswith("-") and words.startswith(stem[:-1]))
        for stem in stems
    )


def _label_id(by_label: Mapping[str, DrugClass], label: str) -> str:
    if label not in by_label:
        raise ValueError(f"the class {label!r} that another lies within has no row of its own")
    return by_label[label].mesh_id
