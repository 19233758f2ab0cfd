"""Ages that a criterion states in words which its tree did not keep: "Age: 18 - 75", "over 65", "both sexes"."""

from __future__ import annotations

import re
from typing import NamedTuple

_RANGE = re.compile(
    r"\bage[sd]?\b\W{0,3}(?:(?:range|group|from|of|between|eligible|limits?)\W{1,3})*(\d{1,3})\s*(?:years?\s*)?(?:-|–|to|and|through)\s*(\d{1,3})\b"
)
_ABOVE = re.compile(
    r"\b(?:over|above|older than|more than|greater than)\s+(?:the age of\s+)?(\d{1,3})\b(?!\s*(?:%|mg|kg|mm|weeks?|days?|months?|cm|ml))"
)
_BELOW = re.compile(
    r"\b(?:under|below|younger than|less than)\s+(?:the age of\s+)?(\d{1,3})\b(?!\s*(?:%|mg|kg|mm|weeks?|days?|months?|cm|ml))"
)
_ONLY_AGE = re.compile(
    r"\b(?:patients?|subjects?|participants?|individuals?|people|persons?|who|are|is|must|be|the|of|age[sd]?|years?|old|in|both|either|any|all|sex(?:es)?|genders?|males?|females?|men|women|and|or|at|least|from|between|range|group|limits?|eligible|adults?)\b"
)
_ANY_SEX = re.compile(
    r"\b(?:either|both|any|all)\s+(?:sex(?:es)?|genders?)\b|\b(?:sex|gender)\s*:?\s*(?:both|all|any|either)\b"
)
_OLDEST = 130


class AgeRange(NamedTuple):
    """Years from which and to which; None where open. The upper one belongs to it."""

    low: float | None
    high: float | None
    low_included: bool = True
    high_included: bool = True

    def holds(self, age: float) -> bool:
        """Whether an age lies inside; who is 75 is so until the next birthday."""
        above = self.low is None or (age >= self.low if self.low_included else age > self.low)
        below = self.high is None or (int(age) <= self.high if self.high_included else age < self.high)
        return above and below


def age_range(text: str) -> AgeRange | None:
    """The range of a text that speaks of age, and perhaps sex, alone; None for any other."""
    words = " ".join(text.casefold().split())
    found = _RANGE.search(words)
    if found:
        limits = AgeRange(float(found[1]), float(found[2]))
        rest = words[: found.start()] + words[found.end() :]
    elif found := _ABOVE.search(words):
        limits, rest = (
            AgeRange(float(found[1]), None, low_included=False),
            words[: found.start()] + words[found.end() :],
        )
    elif found := _BELOW.search(words):
        limits, rest = (
            AgeRange(None, float(found[1]), high_included=False),
            words[: found.start()] + words[found.end() :],
        )
    else:
        return None
    if re.search(r"[^\W_]", _ONLY_AGE.sub(" ", rest)) or max(limits.low or 0, limits.high or 0) > _OLDEST:
        return None
    return limits


def any_sex(text: str) -> bool:
    """Whether a text says that both sexes are let in, and nothing else."""
    words = " ".join(text.casefold().split())
    return bool(_ANY_SEX.search(words)) and not re.search(r"[^\W_]", _ONLY_AGE.sub(" ", words))
