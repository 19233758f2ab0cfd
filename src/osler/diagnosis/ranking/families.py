"""Families: the annotated diseases that are one disease with subtypes to a clinician, pooled into one entry.

The table (`annotations_series.tsv.xz`) is made by `scripts/build_series.py` from names, MONDO's phenotypic series and
causal genes; a disease belongs to at most one family.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osler.core.terminology import DiseaseAnnotations
from osler.core.terminology.ontology import files as hpo_files

TABLE = "annotations_series.tsv.xz"


class PooledFamily(NamedTuple):
    """A family in a ranking: its place, its members best first, and their probabilities together."""

    rank: int
    name: str
    """The family's name; of a disease without relatives its own."""
    rows: tuple[int, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class FamilyTable:
    """Which family each row of the ranking belongs to; a disease without relatives is a family of its own."""

    number: NDArray[np.int32]
    rows: dict[int, list[int]]
    """The rows of each family, by its number."""
    names: dict[int, str]

    @property
    def relatives(self) -> NDArray[np.int64]:
        """How many other members each disease's family has."""
        return np.asarray(np.bincount(self.number)[self.number] - 1, dtype=np.int64)

    def pooled(self, probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
        """The probability of each family by its number."""
        return np.asarray(np.bincount(self.number, weights=probabilities), dtype=np.float64)

    def members(self, number: int) -> list[int]:
        """The rows of a family."""
        return self.rows.get(number, [])


def family_table(annotations: DiseaseAnnotations) -> FamilyTable:
    """The bundled families by the rows of the ranking."""
    group = annotations.arrays["group"]
    size = int(group.max()) + 1
    number = np.arange(size, dtype=np.int32)
    names = {}
    for place, row in enumerate(hpo_files.rows(TABLE), start=size):
        known = [
            index for item in hpo_files.split(row["disease_ids"]) if (index := annotations.index(item)) is not None
        ]
        number[group[known]] = place
        names[place] = row["name"]
    rows: dict[int, list[int]] = {}
    for member, family in enumerate(number.tolist()):
        rows.setdefault(family, []).append(member)
    return FamilyTable(number, rows, names)
