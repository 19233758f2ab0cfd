"""Joining: which concepts of different vocabularies are the same thing, and which codes they therefore share."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from scripts.vocab.rows import Row

COLUMNS = ("id", "xref", "rule")
_WORD = re.compile(r"[a-z0-9]+")
_LONGEST_ACRONYM = 6
_SAME_KIND = {"Phenotype": "Condition"}
_CODES_THAT_TRAVEL = {"UMLS", "SCTID", "MESH", "ICD10CM", "OMIM", "ORPHA"}

Join = tuple[str, str, str]


def joins(vocabularies: Sequence[Sequence[Row]]) -> Iterator[Join]:
    """Every code that a concept gains, and every code that should come first among several, with the rule that says so."""
    rows = {row.id: row for vocabulary in vocabularies for row in vocabulary}
    partners = _by_code(rows)
    partners |= _by_cui(vocabularies)
    partners |= _by_name(vocabularies)
    first = {xref for _, xref, _ in _preferred(rows)}
    for left, right, rule in sorted(partners):
        yield left, right, rule
        known = _systems(rows[left]) | {right.split(":", 1)[0], left.split(":", 1)[0]}
        for xref in sorted(rows[right].xrefs, key=lambda code: code not in first):
            system = xref.split(":", 1)[0]
            if system in _CODES_THAT_TRAVEL and system not in known:
                yield left, xref, f"{rule} {right}"
    yield from _preferred(rows)


def _by_code(rows: dict[str, Row]) -> set[Join]:
    """One concept lists the other's own code, and no third one does."""
    listed: dict[str, list[str]] = defaultdict(list)
    for row in rows.values():
        for xref in row.xrefs:
            if xref in rows:
                listed[xref].append(row.id)
    found: set[Join] = set()
    for target, sources in listed.items():
        by_vocabulary: dict[str, list[str]] = defaultdict(list)
        for source in sources:
            by_vocabulary[source.split(":", 1)[0]].append(source)
        for same in by_vocabulary.values():
            named = [source for source in same if names(rows[source]) & names(rows[target])]
            chosen = named if len(same) > 1 else same
            if len(chosen) == 1:
                found.add((target, chosen[0], "code"))
                found.add((chosen[0], target, "code"))
    return found


def _by_cui(vocabularies: Sequence[Sequence[Row]]) -> set[Join]:
    """Both list the same UMLS concept, and in each vocabulary only one does."""
    holders: list[dict[str, list[str]]] = []
    for vocabulary in vocabularies:
        held: dict[str, list[str]] = defaultdict(list)
        for row in vocabulary:
            for xref in row.xrefs:
                if xref.startswith("UMLS:"):
                    held[xref].append(row.id)
        holders.append(held)
    return set(_pairs(holders, "CUI"))


def _by_name(vocabularies: Sequence[Sequence[Row]]) -> set[Join]:
    """Both have the same name and kind, one of them as its preferred name, and in each vocabulary it belongs to one."""
    holders: list[dict[str, list[str]]] = []
    preferred: set[tuple[str, str]] = set()
    for vocabulary in vocabularies:
        held: dict[str, list[str]] = defaultdict(list)
        for row in vocabulary:
            kind = _SAME_KIND.get(row.semantic_type, row.semantic_type)
            preferred.add((row.id, f"{kind} {fold(row.name)}"))
            for name in names(row):
                held[f"{kind} {name}"].append(row.id)
        holders.append({key: _owners(key, ids, preferred) for key, ids in held.items()})
    return {
        (left, right, rule)
        for left, right, rule, key in _keyed_pairs(holders, "name")
        if (left, key) in preferred or (right, key) in preferred
    }


def _owners(key: str, ids: list[str], preferred: set[tuple[str, str]]) -> list[str]:
    """The concepts that a name belongs to: those that prefer it, if it is only a synonym of the others."""
    return [concept_id for concept_id in ids if (concept_id, key) in preferred] or ids


def _pairs(holders: Sequence[dict[str, list[str]]], rule: str) -> Iterator[Join]:
    for left, right, rule_name, _ in _keyed_pairs(holders, rule):
        yield left, right, rule_name


def _keyed_pairs(holders: Sequence[dict[str, list[str]]], rule: str) -> Iterator[tuple[str, str, str, str]]:
    for position, first in enumerate(holders):
        for second in holders[position + 1 :]:
            for key in first.keys() & second.keys():
                if len(first[key]) == len(second[key]) == 1:
                    left, right = first[key][0], second[key][0]
                    yield left, right, rule, key
                    yield right, left, rule, key


def _preferred(rows: dict[str, Row]) -> Iterator[Join]:
    """Among several codes of one system: the one that things of the same name also have, and other things have not."""
    claims: dict[str, set[str]] = defaultdict(set)
    for row in rows.values():
        claims[row.id].add(row.id)
        for xref in row.xrefs:
            claims[xref].add(row.id)
    for row in rows.values():
        by_system: dict[str, list[str]] = defaultdict(list)
        for xref in row.xrefs:
            by_system[xref.split(":", 1)[0]].append(xref)
        for codes in by_system.values():
            if len(codes) > 1:
                yield row.id, min(codes, key=lambda code: (_strangeness(row, code, rows, claims), code)), "first"


def _strangeness(row: Row, code: str, rows: dict[str, Row], claims: dict[str, set[str]]) -> tuple[int, int, int]:
    own, preferred = names(row), fold(row.name)
    friends = alike = strangers = 0
    for other in claims[code] - {row.id}:
        shared = own & names(rows[other])
        friends += preferred in shared
        alike += bool(shared)
        strangers += not shared
    return -friends, -alike, strangers


def names(row: Row) -> set[str]:
    """All names of a concept, folded."""
    return {fold(name) for name in (row.name, *row.synonyms)} - {""}


def fold(name: str) -> str:
    """A name without case and punctuation; an acronym keeps its capitals, so that COMA is not a coma."""
    if len(name) <= _LONGEST_ACRONYM and name.isupper():
        return name
    return " ".join(_WORD.findall(name.lower()))


def _systems(row: Row) -> set[str]:
    return {xref.split(":", 1)[0] for xref in row.xrefs}


def distinct(found: Iterable[Join]) -> Iterator[Join]:
    """The first rule that gave each code, so that a code is listed once."""
    seen: set[tuple[str, str]] = set()
    for concept_id, xref, rule in found:
        if rule == "first" or (concept_id, xref) not in seen:
            seen.add((concept_id, xref))
            yield concept_id, xref, rule
