"""What a sentence asks for, told from examples of what people say: a linear model over its words (`scripts/fit_meant.py`)."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osler.consult.meant.features import rows


class Reading(NamedTuple):
    """What a sentence asks for, by its likeliness, and how far that lies above the next."""

    label: str
    score: float
    margin: float


class _Learned(NamedTuple):
    """What was learned from the examples."""

    labels: tuple[str, ...]
    weight: NDArray[np.float32]
    """Of each feature, how few examples have it."""
    linear: NDArray[np.float32]
    """From features to labels."""


def told(text: str, among: Iterable[str] = ()) -> Reading:
    """The likeliest of what a sentence may ask for; `among` are the only ones that come into question, where they are given."""
    learned, wanted = _learned(), set(among)
    scores = (rows([text], learned.weight) @ learned.linear)[0]
    ranked = sorted(
        (
            (float(score), label)
            for score, label in zip(scores, learned.labels, strict=True)
            if not wanted or label in wanted
        ),
        reverse=True,
    )
    (best, label), (second, _) = ranked[0], ranked[1] if len(ranked) > 1 else (-1.0, "")
    return Reading(label, best, best - second)


def labels() -> tuple[str, ...]:
    """Everything that a sentence may ask for."""
    return _learned().labels


@cache
def _learned() -> _Learned:
    written = files("osler.consult.meant").joinpath("learned.npz").read_bytes()
    with np.load(io.BytesIO(written), allow_pickle=False) as arrays:
        names = tuple(str(name) for name in arrays["labels"])
        return _Learned(names, arrays["weight"].astype(np.float32), arrays["linear"].astype(np.float32))
