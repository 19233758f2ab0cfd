"""A matrix of which nearly everything is zero, and its product with a full one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]
Places = NDArray[np.intp]

_AT_ONCE = 50_000
"""So many values are multiplied at a time: a row of the other matrix is written out for each."""


class SparseMatrix(NamedTuple):
    """What is not zero, in the order of its rows."""

    rows: Places
    columns: Places
    values: Matrix
    shape: tuple[int, int]

    @classmethod
    def of(
        cls, rows: Sequence[int], columns: Sequence[int], values: Sequence[float], shape: tuple[int, int]
    ) -> SparseMatrix:
        """From the places of values; the rows come in order."""
        return cls(np.array(rows, np.intp), np.array(columns, np.intp), np.array(values, np.float32), shape)

    def turned(self) -> SparseMatrix:
        """With rows for columns."""
        order = np.argsort(self.columns, kind="stable")
        return SparseMatrix(self.columns[order], self.rows[order], self.values[order], self.shape[::-1])

    def times(self, other: Matrix) -> Matrix:
        """The product with a full matrix."""
        product = np.zeros((self.shape[0], other.shape[1]), np.float32)
        for start in range(0, len(self.values), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            found, starts = np.unique(self.rows[part], return_index=True)
            product[found] += np.add.reduceat(self.values[part, None] * other[self.columns[part]], starts, axis=0)
        return product
