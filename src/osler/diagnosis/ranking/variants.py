"""Which member leads a family: a variant leads by what makes it one, not by what it shares with the disease.

One that passes by the X chromosome leads in no girl where another explains a good part, nor does one of which no gene
is known before its like whose gene can be tested.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from osler.diagnosis.ranking.causal import causal_genes
from osler.diagnosis.ranking.sexes import Sex

if TYPE_CHECKING:
    from osler.diagnosis.ranking.model import RankingModel

_WITH = re.compile(r"\b(?:with|and)\b(?! or without)", re.IGNORECASE)
"""How a name joins a disease and something more."""
_NEARLY_ALL = 0.75
"""The frequency, drawn towards the usual, from which on a feature is one of nearly all patients: "very frequent" gives .8."""
_WELL_DESCRIBED = 10
"""The features from which on what a disease is not said to show is what its patients do not have."""
_MOST = 1 / 3
"""The share of the findings of the first member that another has to explain to stand before it."""
_NEAR = 1.5
"""The logarithm of a ratio (about 4 or 5) up to which one member is as good an explanation as another."""


def members_in_order(
    model: RankingModel, rows: Sequence[int], observed: Sequence[int], totals: Sequence[float], sex: Sex
) -> tuple[int, ...]:
    """The members of a family as they are shown: best first, but for what a reader would not have lead it.

    `totals` are the scores of the members, in their order.
    """
    ordered = _with_a_gene_first(
        model, with_the_disease_first(model, rows, observed), observed, dict(zip(rows, totals, strict=True))
    )
    return _without_x_linked_first(model, ordered, observed) if sex == "female" else ordered


def _without_x_linked_first(model: RankingModel, rows: tuple[int, ...], observed: Sequence[int]) -> tuple[int, ...]:
    """The members, with one first that does not pass by the X chromosome where it explains a good part of what the first explains."""
    x_linked = model.arrays["x_linked"]
    if not x_linked[rows[0]]:
        return rows
    enough = _MOST * _explained(model, rows[0], observed)
    better = next((row for row in rows[1:] if not x_linked[row] and _explained(model, row, observed) >= enough), None)
    return rows if better is None else _led_by(rows, better)


def _with_a_gene_first(
    model: RankingModel, rows: tuple[int, ...], observed: Sequence[int], totals: Mapping[int, float]
) -> tuple[int, ...]:
    """The members, with one first whose gene is known where the first has none and explains little more."""
    if len(rows) == 1 or causal_genes(model, rows[0]):
        return rows
    enough = _explained(model, rows[0], observed) - 1
    near = (
        row for row in rows[1:] if totals[rows[0]] - totals[row] <= _NEAR and _explained(model, row, observed) >= enough
    )
    better = next((row for row in near if causal_genes(model, row)), None)
    return rows if better is None else _led_by(rows, better)


def _led_by(rows: tuple[int, ...], first: int) -> tuple[int, ...]:
    return (first, *(row for row in rows if row != first))


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
    return _led_by(tuple(rows), others[0])


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
