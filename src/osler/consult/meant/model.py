"""What a sentence asks for, told from examples of what people say: a linear model over its words, fitted once and kept."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osler.consult.meant.features import PLACES, rows
from osler.core.terminology import Arrays, compiled

_FORMAT = "1"
_RIDGE = 0.6
"""How much a fit to single examples costs: chosen where examples by one author were told by those of the others."""


class Reading(NamedTuple):
    """What a sentence asks for, by its likeliness, and how far that lies above the next."""

    label: str
    score: float
    margin: float


def told(text: str, among: Iterable[str] = ()) -> Reading:
    """The likeliest of what a sentence may ask for; `among` are the only ones that come into question, where they are given."""
    arrays = _fitted()
    scores = (rows([text], arrays["weight"]) @ arrays["linear"])[0]
    wanted = set(among)
    ranked = sorted(
        ((float(score), label) for score, label in zip(scores, labels(), strict=True) if not wanted or label in wanted),
        reverse=True,
    )
    (best, label), (second, _) = ranked[0], ranked[1] if len(ranked) > 1 else (-1.0, "")
    return Reading(label, best, best - second)


@cache
def _examples() -> tuple[tuple[str, str], ...]:
    """Every example with what it asks for."""
    lines = _written().splitlines()
    found = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return tuple((label, said) for label, said in found)


@cache
def _written() -> str:
    return files("osler.consult.meant").joinpath("examples.tsv").read_text(encoding="utf-8")


@cache
def labels() -> tuple[str, ...]:
    """Everything that a sentence may ask for."""
    return tuple(sorted({label for label, _ in _examples()}))


@cache
def _fitted() -> Arrays:
    key = f"{zlib.crc32(_written().encode()):08x}-{PLACES}-{_FORMAT}"
    return compiled("meant", key, _fit)


def _fit() -> dict[str, NDArray[np.float32]]:
    """Weights of features by how few examples have them, and the least squares from features to labels."""
    said = [text for _, text in _examples()]
    found = rows(said)
    weight = np.log((1.0 + len(said)) / (1.0 + np.count_nonzero(found, axis=0))).astype(np.float32)
    found *= weight
    found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-6)
    place = {label: index for index, label in enumerate(labels())}
    wanted = np.full((len(said), len(place)), -1.0 / len(place), dtype=np.float32)
    for row, (label, _) in enumerate(_examples()):
        wanted[row, place[label]] = 1.0
    alike = found @ found.T
    alike[np.diag_indices_from(alike)] += _RIDGE
    return {"weight": weight, "linear": (found.T @ np.linalg.solve(alike, wanted)).astype(np.float32)}
