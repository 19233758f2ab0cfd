"""Whether a source supports a claim, contradicts it or says neither."""

from __future__ import annotations

from typing import Literal, NamedTuple

Label = Literal["SUPPORT", "CONTRADICT", "NEI"]


class Judgement(NamedTuple):
    """The label, and the sentences it rests on."""

    label: Label
    rationale: tuple[int, ...]


def judge_claim(claim: str, sentences: list[str]) -> Judgement:
    """Placeholder until measured."""
    return Judgement("NEI", ())
