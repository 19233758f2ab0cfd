"""Writes `core/patient/fhir/r4.tsv`: the elements of the resources that are read, from the models of `fhir.resources` (a development tool).

Run with `python scripts/build_fhir_elements.py` after a change of what is read.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from fhir.resources.R4B import get_fhir_model_class

from osler.core.patient.fhir.families import READERS

TARGET = Path(__file__).parent.parent / "src" / "osler" / "core" / "patient" / "fhir" / "r4.tsv"
_HEADER = """# The elements of HL7 FHIR R4B (CC0) that the resources which are read may have, down to their data types.
# `type`: `*` after it: a list; `!`: required. Made by scripts/build_fhir_elements.py.
"""
_WHATEVER = {"contained": "Resource", "text": "Narrative"}
"""Elements of every resource that are not looked into."""


def _kind(annotation: Any) -> tuple[str, bool]:
    """The name of a type in FHIR, and whether it is a list."""
    written = str(annotation)
    listed = "List[" in written
    if named := re.search(r"abc\.(\w+)Type\b", written):
        return named[1], listed
    if constrained := re.search(r", (\w+)\(", written):
        return constrained[1][0].lower() + constrained[1][1:], listed
    if "bool" in written:
        return "boolean", listed
    raise ValueError(written)


def _rows(kind: str) -> list[tuple[str, str, str]]:
    """Type, element and type of the element."""
    rows = []
    for field in get_fhir_model_class(kind).model_fields.values():
        extra = field.json_schema_extra
        if not isinstance(extra, dict) or not extra.get("element_property") or field.alias is None:
            continue
        named, listed = _kind(field.annotation)
        required = field.is_required() or bool(extra.get("element_required"))
        rows.append((kind, field.alias, named + "*" * listed + "!" * required))
    return sorted(rows)


def table() -> str:
    """The whole file."""
    rows: list[tuple[str, str, str]] = []
    waiting, seen = sorted({*READERS, "Patient", "Medication"}), set[str]()
    while waiting:
        kind = waiting.pop(0)
        if kind in seen or kind in _WHATEVER.values():
            continue
        seen.add(kind)
        rows += _rows(kind)
        waiting += sorted({named.rstrip("*!") for _, _, named in rows if named[0].isupper()} - seen)
    return _HEADER + "".join("\t".join(row) + "\n" for row in [("of", "element", "type"), *sorted(rows)])


if __name__ == "__main__":
    TARGET.write_text(table(), encoding="utf-8")
