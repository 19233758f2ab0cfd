"""Fit the weights of `osler.guidelines.checking.judgement` on half a of a file of claims, and report both halves.

python scripts/fit_claims.py claims.jsonl > src/osler/guidelines/checking/claim_weights.yml
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from osler.core.terminology import bundled_vocabularies
from osler.evals.items import half_of
from osler.guidelines.checking.judgement import LABELS, features

_STEPS = 3000
_RATE = 0.5
_DECAY = 0.002
_CAUTION = float(sys.argv[2]) if len(sys.argv) > 2 else 0.35


def main() -> None:
    """Read, fit, print."""
    rows = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines() if line.strip()]
    values = np.array([features(row["claim"], row["source"]["sentences"], bundled_vocabularies()) for row in rows])
    gold = np.array([LABELS.index(row["label"]) for row in rows])
    first = np.array([half_of(str(row["id"])) == "a" for row in rows])
    bias, weights = _fit(values[first], gold[first])
    # A sentence that is wrongly called supported does more harm than one that is wrongly called unsupported.
    bias[LABELS.index("SUPPORT")] -= _CAUTION
    said = (values @ weights + bias).argmax(1)
    for name, part in (("a", first), ("b", ~first)):
        print(f"# half {name}: {_measures(gold[part], said[part])}", file=sys.stderr)
    print("# Made by scripts/fit_claims.py on half a (by hash of the id) of SciFact and HealthVer claims; see NOTICE.")
    print("labels:")
    for place, label in enumerate(LABELS):
        row = ", ".join(f"{weight:.3f}" for weight in weights[:, place])
        print(f"  {label}:\n    bias: {bias[place]:.3f}\n    weights: [{row}]")


def _fit(values: np.ndarray, gold: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Multinomial logistic regression by gradient descent; each label counts alike, however frequent it is."""
    weights, bias = np.zeros((values.shape[1], len(LABELS))), np.zeros(len(LABELS))
    wanted = np.eye(len(LABELS))[gold]
    share = (1 / np.bincount(gold, minlength=len(LABELS)))[gold]
    share = share / share.sum()
    for _ in range(_STEPS):
        scores = values @ weights + bias
        chances = np.exp(scores - scores.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        off = (chances - wanted) * share[:, None]
        weights -= _RATE * (values.T @ off + _DECAY * weights)
        bias -= _RATE * off.sum(0)
    return bias, weights


def _measures(gold: np.ndarray, said: np.ndarray) -> dict[str, float]:
    f1 = []
    for place in range(len(LABELS)):
        hit = int(((gold == place) & (said == place)).sum())
        f1.append(2 * hit / max(1, int((gold == place).sum()) + int((said == place).sum())))
    support = said == 0
    return {
        "accuracy": round(float((gold == said).mean()), 3),
        "macro_f1": round(float(np.mean(f1)), 3),
        "support_precision": round(float((gold[support] == 0).mean()), 3) if support.any() else 0.0,
    }


if __name__ == "__main__":
    main()
