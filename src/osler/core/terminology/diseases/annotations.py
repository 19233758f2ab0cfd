"""The HPO disease annotations: which disease shows which phenotype, how often, from which publication."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology.compiling import Arrays, Strings, compiled
from osler.core.terminology.diseases.compile import (
    ASPECTS,
    EVIDENCE_CODES,
    FORMAT_VERSION,
    FREQUENCY_KINDS,
    SEXES,
    compile_annotations,
)
from osler.core.terminology.ontology import files as hpo_files
from osler.core.terminology.ontology.graph import HpoGraph, hpo

_SOURCES = (
    hpo_files.TERMS,
    hpo_files.ANNOTATIONS,
    hpo_files.DISEASES,
    hpo_files.GENES,
    hpo_files.EQUIVALENTS,
    hpo_files.HIERARCHY,
)

Aspect = Literal["P", "I", "C", "H", "M"]
"""Phenotype, inheritance, clinical course (onset, pace), past history, modifier."""
_KEPT = 4096
"""How many annotations are kept as they were read: those of some dozens of diseases."""


@cache
def disease_annotations() -> DiseaseAnnotations:
    """The process-wide disease model, from the compiled cache (built on first use)."""
    graph = hpo()
    key = hpo_files.fingerprint(*_SOURCES, format_version=FORMAT_VERSION)
    return DiseaseAnnotations(compiled("annotations", key, lambda: compile_annotations(graph)), graph, key)


@dataclass(frozen=True, slots=True)
class Annotation:
    """One statement of a source about a disease and an HPO term."""

    disease_id: str
    hpo_id: str
    label: str
    aspect: Aspect
    negated: bool
    frequency: float | None
    """The share of patients, where the source states one; of a frequency term, the middle of its range."""
    frequency_text: str
    """The share as the source states it: `3/7`, a percentage, the name of a frequency term, or empty."""
    onset: str | None
    sex: str
    modifiers: tuple[str, ...]
    references: tuple[str, ...]
    evidence: str
    curated: str
    """The earliest date a curator worked on this statement, ISO form."""


@dataclass(frozen=True, slots=True)
class Disease:
    """A disease entry of OMIM, Orphanet or DECIPHER with everything that is annotated to it."""

    id: str
    name: str
    mondo_id: str | None
    equivalents: tuple[str, ...]
    """The other entries that MONDO calls exactly this disease."""
    genes: tuple[str, ...]
    annotations: tuple[Annotation, ...]

    def of(self, aspect: Aspect) -> tuple[Annotation, ...]:
        """The annotations of one aspect."""
        return tuple(annotation for annotation in self.annotations if annotation.aspect == aspect)


class DiseaseAnnotations:
    """Every annotated disease, by id and by integer index, over arrays for vectorised work.

    `arrays` has one entry an annotation, sorted by disease: `disease`, `term` (indices of this model and of the HPO
    graph), `aspect`, `negated`, `kind`, `numerator`, `denominator`, `frequency`, `onset`, `sex`, `curated`; `starts`
    gives each disease's first entry; `reference_starts` and `reference_of` the references of an entry; `gene_starts`
    and `gene_of` the genes of a disease; `parent_starts` and `parent_of` the entries of the terms right above a disease
    in MONDO; `group` the number that equivalent entries share. `key` names the content, for caches of what is computed from it.
    """

    def __init__(self, arrays: Arrays, graph: HpoGraph, key: str) -> None:
        self.arrays = arrays
        self.graph = graph
        self.key = key
        self.version: str = self._strings("version")[0]
        self._names = self._strings("name")
        self._mondo = self._strings("mondo")
        self._modifiers = self._strings("modifier")
        self.annotation = lru_cache(maxsize=_KEPT)(self._annotation)

    def __len__(self) -> int:
        return len(self.arrays["group"])

    @cached_property
    def ids(self) -> list[str]:
        """Every disease id, in index order."""
        return self._strings("id").all()

    @cached_property
    def mondo_ids(self) -> list[str]:
        """The MONDO id of every disease, in index order; empty where MONDO does not have it."""
        return self._mondo.all()

    @cached_property
    def references(self) -> list[str]:
        """Every publication or database entry that is cited, in index order."""
        return self._strings("reference").all()

    @cached_property
    def symbols(self) -> list[str]:
        """Every disease gene by its symbol, in index order."""
        return self._strings("symbol").all()

    @cached_property
    def _index(self) -> dict[str, int]:
        return {disease: position for position, disease in enumerate(self.ids)}

    @cached_property
    def _reference_index(self) -> dict[str, int]:
        return {name: position for position, name in enumerate(self.references)}

    @cached_property
    def _members(self) -> dict[int, list[int]]:
        members: dict[int, list[int]] = {}
        for disease, group in enumerate(self.arrays["group"].tolist()):
            members.setdefault(group, []).append(disease)
        return members

    @cached_property
    def _citations(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Entries sorted by the reference they cite, and the sorted references."""
        counts = np.diff(self.arrays["reference_starts"])
        entries = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        order = np.argsort(self.arrays["reference_of"], kind="stable")
        return entries[order], self.arrays["reference_of"][order]

    def index(self, disease_id: str) -> int | None:
        """The integer index of a disease."""
        return self._index.get(disease_id)

    def name(self, disease_id: str) -> str | None:
        """The disease's name."""
        index = self.index(disease_id)
        return None if index is None else self._names[index]

    def mondo_id(self, disease_id: str) -> str | None:
        """The disease's identifier in MONDO, if it has one."""
        index = self.index(disease_id)
        return None if index is None else self._mondo[index] or None

    def genes(self, disease_id: str) -> tuple[str, ...]:
        """The symbols of the genes the disease is known to be caused by."""
        index = self.index(disease_id)
        return () if index is None else tuple(self.symbols[gene] for gene in self._csr("gene", index).tolist())

    def equivalents(self, disease_id: str) -> tuple[str, ...]:
        """The other entries that are exactly the same disease."""
        index = self.index(disease_id)
        if index is None:
            return ()
        group = self._members[int(self.arrays["group"][index])]
        return tuple(self.ids[member] for member in group if member != index)

    def entries_citing(self, reference: str) -> NDArray[np.int32]:
        """The entries that cite a publication, alone or with others."""
        index = self._reference_index.get(reference)
        if index is None:
            return np.zeros(0, dtype=np.int32)
        entries, cited = self._citations
        return entries[np.searchsorted(cited, index, "left") : np.searchsorted(cited, index, "right")]

    def disease(self, disease_id: str) -> Disease | None:
        """A disease with all its annotations, or None."""
        index = self.index(disease_id)
        if index is None:
            return None
        start, end = self.arrays["starts"][index], self.arrays["starts"][index + 1]
        return Disease(
            id=disease_id,
            name=self._names[index],
            mondo_id=self._mondo[index] or None,
            equivalents=self.equivalents(disease_id),
            genes=self.genes(disease_id),
            annotations=tuple(self.annotation(entry) for entry in range(start, end)),
        )

    def _annotation(self, entry: int) -> Annotation:
        """The annotation at an entry of the arrays; kept for those read last."""
        arrays = self.arrays
        term = int(arrays["term"][entry])
        onset = int(arrays["onset"][entry])
        share = float(arrays["frequency"][entry])
        curated = f"{int(arrays['curated'][entry]):08d}"
        aspect: Any = ASPECTS[arrays["aspect"][entry]]
        return Annotation(
            disease_id=self.ids[arrays["disease"][entry]],
            hpo_id=self.graph.id_of(term),
            label=self.graph.label(self.graph.id_of(term)) or "",
            aspect=aspect,
            negated=bool(arrays["negated"][entry]),
            frequency=None if math.isnan(share) else share,
            frequency_text=self._frequency_text(entry),
            onset=None if onset < 0 else self.graph.id_of(onset),
            sex=SEXES[arrays["sex"][entry]],
            modifiers=tuple(hpo_files.split(self._modifiers[int(arrays["modifier"][entry])])),
            references=tuple(self.references[ref] for ref in self._csr("reference", entry).tolist()),
            evidence=EVIDENCE_CODES[arrays["evidence"][entry]],
            curated="" if curated == "00000000" else f"{curated[:4]}-{curated[4:6]}-{curated[6:]}",
        )

    def _frequency_text(self, entry: int) -> str:
        kind = FREQUENCY_KINDS[self.arrays["kind"][entry]]
        share = float(self.arrays["frequency"][entry])
        if kind == "ratio":
            return f"{self.arrays['numerator'][entry]}/{self.arrays['denominator'][entry]}"
        if kind == "percent":
            return f"{share * 100:g}%"
        if kind == "term":
            return _FREQUENCY_NAMES[round(share, 3)]
        return ""

    def _strings(self, name: str) -> Strings:
        return Strings(self.arrays[f"{name}_text"], self.arrays[f"{name}_ends"])

    def _csr(self, name: str, row: int) -> NDArray[np.int32]:
        starts: NDArray[np.int32] = self.arrays[f"{name}_starts"]
        return self.arrays[f"{name}_of"][starts[row] : starts[row + 1]]


_FREQUENCY_NAMES = {
    1.0: "Obligate (100%)",
    0.895: "Very frequent (80-99%)",
    0.545: "Frequent (30-79%)",
    0.17: "Occasional (5-29%)",
    0.025: "Very rare (1-4%)",
    0.0: "Excluded (0%)",
}
