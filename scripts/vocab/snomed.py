"""SNOMED CT Global Patient Set: the concepts whose semantic tag says that they can be said of a patient."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from scripts.vocab.rows import Row

# Organisms, body structures, objects and qualifiers are left out: a brand name must never find a mushroom.
_SEMANTIC_TYPES = {
    "disorder": "Condition",
    "finding": "Condition",
    "situation": "Condition",
    "morphologic abnormality": "Condition",
    "procedure": "Procedure",
    "regime/therapy": "Procedure",
    "observable entity": "Lab_Value",
    "assessment scale": "Lab_Value",
    "staging scale": "Lab_Value",
    "tumor staging": "Lab_Value",
    "substance": "Medication",
    "medicinal product": "Medication",
    "medicinal product form": "Medication",
    "product": "Medication",
    "clinical drug": "Medication",
    "ethnic group": "Demographic",
    "racial group": "Demographic",
    "person": "Demographic",
}
_TAGGED = re.compile(r"^(.*) \(([^()]+)\)$")


def read(value_set: Path) -> Iterator[Row]:
    """Every kept concept; the fully specified name without its tag is the preferred name."""
    for include in json.loads(value_set.read_text(encoding="utf-8"))["compose"]["include"]:
        for concept in include["concept"]:
            match = _TAGGED.match(concept["display"])
            if match is None or match[2] not in _SEMANTIC_TYPES:
                continue
            name, tag = match.groups()
            yield Row(
                id=f"SCTID:{concept['code']}",
                name=name,
                semantic_type=_SEMANTIC_TYPES[tag],
                synonyms=tuple(_variants(name)),
                kind=tag,
            )


def _variants(name: str) -> Iterator[str]:
    """What a clinician writes for the systematic forms of SNOMED CT."""
    if name.startswith("Product containing "):
        yield name.removeprefix("Product containing ").removeprefix("only ")
    if name.endswith(" structure"):
        yield name.removesuffix(" structure")
    for prefix in ("History of ", "Measurement of "):
        if name.startswith(prefix):
            yield f"{name.removeprefix(prefix)} {prefix.removesuffix(' of ').lower()}"
