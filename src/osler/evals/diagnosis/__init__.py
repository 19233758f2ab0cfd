"""Measuring the disease ranking on published cases."""

from osler.evals.diagnosis.cases import CaseFile, PublishedCase, read_case, read_cases
from osler.evals.diagnosis.compare import compare_hpo3
from osler.evals.diagnosis.measure import PlacementOptions, place_cases, rank_metrics

__all__ = [
    "CaseFile",
    "PlacementOptions",
    "PublishedCase",
    "compare_hpo3",
    "place_cases",
    "rank_metrics",
    "read_case",
    "read_cases",
]
