"""The place of each case's diagnosis in the ranking, and the metrics over many cases."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Literal

from osler.core.terminology import HpoGraph
from osler.core.terminology.ontology.graph import PHENOTYPIC_ABNORMALITY
from osler.diagnosis.ranking import LeftOut, PhenotypeQuery, default_model, rank
from osler.evals.diagnosis.cases import PublishedCase

Perturbation = Literal["none", "third_dropped", "two_added", "parents"]

_TOPS = (1, 3, 5, 10)
_CHUNK = 100


@dataclass(frozen=True, slots=True)
class PlacementOptions:
    """How the cases are ranked."""

    leave_publication_out: Literal["no", "share", "strict"] = "no"
    excluded: bool = True
    genes: bool = False
    perturbation: Perturbation = "none"


def place_cases(cases: Sequence[PublishedCase], settings: PlacementOptions, workers: int = 1) -> list[float | None]:
    """The place of each case's diagnosis; ties share the mean; None where the disease is not annotated."""
    chunks = [cases[start : start + _CHUNK] for start in range(0, len(cases), _CHUNK)]
    if workers <= 1 or len(chunks) == 1:
        return [_place(case, settings) for case in cases]
    with ProcessPoolExecutor(min(workers, len(chunks)), mp_context=get_context("spawn")) as pool:
        placed = pool.map(_place_chunk, chunks, [settings] * len(chunks))
        return [place for chunk in placed for place in chunk]


def rank_metrics(places: Sequence[float | None]) -> dict[str, float]:
    """top-k and mean reciprocal rank over all cases (an unannotated disease is a miss) and over the covered ones."""
    covered = [place for place in places if place is not None]
    metrics: dict[str, float] = {}
    for prefix, total in (("", len(places)), ("covered_", len(covered))):
        for top in _TOPS:
            metrics[f"{prefix}top{top}"] = sum(place <= top for place in covered) / total if total else 0.0
        metrics[f"{prefix}mrr"] = sum(1 / place for place in covered) / total if total else 0.0
    metrics["coverage"] = len(covered) / len(places) if places else 0.0
    return metrics


def _place_chunk(cases: Sequence[PublishedCase], settings: PlacementOptions) -> list[float | None]:
    return [_place(case, settings) for case in cases]


def _place(case: PublishedCase, settings: PlacementOptions) -> float | None:
    model = default_model()
    if model.row_of(case.diagnosis) is None:
        return None
    query = perturbed(case, settings.perturbation, model.graph)
    if not settings.excluded:
        query = query.model_copy(update={"excluded": ()})
    if settings.genes:
        query = query.model_copy(update={"genes": case.genes})
    reading = settings.leave_publication_out
    left_out = None if reading == "no" else LeftOut(model, case.publications, reading)
    return rank(query, model=model, left_out=left_out).rank_of(case.diagnosis)


def perturbed(case: PublishedCase, perturbation: Perturbation, graph: HpoGraph) -> PhenotypeQuery:
    """The case with its observed terms damaged in one way, the same way each time."""
    if perturbation == "none":
        return case.query
    chance = random.Random(zlib.crc32(f"{perturbation} {case.id}".encode()))  # noqa: S311 (reproducible, not secret)
    observed = list(case.query.observed)
    if perturbation == "third_dropped":
        dropped = set(chance.sample(range(len(observed)), len(observed) // 3))
        observed = [term for place, term in enumerate(observed) if place not in dropped]
    elif perturbation == "two_added":
        anything = graph.offspring(graph.index(PHENOTYPIC_ABNORMALITY) or 0)
        observed += [graph.id_of(int(chance.choice(anything))) for _ in range(2)]
    else:
        observed = [_parent(graph, term, chance) for term in observed]
    return case.query.model_copy(update={"observed": tuple(dict.fromkeys(observed))})


def _parent(graph: HpoGraph, term: str, chance: random.Random) -> str:
    parents = sorted(parent for parent in graph.parents(term) if graph.is_a(parent, PHENOTYPIC_ABNORMALITY))
    specific = [parent for parent in parents if parent != PHENOTYPIC_ABNORMALITY]
    return chance.choice(specific) if specific else term
