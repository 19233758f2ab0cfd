"""What a number of a text amounts to."""

from __future__ import annotations

from typing import NamedTuple


class MeasuredFinding(NamedTuple):
    """A phenotype that a number of a text is, where it stands, and the rule by which."""

    start: int
    end: int
    hpo_id: str
    name: str
    why: str
