"""Builds `annotations_series.tsv.xz`: annotated diseases that are one disease to a clinician, as disjoint families.

    python scripts/build_series.py

It reads bundled tables only (disease names, features, genes, MONDO equivalents, MONDO is_a and MONDO's references to OMIM's
phenotypic series), so the same release gives the same bytes. Two entries become one family where

* `name`: their names differ in nothing but a number, a letter, a type, a form ("atypical") or a mode of inheritance; a few that Orphanet enters
  apart, with genes of their own and no series of OMIM (neurofibromatosis 1 and 2), are different diseases all the same;
* `series`: MONDO puts both right below a term that is a phenotypic series of OMIM, or one of them is that term, and
  their families by name stand there for the greater part, and are called like the series, or look like the others and
  have no place in another small group of MONDO;
* `entry`: Orphanet's entry is the one that MONDO has for a term whose only entry of OMIM stands under a newer term;
* `sole`: MONDO has a single annotated disease below the other, and both have the same causal genes and look alike;
* `gene`: MONDO puts them right below one term, or one below the other, and all that stand there share a causal gene; the one
  above has the gene of its kinds where none is stated of it;
* `kind`: MONDO puts one below the other, and it is called the same, by its own or by MONDO's name, but for a number, a cause, a course ("variant", "juvenile") or a
  common word ("hereditary spherocytosis", "Prader-Willi syndrome due to translocation", MODY and its types), or is described with the same features (monosomy X);
* `with`: one is called like the other with something more ("leiomyomatosis, diffuse, with Alport syndrome"), is no series of its
  own, and MONDO puts it below the other, or both are syndromes or diseases by name and share a causal gene.

A number that says what is lacking (factor V, complex I) is no number within a series. The rules are applied in this order. A family grows beyond MAX_FAMILY members only by its name or series and where its members
look alike (`likeness`): "retinitis pigmentosa" is one disease with many subtypes, "intellectual developmental disorder" is a list of
different ones.
"""

from __future__ import annotations

import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis.ranking import default_model

DATA = Path(__file__).resolve().parent.parent / "src" / "osler" / "core" / "terminology" / "data"
MAX_FAMILY = 40
MAX_OF_ONE_GENE = 12
LEAST_LIKENESS = 0.25
"""A series of more than MAX_FAMILY is one disease to a clinician only where its members look alike: the mean cosine of their
profiles lies above this for deafness, retinitis pigmentosa or spastic paraplegia (.26 to .49), below it for "intellectual
developmental disorder", immunodeficiency or defects of glycosylation (.07 to .22), which share a name and little else."""
LEAST_LIKE_SERIES = 0.12
"""A disease below a series that looks less like its other members, and is not called like it, is none of its subtypes."""
FEW = 4
"""More entries of one name below a series make the series, whatever they look like."""
MOST_IN_A_GROUP = 100
"""A group of MONDO with more annotated diseases is no home: "autosomal dominant disease", "syndromic disease"."""
COMPARED = 25
LEAST_CONTENT = 2.0
"""Information (nats) of the features that are compared; what one disease in seven has says nothing."""
SPLIT_IN_TWO = 2
"""A disease that Orphanet enters one step above OMIM (vascular Ehlers-Danlos syndrome) is two entries of one gene."""
LEAST_PICTURE = 5
"""The features that a picture needs: what is described as obesity alone looks like every obesity."""
SAME_PICTURE = 0.9
"""The cosine of two profiles from which on a kind of a disease is described as the disease is."""
_GENERIC = frozenset({"syndrome", "disease", "disorder"})
"""What says nothing alone: C syndrome, N syndrome and 3M syndrome are no series."""
LEAST_STEM = 6
"""A name of fewer letters is too short to stand for a series."""

