"""Which names of which vocabularies are looked for in text; every name can be searched."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from osler.core.terminology.names.bundle import BundledConcept, Scope
from osler.core.terminology.names.keys import data_lines
from osler.core.terminology.types import SemanticType

GENE_NAMES = "gene_names.tsv"
_ACTIONS = re.compile(r"(^|\|)(D27\.|class$)")
_LOWER_CASE = re.compile(r"\b[a-z]{2,}\b")
_SHORTEST_SYMBOL = 4
_SHORTEST_WITH_DIGIT = 3


class Guards:
    """What may be a name in running text, by vocabulary."""

    def __init__(self, entries: Iterable[BundledConcept]) -> None:
        self._words: set[str] = set()
        self._taken: set[str] = set()
        for entry in entries:
            if entry.vocabulary == "HPO":
                self._words.update(_LOWER_CASE.findall(entry.definition))
            if entry.vocabulary != "HGNC":
                self._taken.update(name.lower() for name, _ in entry.names())

    def lets(self, entry: BundledConcept, name: str, scope: Scope) -> bool:
        """Whether the name of a concept is looked for in text."""
        if entry.vocabulary == "MESH":
            return _is_medical_in_text(entry)
        if entry.vocabulary == "CHEBI":
            return False
        return entry.vocabulary != "HGNC" or self._is_gene_in_text(entry, name, scope)

    def _is_gene_in_text(self, entry: BundledConcept, name: str, scope: Scope) -> bool:
        """Whether a symbol can only be a gene: said so in the table, or no word and no name of anything else."""
        said = gene_names().get(entry.name)
        if said is not None and (name in said or scope is not Scope.PREFERRED):
            return name in said
        shortest = _SHORTEST_WITH_DIGIT if any(char.isdigit() for char in name) else _SHORTEST_SYMBOL
        if scope is not Scope.PREFERRED or said is not None or len(name) < shortest or not name.isupper():
            return False
        return name.lower() not in self._words and name.lower() not in self._taken


def _is_medical_in_text(entry: BundledConcept) -> bool:
    """Procedures, tests and drug classes; MeSH's diseases have better names elsewhere, its chemicals are ordinary words."""
    if entry.semantic_type in (SemanticType.PROCEDURE, SemanticType.LAB_VALUE):
        return True
    return entry.semantic_type is SemanticType.MEDICATION and bool(_ACTIONS.search(entry.kind))


@cache
def gene_names() -> dict[str, frozenset[str]]:
    """Symbol → what notes write for it, as the table says."""
    rows = (line.split("\t") for line in data_lines(GENE_NAMES))
    return {symbol: frozenset(filter(None, said.split(","))) for symbol, said in rows}
