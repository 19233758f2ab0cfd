"""Whether a model's words go with its verdict: what it concludes, and the numbers that it gives."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.trials.judging.rules import pattern
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.types import CriterionVerdict

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)?(?![\w])")
_CONCLUSIONS = (CriterionVerdict.NOT_MET, CriterionVerdict.MET, CriterionVerdict.UNKNOWN)


def against_itself(verdict: CriterionVerdict, reasoning: str) -> str:
    """Why a verdict is not what its own reasoning concludes; empty where it may be."""
    words = " ".join(reasoning.casefold().split())
    said = [
        (found.end(), found.end() - found.start(), conclusion)
        for conclusion in _CONCLUSIONS
        for found in pattern("concluded", conclusion.value).finditer(words)
    ]
    if not said:
        return ""
    last = max(said)[2]
    return "" if last is verdict else f"its reasoning concludes {last.value}"


def unfounded_numbers(
    reasoning: str, criterion: str, cited: Sequence[NumberedSentence], view: PatientView
) -> list[str]:
    """The numbers of a reasoning that neither the criterion nor the cited sentences have, and that are not the patient's age."""
    known = {number for text in (criterion, *(item.text for item in cited)) for number in _numbers(text)}
    if view.age is not None:
        known.add(f"{int(view.age)}")
    places = {str(item.number) for item in cited}
    return [number for number in dict.fromkeys(_numbers(reasoning)) if number not in known | places]


def _numbers(text: str) -> list[str]:
    return [f"{float(found[0].replace(',', '.')):g}" for found in _NUMBER.finditer(text)]
