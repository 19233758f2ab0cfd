"""The grade of a recommendation, where its text marks it."""

from __future__ import annotations

import re
from functools import cache

from osler.core.library.passages import passage_sentences
from osler.core.library.populations import read_rules

_CAPITAL = re.compile(r"[a-d]|i{1,3}[ab]?|iv|[12][a-d]", re.IGNORECASE)


def grade_of(text: str) -> str:
    """The grade that a text marks, as its issuer writes it; empty where it marks none."""
    for pattern in _patterns():
        if found := pattern.search(text):
            grade = found["grade"]
            return grade.upper() if _CAPITAL.fullmatch(grade) and not grade.lower().startswith("ii") else grade
    return ""


def grades_of(text: str) -> list[str]:
    """Every grade that the sentences of a text mark, each once, in order."""
    return list(dict.fromkeys(grade for one in passage_sentences(text) if (grade := grade_of(one.text))))


@cache
def _patterns() -> list[re.Pattern[str]]:
    return [re.compile(pattern, re.IGNORECASE) for pattern in read_rules()["grades"]]
