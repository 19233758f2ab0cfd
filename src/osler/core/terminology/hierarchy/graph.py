"""The hierarchy as it is asked: arrays mapped into memory, a few microseconds a question."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from osler.core.terminology.compiling import Arrays, Strings, compiled, read_arrays
from osler.core.terminology.hierarchy.compile import HIERARCHY_FORMAT, compile_hierarchy
from osler.core.terminology.hierarchy.links import (
    CORRECTIONS,
    LINKS,
    Joined,
    Link,
    bundled_joins,
    bundled_links,
    codes,
    prefix,
)
from osler.core.terminology.imports import imported_links, index_file, installed, installed_state
from osler.core.terminology.names import bundle
from osler.core.terminology.ontology import files as hpo_files
from osler.core.terminology.ontology.files import BUNDLED, DataFiles
from osler.core.terminology.search.arrays import Lookup

_REMEMBERED = 50_000
_SETTLED = -1
_BY_CODE = 9
"""The doubt of a join by nothing but a listed code."""
_DRUGS = ("DRUGBANK", "RXNORM", "COMBINATION")


class Hierarchy:
    """All concepts that some vocabulary puts below or above another; see `ConceptHierarchy`."""

    def __init__(self, arrays: Arrays) -> None:
        self._concepts = Strings(arrays["concept_text"], arrays["concept_ends"])
        self._aliases = Strings(arrays["alias_text"], arrays["alias_ends"])
        self._concept, self._alias = Lookup(arrays, "concept"), Lookup(arrays, "alias")
        self._group_of, self._alias_group = arrays["group_of"], arrays["alias_group"]
        # Plain views: asking NumPy for one number costs more than the whole search through a list of ancestors.
        self._starts = {name: arrays[f"{name}_starts"].data for name in _LISTS}
        self._values = {name: arrays[f"{name}_values"].data for name in _LISTS}
        self._sizes = np.diff(arrays["members_starts"])
        self._refused = arrays["refused"]
        self._known: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._concepts)

    def __contains__(self, concept_id: str) -> bool:
        return self._group(concept_id) >= 0

    def is_a(self, concept_id: str, general: str) -> bool:
        """Whether a concept is `general` or a kind of it, in its own vocabulary or through concepts that are the same."""
        one, above = self._group(concept_id), self._group(general)
        if one < 0 or above < 0:
            return concept_id == general
        starts, values = self._starts["ancestors"], self._values["ancestors"]
        end = starts[one + 1]
        place = bisect_left(values, above, starts[one], end)
        return bool(place < end and values[place] == above)

    def comparable(self, one: str, other: str) -> bool:
        """Whether both have a place below something they share, so that "is not a kind of" means something."""
        first, second = self._group(one), self._group(other)
        if first < 0 or second < 0:
            return False
        return first == second or not set(self._row("ancestors", first)).isdisjoint(self._row("ancestors", second))

    def same(self, concept_id: str) -> frozenset[str]:
        """The ids that mean the same thing, with the id itself."""
        group = self._group(concept_id)
        return frozenset([concept_id]) if group < 0 else frozenset((concept_id, *self._ids([group])))

    def parents(self, concept_id: str) -> frozenset[str]:
        """What the concept is directly a kind of, as its own vocabulary says."""
        return self._direct("parents", concept_id)

    def children(self, concept_id: str) -> frozenset[str]:
        """What is directly a kind of the concept, as its own vocabulary says."""
        return self._direct("children", concept_id)

    def ancestors(self, concept_id: str) -> frozenset[str]:
        """All that the concept is a kind of, in every vocabulary, without what is the same as it."""
        return self._related("ancestors", concept_id)

    def descendants(self, concept_id: str) -> frozenset[str]:
        """All kinds of the concept, in every vocabulary, without what is the same as it."""
        return self._related("descendants", concept_id)

    def breadth(self, concept_id: str) -> int:
        """How many kinds the concept has, in all vocabularies together: its descendants, counted and not named."""
        group = self._group(concept_id)
        if group < 0:
            return 0
        starts = self._starts["descendants"]
        below = np.asarray(self._values["descendants"][starts[group] : starts[group + 1]])
        return int(self._sizes[below[below != group]].sum())

    def members_of(self, drug_class: str) -> frozenset[str]:
        """The drugs that belong to a class or to one of the classes within it."""
        return frozenset(concept for concept in self.descendants(drug_class) if prefix(concept) in _DRUGS)

    def relations(self) -> tuple[list[str], list[Link], list[Joined], list[tuple[str, str, bool]]]:
        """What the hierarchy was compiled from, so that more can be compiled with it: ids, links, joins, codes."""
        ids = self._concepts.all()
        links = [
            Link(child, ids[parent], "is_a")
            for number, child in enumerate(ids)
            for parent in self._row("parents", number)
        ]
        links += [Link(ids[child], ids[parent], "not") for child, parent in self._refused.tolist()]
        groups = [self._row("members", number) for number in range(len(self._starts["members"]) - 1)]
        joins = [Joined(ids[group[0]], ids[other], _SETTLED) for group in groups for other in group[1:]]
        holders = (ids[groups[group][0]] for group in self._alias_group.tolist())
        return (
            ids,
            links,
            joins,
            [(code, holder, True) for code, holder in zip(self._aliases.all(), holders, strict=True)],
        )

    def _group(self, concept_id: str) -> int:
        known = self._known.get(concept_id)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = self._known[concept_id] = self._find(concept_id)
        return known

    def _find(self, concept_id: str) -> int:
        number = self._number(concept_id)
        if number is not None:
            return int(self._group_of[number])
        return next(
            (int(self._alias_group[n]) for n in self._alias.find(concept_id) if self._aliases[n] == concept_id), -1
        )

    def _number(self, concept_id: str) -> int | None:
        return next((n for n in self._concept.find(concept_id) if self._concepts[n] == concept_id), None)

    def _row(self, name: str, number: int) -> list[int]:
        starts = self._starts[name]
        return self._values[name][starts[number] : starts[number + 1]].tolist()

    def _direct(self, name: str, concept_id: str) -> frozenset[str]:
        """Neighbours of the concept's own vocabulary; for a code of another, of the concepts that have it."""
        number = self._number(concept_id)
        group = self._group(concept_id)
        own = [number] if number is not None else self._row("members", group) if group >= 0 else []
        return frozenset(self._concepts[other] for one in own for other in self._row(name, one))

    def _related(self, name: str, concept_id: str) -> frozenset[str]:
        group = self._group(concept_id)
        return frozenset() if group < 0 else self._ids(other for other in self._row(name, group) if other != group)

    def _ids(self, groups: Iterable[int]) -> frozenset[str]:
        return frozenset(self._concepts[member] for group in groups for member in self._row("members", group))


