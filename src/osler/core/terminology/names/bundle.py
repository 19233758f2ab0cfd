"""The bundled vocabularies as entries: every concept with its names, how good each name is, and its joined codes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from importlib.resources import files

from osler.core.terminology.measures import measures
from osler.core.terminology.ontology import files as hpo_files
from osler.core.terminology.ontology.files import BUNDLED, DataFiles
from osler.core.terminology.types import SemanticType

FILES = {
    "HPO": "hpo_terms.tsv.xz",
    "MONDO": "mondo.tsv.xz",
    "SNOMEDCT": "snomed_gps.tsv.xz",
    "DrugBank": "drugs.tsv.xz",
    "ICD10CM": "icd10cm.tsv.xz",
    "MESH": "mesh.tsv.xz",
    "CHEBI": "roles.tsv.xz",
    "HGNC": "hgnc.tsv.xz",
}
JOINS = "joins.tsv.xz"
COMBINATIONS = "combinations.tsv"
BRANDS = "brands.tsv"


_SAME_THING = frozenset({"code", "CUI", "name"})


_SURGICAL = re.compile(r"(?<=[a-z] )surgical procedures?$", re.IGNORECASE)


_TUMOR = re.compile(r"\b(?:neoplasm|tumou?r|cancer)\b", re.IGNORECASE)
_GROWTH = re.compile(r"(?:oma|carcinoid|fibroid|dermoid|desmoid|tumou?r|neoplasm|cancer)s?\b", re.IGNORECASE)
_INFLAMED = re.compile(r"(?:itis|itides)\b|inflammation|inflamed|disease|disorder|infection|syndrome", re.IGNORECASE)


class Scope(IntEnum):
    """How close a name is to its concept; smaller is closer."""

    PREFERRED = 0
    EXACT = 1
    RELATED = 2
    NARROW = 3
    BROAD = 4


@dataclass
class BundledConcept:
    """One concept as the store keeps it."""

    id: str
    vocabulary: str
    name: str
    semantic_type: SemanticType
    synonyms: list[tuple[str, Scope]] = field(default_factory=list)
    xrefs: dict[str, list[str]] = field(default_factory=dict)
    definition: str = ""
    kind: str = ""
    partners: list[str] = field(default_factory=list)
    """Ids of the concepts of other vocabularies that are the same thing."""

    def names(self) -> Iterator[tuple[str, Scope]]:
        """Every name, the preferred one first."""
        yield self.name, Scope.PREFERRED
        yield from self.synonyms


def versions(source: DataFiles = BUNDLED) -> dict[str, str]:
    """The release of each bundled vocabulary."""
    return {name: source.version(file) for name, file in FILES.items()}


def entries(source: DataFiles = BUNDLED) -> Iterator[BundledConcept]:
    """Every concept of every bundled vocabulary, joined."""
    joined = _joins(source)
    first = {(concept, xref) for concept, listed in joined.items() for xref, rule in listed if rule == "first"}
    for entry in _unjoined(source):
        listed = frozenset(entry.xrefs)
        for xref, rule in joined.get(entry.id, ()):
            if rule in _SAME_THING:
                entry.partners.append(xref)
            system, _, code = xref.partition(":")
            codes = entry.xrefs.setdefault(system, [])
            # A code that came with another concept stands as it does there, unless the concept has codes of its own.
            came_first = system not in listed and (rule.partition(" ")[2], xref) in first
            if came_first or (rule == "first" and code in codes):
                codes[:] = [code, *(other for other in codes if other != code)]
            elif code not in codes:
                codes.append(code)
        yield entry


def _unjoined(source: DataFiles) -> Iterator[BundledConcept]:
    yield from _hpo(source)
    for vocabulary, file in FILES.items():
        if vocabulary != "HPO":
            yield from _rows(vocabulary, file, source)
    yield from _combinations()
    for measure in measures():
        yield BundledConcept(
            id=measure.id,
            vocabulary="LAB",
            name=measure.name,
            semantic_type=SemanticType.LAB_VALUE,
            synonyms=[(text, Scope.EXACT) for text in measure.synonyms],
            xrefs={"LOINC": list(measure.loinc)} if measure.loinc else {},
        )


def _hpo(source: DataFiles) -> Iterator[BundledConcept]:
    for row in source.rows(FILES["HPO"]):
        if row["obsolete"]:
            continue
        synonyms = []
        for cell in hpo_files.split(row["synonyms"]):
            scope, _, text = cell.split(":", 2)
            synonyms.append((text, Scope[scope]))
        yield BundledConcept(
            id=row["id"],
            vocabulary="HPO",
            name=row["label"],
            semantic_type=SemanticType.PHENOTYPE,
            synonyms=sorted(synonyms, key=lambda synonym: synonym[1]),
            xrefs=_by_system(row["xrefs"]),
            definition=row["definition"],
        )


def _rows(vocabulary: str, file: str, source: DataFiles) -> Iterator[BundledConcept]:
    genes = frozenset(row["name"] for row in source.rows(FILES["HGNC"])) if vocabulary == "DrugBank" else frozenset()
    for row in source.rows(file):
        if row["name"] in genes and not row["synonyms"]:
            continue  # a gene that a list of drugs has by its symbol alone
        yield BundledConcept(
            id=row["id"],
            vocabulary=vocabulary,
            name=row["name"],
            semantic_type=SemanticType(row["semantic_type"]),
            synonyms=[
                (text, Scope.EXACT)
                for text in dict.fromkeys((*_synonyms(row["name"], row["synonyms"]), *brands().get(row["id"], ())))
                if text.lower() not in _brands()
            ],
            xrefs=_by_system(row["xrefs"]),
            kind=row["kind"],
        )


def _synonyms(name: str, cell: str) -> list[str]:
    """The listed names besides the first, and what is called surgery where a vocabulary says surgical procedures."""
    listed = hpo_files.split(cell)
    surgery = (_SURGICAL.sub("surgery", text) for text in (name, *listed) if _SURGICAL.search(text))
    return [text for text in dict.fromkeys((*listed, *surgery)) if not _is_place(text, name, listed)]


def _is_place(text: str, name: str, listed: Sequence[str]) -> bool:
    """Whether a name is only where a disease is: a source has "cervix" beside "cervix neoplasm", "hypophysis" beside hypophysitis."""
    grown = _TUMOR.search(name) and not _GROWTH.search(text)
    if not grown and (not _INFLAMED.search(name) or _INFLAMED.search(text)):
        return False
    place = text.lower()
    others = [other.lower() for other in (name, *listed)]
    if grown:
        return any(_TUMOR.fullmatch(other[len(place) :].strip()) for other in others if other.startswith(f"{place} "))
    return any(f"inflammation of {other}" in others for other in others)


def _combinations() -> Iterator[BundledConcept]:
    """Medicines with more than one ingredient, under their brand names."""
    for brands, ingredients in combinations():
        yield BundledConcept(
            id=combination_id(ingredients),
            vocabulary="COMBINATION",
            name=" and ".join((", ".join(ingredients[:-1]), ingredients[-1].lower())),
            semantic_type=SemanticType.MEDICATION,
            synonyms=[*((brand, Scope.EXACT) for brand in brands), ("-".join(ingredients).lower(), Scope.EXACT)],
        )


def combinations() -> list[tuple[list[str], list[str]]]:
    """(brand names, ingredients by their DrugBank name) of medicines with more than one ingredient."""
    return [(names.split(", "), ingredients.split(", ")) for names, ingredients in _table(COMBINATIONS)]


@cache
def brands() -> dict[str, tuple[str, ...]]:
    """The brand names that the bundled sources lack, by the concept they are a name of."""
    return {code: tuple(names.split(", ")) for code, _, names in _table(BRANDS)}


def _table(file: str) -> list[list[str]]:
    text = files("osler.core.terminology").joinpath("data", file).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


@cache
def _brands() -> frozenset[str]:
    """Brand names of combinations: some source lists them on one of the ingredients, which says half of it."""
    return frozenset(brand.lower() for brands, _ in combinations() for brand in brands)


def combination_id(ingredients: Sequence[str]) -> str:
    """The id of a medicine with these ingredients."""
    return "COMBINATION:" + "-".join(name.lower().replace(" ", "_") for name in ingredients)


def _by_system(cell: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for xref in hpo_files.split(cell):
        system, _, code = xref.partition(":")
        found.setdefault(system, []).append(code)
    return found


def _joins(source: DataFiles) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in source.rows(JOINS):
        found[row["id"]].append((row["xref"], row["rule"]))
    return found
