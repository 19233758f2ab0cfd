"""Fit what tells from the words of a message what it asks of a record: `python -m scripts.fit_meant [--check]`.

Reads `scripts/meant_examples.tsv` and writes `src/osler/consult/meant/learned.npz`. With `--check` it writes nothing and tells
how many of each author's sentences are told rightly by those of the others.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from osler.consult.meant.features import rows

EXAMPLES = Path(__file__).parent / "meant_examples.tsv"
LEARNED = Path(__file__).parents[1] / "src" / "osler" / "consult" / "meant" / "learned.npz"
_RIDGE = 0.6
"""How much a fit to single examples costs: chosen where examples by one author were told by those of the others."""
Example = tuple[str, str, str]
"""Author, label, sentence."""


def read_examples() -> list[Example]:
    """Every example."""
    lines = EXAMPLES.read_text(encoding="utf-8").splitlines()
    found = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(author, label, said) for author, label, said in found]


def fit(examples: Sequence[Example], labels: Sequence[str]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The weights of features by how few examples have them, and the least squares from features to labels."""
    found = rows([said for _, _, said in examples])
    weight = np.log((1.0 + len(examples)) / (1.0 + np.count_nonzero(found, axis=0))).astype(np.float32)
    found *= weight
    found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-6)
    place = {label: index for index, label in enumerate(labels)}
    wanted = np.full((len(examples), len(labels)), -1.0 / len(labels), dtype=np.float32)
    for row, (_, label, _) in enumerate(examples):
        wanted[row, place[label]] = 1.0
    together = found.T @ found
    together[np.diag_indices_from(together)] += _RIDGE
    return weight, np.linalg.solve(together, found.T @ wanted).astype(np.float32)


def _told(
    said: Sequence[str], weight: NDArray[np.float32], linear: NDArray[np.float32]
) -> tuple[list[int], list[float]]:
    """The place of the likeliest label of each sentence, and how far it lies above the next."""
    scores = rows(said, weight) @ linear
    best = np.sort(scores, axis=1)[:, -2:]
    return [int(one) for one in scores.argmax(axis=1)], [float(one) for one in best[:, 1] - best[:, 0]]


def check() -> None:
    """How well the examples of all other authors tell those of one."""
    examples = read_examples()
    labels = sorted({label for _, label, _ in examples})
    for author in sorted({author for author, _, _ in examples}):
        held = [one for one in examples if one[0] == author]
        learned = fit([one for one in examples if one[0] != author], labels)
        places, margins = _told([said for _, _, said in held], *learned)
        right = [labels[place] == label for place, (_, label, _) in zip(places, held, strict=True)]
        sure = [good for good, margin in zip(right, margins, strict=True) if margin >= 0.2]
        print(
            f"{author}: {sum(right) / len(right):.3f} of {len(right)}; sure of {len(sure) / len(right):.2f}, {sum(sure) / max(1, len(sure)):.3f} right"
        )


def main() -> None:
    """Write what was learned, or check it."""
    if "--check" in sys.argv:
        check()
        return
    examples = read_examples()
    labels = sorted({label for _, label, _ in examples})
    weight, linear = fit(examples, labels)
    np.savez_compressed(
        LEARNED, labels=np.array(labels), weight=weight.astype(np.float16), linear=linear.astype(np.float16)
    )


if __name__ == "__main__":
    main()
