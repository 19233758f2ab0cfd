"""Accuracy on data: suites over the public functions, one JSON document a run, every item kept."""

from osler.evals.comparison import ItemComparison, compare_items
from osler.evals.framework import BenchReport, Suite, SuiteRun, load_suite, required, run_suite, suite_names
from osler.evals.items import ItemLine, ItemResult, half_of, read_items, sample, write_items

__all__ = [
    "BenchReport",
    "ItemComparison",
    "ItemLine",
    "ItemResult",
    "Suite",
    "SuiteRun",
    "compare_items",
    "half_of",
    "load_suite",
    "read_items",
    "required",
    "run_suite",
    "sample",
    "suite_names",
    "write_items",
]
