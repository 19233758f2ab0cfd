"""Compiling the bundle: from names to tables of token hashes that are mapped into memory.

A name is the multiset of its content words' roots, so that "abnormality of the heart" and "cardiac anomaly" meet in one
key: the sum of the roots' hashes. What was really written is kept beside it (two smaller hashes), and decides between
concepts that share a key.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from osler.collecting import nothing_collected
from osler.core.terminology.compiling import Arrays, compiled, pack_strings
from osler.core.terminology.names import bundle
from osler.core.terminology.names.derived import derived_names
from osler.core.terminology.names.guards import GENE_NAMES, Guards
from osler.core.terminology.names.keys import (
    ACRONYM,
    DERIVED,
    HAS_CONJUNCTION,
    IN_ORDER,
    Key,
    data_lines,
    guarded_names,
    is_acronym,
    key_of,
    sequence_hash,
    token_hash,
)
from osler.core.terminology.names.tokens import light_stem
from osler.core.terminology.names.variants import anatomy, variants
from osler.core.terminology.ontology import files as hpo_files
from osler.core.terminology.ontology.graph import PHENOTYPIC_ABNORMALITY, HpoGraph, hpo

FORMAT_VERSION = 52
LONGEST_NAME = 9
"""Content words of the longest name that is looked for in text."""

PAIR_TABLE = 1 << 23
"""Slots of the table that says which two roots occur together in any name."""

_RANKED = ("HPO", "MONDO", "SNOMEDCT", "LAB", "COMBINATION", "DrugBank", "ICD10CM", "MESH", "HGNC", "CHEBI")
# Modifiers, onsets and modes of inheritance are HPO terms too; in a text their names are ordinary words.
_SHORTEST_WORD = 3
# Short synonyms of rare diseases and drugs are acronyms that mean something else in most texts.
_SHORTEST_SYNONYM = {"MONDO": 5, "DrugBank": 4, "LAB": 2, "ICD10CM": 4, "MESH": 4}

Progress = Callable[[int, int], None]


class _Named(NamedTuple):
    key: int
    concept: int
    rank: int
    ordered: int
    written: int
    flags: int


def compiled_vocabulary(progress: Progress | None = None) -> Arrays:
    """The tables of all bundled vocabularies, from the cache or built now."""
    sources = (*bundle.FILES.values(), bundle.JOINS, *_TEXTS)
    return compiled(
        "vocabulary",
        hpo_files.fingerprint(*sources, format_version=FORMAT_VERSION),
        lambda: _build(progress),
    )


_TEXTS = (
    "measures.tsv",
    "abbreviations.tsv",
    "clinical_names.tsv",
    "word_forms.tsv",
    "word_pairs.tsv",
    "guarded_names.txt",
    GENE_NAMES,
    bundle.COMBINATIONS,
    bundle.BRANDS,
)


def _build(progress: Progress | None) -> dict[str, NDArray[Any]]:
    return compile_names(bundle.entries(), bundle.versions(), progress)


def compile_names(
    concepts: Iterable[bundle.BundledConcept],
    versions: Mapping[str, str],
    progress: Progress | None = None,
    graph: HpoGraph | None = None,
) -> dict[str, NDArray[Any]]:
    """The tables of some concepts: the bundled ones, those of an import, a toy."""
    with nothing_collected():
        return _compiled(concepts, versions, progress, graph)


def _compiled(
    concepts: Iterable[bundle.BundledConcept],
    versions: Mapping[str, str],
    progress: Progress | None,
    graph: HpoGraph | None,
) -> dict[str, NDArray[Any]]:
    entries = sorted(concepts, key=lambda entry: entry.id.encode())
    _leave_to_owners(entries)
    _add_abbreviations(entries)
    records = []
    named: list[_Named] = []
    pairs = np.zeros(PAIR_TABLE, dtype=np.uint8)
    graph = graph or hpo()
    findings = graph.descendants(PHENOTYPIC_ABNORMALITY)
    body = anatomy(entries)
    guards = Guards(entries)
    for position, entry in enumerate(entries):
        records.append(_record(entry))
        if entry.vocabulary != "HPO" or entry.id in findings:
            named.extend(_names(position, entry, pairs.data, body, guards))
        if progress is not None and position % 1000 == 0:
            progress(position, len(entries))
    named.extend(_derived(named, entries, graph, pairs.data))
    block, offsets = pack_strings(records)
    return {
        "records": block,
        "record_offsets": offsets,
        "versions": np.frombuffer(json.dumps(dict(versions)).encode(), dtype=np.uint8),
        "pairs": pairs,
        **_tables(named, [_generality(entry, graph) for entry in entries]),
    }


def _generality(entry: bundle.BundledConcept, graph: HpoGraph) -> int:
    """How many kinds of thing a phenotype is; less means more general."""
    return len(graph.ancestors(entry.id)) if entry.vocabulary == "HPO" else 0


def _record(entry: bundle.BundledConcept) -> str:
    xrefs = "|".join(f"{system}:{code}" for system, codes in entry.xrefs.items() for code in codes)
    synonyms = "|".join(dict.fromkeys(text for text, _ in entry.synonyms))
    return "\t".join(
        (
            entry.id,
            entry.vocabulary,
            entry.name,
            synonyms,
            entry.semantic_type,
            xrefs,
            entry.definition,
        )
    )


def _leave_to_owners(entries: list[bundle.BundledConcept]) -> None:
    """Take from a disease the synonyms by which its vocabulary calls another: AL amyloidosis is no myeloma."""
    owners = {entry.name.casefold(): entry.id for entry in entries if entry.vocabulary == "MONDO"}
    for entry in entries:
        if entry.vocabulary == "MONDO":
            entry.synonyms[:] = [one for one in entry.synonyms if owners.get(one[0].casefold(), entry.id) == entry.id]


def _add_abbreviations(entries: list[bundle.BundledConcept]) -> None:
    """Give every concept that has the expansion among its names the abbreviation too."""
    wanted: dict[tuple[str, ...], list[str]] = {}
    beginnings: set[str] = set()
    for line in data_lines("abbreviations.tsv"):
        abbreviation, expansion = line.split("\t")
        wanted.setdefault(key_of(expansion).words, []).append(abbreviation)
        beginnings.add(expansion[:4].lower())
    for entry in entries:
        found: dict[str, None] = {}
        for name, scope in entry.names():
            if scope <= bundle.Scope.EXACT and name[:4].lower() in beginnings:
                found.update(dict.fromkeys(wanted.get(key_of(name).words, ())))
        present = {name for name, _ in entry.synonyms}
        entry.synonyms.extend((text, bundle.Scope.EXACT) for text in found if text not in present)


def _names(
    position: int, entry: bundle.BundledConcept, pairs: memoryview, body: frozenset[str], guards: Guards
) -> Iterator[_Named]:
    vocabulary = _RANKED.index(entry.vocabulary) if entry.vocabulary in _RANKED else len(_RANKED)
    seen: set[tuple[str, ...]] = set()
    for name, scope in variants(entry):
        key = key_of(name)
        if (
            scope is bundle.Scope.BROAD
            or not 0 < len(key.roots) <= LONGEST_NAME
            or key.words in seen
            or not guards.lets(entry, name, scope)
            or _is_guarded(entry, name, scope, key)
        ):
            continue
        seen.add(key.words)
        hashes = [token_hash(part) for part in key.roots]
        _link(hashes, pairs)
        yield _Named(
            key=sum(hashes),
            concept=position,
            rank=vocabulary * 8 + scope,
            ordered=sequence_hash(hashes if len(hashes) > 1 else [token_hash(light_stem(key.words[0]))]),
            written=sequence_hash(map(token_hash, key.words)),
            flags=(ACRONYM if is_acronym(name) else 0)
            | (HAS_CONJUNCTION if key.has_conjunction else 0)
            | (IN_ORDER if _is_of_two_parts(key, body) else 0),
        )


def _is_of_two_parts(key: Key, body: frozenset[str]) -> bool:
    """Whether a name is two parts of the body and nothing is said of either, as "fissured" says something of a tongue."""
    return len(key.roots) == 2 and body.issuperset(key.roots) and not any(word.endswith("ed") for word in key.words)


def _derived(
    named: list[_Named], entries: list[bundle.BundledConcept], graph: HpoGraph, pairs: memoryview
) -> Iterator[_Named]:
    listed = {name.key for name in named if entries[name.concept].vocabulary == "HPO"}
    for position, roots in derived_names(entries, graph, lambda roots: sum(map(token_hash, roots)) in listed):
        hashes = [token_hash(part) for part in roots]
        _link(hashes, pairs)
        yield _Named(sum(hashes), position, bundle.Scope.BROAD + 1, sequence_hash(hashes), 0, DERIVED)


def _link(hashes: list[int], pairs: memoryview) -> None:
    for left, right in combinations(hashes, 2):
        pairs[(left + right) & (PAIR_TABLE - 1)] = 1


def _is_guarded(entry: bundle.BundledConcept, name: str, scope: bundle.Scope, key: Key) -> bool:
    """Whether a name is too common or too short to be looked for in text."""
    if len(key.words) > 1:
        return " ".join(key.words) in guarded_names()
    word = key.words[0]
    if name in _abbreviations():
        return False
    if word.isdigit() or (word in guarded_names() and not is_acronym(name)):
        return True
    shortest = _SHORTEST_SYNONYM.get(entry.vocabulary, _SHORTEST_WORD) if scope else _SHORTEST_WORD
    return len(word) < shortest


@cache
def _abbreviations() -> frozenset[str]:
    return frozenset(line.split("\t", 1)[0] for line in data_lines("abbreviations.tsv"))


def _tables(named: list[_Named], generality: list[int]) -> dict[str, NDArray[Any]]:
    """The names by key; of several concepts, first the one that lists the words highest, then the most general."""
    best: dict[tuple[int, int], int] = {}
    for name in named:
        place = (name.key, name.concept)
        best[place] = min(name.rank, best.get(place, name.rank))
    named.sort(key=lambda name: (name.key, best[name.key, name.concept], generality[name.concept], name.concept))
    keys = np.array([name.key for name in named], dtype=np.int64)
    unique, starts = np.unique(keys, return_index=True)
    return {
        "keys": unique,
        "key_starts": np.append(starts, len(keys)).astype(np.int32),
        "slots": _open_addressing(unique),
        "name_concepts": np.array([name.concept for name in named], dtype=np.int32),
        "name_ranks": np.array([name.rank for name in named], dtype=np.uint8),
        "name_ordered": np.array([name.ordered for name in named], dtype=np.uint32),
        "name_written": np.array([name.written for name in named], dtype=np.uint32),
        "name_flags": np.array([name.flags for name in named], dtype=np.uint8),
    }


def _open_addressing(keys: NDArray[np.int64]) -> NDArray[np.int32]:
    """Where each key is, by its low bits; the next free slot where two share them."""
    size = 1 << (len(keys) * 3).bit_length()
    slots = np.full(size, -1, dtype=np.int32)
    waiting = np.arange(len(keys), dtype=np.int32)
    places = (keys & (size - 1)).astype(np.int64)
    while len(waiting):
        free = slots[places] < 0
        slots[places[free]] = waiting[free]
        settled = slots[places] == waiting
        waiting, places = waiting[~settled], (places[~settled] + 1) & (size - 1)
    return slots
