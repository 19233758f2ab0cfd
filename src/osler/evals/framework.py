"""What a suite is, and how it is run: side by side over minds, nothing dropped, nothing rounded away."""

from __future__ import annotations

import importlib
import pkgutil
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from pydantic import BaseModel, Field

from osler import __version__
from osler.errors import DataError, UsageError, closest
from osler.evals.items import ItemLine, ItemResult


class SuiteRun(BaseModel):
    """What a suite measured with one mind."""

    n: int
    metrics: dict[str, Any]
    non_answers: dict[str, int] = Field(default_factory=dict)
    """Typed non-answers by name (UNKNOWN, expert_review, …): counted, never dropped."""
    parse_failures: int = 0
    cost_usd: float | None = 0.0
    versions: dict[str, str] = Field(default_factory=dict)
    notes: list[str] = Field(default_factory=list)
    seconds: float | None = None
    """Set by a suite that must leave its own preparation out of the time."""
    items: list[ItemResult]
    """Every item as it was judged: two runs can then be held together item by item."""


class BenchReport(BaseModel):
    """The one JSON document that `osler bench` prints for a mind."""

    suite: str
    n: int
    metrics: dict[str, Any]
    seconds_per_item: float
    mind: str
    versions: dict[str, str]
    non_answers: dict[str, int]
    parse_failures: int
    cost_usd: float | None
    notes: list[str]
    items: list[ItemResult] = Field(default_factory=list, exclude=True)
    """Kept out of the document; `--items FILE` writes them."""

    def item_lines(self) -> list[ItemLine]:
        """Every item with the suite and the mind it came from."""
        return [ItemLine(suite=self.suite, mind=self.mind, **item.model_dump()) for item in self.items]


@runtime_checkable
class Suite(Protocol):
    """A named measurement over a file in a documented format."""

    name: str
    summary: str
    data_format: str
    options: Mapping[str, str]
    """The suite's own switches (`--name` or `--name value`), with their meaning."""

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure `mind` ('offline' or a model string) on `data`; without data only where the format says so."""


_COMMON_OPTIONS = ("data", "mind", "limit", "items", "json")
"""The options that `osler bench` itself has."""


def required(suite: Suite, data: Path | None) -> Path:
    """The data path of a suite that cannot do without one."""
    if data is None:
        raise UsageError(f"suite {suite.name!r} needs --data", mend=f"give a path in this format: {suite.data_format}")
    return data


def suite_names() -> list[str]:
    """All suites that exist, by the names they are called by."""
    import osler.evals.suites as package

    return sorted(info.name.replace("_", "-") for info in pkgutil.iter_modules(package.__path__))


def load_suite(name: str) -> Suite:
    """The suite of that name, or a UsageError that lists the names."""
    names = suite_names()
    if name not in names:
        close = closest(name, names)
        hint = f"did you mean {close}? " if close else ""
        raise UsageError(f"there is no suite {name!r}", mend=f"{hint}choose one of: {', '.join(names)}")
    suite: Suite = importlib.import_module(f"osler.evals.suites.{name.replace('-', '_')}").SUITE
    return suite


def run_suite(
    suite: Suite,
    data: Path | None,
    *,
    minds: Sequence[str] = ("offline",),
    limit: int | None = None,
    options: Mapping[str, str] | None = None,
) -> list[BenchReport]:
    """Run a suite once per mind, in the order given."""
    chosen = dict(options or {})
    unknown = sorted(set(chosen) - set(suite.options))
    if unknown:
        known = ", ".join(f"{name} ({meaning})" for name, meaning in suite.options.items()) or "none"
        close = closest(unknown[0], [*suite.options, *_COMMON_OPTIONS])
        hint = f"did you mean --{close}? " if close else ""
        raise UsageError(f"suite {suite.name!r} has no option {unknown[0]!r}", mend=f"{hint}its options are: {known}")
    if data is not None and not data.exists():
        raise DataError(f"there is no data at {data}", mend=f"give a path in this format: {suite.data_format}")
    reports = []
    for mind in minds:
        started = time.perf_counter()
        run = suite.run(data, mind=mind, limit=limit, options=chosen)
        seconds = run.seconds if run.seconds is not None else time.perf_counter() - started
        reports.append(
            BenchReport(
                suite=suite.name,
                n=run.n,
                metrics=run.metrics,
                seconds_per_item=seconds / run.n if run.n else 0.0,
                mind=mind,
                versions={"osler": __version__, **run.versions},
                non_answers=run.non_answers,
                parse_failures=run.parse_failures,
                cost_usd=run.cost_usd,
                notes=run.notes,
                items=run.items,
            )
        )
    return reports