_LISTS = ("parents", "children", "members", "ancestors", "descendants")


@cache
def hierarchy() -> Hierarchy:
    """The process-wide hierarchy of the bundled vocabularies, from the compiled cache (built on first use)."""
    return Hierarchy(compiled("hierarchy", _bundled_key(), compile_bundled))


def local_hierarchy() -> Hierarchy:
    """The hierarchy of the bundled and the imported vocabularies; imports made since the last call are seen."""
    return _with_imports(installed_state()) if installed() else hierarchy()


@lru_cache(maxsize=2)
def _with_imports(state: tuple[tuple[str, int], ...]) -> Hierarchy:
    files = {report.name: index_file(report) for report in installed()}
    builds = [(name, file.name) for name, file in files.items()]
    key = hashlib.sha256(repr((_bundled_key(), builds)).encode()).hexdigest()[:16]
    return Hierarchy(compiled("hierarchy", key, lambda: _with_links_of(files)))


def compile_bundled(source: DataFiles = BUNDLED) -> Arrays:
    """The arrays of the hierarchy of a folder of vocabularies."""
    entries = list(bundle.entries(source))
    ids = (entry.id for entry in entries)
    return compile_hierarchy(ids, list(bundled_links(source)), bundled_joins(entries, source), codes(entries))


def _with_links_of(imports: Mapping[str, Path]) -> Arrays:
    """The bundled relations with those of imported vocabularies, joined by the codes that bundled concepts list first."""
    ids, links, joins, listed = hierarchy().relations()
    brought: set[str] = set()
    for file in imports.values():
        for child, parent in imported_links(read_arrays(file) or {}):
            links.append(Link(child, parent, "is_a"))
            brought |= {child, parent}
    joins += [Joined(code, concept, _BY_CODE) for code, concept, _ in listed if code in brought]
    return compile_hierarchy(ids, links, joins, listed)


def _bundled_key() -> str:
    sources = (*bundle.FILES.values(), bundle.JOINS, LINKS, CORRECTIONS, bundle.COMBINATIONS)
    return hpo_files.fingerprint(*sources, format_version=HIERARCHY_FORMAT)
