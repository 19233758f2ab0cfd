"""What the run store must ask of a capability; each capability's kind of run is registered from above."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from osler.core.runs.types import RunDetail
from osler.errors import UsageError


class Changes(Protocol):
    """What changed between two results, as a capability tells it: a model that can also be read."""

    def lines(self) -> list[str]:
        """The changes for a person to read; empty when nothing changed."""

    def model_dump(self, *, mode: str) -> dict[str, Any]:
        """The changes as plain values."""


class RunKind(Protocol):
    """What can be done with stored runs of one capability."""

    @property
    def name(self) -> str:
        """The capability, as the store knows it."""

    def result_of(self, stored: RunDetail) -> Any:
        """The stored result in today's form, as plain values."""

    async def replay(self, stored: RunDetail) -> Any:
        """The result anew, with the recorded exchanges in place of every mind."""

    def changes(self, before: RunDetail, after: RunDetail) -> Changes:
        """What changed, in clinical terms."""


_KINDS: dict[str, RunKind] = {}
_HOMES: dict[str, Callable[[], object]] = {}


def register_kind(kind: RunKind) -> None:
    """Make the runs of a capability replayable and comparable."""
    _KINDS[kind.name] = kind


def register_home(name: str, load: Callable[[], object]) -> None:
    """Say who registers the kind of a capability's runs: `load` does, when such a run is first asked about."""
    _HOMES[name] = load


def kind_of(run: RunDetail) -> RunKind:
    """The kind of a stored run; UsageError where nobody registered it."""
    if run.capability not in _KINDS and run.capability in _HOMES:
        _HOMES[run.capability]()
    found = _KINDS.get(run.capability)
    if found is None:
        raise UsageError(
            f"nothing is known of runs of {run.capability!r}",
            mend=f"known capabilities: {', '.join(sorted({*_KINDS, *_HOMES})) or 'none'}",
        )
    return found
