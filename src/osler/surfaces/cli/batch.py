"""One command over many inputs: goes on after a bad one, says how far it is, writes results as they come, resumes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from osler.config import Settings
from osler.errors import OslerError, naming
from osler.surfaces.cli.inputs import Input, Inputs, a_file
from osler.surfaces.cli.ledger import Ledger, job
from osler.surfaces.cli.output import Debugging, as_bug, emit_json, err_console, one_line, report, storage_fault

if TYPE_CHECKING:
    from osler.core.results import ResultStatus

T = TypeVar("T")

Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="Write one JSON line for each input to this file as it is done; what is there already and has not changed "
        "is skipped.",
    ),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Start the --out file over.")]
AsJson = Annotated[bool, typer.Option("--json", help='One JSON document: {"results": […]}, each with its source.')]


FAILED: dict[str, Any] = {"status": "failed", "problems": []}
"""What a result that failed says of itself beside its error, as every result does."""


@dataclass(frozen=True)
class Result:
    """What came of one input."""

    body: dict[str, Any]
    """The result as plain values."""
    view: Callable[[], None]
    """Shows it to a person."""
    patient: str | None = None
    exit_code: int = 0
    status: ResultStatus = "complete"
    """How it ended, where the body does not say."""


@dataclass(frozen=True)
class Mode:
    """Where results go."""

    as_json: bool = False
    out: Path | None = None
    fresh: bool = False
    headings: bool = True
    """Whether each of several results is shown under the name of its source."""
    settings: Settings | None = None
    """The settings of a command that asks minds: results of others are no part of the same file."""
    data: Callable[[], str] | None = None
    """What tells this state of a library or an index from another; results of an older one are made anew."""


@dataclass
class _Progress:
    total: int
    skipped: int = 0
    done: int = 0
    failed: int = 0
    started: float = field(default_factory=time.monotonic)

    def rate(self) -> str:
        seconds = max(time.monotonic() - self.started, 1e-6)
        rate = (self.done + self.failed) / seconds
        return f"{rate:.1f} a second" if rate >= 1 else f"{1 / rate:.1f} s each" if rate else ""

    def step(self, source: str) -> None:
        if self.total > 1 and sys.stderr.isatty():
            place = self.skipped + self.done + self.failed
            told = f"{place} of {self.total}, {self.rate()}: {one_line(source)}"
            err_console().print(told, style="dim", markup=False, soft_wrap=True)

    def end(self, out: Path | None) -> None:
        if self.total < 2 and out is None:
            return
        told = [f"{self.done} of {self.total} done"]
        told += [f"{self.skipped} were in {out} already"] if self.skipped else []
        told += [f"{self.failed} failed"] if self.failed else []
        told += [self.rate()] if self.done + self.failed else []
        err_console().print(", ".join(told), markup=False, soft_wrap=True)


def carry_out(inputs: Sequence[Input[T]], work: Callable[[T, Input[T]], Result], mode: Mode) -> None:
    """Work on every input; the exit status is the worst of them."""
    ledger = None
    if mode.out is not None:
        ledger = Ledger.opened(mode.out, job(mode.settings, mode.data), inputs, fresh=mode.fresh)
    waiting = [one for one in inputs if ledger is None or not ledger.has(one)]
    progress = _Progress(len(inputs), skipped=len(inputs) - len(waiting))
    results: list[dict[str, Any]] = []
    worst = 0
    try:
        for one in waiting:
            line, result, code = _one(one, work)
            worst = max(worst, code)
            progress.failed += result is None
            progress.done += result is not None
            if ledger is not None:
                ledger.add(line, one)
                _tell_grave(line)
            if mode.as_json:
                results.append(line)
            elif ledger is None and result is not None:
                _show(one, result, headed=mode.headings and len(inputs) > 1)
            progress.step(one.source)
    finally:
        if mode.as_json:
            emit_json({"results": results, **_beside(inputs)})
        progress.end(mode.out)
    if worst:
        raise typer.Exit(worst)


def _beside(inputs: Sequence[Input[T]]) -> dict[str, Any]:
    """What is said of all results: the files of folders that none of them is of."""
    left = inputs.left_out if isinstance(inputs, Inputs) else []
    return {"left_out": left} if left else {}


def each_file(names: Sequence[str], work: Callable[[Path], T]) -> tuple[list[T], int]:
    """What comes of every file, and the exit status; one of several that fails is named, and the others go on."""
    done: list[T] = []
    worst = 0
    for name in names:
        try:
            with naming(name), a_file(name) as path:
                done.append(work(path))
        except OslerError as error:
            if Debugging.on or len(names) == 1:
                raise
            report(error.as_dict())
            worst = max(worst, error.exit_code)
    return done, worst


def _one(one: Input[T], work: Callable[[T, Input[T]], Result]) -> tuple[dict[str, Any], Result | None, int]:
    about = {"source": one.source, "patient": one.patient, **dict(one.beside)}
    _tell_long(one.source)
    try:
        result = work(one.read(), one)
    except OslerError as error:
        if Debugging.on:
            raise
        error.path = error.path or one.source
        report(error.as_dict())
        return {**about, **FAILED, "error": error.as_dict()}, None, error.exit_code
    except OSError:
        raise
    except Exception as error:
        if Debugging.on:
            raise
        if (fault := storage_fault(error)) is not None:
            raise fault from error
        bug = {**as_bug(error), "path": one.source}
        report(bug)
        return {**about, **FAILED, "error": bug}, None, 1
    told: dict[str, Any] = {"status": result.status, "problems": []}
    return {**about, "patient": result.patient, **told, **result.body}, result, result.exit_code


_LONG = 400_000
"""Bytes of text; a longer one is read for more than half a minute."""
_WRITTEN = frozenset({"", ".txt", ".text", ".md", ".markdown"})


def _tell_long(source: str) -> None:
    """Say of a text that takes minutes that it is at work."""
    path = Path(source)
    if path.suffix.lower() in _WRITTEN and path.is_file() and (size := path.stat().st_size) > _LONG:
        told = f"{one_line(source)}: {size / 1e6:.1f} MB of text; reading it takes minutes"
        err_console().print(told, markup=False, soft_wrap=True)


def _tell_grave(line: dict[str, Any]) -> None:
    """Say of a result that is only written down what could not be used of its input."""
    for problem in line.get("problems") or []:
        if problem["level"] == "error":
            where = f"{problem['path']}: " if problem["path"] else ""
            err_console().print(
                f"{one_line(line['source'])}: {where}{problem['message']}", markup=False, soft_wrap=True
            )


def _show(one: Input[T], result: Result, *, headed: bool) -> None:
    if headed:
        # A question is the same for all of them.
        beside = [f"{name.replace('_', ' ')} {value}" for name, value in one.beside if name != "question"]
        print("==", ", ".join([one_line(one.source), *beside]))
    result.view()
    if headed:
        print()
