"""Fit what tells from the words of a message what it asks of a record: `python -m scripts.fit_meant [--check]`.

Reads `scripts/meant_examples.tsv` and writes `src/osler/consult/meant/learned.npz`. With `--check` it writes nothing and tells
how many of each voice's sentences are told rightly by those of the others. Needs scikit-learn (`pip install --group fit`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.svm import LinearSVC

from osler.consult.meant.features import PLACES, Features, features
from osler.consult.meant.model import Learned, packed
from scripts.meant_examples import Example, read_examples

LEARNED = Path(__file__).parents[1] / "src" / "osler" / "consult" / "meant" / "learned.npz"
_COST, _FEWEST = 1.0, 2
"""What an example on the wrong side costs, chosen where sentences of a voice were told by those of the others; examples that a place needs."""
_SURE = 0.55


def fit(examples: Sequence[Example], labels: Sequence[str]) -> Learned:
    """A linear support vector machine of each label against the others."""
    having = np.zeros(PLACES)
    for example in examples:
        having[features(example.said).places] += 1
    rarity = (np.log((1 + len(examples)) / (1 + having)) + 1) * (having >= _FEWEST)
    rarity = rarity.astype(np.float16).astype(np.float32)
    place = {label: index for index, label in enumerate(labels)}
    machine = LinearSVC(C=_COST, random_state=0)
    machine.fit(_matrix([features(one.said, rarity) for one in examples]), [place[one.label] for one in examples])
    used = np.flatnonzero(rarity)
    weights = machine.coef_.T[used]
    scale = float(np.abs(weights).max()) / 127
    row = np.zeros(PLACES, dtype=np.int64)
    row[used] = np.arange(len(used))
    whole = np.round(weights / scale).astype(np.int8)
    return Learned(tuple(labels), rarity, row, whole, machine.intercept_.astype(np.float32), scale)


def _matrix(rows: Sequence[Features]) -> csr_matrix:
    starts = np.cumsum([0, *(len(row.places) for row in rows)])
    values, places = np.concatenate([row.values for row in rows]), np.concatenate([row.places for row in rows])
    return csr_matrix((values, places, starts), shape=(len(rows), PLACES))


def check() -> None:
    """How well the examples of all other voices tell those of one."""
    examples = read_examples()
    labels = sorted({one.label for one in examples})
    for voice in sorted({one.voice for one in examples}):
        held = [one for one in examples if one.voice == voice]
        learned = fit([one for one in examples if one.voice != voice], labels)
        scores: NDArray[np.float32] = np.array([learned.scores(one.said) for one in held])
        highest = np.sort(scores, axis=1)
        right = np.array([labels[int(best)] == one.label for best, one in zip(scores.argmax(1), held, strict=True)])
        sure = highest[:, -1] - highest[:, -2] >= _SURE
        print(f"{voice}: {right.mean():.3f} of {len(held)}; sure of {sure.mean():.2f}, {right[sure].mean():.3f} right")


def main() -> None:
    """Write what was learned, or check it."""
    if "--check" in sys.argv:
        check()
        return
    examples = read_examples()
    LEARNED.write_bytes(packed(fit(examples, sorted({one.label for one in examples}))))


if __name__ == "__main__":
    main()
