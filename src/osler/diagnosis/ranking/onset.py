"""When a disease begins: stages of life, a disease's distribution over them, and what a patient's age says."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import DiseaseAnnotations, HpoGraph

STAGES = (
    "antenatal",
    "congenital",
    "neonatal",
    "infantile",
    "childhood",
    "juvenile",
    "young adult",
    "middle age",
    "late",
)
_STAGE_ENDS = (0.0, 0.003, 0.08, 1.0, 5.0, 16.0, 40.0, 60.0)
"""The age in years at which each stage but the last ends; the day of birth is congenital."""

STAGE_MIDDLES = (-0.1, 0.0, 0.04, 0.5, 3.0, 10.0, 28.0, 50.0, 70.0)
"""An age in years that stands for each stage."""

_SPECIFIC = {
    "HP:0030674": (0,),
    "HP:0003577": (1,),
    "HP:0003623": (2,),
    "HP:0003593": (3,),
    "HP:0011463": (4,),
    "HP:0003621": (5,),
    "HP:0011462": (6,),
    "HP:0003596": (7,),
    "HP:0003584": (8,),
    "HP:0410280": (3, 4, 5),
    "HP:0003581": (6, 7, 8),
}
"""HPO onset terms and the stages they cover; a term below one of these means the same stages."""

_NAMED = {
    "congenital": (1, 2, 3),
    "neonatal": (1, 2),
    "infantile": (2, 3),
    "of infancy": (2, 3),
    "childhood": (4,),
    "juvenile": (4, 5),
    "adult": (6, 7),
    "adult-onset": (6, 7),
    "late-onset": (7, 8),
}
"""Words in a disease's own name that say when it begins; where both are given, nearly every annotated onset agrees."""

_COURSE = 2
_RATIO, _RANGE = 2, 1
_STATED_PATIENTS = 5.0
"""How many patients a statement without counts is worth: whoever writes "infantile onset" speaks of the disease."""
_SPREAD = 0.8


def stage_of_age(years: float) -> int:
    """The stage of life at an age; before birth is negative."""
    return bisect_right(_STAGE_ENDS, years)


def stages_of_term(graph: HpoGraph, hpo_id: str) -> tuple[int, ...] | None:
    """The stages an HPO onset term covers, or None if it is not one."""
    if hpo_id in _SPECIFIC:
        return _SPECIFIC[hpo_id]
    above = [stages for term, stages in _SPECIFIC.items() if graph.is_a(hpo_id, term)]
    return min(above, key=len) if above else None


def onset_counts(
    annotations: DiseaseAnnotations, entries: NDArray[np.int32], rows: NDArray[np.int32], size: int
) -> NDArray[np.float64]:
    """How many patients of each disease began in each stage, as far as the annotations say."""
    arrays = annotations.arrays
    stages = _stages_by_index(annotations.graph)
    counts = np.zeros((size, len(STAGES)))
    for entry, row in zip(entries.tolist(), rows.tolist(), strict=True):
        covered = stages.get(int(arrays["term"][entry]))
        if covered is None or arrays["aspect"][entry] != _COURSE or arrays["negated"][entry]:
            continue
        kind = arrays["kind"][entry]
        patients = _STATED_PATIENTS * (float(arrays["frequency"][entry]) if kind == _RANGE else 1.0)
        if kind == _RATIO:
            patients = float(arrays["numerator"][entry])
        counts[row, list(covered)] += patients / len(covered)
    return counts


def onset_by_name(annotations: DiseaseAnnotations, counts: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Fill the counts of the diseases that have none by the word in their name; which these are."""
    row_of = annotations.arrays["group"]
    silent = counts.sum(axis=1) == 0
    filled = np.zeros(len(counts), dtype=np.bool_)
    for disease, row in enumerate(row_of.tolist()):
        words = [word for word in _NAMED if _is_word(word, annotations.name(annotations.ids[disease]) or "")]
        if silent[row] and not filled[row] and words:
            stages = sorted({stage for word in words for stage in _NAMED[word]})
            counts[row, stages] = _STATED_PATIENTS / len(stages)
            filled[row] = True
    return filled


def _is_word(word: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){word}(?![\w-])", name, re.IGNORECASE) is not None


@lru_cache(maxsize=4)
def _stages_by_index(graph: HpoGraph) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for term in _SPECIFIC:
        for hpo_id in (term, *graph.descendants(term)):
            index, covered = graph.index(hpo_id), stages_of_term(graph, hpo_id)
            if index is not None and covered is not None:
                found[index] = covered
    return found


@cache
def neighbouring() -> NDArray[np.float64]:
    """How likely a patient of one stage is recorded in another: onset is remembered roughly."""
    distance = np.abs(np.subtract.outer(np.arange(len(STAGES)), np.arange(len(STAGES))))
    kernel = np.exp(-distance / _SPREAD)
    spread: NDArray[np.float64] = kernel / kernel.sum(axis=1, keepdims=True)
    return spread
