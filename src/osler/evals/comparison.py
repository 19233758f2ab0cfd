"""Two runs of a suite held against each other, item by item, with a paired bootstrap interval."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel

from osler.errors import DataError
from osler.evals.items import ItemLine

_ROUNDS = 2000
_SEED = 20250116
_INTERVAL = (2.5, 97.5)


class ItemChange(BaseModel):
    """An item that came out differently."""

    id: str
    left: float
    right: float


class ItemComparison(BaseModel):
    """How two runs differ on the items that both have."""

    n: int
    only_left: int
    only_right: int
    left: float
    right: float
    difference: float
    interval: tuple[float, float]
    """In 95 % of the resamplings the difference lay between these."""
    better: list[ItemChange]
    worse: list[ItemChange]


def compare_items(left: Sequence[ItemLine], right: Sequence[ItemLine]) -> ItemComparison:
    """The mean scores of two runs, their difference, and the items behind it."""
    _refuse_mixtures(left, right)
    before, after = ({_key(line): line.score for line in lines} for lines in (left, right))
    shared = [key for key in before if key in after]
    if not shared:
        raise DataError("the two runs have no item in common", mend="compare two runs of one suite on the same data")
    pairs = np.array([(before[key], after[key]) for key in shared])
    gains = pairs[:, 1] - pairs[:, 0]
    drawn = np.random.default_rng(_SEED).integers(0, len(gains), size=(_ROUNDS, len(gains)))
    low, high = np.percentile(gains[drawn].mean(axis=1), _INTERVAL)
    changed = [ItemChange(id=key, left=before[key], right=after[key]) for key in shared if before[key] != after[key]]
    return ItemComparison(
        n=len(shared),
        only_left=len(before) - len(shared),
        only_right=len(after) - len(shared),
        left=float(pairs[:, 0].mean()),
        right=float(pairs[:, 1].mean()),
        difference=float(gains.mean()),
        interval=(float(low), float(high)),
        better=[change for change in changed if change.right > change.left],
        worse=[change for change in changed if change.right < change.left],
    )


def _refuse_mixtures(left: Sequence[ItemLine], right: Sequence[ItemLine]) -> None:
    """DataError where two suites or several minds would be compared: an id means another item in each."""
    suites = sorted({line.suite for line in (*left, *right)})
    if len(suites) > 1:
        raise DataError(f"the items are of {' and of '.join(suites)}", mend="compare two runs of one suite")
    for lines in (left, right):
        minds = sorted({line.mind for line in lines})
        if len(minds) > 1:
            raise DataError(f"one file has the items of {' and of '.join(minds)}", mend="write a file for each mind")


def _key(line: ItemLine) -> str:
    return f"{line.group}/{line.id}" if line.group else line.id
