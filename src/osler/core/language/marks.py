"""What the marks of telegraphic notes say: a question behind a diagnosis, a field that nobody filled in, a plus."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Marked(NamedTuple):
    """What a mark says of the words before it, and where both stand."""

    category: str
    start: int
    end: int
    mark_start: int
    mark_end: int


_SAYS_NO = r"(?:denied|denies|none|nil|no|negative)\b(?!\s(?:doubt|change))"
_ASKED = re.compile(
    rf"(?P<words>[^\s,;:(./?–]+(?:\s[^\s,;:(./?–]+){{0,3}})\s?\?(?:(?=\s{{0,2}}{_SAYS_NO})|(?!\s?[a-z]))"
)
_ANSWERED = re.compile(rf"\s{{0,2}}[-–—:]?\s{{0,2}}{_SAYS_NO}")
_ASKING = re.compile(
    r"\W*(?:(?:and|but|so|or|also|please|doctor)\W+)?(?:is|are|was|were|do|does|did|can|could|should|would|will|may|might|has|have|had|what|how|why|"
    r"which|who|whom|whose|when|where|any|am|if|tell)\b|.*\b(?:i|i'm|he|she|it|we|they|you|my|your)\b"
)
"""A sentence that puts a question in words of its own, or that speaks of somebody: its question mark doubts no diagnosis."""


def asked(low: str) -> Iterator[Marked]:
    """What stands before a question mark in telegraphic notes is only considered ("cellulitis? DVT?"), or denied ("DVT? - no")."""
    if "?" not in low or _ASKING.match(low):
        return
    for match in _ASKED.finditer(low):
        before = low[: match.start()].rstrip()
        if not before or before[-1] in ",;:(./?–-":
            category = "negated" if _ANSWERED.match(low, match.end()) else "possible"
            yield Marked(category, match.start(), match.end() - 1, match.end() - 1, match.end())


_UNFILLED = re.compile(r"(?P<words>[^,;:.\n]{2,60}):\s{0,2}(?:[-–—]{1,3}|(?P<asked>\?)|n/?a)(?=\s{0,2}(?:[,;.]|$))")
"""A field of a form without an answer: "Diabetes: -", "HIV: ?"."""


def unfilled(low: str) -> Iterator[Marked]:
    """What a form asks for and nobody filled in is not stated."""
    for match in _UNFILLED.finditer(low) if ":" in low else ():
        yield Marked(
            "possible" if match["asked"] else "hypothetical", *match.span("words"), match.end("words"), match.end()
        )


_PLUS = re.compile(r"(?:^|(?<=[,;:(]))(?P<words>[^,;:()+]{2,60}?)\s\+{1,3}(?=\s?[,.;)]|\s?$)")


def with_plus(low: str) -> Iterator[Marked]:
    """What a plus sign follows is there, whatever the list before denies: "no pain, nail pitting +"."""
    for match in _PLUS.finditer(low) if "+" in low else ():
        yield Marked("presupposed", *match.span("words"), match.end() - 1, match.end())
