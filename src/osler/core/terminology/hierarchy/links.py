"""The relations that the hierarchy is made of: kinds, class membership, and concepts that are one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from osler.core.terminology.names import bundle
from osler.core.terminology.names.bundle import BundledConcept, Scope
from osler.core.terminology.names.keys import data_lines
from osler.core.terminology.ontology import files as hpo_files
from osler.core.terminology.ontology.files import BUNDLED, DataFiles
from osler.core.terminology.search.normal import bag_key, normalise, stems

_BRACKETS = re.compile(r"\([^)]*\)")
LINKS = "hierarchy.tsv.xz"

Relation = Literal["is_a", "class", "not"]


class Link(NamedTuple):
    """One concept below another."""

    child: str
    parent: str
    relation: Relation


class Joined(NamedTuple):
    """Two concepts of different vocabularies that are one thing, and how doubtful that is."""

    one: str
    other: str
    doubt: int


CORRECTIONS = "hierarchy_corrections.tsv"
_DOUBT = {"code": 0, "CUI": 1, "name": 2}
_OTHER_NAME = 3
"""Added where the preferred names differ: of two candidates for a join, the one that is called the same is taken."""
_NOT_FIRST = 2
"""Added where a concept lists several codes of a vocabulary and another of them comes first."""
_NO_NAME = 6
"""Added where they share no name at all."""
# Trees of diseases in MeSH are made for finding literature: a prediabetic state stands below diabetes there. Where an
# ontology of diseases has the concept too, its word is taken.
_ONTOLOGIES = ("MONDO", "HP")
_FOR_RETRIEVAL = "MESH"


class Correction(NamedTuple):
    """What an expert says about two concepts against, or beyond, the vocabularies."""

    id: str
    other: str
    relation: Literal["is_a", "not", "same", "unlike"]


def corrections() -> list[Correction]:
    """The curated table, in the order of its file."""
    rows = (line.split("\t") for line in data_lines(CORRECTIONS))
    return [Correction(cells[0], cells[1], cells[2]) for cells in rows]  # type: ignore[arg-type]  # words of our own table


def bundled_links(source: DataFiles = BUNDLED) -> Iterator[Link]:
    """Every relation of the bundled vocabularies, as corrected."""
    said = corrections()
    refused = {(one.id, one.other) for one in said if one.relation == "not"}
    above: dict[str, list[str]] = {}
    for link in _listed_links(source):
        above.setdefault(link.child, []).append(link.parent)
        if (link.child, link.parent) not in refused:
            yield link
    for one in said:
        if one.relation == "is_a" or one.relation == "not":
            yield Link(one.id, one.other, one.relation)
        if one.relation == "not" and one.other in above.get(one.id, ()):
            # What is taken from below one concept stays below whatever that concept is below.
            wider = (general for general in above.get(one.other, ()) if (one.id, general) not in refused)
            yield from (Link(one.id, general, "is_a") for general in wider)


def _listed_links(source: DataFiles) -> Iterator[Link]:
    for row in source.rows(hpo_files.TERMS):
        if not row["obsolete"]:
            for parent in hpo_files.split(row["parents"]):
                yield Link(row["id"], parent, "is_a")
    for row in source.rows(LINKS):
        yield Link(row["id"], row["parent"], row["relation"])  # type: ignore[arg-type]  # words of our own table
    drugs = {row["name"].lower(): row["id"] for row in source.rows(bundle.FILES["DrugBank"])}
    for _, ingredients in bundle.combinations():
        for ingredient in ingredients:
            if ingredient.lower() in drugs:
                yield Link(bundle.combination_id(ingredients), drugs[ingredient.lower()], "class")


def bundled_joins(entries: Iterable[BundledConcept], source: DataFiles = BUNDLED) -> Iterator[Joined]:
    """Every pair of bundled concepts that is one thing."""
    said = corrections()
    unlike = {frozenset((one.id, one.other)) for one in said if one.relation == "unlike"}
    listed = list(entries)
    rows = list(source.rows(bundle.JOINS))
    joined = {concept for row in rows if row["rule"] in _DOUBT for concept in (row["id"], row["xref"])}
    names = {
        entry.id: [_key(name) for name, scope in entry.names() if scope <= Scope.EXACT]
        for entry in listed
        if entry.id in joined
    }
    categories = _Categories(listed)
    first = {(row["id"], prefix(row["xref"])): row["xref"] for row in rows if row["rule"] == "first"}
    for one in said:
        if one.relation == "same":
            yield Joined(one.id, one.other, -1)
    for row in rows:
        pair = (row["id"], row["xref"])
        if row["rule"] in _DOUBT and pair[0] < pair[1] and frozenset(pair) not in unlike:
            mine, theirs = (names.get(concept, [""]) for concept in pair)
            strange = 0 if mine[0] == theirs[0] else _OTHER_NAME if {*mine} & {*theirs} else _NO_NAME
            strange += _NOT_FIRST * sum(
                other != first.get((one, prefix(other)), other) for one, other in (pair, pair[::-1])
            )
            yield Joined(categories.of(pair[0]), categories.of(pair[1]), _DOUBT[row["rule"]] + strange)


class _Categories:
    """The category of ICD-10-CM that an unspecified code says no more than: N18.9 is N18."""

    def __init__(self, entries: Iterable[BundledConcept]) -> None:
        self._core = {entry.id: _core(entry.name) for entry in entries if prefix(entry.id) == "ICD10CM"}

    def of(self, concept_id: str) -> str:
        """The widest code that has the same words but for how unspecified it is."""
        found, shorter = concept_id, concept_id[:-1].rstrip(".")
        while shorter in self._core:
            if self._core[shorter] != self._core.get(concept_id):
                break
            found, shorter = shorter, shorter[:-1].rstrip(".")
        return found


def _core(name: str) -> str:
    """An ICD-10-CM title without brackets and without saying that something is unspecified."""
    words = _BRACKETS.sub(" ", name.split(",")[0])
    return " ".join(word for word in words.lower().split() if word != "unspecified")


def _key(name: str) -> str:
    return bag_key(stems(normalise(name)))


def codes(entries: Iterable[BundledConcept]) -> Iterator[tuple[str, str, bool]]:
    """(code, concept, whether it is the concept's first of that system) for every cross-reference."""
    for entry in entries:
        for system, listed in entry.xrefs.items():
            for place, code in enumerate(listed):
                yield f"{system}:{code}", entry.id, place == 0


def prefix(concept_id: str) -> str:
    """The vocabulary that an id belongs to."""
    return concept_id.partition(":")[0]


def is_outranked(link: Link, group: Sequence[str]) -> bool:
    """Whether a link of a disease in MeSH gives way to an ontology that has the disease too."""
    return (
        link.relation == "is_a"
        and prefix(link.child) == _FOR_RETRIEVAL
        and any(prefix(member) in _ONTOLOGIES for member in group)
    )
