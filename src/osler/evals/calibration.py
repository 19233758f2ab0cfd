"""Whether confidences mean what they say: the reliability table and the expected calibration error."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel


class ReliabilityRow(BaseModel):
    """Answers of about the same confidence, and how many of them were right."""

    confidence_from: float
    confidence_to: float
    n: int
    mean_confidence: float
    accuracy: float


def reliability(answers: Sequence[tuple[float, bool]], bins: int = 10) -> list[ReliabilityRow]:
    """Answers (confidence, right) by bins of equal width; empty bins are left out."""
    filled: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in answers:
        filled.setdefault(min(int(confidence * bins), bins - 1), []).append((confidence, right))
    return [
        ReliabilityRow(
            confidence_from=number / bins,
            confidence_to=(number + 1) / bins,
            n=len(members),
            mean_confidence=sum(confidence for confidence, _ in members) / len(members),
            accuracy=sum(right for _, right in members) / len(members),
        )
        for number, members in sorted(filled.items())
    ]


def expected_calibration_error(rows: Sequence[ReliabilityRow]) -> float:
    """The mean distance between confidence and accuracy, weighted by how many answers a row has."""
    total = sum(row.n for row in rows)
    return sum(row.n * abs(row.mean_confidence - row.accuracy) for row in rows) / total if total else 0.0
