"""What a sentence asks for, told from examples of what people say: a linear model over its words (`scripts/fit_meant.py`)."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osler.consult.meant.features import PLACES, features


class Reading(NamedTuple):
    """What a sentence asks for, by its likeliness, and how far that lies above the next."""

    label: str
    score: float
    margin: float


class Learned(NamedTuple):
    """What was learned from the examples."""

    labels: tuple[str, ...]
    rarity: NDArray[np.float32]
    """Of each place, how few examples have it; none where too few have it."""
    row: NDArray[np.int64]
    """Of each place, the row of its weights."""
    weights: NDArray[np.int8]
    """From features to labels, in parts of the scale."""
    bias: NDArray[np.float32]
    scale: float

    def scores(self, text: str) -> NDArray[np.float32]:
        """How likely each label is, on an open scale."""
        found = features(text, self.rarity)
        weighed: NDArray[np.float32] = found.values @ self.weights[self.row[found.places]].astype(np.float32)
        return weighed * self.scale + self.bias


def told(text: str, among: Iterable[str] = ()) -> Reading:
    """The likeliest of what a sentence may ask for; `among` are the only ones that come into question, where they are given."""
    learned, wanted = _learned(), set(among)
    ranked = sorted(
        (
            (float(score), label)
            for score, label in zip(learned.scores(text), learned.labels, strict=True)
            if not wanted or label in wanted
        ),
        reverse=True,
    )
    (best, label), (second, _) = ranked[0], ranked[1] if len(ranked) > 1 else (-1.0, "")
    return Reading(label, best, best - second)


def labels() -> tuple[str, ...]:
    """Everything that a sentence may ask for."""
    return _learned().labels


def packed(learned: Learned) -> bytes:
    """What was learned, for a file."""
    used = np.flatnonzero(learned.rarity)
    written = io.BytesIO()
    np.savez_compressed(
        written,
        labels=np.array(learned.labels),
        used=used.astype(np.uint16),
        rarity=learned.rarity[used].astype(np.float16),
        weights=learned.weights,
        bias=learned.bias,
        scale=np.float32(learned.scale),
    )
    return written.getvalue()


@cache
def _learned() -> Learned:
    written = files("osler.consult.meant").joinpath("learned.npz").read_bytes()
    with np.load(io.BytesIO(written), allow_pickle=False) as arrays:
        names = tuple(str(name) for name in arrays["labels"])
        used = arrays["used"].astype(np.int64)
        rarity, row = np.zeros(PLACES, dtype=np.float32), np.zeros(PLACES, dtype=np.int64)
        rarity[used], row[used] = arrays["rarity"].astype(np.float32), np.arange(len(used))
        return Learned(names, rarity, row, arrays["weights"], arrays["bias"], float(arrays["scale"]))
