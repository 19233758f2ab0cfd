"""From the disease annotations to the arrays the ranking works on, compiled once into the cache folder.

A row is a disease: the entries of OMIM, Orphanet and DECIPHER that MONDO calls exactly the same are one row, ranked
once and shown with all their ids.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import Arrays, DiseaseAnnotations, compiled
from osler.core.terminology.ontology import PHENOTYPIC_ABNORMALITY
from osler.core.terminology.ontology import files as hpo_files
from osler.diagnosis.ranking.families import TABLE, family_table
from osler.diagnosis.ranking.frequencies import Cells, patients_behind, pooled, propagated
from osler.diagnosis.ranking.inheritance import stated_modes
from osler.diagnosis.ranking.onset import onset_by_name, onset_counts
from osler.diagnosis.ranking.relatives import parent_links, shown_by_relatives
from osler.diagnosis.ranking.sexes import CODES, limited_cells
from osler.diagnosis.ranking.survival import died_by
from osler.diagnosis.ranking.weights import FREQUENCY_ASSUMPTIONS, Assumed

FORMAT_VERSION = 11

_PHENOTYPE, _INHERITANCE = 0, 1
_X_LINKED_RECESSIVE = "HP:0001419"
_PUBLICATION = "PMID:"


def compiled_arrays(annotations: DiseaseAnnotations, assumed: Assumed) -> Arrays:
    """The arrays for these annotations and assumptions, from the cache or built now."""
    used = assumed.model_dump_json(include=set(FREQUENCY_ASSUMPTIONS))
    series = hpo_files.fingerprint(TABLE, format_version=FORMAT_VERSION)
    content = f"{series} {annotations.key} {used}"
    key = hashlib.sha256(content.encode()).hexdigest()[:16]
    return compiled("ranking", key, lambda: compile_ranking(annotations, assumed))


def compile_ranking(annotations: DiseaseAnnotations, assumed: Assumed) -> dict[str, NDArray[Any]]:
    """All arrays, as `RankingModel` describes them."""
    arrays = annotations.arrays
    row_of = arrays["group"]
    size = int(row_of.max()) + 1
    entries = phenotype_entries(annotations)
    entries = entries[np.argsort(row_of[arrays["disease"][entries]], kind="stable")]
    rows = row_of[arrays["disease"][entries]]
    direct = pooled(annotations, entries, rows, assumed)
    terms = len(annotations.graph)
    shown = propagated(annotations.graph, direct)
    background = np.bincount(shown.terms, weights=shown.values, minlength=terms) / size
    every = np.arange(len(arrays["disease"]), dtype=np.int32)
    onset = onset_counts(annotations, every, row_of[arrays["disease"]], size)
    by_name = onset_by_name(annotations, onset)
    result: dict[str, NDArray[Any]] = {
        "entry": entries.astype(np.int32),
        "entry_starts": np.searchsorted(rows, np.arange(size + 1)).astype(np.int32),
        "direct_term": direct.terms,
        "direct_frequency": direct.values.astype(np.float32),
        "direct_starts": np.searchsorted(direct.rows, np.arange(size + 1)).astype(np.int32),
        "background": np.maximum(background, 0.2 / size),
        "literature": _publications(annotations, size),
        "patients": patients_behind(annotations, entries, rows, size, assumed),
        "onset": onset,
        "onset_by_name": by_name,
        "x_linked": _x_linked_only(annotations, size),
        **limited_cells(annotations, entries),
        "subtypes": parent_links(annotations),
        "died_by": died_by(annotations, size, assumed),
        "modes": stated_modes(annotations, size),
    }
    result |= _by_term("shown", shown, terms)
    result |= _by_term("family", shown_by_relatives(family_table(annotations), shown, terms), terms)
    return result


def phenotype_entries(annotations: DiseaseAnnotations) -> NDArray[np.int32]:
    """The entries that state a phenotypic abnormality of a disease."""
    arrays = annotations.arrays
    graph = annotations.graph
    abnormality = np.zeros(len(graph), dtype=bool)
    abnormality[graph.offspring(graph.index(PHENOTYPIC_ABNORMALITY) or 0)] = True
    kept = (arrays["aspect"] == _PHENOTYPE) & ~arrays["negated"] & abnormality[arrays["term"]]
    return np.flatnonzero(kept).astype(np.int32)


def _by_term(name: str, cells: Cells, terms: int) -> dict[str, NDArray[Any]]:
    """Cells by column: for each term the diseases that show it, in their order."""
    order = np.argsort(cells.terms, kind="stable")
    return {
        f"{name}_starts": np.searchsorted(cells.terms[order], np.arange(terms + 1)).astype(np.int32),
        f"{name}_row": cells.rows[order].astype(np.int32),
        f"{name}_frequency": cells.values[order].astype(np.float32),
    }


def _publications(annotations: DiseaseAnnotations, size: int) -> NDArray[np.int32]:
    """How many publications describe each disease; a database entry that refers to itself is none."""
    arrays = annotations.arrays
    published = np.array([reference.startswith(_PUBLICATION) for reference in annotations.references])
    cited = np.diff(arrays["reference_starts"])
    rows = np.repeat(arrays["group"][arrays["disease"]], cited)
    pairs = np.unique(rows.astype(np.int64) * len(annotations.references) + arrays["reference_of"])
    pairs = pairs[published[pairs % len(annotations.references)]]
    return np.bincount(pairs // len(annotations.references), minlength=size).astype(np.int32)


def _x_linked_only(annotations: DiseaseAnnotations, size: int) -> NDArray[np.bool_]:
    """Diseases whose only stated inheritance is X-linked recessive, unless affected women are counted among their patients."""
    arrays = annotations.arrays
    stated = np.flatnonzero(arrays["aspect"] == _INHERITANCE)
    rows = arrays["group"][arrays["disease"][stated]]
    recessive = arrays["term"][stated] == annotations.graph.index(_X_LINKED_RECESSIVE)
    total = np.bincount(rows, minlength=size)
    only: NDArray[np.bool_] = (total > 0) & (np.bincount(rows[recessive], minlength=size) == total)
    of_women = (arrays["sex"] == CODES["female"]) & (arrays["aspect"] == _PHENOTYPE) & ~arrays["negated"]
    only[arrays["group"][arrays["disease"][of_women & (np.nan_to_num(arrays["frequency"]) > 0)]]] = False
    return only
