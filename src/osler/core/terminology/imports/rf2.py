"""What the rows of a SNOMED CT release (RF2 snapshot) say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from osler.core.terminology.imports.kinds import semantic_types
from osler.core.terminology.imports.staging import Fact
from osler.core.terminology.imports.tables import Table

_FULLY_SPECIFIED_NAME = "900000000000003001"
_SYNONYM = "900000000000013009"
_IS_A = "116680003"
_PREFERRED = "900000000000548007"
_TAG = re.compile(r"^(?P<name>.*\S)\s*\((?P<tag>[^()]+)\)$")


def rf2_tables(
    concepts: Path, descriptions: Path, language: Path | None, relationships: Path | None = None
) -> list[Table]:
    """The tables of a SNOMED CT release; the language refset names the preferred terms, the relationships the hierarchy."""
    tables = [
        Table(concepts, 5, "\t", True, _concept),
        Table(descriptions, 9, "\t", True, _description),
    ]
    if language is not None:
        tables.append(Table(language, 7, "\t", True, _preferred))
    if relationships is not None:
        tables.append(Table(relationships, 10, "\t", True, _relationship))
    return tables


def _concept(row: list[str]) -> Iterable[Fact]:
    return [Fact("active", (f"SCTID:{row[0]}",))] if row[2] == "1" else []


def _description(row: list[str]) -> Iterator[Fact]:
    description_id, active, code, language, kind, text = row[0], row[2], row[4], row[5], row[6], row[7]
    if active != "1" or not language.startswith("en"):
        return
    concept = f"SCTID:{code}"
    if kind == _FULLY_SPECIFIED_NAME:
        name, tag = split_tag(text)
        found = semantic_types("snomed").get(tag)
        if found:
            yield Fact("type", (concept, found.type, found.rank))
        yield Fact("name", (concept, name, 1, description_id))
    elif kind == _SYNONYM:
        yield Fact("name", (concept, text, 2, description_id))


def _preferred(row: list[str]) -> Iterable[Fact]:
    return [Fact("preferred", (row[5],))] if row[2] == "1" and row[6] == _PREFERRED else []


def _relationship(row: list[str]) -> Iterable[Fact]:
    is_a = row[2] == "1" and row[7] == _IS_A
    return [Fact("parent", (f"SCTID:{row[4]}", f"SCTID:{row[5]}"))] if is_a else []


def split_tag(fully_specified_name: str) -> tuple[str, str]:
    """`Heparin (substance)` → name and semantic tag; no tag gives an empty one."""
    found = _TAG.match(fully_specified_name)
    return (found["name"], found["tag"]) if found else (fully_specified_name, "")
