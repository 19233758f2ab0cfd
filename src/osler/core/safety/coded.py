"""Coded findings as causes of red flags: HPO subtrees and exact terms."""

from __future__ import annotations

from collections.abc import Set
from typing import Protocol

from osler.core.evidence import Span
from osler.core.safety.engine import Cause
from osler.core.safety.types import Standing, TriggeringTerm


class Ontology(Protocol):
    """What the matcher asks of the HPO graph."""

    def resolve(self, hpo_id: str) -> str | None:
        """The current id of a term, or None when there is no such term."""

    def label(self, hpo_id: str) -> str | None:
        """The name of a term."""

    def ancestors(self, hpo_id: str) -> Set[str]:
        """Every more general term."""


def coded_cause(
    hpo_id: str, graph: Ontology, *, standing: Standing = "present", span: Span | None = None
) -> Cause | None:
    """A term under its current id as a cause, or None when the HPO does not have it."""
    current = graph.resolve(hpo_id.strip())
    if current is None:
        return None
    return Cause(
        identity=current,
        standing=standing,
        term=TriggeringTerm(id=current, label=graph.label(current) or current),
        lineage=frozenset({current, *graph.ancestors(current)}),
        span=span,
    )
