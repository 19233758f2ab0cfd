"""How a disease is inherited, and what the patient's family says of that, by the table `inheritance.yml`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from osler.core.terminology import DiseaseAnnotations
from osler.diagnosis.ranking.sexes import Sex
from osler.yaml_reader import packaged_yaml

FamilySign = Literal[
    "affected_father",
    "affected_mother",
    "affected_parent",
    "affected_son",
    "affected_child",
    "affected_maternal_males",
    "affected_maternal_male",
    "affected_other",
    "affected_brother",
    "affected_sister",
    "affected_sibling",
    "consanguinity",
]
"""Something that a family history says of how a disease runs in the family."""

_INHERITANCE = 1


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Sign(_Row):
    """How likely each mode of inheritance gives such a relative; one sign of a kind counts."""

    kind: str
    words: str
    shares: dict[str, float]
    male: dict[str, float] = {}
    """Where it is otherwise for a boy or man."""


class Inheritance(_Row):
    """The table: HPO's terms for each mode, and the signs in the order in which they count."""

    modes: dict[str, list[str]]
    signs: dict[FamilySign, Sign]

    def counted(self, signs: Iterable[FamilySign]) -> list[FamilySign]:
        """The first sign of each kind."""
        given = set(signs)
        kept: dict[str, FamilySign] = {}
        for name, sign in self.signs.items():
            if name in given:
                kept.setdefault(sign.kind, name)
        return list(kept.values())


@cache
def inheritance() -> Inheritance:
    """The table that ships with Osler."""
    return Inheritance.model_validate(packaged_yaml("osler.diagnosis.ranking", "inheritance.yml"))


def stated_modes(annotations: DiseaseAnnotations, size: int) -> NDArray[np.bool_]:
    """For each disease and each mode of the table, whether a source states it."""
    arrays, graph = annotations.arrays, annotations.graph
    entries = np.flatnonzero((arrays["aspect"] == _INHERITANCE) & ~arrays["negated"])
    rows = arrays["group"][arrays["disease"][entries]]
    stated = np.zeros((size, len(inheritance().modes)), dtype=bool)
    for column, terms in enumerate(inheritance().modes.values()):
        wanted = [index for term in terms if (index := graph.index(term)) is not None]
        stated[rows[np.isin(arrays["term"][entries], wanted)], column] = True
    return stated


def family_ratio(modes: NDArray[np.bool_], signs: Iterable[FamilySign], sex: Sex) -> NDArray[np.float64] | None:
    """ln of how much likelier the family is with each disease than with diseases at large; zero where no mode is stated."""
    table = inheritance()
    counted = table.counted(signs)
    if not counted:
        return None
    known = modes.any(axis=1)
    weight = modes / np.maximum(modes.sum(axis=1, keepdims=True), 1)
    total = np.zeros(len(modes))
    for name in counted:
        sign = table.signs[name]
        shares = sign.shares | (sign.male if sex == "male" else {})
        likelihood = weight @ np.array([shares[mode] for mode in table.modes])
        total[known] += np.log(likelihood[known] / likelihood[known].mean())
    return total


def in_words(modes: NDArray[np.bool_], signs: Iterable[FamilySign]) -> str:
    """A disease's modes and the signs that were held against them."""
    table = inheritance()
    named = [mode.replace("_", " ") for mode, stated in zip(table.modes, modes.tolist(), strict=True) if stated]
    family = " and ".join(table.signs[name].words for name in table.counted(signs))
    return f"{' or '.join(named) or 'no mode of inheritance stated'}; the family has {family}"


def is_x_linked(modes: NDArray[np.bool_]) -> bool:
    """Whether a source states that a disease is X-linked, by its row of `stated_modes`."""
    return any(stated and mode.startswith("x_linked") for mode, stated in zip(inheritance().modes, modes, strict=True))
