"""What vocabularies there are on this machine, with version, licence and size."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from osler.core.terminology.imports import installed
from osler.core.terminology.sources.local import bundled_searcher
from osler.core.terminology.store import vocabulary

_BUNDLED = {
    "HPO": ("Human Phenotype Ontology", "HPO licence (https://hpo.jax.org/license)"),
    "MONDO": ("Mondo Disease Ontology", "CC BY 4.0"),
    "SNOMEDCT": ("SNOMED CT Global Patient Set", "CC BY 4.0"),
    "DrugBank": ("Drug names with DrugBank and MeSH ids", "MIT"),
    "ICD10CM": ("ICD-10-CM", "public domain (CDC, CMS)"),
    "MESH": (
        "Medical Subject Headings: drugs and their actions, procedures, tests, diseases",
        "U.S. NLM, free use with attribution",
    ),
    "CHEBI": ("ChEBI roles of drugs", "CC BY 4.0"),
    "HGNC": ("HGNC gene symbols", "CC0"),
    "COMBINATION": ("Brand names of medicines with several ingredients", "part of Osler"),
    "LAB": ("Laboratory and vital measures", "part of Osler; LOINC codes under the LOINC licence"),
}
_IMPORTED = {
    "umls": ("UMLS Metathesaurus", "UMLS licence of the user"),
    "rxnorm": ("RxNorm", "UMLS licence of the user"),
    "rf2": ("SNOMED CT", "SNOMED licence of the user"),
    "obo": ("Ontology (OBO)", "licence of the ontology"),
    "obo-json": ("Ontology (OBO graph)", "licence of the ontology"),
}


class VocabularyInfo(BaseModel):
    """One vocabulary in the list."""

    name: str
    title: str
    version: str
    licence: str
    concepts: int
    names: int
    origin: Literal["bundled", "imported"]


def catalogue() -> list[VocabularyInfo]:
    """The bundled vocabularies, then the imported ones."""
    versions = vocabulary().versions
    bundled = [
        VocabularyInfo(
            name=name,
            title=_BUNDLED.get(name, (name, ""))[0],
            version=versions.get(name, ""),
            licence=_BUNDLED.get(name, ("", "see NOTICE"))[1],
            concepts=size.concepts,
            names=size.names,
            origin="bundled",
        )
        for name, size in bundled_searcher().index.sizes().items()
    ]
    imported = [
        VocabularyInfo(
            name=report.name,
            title=_IMPORTED[report.kind][0],
            version=report.version,
            licence=_IMPORTED[report.kind][1],
            concepts=report.concepts,
            names=report.names,
            origin="imported",
        )
        for report in installed()
    ]
    return bundled + imported
