"""ICD-10-CM: the tabular list, with inclusion terms as synonyms. Seventh-character extensions are not spelled out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from scripts.vocab.rows import Row

_CODE = re.compile(r"\s*\([A-Z]\d[^)]*\)")
# Chapters 20 (external causes) and 21 (reasons for encounter) code circumstances, not conditions.
_CIRCUMSTANCE = re.compile(r"^[V-Z]")


def read(tabular: Path) -> Iterator[Row]:
    """Every category and code of the tabular list."""
    for diagnosis in ElementTree.parse(tabular).iter("diag"):
        code, description = diagnosis.findtext("name", ""), diagnosis.findtext("desc", "")
        included = [note.text or "" for note in diagnosis.findall("inclusionTerm/note")]
        yield Row(
            id=f"ICD10CM:{code}",
            name=_CODE.sub("", description),
            semantic_type="Condition",
            synonyms=tuple(_synonyms(description, included)),
            kind="circumstance" if _CIRCUMSTANCE.match(code) else "",
        )


def _synonyms(description: str, included: list[str]) -> Iterator[str]:
    if description.endswith(", unspecified"):
        yield description.removesuffix(", unspecified")
    for note in included:
        cleaned = _CODE.sub("", note).removesuffix(" NOS")
        if cleaned and not cleaned.endswith(":"):
            yield cleaned
