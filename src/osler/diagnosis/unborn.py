"""Whether a patient is not born yet: "a 24-week fetus with enlarged echogenic kidneys", "Fetal medicine: 22 weeks, …"."""

from __future__ import annotations

import re
from collections.abc import Iterable

BEFORE_BIRTH = -0.1
"""The age in years of who is not born yet."""
_UNBORN = re.compile(
    r"\b\d{1,2}(?:\s?\+\s?[0-6])?[- ](?:weeks?|wks?)[- ](?:old[- ])?(?:male[- ]|female[- ])?fo?etus\b"
    r"|\b(?:the|this|a|an|male|female)\sfo?etus\s(?:(?:at|of)\s\d|with\b|has\b|shows?\b|showed\b)"
    r"|\A\W*(?:fo?etal|antenatal|prenatal)\b[^.\n]{0,40}\b[123]\d(?:\s?\+\s?[0-6])?(?:\s?(?:weeks?|wks?)\b|/40)",
    re.IGNORECASE,
)


def is_unborn(texts: Iterable[str]) -> bool:
    """Whether a text speaks of a fetus as the one who has the findings."""
    return any(_UNBORN.search(text) for text in texts)
