"""HGNC: human genes with approved symbol, name, aliases and former symbols; those that make a protein or cause disease."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from scripts.vocab.rows import Row

_KEPT = ("gene with protein product", "RNA, transfer")


def read(entries: Path) -> Iterator[Row]:
    """Every approved gene of a kept locus type; mitochondrial transfer RNAs are kept, other RNAs are not."""
    with entries.open(encoding="utf-8") as handle:
        for row in csv.DictReader(handle, delimiter="\t"):
            symbol, locus = row["Approved symbol"], row["Locus type"]
            if row["Status"] != "Approved" or locus not in _KEPT:
                continue
            if locus != "gene with protein product" and not symbol.startswith("MT-"):
                continue
            others = (*_listed(row["Alias symbols"]), *_listed(row["Previous symbols"]))
            yield Row(
                id=row["HGNC ID"],
                name=symbol,
                semantic_type="Biomarker",
                synonyms=(row["Approved name"], *others),
                kind="gene",
            )


def _listed(cell: str) -> list[str]:
    return [text.strip() for text in cell.split(",") if len(text.strip()) > 1]
