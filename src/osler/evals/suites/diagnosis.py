"""The diagnosis suite: where the true disease stands among all annotated ones, on published cases."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from osler.core.safety import red_flags, urgent
from osler.core.terminology import disease_annotations, hpo
from osler.errors import UsageError
from osler.evals.diagnosis import PlacementOptions, PublishedCase, compare_hpo3, place_cases, rank_metrics, read_cases
from osler.evals.diagnosis.measure import Judged, Perturbation, confidence_metrics, family_metrics, judge_cases
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult

_YES = {"yes", "true", "1", "on", ""}
_NO = {"no", "false", "0", "off"}
_SHORT = ("covered_top1", "covered_top10", "covered_mrr")


class DiagnosisSuite:
    """Phenotype-only disease ranking over Phenopackets."""

    name = "diagnosis"
    summary = "rank of the true disease among all OMIM, Orphanet and DECIPHER diseases, by phenotype alone"
    data_format = "GA4GH Phenopackets v2 JSON, one diagnosis each: a zip, a folder or a file"
    options: Mapping[str, str] = {
        "leave-publication-out": "yes: what the case's own publication contributed to the annotations is not used; "
        "strict: neither is any statement it shares with other publications",
        "no-excluded": "yes: excluded findings are not used",
        "with-genes": "yes: add a second, labelled figure that reads the genes of the interpretations",
        "robustness": "no: skip the figures with damaged findings",
        "workers": "number of processes (default: one per core)",
        "compare": "hpo3: run it on the same cases, where it is installed",
    }

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure the ranking; it is deterministic, so every mind gets the same figures."""
        settings = _settings(options)
        workers = _workers(options.get("workers"))
        found = read_cases(required(self, data), limit)
        judged, seconds = _timed(found.cases, settings, workers)
        places = [item.place for item in judged]
        metrics: dict[str, Any] = {
            **rank_metrics(places),
            **family_metrics(judged),
            **confidence_metrics(judged),
            "stopped_urgent": stopped_urgent(found.cases),
        }
        notes = ["phenotype-only: the genes and variants of a case are not read"]
        if settings.leave_publication_out != "no":
            notes.append(_LEFT_OUT_NOTES[settings.leave_publication_out])
        if mind != "offline":
            notes.append("the ranking is computed, not generated: it is the same with every mind")
        if _flag(options, "robustness", default=True):
            metrics["robustness"] = _robustness(found.cases, settings, workers)
        if _flag(options, "with-genes"):
            metrics["with_genes"] = rank_metrics(place_cases(found.cases, _replace(settings, genes=True), workers))
            notes.append("with_genes reads the genes of each case's interpretations, which hold the answer")
        if options.get("compare"):
            _compare(options["compare"], found.cases, metrics, notes)
        notes += [f"not read: {name} ({reason})" for name, reason in found.failures[:20]]
        return SuiteRun(
            n=len(found.cases),
            metrics=metrics,
            non_answers={"disease_not_annotated": sum(place is None for place in places)},
            parse_failures=len(found.failures),
            versions={"hpo": hpo().version, "annotations": disease_annotations().version},
            notes=notes,
            seconds=seconds,
            items=[
                ItemResult(
                    id=case.id,
                    score=1 / item.place if item.place else 0.0,
                    gold=case.diagnosis,
                    predicted={
                        "place": item.place,
                        "family_place": item.family_place,
                        "confidence": item.confidence,
                        "probability": round(item.leading_probability, 4),
                    },
                    group="covered" if item.place else "not covered",
                )
                for case, item in zip(found.cases, judged, strict=True)
            ],
        )


_LEFT_OUT_NOTES = {
    "share": "left out: statements that only the case's publication supports, and its estimated share of the patients "
    "in pooled statements; those statements stay. leave-publication-out=strict drops them too and is much lower",
    "strict": "left out: every statement that cites the case's publication, also with others",
}


def stopped_urgent(cases: Sequence[PublishedCase]) -> float | None:
    """The share of cases that an urgent red flag would end without a differential."""
    if not cases:
        return None
    stopped = sum(
        bool(urgent(red_flags(set(case.query.observed) - set(case.history), past=case.history))) for case in cases
    )
    return stopped / len(cases)


def _timed(cases: Sequence[PublishedCase], settings: PlacementOptions, workers: int) -> tuple[list[Judged], float]:
    started = time.perf_counter()
    judged = judge_cases(cases, settings, workers)
    return judged, time.perf_counter() - started


def _robustness(
    cases: Sequence[PublishedCase], settings: PlacementOptions, workers: int
) -> dict[str, dict[str, float]]:
    """The short metrics with each kind of damage to the observed findings."""
    result = {}
    for perturbation in get_args(Perturbation):
        if perturbation != "none":
            places = place_cases(cases, _replace(settings, perturbation=perturbation), workers)
            metrics = rank_metrics(places)
            result[perturbation] = {name: metrics[name] for name in _SHORT}
    return result


def _replace(
    settings: PlacementOptions, *, genes: bool = False, perturbation: Perturbation = "none"
) -> PlacementOptions:
    return PlacementOptions(settings.leave_publication_out, settings.excluded, genes, perturbation)


def _compare(system: str, cases: Sequence[PublishedCase], metrics: dict[str, Any], notes: list[str]) -> None:
    if system != "hpo3":
        raise UsageError(f"there is no comparison with {system!r}", mend="the system to compare with is: hpo3")
    found = compare_hpo3(cases)
    if found is None:
        notes.append("hpo3 is not installed in the benchmark environment: run 'make bench' once to install it")
    else:
        metrics["hpo3"] = found


def _settings(options: Mapping[str, str]) -> PlacementOptions:
    reading = options.get("leave-publication-out", "no").lower()
    left_out: Literal["no", "share", "strict"]
    if reading in _YES or reading == "share":
        left_out = "share"
    elif reading == "strict":
        left_out = "strict"
    elif reading in _NO:
        left_out = "no"
    else:
        raise UsageError(f"leave-publication-out cannot be {reading!r}", mend="write yes, strict or no")
    return PlacementOptions(leave_publication_out=left_out, excluded=not _flag(options, "no-excluded"))


def _flag(options: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    value = options.get(name)
    if value is None:
        return default
    if value.lower() in _YES | _NO:
        return value.lower() in _YES
    raise UsageError(f"{name} cannot be {value!r}", mend="write yes or no")


def _workers(value: str | None) -> int:
    if value is None:
        return os.cpu_count() or 1
    if not value.isdigit() or int(value) < 1:
        raise UsageError(f"workers cannot be {value!r}", mend="write a number from 1")
    return int(value)


SUITE = DiagnosisSuite()
