"""Clauses that part a subject from what is said of it: "Hypotonia, which the referral mentions, was not found"."""

from __future__ import annotations

import re

_INSERTED = re.compile(
    r",\s(?:(?:about|of|to|for|from|in|on|with|by)\s)?(?:which|who|whom|whose|that|as|though|although|while|if|despite|once|initially|previously|"
    r"\w{3,}(?:ed|en)|seen|found|thought|felt|said|known|present)\b[^,;:]{1,120},"
    r"(?=\s(?:is|was|are|were|has|have|had|can|cannot|could|did|does|do|will|would|never|turned|proved)\b)"
    r"|\s(?:which|that)\s(?:the|his|her|their|our|your|a|an|dr|you|he|she|they|i|we|parents)\s[^,;:]{1,80}?"
    r"(?=\s(?:is|was|are|were|has|have|had|can|could|did|does|do)\s(?:not|never|no\slonger|absent|excluded|ruled)\b)"
)


def inserted_clauses(low: str) -> list[tuple[int, int]]:
    """Where such clauses stand in a sentence in lower case."""
    return [match.span() for match in _INSERTED.finditer(low)]
