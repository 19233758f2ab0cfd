"""Grounded entities as the codes of a criterion's expression tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.core.criteria import Criterion, Finding, MeasuredValue, atoms, with_codes
from osler.core.terminology import SemanticType
from osler.grounding.types import GroundedEntity

_COVERED = 0.6
"""How much of an atom's words an entity must be to be what the atom is about, and not only a part of it."""

_KINDS: dict[type, frozenset[SemanticType]] = {
    MeasuredValue: frozenset({SemanticType.LAB_VALUE, SemanticType.BIOMARKER, SemanticType.PROCEDURE}),
    Finding: frozenset(SemanticType) - {SemanticType.DEMOGRAPHIC},
}


def code_criteria(criteria: Sequence[Criterion], entities: Iterable[GroundedEntity]) -> list[Criterion]:
    """The criteria with the codes of accepted entities at the atoms they stand for."""
    accepted: dict[str, list[GroundedEntity]] = {}
    for entity in entities:
        if entity.status == "accepted":
            accepted.setdefault(entity.criteria_id, []).append(entity)
    return [_coded(criterion, accepted.get(criterion.id, [])) for criterion in criteria]


def _coded(criterion: Criterion, entities: Sequence[GroundedEntity]) -> Criterion:
    codes: dict[str, list[str]] = {}
    for atom in atoms(criterion.tree):
        if not isinstance(atom, Finding | MeasuredValue) or atom.span is None:
            continue
        entity = _of(atom, atom.span.start, atom.span.end, entities)
        if entity is not None:
            codes.setdefault(atom.name, entity.codes)
    return criterion.model_copy(update={"tree": with_codes(criterion.tree, codes)}) if codes else criterion


def _of(
    atom: Finding | MeasuredValue, start: int, end: int, entities: Sequence[GroundedEntity]
) -> GroundedEntity | None:
    fitting = [entity for entity in entities if entity.entity_type in _KINDS[type(atom)]]
    best = max(fitting, key=lambda entity: _shared(start, end, entity), default=None)
    return best if best is not None and _shared(start, end, best) >= _COVERED else None


def _shared(start: int, end: int, entity: GroundedEntity) -> float:
    """The common stretch as a share of the longer of the two."""
    common = min(end, entity.span_end) - max(start, entity.span_start)
    return max(common, 0) / max(end - start, entity.span_end - entity.span_start, 1)
