"""The vocabularies that a packet uses, as its metadata must name them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from osler.core.patient.phenopacket.elements import Json


class _Vocabulary(NamedTuple):
    name: str
    url: str
    iri: str


_OBO = "http://purl.obolibrary.org/obo/"
_VOCABULARIES = {
    "HP": _Vocabulary("Human Phenotype Ontology", f"{_OBO}hp.owl", f"{_OBO}HP_"),
    "MONDO": _Vocabulary("Mondo Disease Ontology", f"{_OBO}mondo.owl", f"{_OBO}MONDO_"),
    "GENO": _Vocabulary("Genotype Ontology", f"{_OBO}geno.owl", f"{_OBO}GENO_"),
    "OMIM": _Vocabulary("Online Mendelian Inheritance in Man", "https://www.omim.org", "https://www.omim.org/entry/"),
    "ORPHA": _Vocabulary("Orphanet", "https://www.orpha.net", "https://www.orpha.net/ORDO/Orphanet_"),
    "SCTID": _Vocabulary("SNOMED CT", "http://snomed.info/sct", "http://snomed.info/id/"),
    "LOINC": _Vocabulary("LOINC", "https://loinc.org", "https://loinc.org/"),
    "UCUM": _Vocabulary("Unified Code for Units of Measure", "https://ucum.org", "https://ucum.org/"),
    "RXNORM": _Vocabulary(
        "RxNorm", "https://www.nlm.nih.gov/research/umls/rxnorm", "http://purl.bioontology.org/ontology/RXNORM/"
    ),
}


def resources_for(packet: Json) -> list[Json]:
    """One resource for each vocabulary; the version is not recorded with a fact, so none is claimed."""
    used = sorted({identifier.partition(":")[0] for identifier in _class_ids(packet)})
    return [_resource(prefix) for prefix in used]


def _resource(prefix: str) -> Json:
    known = _VOCABULARIES.get(prefix, _Vocabulary(prefix, "", ""))
    return {
        "id": prefix.lower(),
        "name": known.name,
        "url": known.url,
        "version": "unknown",
        "namespacePrefix": prefix,
        "iriPrefix": known.iri,
    }


def _class_ids(value: Any, name: str = "") -> Iterator[str]:
    """The ids of every ontology class in the packet; references and the subject have ids that are none."""
    if isinstance(value, list):
        for item in value:
            yield from _class_ids(item, name)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "id" and name not in ("", "subject", "reference", "interpretations", "variationDescriptor"):
                yield item
            elif isinstance(item, dict | list):
                yield from _class_ids(item, key)
