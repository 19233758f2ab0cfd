"""Makes the toy vocabularies: a few hundred real concepts, cut out of the bundled files with all that hangs together.

    python -m scripts.build_toy

Chosen are a few diseases with everything they are annotated with, a few drugs with their classes, some codes, and
whatever stands above any of them. The files have the names and the form of the bundled ones.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from osler.core.terminology.hierarchy.links import LINKS
from osler.core.terminology.names.bundle import FILES, JOINS
from osler.core.terminology.ontology import files as data
from scripts.vocab.rows import write_table

TARGET = Path(__file__).resolve().parent.parent / "src" / "osler" / "core" / "terminology" / "data" / "toy"

DISEASES = ("OMIM:154700", "OMIM:236200", "OMIM:162200")
"""Marfan syndrome, homocystinuria, neurofibromatosis type 1."""

CONCEPTS = [
    "MONDO:0007947",
    "MONDO:0009352",
    "MONDO:0018975",
    "MONDO:0005044",
    "MONDO:0005015",
    "MONDO:0005148",
    "MONDO:0005147",
    "MONDO:0004979",
    "MONDO:0005098",
    "MONDO:0001627",
    "MONDO:0004975",
    "MONDO:0005149",
    "MONDO:0005080",
    "MONDO:0004992",
    "MONDO:0005233",
    "HP:0000822",
    "HP:0000819",
    "HP:0000873",
    "HP:0002099",
    "HP:0001297",
    "HP:0001250",
    "HP:0002094",
    "HP:0001945",
    "HP:0012735",
    "HP:0001903",
    "SCTID:38341003",
    "SCTID:73211009",
    "SCTID:195967001",
    "SCTID:44054006",
    "SCTID:80146002",
    "ICD10CM:I10",
    "ICD10CM:E11.9",
    "ICD10CM:J45.909",
    "ICD10CM:E23.2",
    "ICD10CM:Z17.31",
    "ICD10CM:Z17.32",
    "DRUGBANK:DB00641",
    "DRUGBANK:DB01076",
    "DRUGBANK:DB00722",
    "DRUGBANK:DB00331",
    "DRUGBANK:DB00682",
    "DRUGBANK:DB06605",
    "DRUGBANK:DB00316",
    "DRUGBANK:DB01050",
    "DRUGBANK:DB09292",
    "DRUGBANK:DB00177",
    "DRUGBANK:DB01060",
    "DRUGBANK:DB00766",
    "MESH:D019161",
    "MESH:D000806",
    "MESH:D000925",
    "MESH:D001062",
    "MESH:D003113",
    "MESH:D057911",
    "HGNC:3430",
    "HGNC:3603",
    "HGNC:7765",
    "HGNC:3236",
]

Row = dict[str, str]


def main() -> None:
    """Choose, close upwards, and write."""
    annotations = [row for row in data.rows(data.ANNOTATIONS) if row["disease_id"] in DISEASES]
    chosen = {*CONCEPTS, *(row["hpo_id"] for row in annotations)}
    above = _parents()
    waiting = list(chosen)
    while waiting:
        for parent in above.get(waiting.pop(), ()):
            if parent not in chosen:
                chosen.add(parent)
                waiting.append(parent)
    for file in dict.fromkeys(FILES.values()):
        _cut(file, lambda row: row["id"] in chosen)
    _cut(JOINS, lambda row: row["id"] in chosen and (row["rule"] not in _SAME or row["xref"] in chosen))
    _cut(LINKS, lambda row: row["id"] in chosen and row["parent"] in chosen)
    _cut(data.ANNOTATIONS, lambda row: row["disease_id"] in DISEASES)
    _cut(data.DISEASES, lambda row: row["disease_id"] in DISEASES)
    _cut(data.GENES, lambda row: row["disease_id"] in DISEASES)
    _cut(data.EQUIVALENTS, lambda row: set(data.split(row["disease_ids"])) <= set(DISEASES))
    print(f"{len(chosen)} concepts", file=sys.stderr)


_SAME = ("code", "CUI", "name")


def _parents() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in data.rows(data.TERMS):
        found.setdefault(row["id"], set()).update(data.split(row["parents"]))
    for row in data.rows(LINKS):
        if row["relation"] != "not":
            found.setdefault(row["id"], set()).add(row["parent"])
    return found


def _cut(file: str, keep: Callable[[Row], bool]) -> None:
    rows: Iterable[Row] = list(data.rows(file))
    columns = tuple(next(iter(rows)))
    kept = [tuple(row[column] for column in columns) for row in rows if keep(row)]
    TARGET.mkdir(exist_ok=True)
    source = {"source": f"cut out of the bundled {file} by scripts/build_toy.py", "version": data.version(file)}
    write_table(TARGET / file, columns, kept, source)


if __name__ == "__main__":
    main()
