"""How well verdicts on criteria agree with those of experts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from osler.trials import CriterionVerdict

CLASSES = (CriterionVerdict.MET, CriterionVerdict.NOT_MET, CriterionVerdict.UNKNOWN)
_DRAWS = 500

Pairs = Sequence[tuple[CriterionVerdict, CriterionVerdict]]
"""(predicted, expert)"""


def compute_metrics(predicted: Sequence[CriterionVerdict], expert: Sequence[CriterionVerdict]) -> dict[str, Any]:
    """Accuracy, F1, kappa, recall of MET, and what was decided; NOT_APPLICABLE counts as UNKNOWN."""
    pairs: list[tuple[CriterionVerdict, CriterionVerdict]] = [
        (CriterionVerdict.UNKNOWN if guess is CriterionVerdict.NOT_APPLICABLE else guess, gold)
        for guess, gold in zip(predicted, expert, strict=True)
    ]
    decided = [(guess, gold) for guess, gold in pairs if guess is not CriterionVerdict.UNKNOWN]
    met = [guess for guess, gold in pairs if gold is CriterionVerdict.MET]
    counts = Counter(pairs)
    return {
        "accuracy": accuracy(pairs),
        "cohens_kappa": kappa(pairs),
        "f1_macro": f1_macro(pairs),
        "f1_met_not_met": f1_met_not_met(pairs),
        "recall_met": _share(sum(guess is CriterionVerdict.MET for guess in met), len(met)),
        "decided": _share(len(decided), len(pairs)),
        "accuracy_decided": accuracy(decided),
        "confusion_matrix": {gold.value: {guess.value: counts[guess, gold] for guess in CLASSES} for gold in CLASSES},
    }


def accuracy(pairs: Pairs) -> float:
    """The share that agrees."""
    return _share(sum(guess is gold for guess, gold in pairs), len(pairs))


def kappa(pairs: Pairs) -> float:
    """Cohen's kappa: agreement beyond what the two distributions give by chance."""
    total = len(pairs)
    if not total:
        return 0.0
    guesses, golds = Counter(guess for guess, _ in pairs), Counter(gold for _, gold in pairs)
    chance = sum(guesses[label] * golds[label] for label in CLASSES) / total**2
    return (accuracy(pairs) - chance) / (1 - chance) if chance < 1 else 0.0


def f1_macro(pairs: Pairs) -> float:
    """F1, the mean over the three labels."""
    return sum(_f1(pairs, label) for label in CLASSES) / len(CLASSES)


def f1_met_not_met(pairs: Pairs) -> float:
    """F1, the mean over the two labels that decide."""
    return (_f1(pairs, CriterionVerdict.MET) + _f1(pairs, CriterionVerdict.NOT_MET)) / 2


INTERVALS: dict[str, Callable[[Pairs], float]] = {
    "accuracy": accuracy,
    "f1_macro": f1_macro,
    "f1_met_not_met": f1_met_not_met,
    "cohens_kappa": kappa,
}
"""The measures that are given with an interval."""


def bootstrap(pairs: Pairs, measure: Callable[[Pairs], float], *, seed: int = 42) -> tuple[float, float]:
    """The interval that holds 95 % of a measure when the pairs are drawn again with replacement."""
    if not pairs:
        return 0.0, 0.0
    draw = random.Random(seed)  # noqa: S311 - resampling, not a secret
    values = sorted(measure(draw.choices(pairs, k=len(pairs))) for _ in range(_DRAWS))
    return values[int(0.025 * _DRAWS)], values[int(0.975 * _DRAWS) - 1]


def evidence_overlap(found: frozenset[int], expert: frozenset[int]) -> float:
    """F1 of two sets of sentences; two empty ones agree."""
    if not found and not expert:
        return 1.0
    shared = len(found & expert)
    return 2 * shared / (len(found) + len(expert))


def _f1(pairs: Pairs, label: CriterionVerdict) -> float:
    hits = sum(guess is label and gold is label for guess, gold in pairs)
    wrong = sum((guess is label) != (gold is label) for guess, gold in pairs)
    return _share(2 * hits, 2 * hits + wrong)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