_INHERITANCE = re.compile(
    r"\b(autosomal|x-linked|y-linked|dominant|recessive|digenic|mitochondrial inheritance|susceptibility to|somatic)\b"
)
_FORM = re.compile(r"^(?:atypical|classic|classical)\s(?=\S+ (?:syndrome|disease)$)|,?\s(?:congenital\s)?variant$")
"""A form of a disease that has somebody's name: "atypical Rett syndrome", "Rett syndrome, congenital variant"."""
_MODE = re.compile(r"\b(?:autosomal[- ](?:dominant|recessive)|[xy]-linked(?: dominant| recessive)?)\b", re.IGNORECASE)
_PLACE = re.compile(r"\b(type|types|form|group|subtype|complementation)\b")
_NUMBER = re.compile(r"\b(?:\d+[a-z]{0,2}|[ivx]+[a-z]?|[a-z])\b")
_BAND = re.compile(
    r"\b(?:\d{1,2}|x|y)(?:[pq](?:\d|ter|\b)|\s*[pq]\d)|\b(?:trisomy|monosomy|tetrasomy|chromosome)\b", re.IGNORECASE
)
"""A place on a chromosome, which is no number within a series: 22q11 duplication and 7q11.23 duplication are two diseases."""
_COMMON = frozenset(
    [
        "familial",
        "syndrome",
        "disease",
        "congenital",
        "hereditary",
        "inherited",
        "disorder",
        "primary",
        "due",
        "deficiency",
        "with",
        "without",
        "and",
        "the",
        "isolated",
        "type",
    ]
)
"""Words that say nothing of what a disease is."""
_COURSE = frozenset(
    [
        "variant",
        "classic",
        "classical",
        "infantile",
        "juvenile",
        "adult",
        "childhood",
        "neonatal",
        "onset",
        "adult-onset",
        "childhood-onset",
        "late-onset",
        "early-onset",
        "early",
        "late",
        "severe",
        "mild",
        "intermediate",
        "attenuated",
        "generalized",
        "localized",
    ]
)
"""Words for when and how hard a disease comes, by which its kinds are named: the adult form of a disease is that disease."""
_CAUSE = re.compile(r"\bdue to\b.*")
_LACKING = re.compile(r"[^,]*(?:,\s*combined\s*)?\bdeficiency\b")
"""What is lacking, to which its numbers belong."""
_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")


