"""Accuracy on data: suites over the public functions, one JSON document a run."""

from osler.evals.framework import BenchReport, Suite, SuiteRun, load_suite, required, run_suite, suite_names

__all__ = ["BenchReport", "Suite", "SuiteRun", "load_suite", "required", "run_suite", "suite_names"]
