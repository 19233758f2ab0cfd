"""The place of each case's diagnosis in the ranking, and the metrics over many cases."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Literal, get_args

from osler.core.terminology import HpoGraph, bundled_vocabularies
from osler.core.terminology.ontology import PHENOTYPIC_ABNORMALITY
from osler.diagnosis.ranking import Confidence, LeftOut, PhenotypeQuery, default_model, rank
from osler.evals.calibration import expected_calibration_error, reliability
from osler.evals.diagnosis.cases import PublishedCase

Perturbation = Literal["none", "third_dropped", "two_added", "parents"]

_TOPS = (1, 3, 5, 10)
_SHORT_TOPS = (1, 3, 10)
_CHUNK = 100
_FINDINGS = ((0, 2), (3, 3), (4, 5), (6, 8), (9, 14), (15, None))
"""Numbers of findings for which calibration is shown apart: few findings are where a probability is doubted most."""


@dataclass(frozen=True, slots=True)
class PlacementOptions:
    """How the cases are ranked."""

    leave_publication_out: Literal["no", "share", "strict"] = "no"
    excluded: bool = True
    genes: bool = False
    perturbation: Perturbation = "none"


@dataclass(frozen=True, slots=True)
class Judged:
    """Where a case's diagnosis stands, and what was said of the leading entry."""

    diagnosis: str
    place: float | None
    """Ties share the mean; None where the disease is not annotated."""
    family_place: float | None
    leading_right: bool
    """Whether the leading entry is the diagnosis or the family it belongs to."""
    leading_probability: float
    none_known: float
    confidence: Confidence
    findings: int = 0
    """How many observed findings the ranking had."""

    @property
    def if_known(self) -> float:
        """The probability of the leading entry if the disease is one of those known."""
        return min(self.leading_probability / max(1.0 - self.none_known, 1e-9), 1.0)


def judge_cases(cases: Sequence[PublishedCase], settings: PlacementOptions, workers: int = 1) -> list[Judged]:
    """Every case ranked, and its diagnosis found in the ranking."""
    chunks = [cases[start : start + _CHUNK] for start in range(0, len(cases), _CHUNK)]
    if workers <= 1 or len(chunks) == 1:
        return [_judge(case, settings) for case in cases]
    with ProcessPoolExecutor(min(workers, len(chunks)), mp_context=get_context("spawn")) as pool:
        judged = pool.map(_judge_chunk, chunks, [settings] * len(chunks))
        return [item for chunk in judged for item in chunk]


def place_cases(cases: Sequence[PublishedCase], settings: PlacementOptions, workers: int = 1) -> list[float | None]:
    """The place of each case's diagnosis; ties share the mean; None where the disease is not annotated."""
    return [item.place for item in judge_cases(cases, settings, workers)]


def family_metrics(judged: Sequence[Judged]) -> dict[str, float]:
    """Over the covered cases: the place of the diagnosis' family, and the member's by disease, each counted once."""
    covered = [item for item in judged if item.place is not None and item.family_place is not None]
    by_disease: dict[str, list[float]] = {}
    for item in covered:
        by_disease.setdefault(item.diagnosis, []).append(item.place or 0.0)
    metrics: dict[str, float] = {}
    for top in _SHORT_TOPS:
        hits = sum((item.family_place or 0.0) <= top for item in covered)
        metrics[f"family_top{top}"] = hits / len(covered) if covered else 0.0
        shares = [sum(place <= top for place in places) / len(places) for places in by_disease.values()]
        metrics[f"macro_top{top}"] = sum(shares) / len(shares) if shares else 0.0
    return metrics


def confidence_metrics(judged: Sequence[Judged]) -> dict[str, Any]:
    """Whether what is said of the leading entry is so.

    The calibration error is over the covered cases, of the probability given that the disease is known; the share said
    to be none of the known diseases stands beside it, with the share that really is none; `by_findings` has it by the number
    of findings. The levels are counted over all cases, `covered` also over those whose disease is known.
    """
    covered = [item for item in judged if item.place is not None]
    return {
        "ece": _calibration(covered),
        "by_findings": {
            f"{fewest}-{most or ''}": _of_so_many(
                [item for item in covered if fewest <= item.findings <= (most or item.findings)]
            )
            for fewest, most in _FINDINGS
        },
        "none_known": sum(item.none_known for item in judged) / len(judged) if judged else 0.0,
        "not_covered": 1 - len(covered) / len(judged) if judged else 0.0,
        "confidence": _levels(judged),
        "covered_confidence": _levels(covered),
    }


def _calibration(judged: Sequence[Judged]) -> float:
    return expected_calibration_error(reliability([(item.if_known, item.leading_right) for item in judged]))


def _of_so_many(judged: Sequence[Judged]) -> dict[str, float]:
    """What is said of the leading entry, and how often it is right, in cases with about as many findings."""
    count = max(len(judged), 1)
    return {
        "n": len(judged),
        "ece": _calibration(judged),
        "said": sum(item.if_known for item in judged) / count,
        "right": sum(item.leading_right for item in judged) / count,
    }


def _levels(judged: Sequence[Judged]) -> dict[str, dict[str, float]]:
    result = {}
    for level in get_args(Confidence):
        given = [item.leading_right for item in judged if item.confidence == level]
        result[level] = {"n": len(given), "right": sum(given) / len(given) if given else 0.0}
    return result


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


def _judge_chunk(cases: Sequence[PublishedCase], settings: PlacementOptions) -> list[Judged]:
    return [_judge(case, settings) for case in cases]


def _judge(case: PublishedCase, settings: PlacementOptions) -> Judged:
    model = default_model(bundled_vocabularies())
    query = perturbed(case, settings.perturbation, model.graph)
    if not settings.excluded:
        query = query.model_copy(update={"excluded": ()})
    if settings.genes:
        query = query.model_copy(update={"genes": case.genes})
    reading = settings.leave_publication_out
    left_out = None if reading == "no" else LeftOut(model, case.publications, reading)
    ranking = rank(query, model, left_out=left_out)
    leading = ranking.families(1)[0]
    return Judged(
        diagnosis=case.diagnosis,
        place=ranking.rank_of(case.diagnosis),
        family_place=ranking.family_rank_of(case.diagnosis),
        leading_right=model.row_of(case.diagnosis) in leading.rows,
        leading_probability=leading.probability,
        none_known=ranking.none_known,
        confidence=ranking.confidence(leading),
        findings=len(ranking.findings.observed),
    )


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