class Families:
    """Disjoint sets of disease ids, none larger than allowed."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._leader = {disease: disease for disease in ids}
        self._size = dict.fromkeys(self._leader, 1)
        self.rules: dict[str, set[str]] = defaultdict(set)

    def find(self, disease: str) -> str:
        """The member that stands for the family of a disease."""
        while self._leader[disease] != disease:
            self._leader[disease] = self._leader[self._leader[disease]]
            disease = self._leader[disease]
        return disease

    def join(self, members: Iterable[str], rule: str, *, limit: int = MAX_FAMILY) -> None:
        """Make one family of several, unless it would be too large."""
        leaders = sorted({self.find(disease) for disease in members})
        if len(leaders) < 2 or sum(self._size[leader] for leader in leaders) > limit:
            return
        first = leaders[0]
        for other in leaders[1:]:
            self._leader[other] = first
            self._size[first] += self._size[other]
            self.rules[first] |= self.rules.pop(other, set())
        self.rules[first].add(rule)

    def join_series(
        self, term: str, members: list[str], names: dict[str, str], every: int, elsewhere: set[str]
    ) -> None:
        """Make one family of a series; beyond MAX_FAMILY only where its members look alike, as for names."""
        members = self.like_the_rest(term, members, names, elsewhere)
        size = sum(self._size[leader] for leader in {self.find(disease) for disease in members})
        alike = size > MAX_FAMILY and likeness(members) >= LEAST_LIKENESS
        self.join(members, "series", limit=every if alike else MAX_FAMILY)

    def mostly_among(self, ids: Iterable[str]) -> list[str]:
        """Of some diseases those whose family lies among them, for the greater part.

        A disease of two series is no bridge: Hermansky-Pudlak syndrome 2 comes with lymphohistiocytosis, and the familial
        lymphohistiocytoses are not therefore kinds of Hermansky-Pudlak syndrome.
        """
        among = sorted(set(ids))
        here = Counter(self.find(disease) for disease in among)
        return [disease for disease in among if here[self.find(disease)] * 2 >= self._size[self.find(disease)]]

    def like_the_rest(self, term: str, members: list[str], names: dict[str, str], elsewhere: set[str]) -> list[str]:
        """Of a series those that are called like it, or that look like it and are at home nowhere else.

        MONDO puts a disease below every term that one of its features is: fragile X syndrome below primary ovarian failure, Hurler
        syndrome below restrictive cardiomyopathy. Such a disease is no subtype to a clinician; what has a place among other
        diseases as well (very long-chain acyl-CoA dehydrogenase deficiency below the defects of fatty acid oxidation and below
        hypertrophic cardiomyopathy) is a disease of that place, however much it looks like the series.
        """
        groups: dict[str, list[str]] = defaultdict(list)
        for disease in members:
            groups[self.find(disease)].append(disease)
        words = _content_words(term)
        kept = []
        for leader, ids in groups.items():
            others = [disease for disease in members if self.find(disease) != leader]
            called = any(words & _content_words(names[disease]) for disease in ids)
            only_here = not elsewhere.intersection(ids)
            if (
                called
                or len(ids) > FEW
                or not others
                or (only_here and likeness_between(ids, others) >= LEAST_LIKE_SERIES)
            ):
                kept += ids
        return sorted(kept)

    def all_of(self, leader: str) -> list[str]:
        """The members of the family that a disease stands for."""
        return [disease for disease in self._leader if self.find(disease) == leader]

    def members(self) -> dict[str, list[str]]:
        """Every family of two or more, by the member that stands for it."""
        found: dict[str, list[str]] = defaultdict(list)
        for disease in sorted(self._leader):
            found[self.find(disease)].append(disease)
        return {leader: ids for leader, ids in found.items() if len(ids) > 1}


def main() -> None:
    """Read the bundled tables, join, and write the families."""
    names = {row["disease_id"]: row["name"] for row in _rows("annotations_diseases.tsv.xz")}
    mondo = {row["mondo_id"]: row["disease_ids"].split("|") for row in _rows("annotations_mondo.tsv.xz")}
    terms = {row["id"]: row for row in _rows("mondo.tsv.xz")}
    children = defaultdict(set)
    for row in _rows("hierarchy.tsv.xz"):
        if row["relation"] == "is_a" and row["id"].startswith("MONDO:"):
            children[row["parent"]].add(row["id"])
    genes: dict[str, set[str]] = defaultdict(set)
    for row in _rows("annotations_genes.tsv.xz"):
        genes[row["disease_id"]].add(row["symbol"])
    _complete(genes, mondo, children)

    families = Families(names)
    for ids in mondo.values():
        families.join(ids, "same")
    _join_moved(families, mondo, terms, names)
    series_of = _series_of(mondo, terms, children)
    for ids in _by_stem(names).values():
        alike = len(ids) > MAX_FAMILY and likeness(ids) >= LEAST_LIKENESS
        for group in _told_apart(ids, families, genes, series_of):
            families.join(group, "name", limit=len(names) if alike else MAX_FAMILY)
    _join_split(families, mondo, children, genes)
    for term, below in sorted(children.items()):
        if "OMIMPS:" in terms.get(term, {}).get("xrefs", ""):
            ids = [
                disease
                for child in (term, *below)
                for disease in mondo.get(child, ())
                if child == term or _may_be_in_series(mondo[child], terms[term]["name"], names, genes)
            ]
            elsewhere = _at_home_elsewhere(term, below, mondo, children)
            families.join_series(terms[term]["name"], families.mostly_among(ids), names, len(names), elsewhere)
    _join_of_one_gene(families, mondo, children, genes)
    _join_split(families, mondo, children, genes)
    _join_kinds(families, mondo, children, names, terms)
    _join_variants(families, mondo, children, names, genes)

    series = {
        disease: terms[term]["name"] for term in sorted(mondo) if _is_series(terms.get(term)) for disease in mondo[term]
    }
    parents = {disease: terms[term]["name"] for term in sorted(children) if _is_series(terms.get(term))
               for child in children[term] for disease in mondo.get(child, ())}  # fmt: skip
    found = {leader: ids for leader, ids in families.members().items() if families.rules[leader] - {"same"}}
    called = {leader: _name(ids, names, series | parents) for leader, ids in found.items()}
    borne = Counter(called.values())
    # A series that is several families names none of them: two entries of one name could not be told apart.
    called |= {leader: _name(ids, names, {}) for leader, ids in found.items() if borne[called[leader]] > 1}
    called |= _numbered(found, families, names)
    plain = {leader: _of_all(called[leader], ids, names) for leader, ids in found.items()}
    borne = Counter(plain.values())
    rows = [
        (
            plain[leader] if borne[plain[leader]] == 1 else called[leader],
            "|".join(ids),
            "+".join(sorted(families.rules[leader] - {"same"})),
        )
        for leader, ids in found.items()
    ]
    _write(sorted(rows))


def _series_of(
    mondo: dict[str, list[str]], terms: dict[str, dict[str, str]], children: dict[str, set[str]]
) -> dict[str, set[str]]:
    """Every disease with the phenotypic series of OMIM that stand above it or are it."""
    found: dict[str, set[str]] = defaultdict(set)
    for term in sorted(terms):
        if _is_series(terms[term]):
            for child in (term, *_all_below(term, children)):
                for disease in mondo.get(child, ()):
                    found[disease].add(term)
    return found


def _told_apart(
    ids: list[str], families: Families, genes: dict[str, set[str]], series_of: dict[str, set[str]]
) -> list[list[str]]:
    """The entries of one name, a few of them apart where nothing but the name joins them.

    Neurofibromatosis 1 and 2, or haemophilia A and B, are diseases of their own: Orphanet enters each, each has its genes, and
    OMIM has no series of them.
    """
    rows: dict[str, list[str]] = defaultdict(list)
    for disease in ids:
        rows[families.find(disease)].append(disease)
    members = {leader: families.all_of(leader) for leader in rows}
    if len(rows) > FEW:
        return [ids]
    groups: list[list[str]] = []
    for leader in sorted(rows):
        near = [
            group
            for group in groups
            if not all(_are_two(members[leader], members[one], genes, series_of) for one in group)
        ]
        groups = [
            *(group for group in groups if group not in near),
            [leader, *(one for group in near for one in group)],
        ]
    return [[disease for leader in group for disease in rows[leader]] for group in groups]


def _are_two(one: list[str], other: list[str], genes: dict[str, set[str]], series_of: dict[str, set[str]]) -> bool:
    """Whether two entries of one name are two diseases."""
    sides = (one, other)
    causes = [set().union(*(genes[disease] for disease in side)) for side in sides]
    series = [set().union(*(series_of[disease] for disease in side)) for side in sides]
    entered = all(any(disease.startswith("ORPHA:") for disease in side) for side in sides)
    return entered and all(causes) and not causes[0] & causes[1] and not series[0] & series[1]


def _may_be_in_series(ids: list[str], series: str, names: dict[str, str], genes: dict[str, set[str]]) -> bool:
    """Whether a disease below a series can be one of it: what OMIM does not number and no gene causes (Turner syndrome) is not.

    It is where it is called like the series.
    """
    words = _content_words(series)
    return any(one.startswith("OMIM:") or genes[one] or words & _content_words(names[one]) for one in ids)


def _at_home_elsewhere(
    term: str, below: set[str], mondo: dict[str, list[str]], children: dict[str, set[str]]
) -> set[str]:
    """Of the diseases right below a series those that stand right below another group of diseases too.

    A group that is the series, holds it or lies within it is no other one, nor is one that has more than FEW of its
    diseases or half of them, nor one of more than MOST_IN_A_GROUP (the dominant ones, the syndromes).
    """
    within = {term, *_all_below(term, children)}
    found = set()
    for parent, kinds in children.items():
        shared = kinds & below
        if not shared or parent in within or len(shared) > FEW or len(shared) * 2 >= len(below):
            continue
        lower = _all_below(parent, children)
        if term not in lower and sum(child in mondo for child in lower) <= MOST_IN_A_GROUP:
            found |= {disease for child in shared for disease in mondo.get(child, ())}
    return found


def _join_split(
    families: Families, mondo: dict[str, list[str]], children: dict[str, set[str]], genes: dict[str, set[str]]
) -> None:
    """The rule `sole`."""
    for term in sorted(mondo):
        ids = [disease for child in (term, *_all_below(term, children)) for disease in mondo.get(child, ())]
        if _is_split(ids, genes, families) and _look_alike(ids, families):
            families.join(ids, "sole")


def _look_alike(ids: list[str], families: Families) -> bool:
    """Whether two diseases so far share features: fragile X syndrome and ovarian failure share a gene only."""
    first = families.find(ids[0])
    sides = [[one for one in ids if (families.find(one) == first) is here] for here in (True, False)]
    return likeness_between(*sides) >= LEAST_LIKE_SERIES


def _join_of_one_gene(
    families: Families, mondo: dict[str, list[str]], children: dict[str, set[str]], genes: dict[str, set[str]]
) -> None:
    """The rule `gene`."""
    for term, below in sorted(children.items()):
        lower = [disease for child in below for disease in mondo.get(child, ())]
        ids = [*mondo.get(term, ()), *lower]
        if ids and set.intersection(*(genes[disease] for disease in ids)):
            # Where the disease above belongs to a long series (mucopolysaccharidosis 1), its kinds are still one disease.
            families.join(ids, "gene", limit=MAX_OF_ONE_GENE)
            families.join(lower, "gene", limit=MAX_OF_ONE_GENE)


def _join_moved(
    families: Families, mondo: dict[str, list[str]], terms: dict[str, dict[str, str]], names: dict[str, str]
) -> None:
    """The rule `entry`."""
    for term, ids in sorted(mondo.items()):
        entered = [one for one in terms.get(term, {}).get("xrefs", "").split("|") if one.startswith("OMIM:")]
        if len(entered) == 1 and entered[0] in names and not any(one.startswith("OMIM:") for one in ids):
            families.join([*ids, *entered], "entry")


def _join_kinds(
    families: Families,
    mondo: dict[str, list[str]],
    children: dict[str, set[str]],
    names: dict[str, str],
    terms: dict[str, dict[str, str]],
) -> None:
    """The rule `kind`."""

    def called_plainly(term: str, ids: list[str]) -> set[frozenset[str]]:
        every = [*(names[disease] for disease in ids), terms.get(term, {}).get("name", "")]
        return {_plainly(name) for name in every if name}

    for term, above in sorted(mondo.items()):
        kinds = _all_below(term, children)
        under = families.mostly_among([*above, *(disease for child in kinds for disease in mondo.get(child, ()))])
        for child in kinds:
            below = mondo.get(child, [])
            # A kind that belongs to a family elsewhere (saposin B deficiency to the other saposins) does not bring it along.
            if not set(below) & set(under) or families.find(above[0]) == families.find(below[0]):
                continue
            called = called_plainly(term, above) & called_plainly(child, below)
            if any(called) or _same_picture(above, below):
                families.join([*above, *below], "kind")


_WITH = re.compile(r",? (?:with|and) (?!or without)", re.IGNORECASE)
_NAMED = re.compile(r"\b(?:syndrome|disease)\b", re.IGNORECASE)


def _join_variants(
    families: Families,
    mondo: dict[str, list[str]],
    children: dict[str, set[str]],
    names: dict[str, str],
    genes: dict[str, set[str]],
) -> None:
    """The rule `with`."""
    term_of = {disease: term for term, ids in mondo.items() for disease in ids}
    called = defaultdict(list)
    for disease in sorted(names):
        called[_plainly(names[disease])].append(disease)
    alone = {leader: ids for leader, ids in families.members().items() if families.rules[leader] <= {"same"}}
    for ids in [alone[leader] for leader in sorted(alone)]:
        parts = [part for disease in ids for part in _WITH.split(names[disease])[: SPLIT_IN_TWO + 1]]
        if len(parts) == len(ids) or any(" without " in names[disease] for disease in ids):
            continue
        for part in parts:
            for other in called.get(_plainly(part), []) if _plainly(part) else []:
                term = term_of.get(other)
                below = set(_all_below(term, children)) if term else set()
                share = genes[other] & set().union(*(genes[disease] for disease in ids))
                if {term_of.get(disease) for disease in ids} & below or (share and _NAMED.search(part)):
                    families.join([other, ids[0]], "with")


def _plainly(name: str) -> frozenset[str]:
    """What a disease is called without its cause, its number, its course and the words that many names have."""
    return frozenset(re.findall(r"[a-z][a-z0-9'-]+", stem(_CAUSE.sub("", name)))) - _COMMON - _COURSE


def _same_picture(above: list[str], below: list[str]) -> bool:
    rows = [_places(above), _places(below)]
    starts = default_model(bundled_vocabularies()).arrays["direct_starts"]
    if min(int(starts[row + 1] - starts[row]) for side in rows for row in side) < LEAST_PICTURE:
        return False
    mine, theirs = map(_profiles, rows)
    return float((mine @ theirs.T).min()) >= SAME_PICTURE


def _is_split(ids: list[str], genes: dict[str, set[str]], families: Families) -> bool:
    """Whether some entries are two diseases so far that have the same causal genes."""
    causes = {frozenset(genes[disease]) for disease in ids}
    return len({families.find(disease) for disease in ids}) == SPLIT_IN_TWO and len(causes) == 1 and all(causes)


def _all_below(term: str, children: dict[str, set[str]]) -> list[str]:
    """Every kind of a MONDO term."""
    found: set[str] = set()
    waiting = [term]
    while waiting:
        new = children.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return sorted(found)


def _complete(genes: dict[str, set[str]], mondo: dict[str, list[str]], children: dict[str, set[str]]) -> None:
    """Give an entry without a gene those of its equivalents; a disease of which none is stated has the one of all its kinds."""
    for ids in mondo.values():
        stated = set().union(*(genes[disease] for disease in ids))
        for disease in ids:
            genes[disease] = genes[disease] or stated
    for term, ids in sorted(mondo.items()):
        kinds = [genes[disease] for child in children.get(term, ()) for disease in mondo.get(child, ())]
        if len(kinds) > 1 and not genes[ids[0]]:
            for disease in ids:
                genes[disease] = set.intersection(*kinds)


def stem(name: str) -> str:
    """A disease's name without what numbers it within a series."""
    if _BAND.search(name):
        return name.casefold()
    text = _INHERITANCE.sub(" ", _BRACKETS.sub(" ", _FORM.sub("", name.casefold())))
    lacking, rest = "", text
    if (found := _LACKING.search(text)) is not None:
        lacking, rest = found.group(), f"{text[: found.start()]} {text[found.end() :]}"
    rest = _PLACE.sub(" ", rest)
    return " ".join([*re.findall(r"[a-z0-9'-]+", lacking), *re.findall(r"[a-z][a-z'-]+", _NUMBER.sub(" ", rest))])


