"""What the rows of UMLS and RxNorm release files (RRF) say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from osler.core.terminology.imports.kinds import semantic_types, system_name
from osler.core.terminology.imports.staging import Fact
from osler.core.terminology.imports.tables import Table

_PREFERRED_TERM_TYPES = {"PT", "PN", "IN", "MH", "FN"}
_RXNORM_NAME_RANK = {"IN": 0, "PIN": 0, "MIN": 0, "BN": 0, "SCD": 1, "SBD": 1, "PSN": 1}


def umls_tables(conso: Path, sty: Path, rel: Path | None) -> list[Table]:
    """The tables of a UMLS release."""
    tables = [
        Table(sty, 6, "|", False, _umls_type),
        Table(conso, 18, "|", False, _umls_atom),
    ]
    return [*tables, Table(rel, 16, "|", False, _Relation("UMLS"))] if rel else tables


def rxnorm_tables(conso: Path, rel: Path | None) -> list[Table]:
    """The tables of an RxNorm release."""
    tables = [Table(conso, 18, "|", False, _rxnorm_atom)]
    return [*tables, Table(rel, 16, "|", False, _Relation("RXNORM"))] if rel else tables


def _umls_type(row: list[str]) -> Iterable[Fact]:
    found = semantic_types("umls").get(row[1])
    return [Fact("type", (f"UMLS:{row[0]}", found.type, found.rank))] if found else []


def _umls_atom(row: list[str]) -> Iterator[Fact]:
    cui, language, status, _, string_type, _, is_preferred = row[:7]
    source, term_type, code, text, suppressed = row[11], row[12], row[13], row[14], row[16]
    if language != "ENG" or suppressed not in {"N", ""}:
        return
    concept = f"UMLS:{cui}"
    best = status == "P" and string_type == "PF" and is_preferred == "Y"
    yield Fact("name", (concept, text, 0 if best else 1 if status == "P" else 2, row[7]))
    yield Fact("xref", (concept, "UMLS", cui, 0))
    yield from _code(concept, source, term_type, code)


def _rxnorm_atom(row: list[str]) -> Iterator[Fact]:
    rxcui, source, term_type, code, text, suppressed = row[0], row[11], row[12], row[13], row[14], row[16]
    if row[1] != "ENG" or suppressed not in {"N", ""}:
        return
    concept = f"RXNORM:{rxcui}"
    if source == "RXNORM":
        yield Fact("type", (concept, "Medication", 0))
        yield Fact("name", (concept, text, _RXNORM_NAME_RANK.get(term_type, 2), row[7]))
    yield from _code(concept, source, term_type, code)


def _code(concept: str, source: str, term_type: str, code: str) -> Iterator[Fact]:
    system = system_name(source)
    if system and code and code != "NOCODE":
        yield Fact(
            "xref", (concept, system, code.removeprefix(f"{system}:"), 0 if term_type in _PREFERRED_TERM_TYPES else 1)
        )


class _Relation:
    """A relation row: brand → ingredient, so that the ingredient is found by its brand names; or kind → what it is."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def __call__(self, row: list[str]) -> Iterable[Fact]:
        # RRF relations read from the second concept to the first: "second RELA first".
        first, second, relation = row[0], row[4], row[7]
        if not first or not second or row[14] not in {"N", ""}:
            return []
        if relation == "tradename_of":
            return [Fact("brand", (f"{self._prefix}:{first}", f"{self._prefix}:{second}"))]
        if relation == "has_tradename":
            return [Fact("brand", (f"{self._prefix}:{second}", f"{self._prefix}:{first}"))]
        if relation == "isa":
            return [Fact("parent", (f"{self._prefix}:{second}", f"{self._prefix}:{first}"))]
        if relation == "inverse_isa":
            return [Fact("parent", (f"{self._prefix}:{first}", f"{self._prefix}:{second}"))]
        return []
