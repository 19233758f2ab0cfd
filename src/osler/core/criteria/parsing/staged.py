"""Whose a stage, a grade or a class is: the disease that a criterion says it of."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria.tree import map_children
from osler.core.criteria.types import AllOf, Expression, Finding, MeasuredValue

_GRADINGS = frozenset({"stage", "grade", "class"})


def with_whose_stage(tree: Expression) -> Expression:
    """The tree, in which every stage without a name of its own knows its disease: "chronic kidney disease stage IV"."""
    told = map_children(tree, with_whose_stage)
    if not isinstance(told, AllOf):
        return told
    children = tuple(_of_neighbour(child, told.children) for child in told.children)
    return told.model_copy(update={"children": children})


def _of_neighbour(child: Expression, row: Sequence[Expression]) -> Expression:
    if not isinstance(child, MeasuredValue) or child.scale is not None or child.of:
        return child
    if child.name.lower() not in _GRADINGS:
        return child
    diseases = [part for part in row if isinstance(part, Finding)]
    if not diseases:
        return child
    return child.model_copy(update={"of": min(diseases, key=lambda disease: _apart(disease, child)).name})


def _apart(disease: Finding, stage: MeasuredValue) -> int:
    """How far a disease stands from a stage in the text."""
    if disease.span is None or stage.span is None:
        return 0
    return max(stage.span.start - disease.span.end, disease.span.start - stage.span.end)
