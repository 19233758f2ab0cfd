"""How sure an answer is: how often answers like it were right when names were withheld from the index.

`calibration.tsv` is written by scripts/fit_search_calibration.py. A row counts answers found on the same ground, with
a score in the same range and the same standing among the other answers, and how many of them were right.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from osler.core.terminology.search.match import MatchGround
from osler.core.terminology.search.normal import rows

Standing = Literal["clear", "close", "tied", "behind"]

SCORE_STEPS = (0.0, 0.45, 0.55, 0.65, 0.75, 0.85, 0.92, 0.97)
_TIED, _CLOSE = 0.01, 0.06
_PRIOR_COUNT = 5
_PRIOR = 0.3
# Even a name as written can mean something else where it was written; annotators agree no better than this.
_SUREST = 0.97


class Cell(NamedTuple):
    """The kind of answer that is counted together."""

    ground: MatchGround
    score_from: float
    standing: Standing


def cells(answers: Sequence[tuple[MatchGround, float]]) -> list[Cell]:
    """The cell of each of a search's answers, given best first."""
    found = []
    for place, (ground, score) in enumerate(answers):
        step = max(step for step in SCORE_STEPS if step <= score)
        rival = answers[1][1] if place == 0 and len(answers) > 1 else 0.0
        found.append(Cell(ground, step, "behind" if place else _standing(score - rival)))
    return found


def _standing(lead: float) -> Standing:
    return "tied" if lead < _TIED else "close" if lead < _CLOSE else "clear"


def confidences(answers: Sequence[tuple[MatchGround, float]]) -> list[float]:
    """The confidence of each of a search's answers, never rising from one to the next."""
    result: list[float] = []
    for cell in cells(answers):
        value = 1.0 if cell.ground == "code" else min(_table().get(cell, _PRIOR), _SUREST)
        result.append(round(min(value, result[-1] if result else 1.0), 3))
    return result


@cache
def _table() -> dict[Cell, float]:
    """Smoothed shares; a cell that was seen rarely leans towards not being sure.

    Answers found by meaning alone are not counted here and never sure: they are for a person to look at.
    """
    table: dict[Cell, float] = {}
    for ground, score_from, standing, right, seen in rows("calibration.tsv"):
        share = (int(right) + _PRIOR * _PRIOR_COUNT) / (int(seen) + _PRIOR_COUNT)
        table[Cell(ground, float(score_from), standing)] = share  # type: ignore[arg-type]  # words of our own table
    return table