def _by_stem(names: dict[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for disease, name in names.items():
        if len(stem(name)) >= LEAST_STEM and not _GENERIC.issuperset(stem(name).split()):
            found[stem(name)].append(disease)
    return {key: ids for key, ids in sorted(found.items()) if len(ids) > 1}


def _numbered(found: dict[str, list[str]], families: Families, names: dict[str, str]) -> dict[str, str]:
    """The name with its number for a family that its name did not make, where a disease outside bears the same but for it.

    Neurofibromatosis 2 is another disease, so the kinds of neurofibromatosis 1 are not called "neurofibromatosis".
    """
    borne = Counter(map(stem, names.values()))
    result = {}
    for leader, ids in found.items():
        own = Counter(stem(names[disease]) for disease in ids)
        usual, count = own.most_common(1)[0]
        if not families.rules[leader] & {"name", "series"} and borne[usual] > count:
            result[leader] = min((names[disease] for disease in ids if stem(names[disease]) == usual), key=len)
    return result


def _is_series(term: dict[str, str] | None) -> bool:
    return term is not None and "OMIMPS:" in term["xrefs"]


def _of_all(name: str, ids: list[str], names: dict[str, str]) -> str:
    """A family's name without a mode of inheritance that not all its members have."""
    modes = {mode.casefold() for disease in ids for mode in _MODE.findall(names[disease])}
    if not any(mode.casefold() not in modes or len(modes) > 1 for mode in _MODE.findall(name)):
        return name
    plain = re.sub(r"(?:\s*,)+\s*", ", ", _MODE.sub("", name)).strip(" ,")
    return " ".join(plain.split()) if len(plain) >= LEAST_STEM else name


def _name(ids: list[str], names: dict[str, str], series: dict[str, str]) -> str:
    """The series that most members belong to, else the name that most of them bear, without its number."""
    known = Counter(series[disease] for disease in ids if disease in series)
    if known and known.most_common(1)[0][1] * 2 >= len(ids):
        return known.most_common(1)[0][0]
    borne = Counter(stem(names[disease]) for disease in ids)
    most = max(borne.values())
    same = [names[disease] for disease in ids if borne[stem(names[disease])] == most]
    best = min(same, key=lambda name: (len(name), name))
    plain = re.sub(r"[\s,]+(?:(?:type|form)\s+)?(?:\d+[A-Za-z]?|[IVX]+[A-Za-z]?|[A-Z])$", "", best).rstrip(" ,")
    return plain if len(plain) >= LEAST_STEM else best


def likeness(ids: list[str]) -> float:
    """The mean cosine between the profiles of a series' members, features weighed by frequency and information."""
    rows = _places(ids)
    profiles = _profiles(rows[:: max(len(rows) // COMPARED, 1)])
    cosines = profiles @ profiles.T
    return float(cosines[np.triu_indices(len(profiles), 1)].mean())


def likeness_between(ids: list[str], others: list[str]) -> float:
    """The mean cosine between the profiles of some diseases and of others; 1 where one side has no features to compare."""
    mine, theirs = _profiles(_places(ids)), _profiles(_places(others))
    mine, theirs = (side[np.linalg.norm(side, axis=1) > 0] for side in (mine, theirs))
    return float((mine @ theirs.T).mean()) if len(mine) and len(theirs) else 1.0


def _places(ids: Iterable[str]) -> list[int]:
    model = default_model(bundled_vocabularies())
    return sorted({row for disease in ids if (row := model.row_of(disease)) is not None})


def _profiles(rows: list[int]) -> NDArray[np.float32]:
    """The features of diseases, one row each of length one, weighed by frequency and information."""
    model = default_model(bundled_vocabularies())
    profiles = np.zeros((len(rows), len(model.graph)), dtype=np.float32)
    starts, columns = model.graph.closure()
    content = model.graph.information_content
    for place, row in enumerate(rows):
        for cell in range(model.arrays["direct_starts"][row], model.arrays["direct_starts"][row + 1]):
            term = model.arrays["direct_term"][cell]
            above = columns[starts[term] : starts[term + 1]]
            weight = content[above] * model.arrays["direct_frequency"][cell] * (content[above] > LEAST_CONTENT)
            profiles[place, above] = np.maximum(profiles[place, above], weight)
    profiles /= np.maximum(np.linalg.norm(profiles, axis=1, keepdims=True), 1e-9)
    return profiles


def _content_words(name: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", _INHERITANCE.sub(" ", name.casefold()))) - _COMMON


def _rows(name: str) -> Iterator[dict[str, str]]:
    lines = iter(lzma.decompress((DATA / name).read_bytes()).decode("utf-8").splitlines())
    line = next(lines)
    while line.startswith("#"):
        line = next(lines)
    columns = line.split("\t")
    for line in lines:
        yield dict(zip(columns, line.split("\t"), strict=True))


def _write(rows: list[tuple[str, str, str]]) -> None:
    head = "# source: HPO disease names and genes, MONDO is_a and OMIM phenotypic series; version: 2025-06"
    text = "\n".join([head, "\t".join(("name", "disease_ids", "rules")), *("\t".join(row) for row in rows)]) + "\n"
    (DATA / "annotations_series.tsv.xz").write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    main()
