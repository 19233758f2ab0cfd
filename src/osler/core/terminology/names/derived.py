"""Names of phenotypes that no vocabulary lists but a listed name implies: a word replaced, dropped or borrowed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from osler.core.terminology.names.bundle import BundledConcept, Scope
from osler.core.terminology.names.keys import data_lines, key_of
from osler.core.terminology.names.tokens import root
from osler.core.terminology.names.variants import anatomy, replaced_words, variants, without_modifier, without_place
from osler.core.terminology.ontology.graph import PHENOTYPIC_ABNORMALITY, HpoGraph

Roots = tuple[str, ...]

_LONGEST = 5


def derived_names(
    entries: list[BundledConcept], graph: HpoGraph, is_listed: Callable[[Roots], bool]
) -> Iterator[tuple[int, Roots]]:
    """Every derived name with the position of its phenotype.

    One that is listed for another phenotype is not made; one that fits several is given to the most general.
    """
    findings = graph.descendants(PHENOTYPIC_ABNORMALITY)
    body = anatomy(entries)
    guarded = {tuple(sorted(map(root, line.split()))) for line in data_lines("guarded_names.txt")}
    by_id = {entry.id: entry for entry in entries}
    holders = _Holders((entry for entry in entries if entry.id in findings), graph)
    made: dict[Roots, dict[int, Roots]] = {}
    for position, entry in enumerate(entries):
        if entry.id not in findings:
            continue
        for roots in (
            *_broad(entry),
            *_replaced(entry),
            *_shortened(entry, body, holders),
            *_borrowed(entry, by_id),
        ):
            words = tuple(sorted(roots))
            if not is_listed(roots) and words not in guarded:
                made.setdefault(words, {}).setdefault(position, roots)
    for concepts in made.values():
        owner = _most_general(list(concepts), entries, graph)
        if owner is not None:
            yield owner, concepts[owner]


class _Holders:
    """Which phenotypes have certain words together in one of their names."""

    def __init__(self, entries: Iterator[BundledConcept], graph: HpoGraph) -> None:
        self._graph = graph
        self._owners: list[str] = []
        self._names: dict[str, set[int]] = defaultdict(set)
        for entry in entries:
            for name, _ in entry.names():
                for part in key_of(name).roots:
                    self._names[part].add(len(self._owners))
                self._owners.append(entry.id)

    def all_are(self, concept_id: str, roots: Roots) -> bool:
        """Whether only this phenotype and its kinds have the words, so that the words are enough to mean it."""
        names = set.intersection(*sorted((self._names[part] for part in roots), key=len))
        return all(self._graph.is_a(owner, concept_id) for owner in {self._owners[name] for name in names})


def _close_names(entry: BundledConcept) -> Iterator[tuple[str, Roots]]:
    for name, scope in entry.names():
        key = key_of(name)
        if scope <= Scope.EXACT and 1 < len(key.roots) <= _LONGEST and not key.has_conjunction:
            yield name, key.roots


def _broad(entry: BundledConcept) -> Iterator[Roots]:
    """Names that a phenotype lists as broader than itself; in a text nothing nearer may have them."""
    for name, scope in entry.names():
        key = key_of(name)
        if scope is Scope.BROAD and 1 < len(key.roots) <= _LONGEST and not key.has_conjunction:
            yield key.roots


def _replaced(entry: BundledConcept) -> Iterator[Roots]:
    for _, roots in _close_names(entry):
        yield from replaced_words(roots)


def _shortened(entry: BundledConcept, body: frozenset[str], holders: _Holders) -> Iterator[Roots]:
    """Names without a modifier or a place, where what is left is said of nothing else.

    Two words without their place must have one that is itself said of nothing else: "antimongoloid slant".
    """
    for name, roots in _close_names(entry):
        for rest in without_modifier(roots, body):
            if holders.all_are(entry.id, rest):
                yield rest
        kept = without_place(name, body)
        telling = len(kept) > 2 or any(holders.all_are(entry.id, (part,)) for part in kept)
        if telling and holders.all_are(entry.id, kept):
            yield kept


def _borrowed(entry: BundledConcept, by_id: dict[str, BundledConcept]) -> Iterator[Roots]:
    """The names of several words that a phenotype has in other vocabularies, but for those of whole syndromes."""
    for partner in filter(by_id.__contains__, entry.partners):
        for name, _ in variants(by_id[partner]):
            key = key_of(name)
            if 1 < len(key.roots) <= _LONGEST and "syndrome" not in name.lower() and not key.has_conjunction:
                yield key.roots


def _most_general(positions: list[int], entries: list[BundledConcept], graph: HpoGraph) -> int | None:
    """The phenotype that all the others are kinds of, if there is one."""
    for position in positions:
        if all(graph.is_a(entries[other].id, entries[position].id) for other in positions):
            return position
    return None
