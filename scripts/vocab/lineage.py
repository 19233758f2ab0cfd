"""What is a kind of what, in each vocabulary: rows of (concept, more general concept, relation)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from xml.etree import ElementTree

COLUMNS = ("id", "parent", "relation")

Link = tuple[str, str, str]


def mondo(ontology: Path, kept: Collection[str]) -> Iterator[Link]:
    """MONDO's is_a, among the diseases that are bundled."""
    for term in json.loads(ontology.read_text(encoding="utf-8")):
        concept = f"MONDO:{term['id']}"
        for parent in term.get("relations", {}).get("is_a", ()):
            if concept in kept and f"MONDO:{parent}" in kept:
                yield concept, f"MONDO:{parent}", "is_a"


def icd10cm(tabular: Path) -> Iterator[Link]:
    """The tabular list: a code below its category, a category below its section, a section below its chapter."""
    for chapter in ElementTree.parse(tabular).iter("chapter"):
        for section in chapter.findall("section"):
            block = f"ICD10CM:{section.attrib['id']}"
            for diagnosis in section.findall("diag"):
                yield from _below(diagnosis, block)


def icd10cm_sections(tabular: Path) -> Iterator[tuple[str, str]]:
    """The sections of the tabular list that are more than one category, as (id, name)."""
    for section in ElementTree.parse(tabular).iter("section"):
        if "-" not in section.attrib["id"]:
            continue
        description = section.findtext("desc", "").rsplit(" (", 1)[0]
        yield f"ICD10CM:{section.attrib['id']}", description


def _below(diagnosis: ElementTree.Element, parent: str) -> Iterator[Link]:
    concept = f"ICD10CM:{diagnosis.findtext('name', '')}"
    if concept != parent:
        yield concept, parent, "is_a"
    for child in diagnosis.findall("diag"):
        yield from _below(child, concept)
