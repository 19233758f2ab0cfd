"""Which member leads a family: a variant leads by what makes it one, not by what it shares with the disease."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from osler.diagnosis.ranking.model import RankingModel

_WITH = re.compile(r"\b(?:with|and)\b(?! or without)", re.IGNORECASE)
"""How a name joins a disease and something more."""
_NEARLY_ALL = 0.75
"""The frequency, drawn towards the usual, from which on a feature is one of nearly all patients: "very frequent" gives .8."""
_WELL_DESCRIBED = 10
"""The features from which on what a disease is not said to show is what its patients do not have."""


def with_the_disease_first(model: RankingModel, rows: Sequence[int], observed: Sequence[int]) -> tuple[int, ...]:
    """The members of a family, best first, but none led by a variant of whose own features nobody speaks.

    Alport syndrome with leiomyomatosis shows all that Alport syndrome shows, and was described with more care; without
    a word on leiomyomas it is no better an explanation than the disease itself, and a far rarer one.
    """
    first, *rest = rows
    if not rest or not _is_called_with_more(model, first):
        return tuple(rows)
    explained = _explained(model, first, observed)
    others = [
        row
        for row in rest
        if _features(model, row) >= _WELL_DESCRIBED
        and not _is_called_with_more(model, row)
        and _explained(model, row, observed) >= explained
    ]
    own = _own_features(model, first, others) if others else []
    if not own or any(_speaks_of(model, finding, feature) for finding in observed for feature in own):
        return tuple(rows)
    return (others[0], first, *(row for row in rows[1:] if row != others[0]))


def _is_called_with_more(model: RankingModel, row: int) -> bool:
    names = model.annotations.name
    ids = model.annotations.ids
    return any(_WITH.search(names(ids[entry]) or "") for entry in model.members[row])


def _explained(model: RankingModel, row: int, observed: Sequence[int]) -> int:
    """How many of the findings a disease is said to show, in this form or in a more general one."""
    return sum(bool(model.shown(term)[row] > 0 or model.general(term)[row] > 0) for term in observed)


def _features(model: RankingModel, row: int) -> int:
    starts = model.arrays["direct_starts"]
    return int(starts[row + 1] - starts[row])


def _own_features(model: RankingModel, row: int, others: Sequence[int]) -> list[int]:
    """The features that nearly all patients of a disease have and that no other is said to show."""
    starts, arrays = model.arrays["direct_starts"], model.arrays
    terms = arrays["direct_term"][starts[row] : starts[row + 1]]
    common = terms[arrays["direct_frequency"][starts[row] : starts[row + 1]] >= _NEARLY_ALL]
    rest = np.array(others, dtype=np.intp)
    return [int(term) for term in common if not model.shown(int(term))[rest].any()]


def _speaks_of(model: RankingModel, finding: int, feature: int) -> bool:
    """Whether a finding is a feature, or one of the two a form of the other."""
    offspring = model.graph.offspring
    return finding in offspring(feature) or feature in offspring(finding)
