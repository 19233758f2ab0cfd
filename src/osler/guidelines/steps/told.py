"""What a question tells of the person beside what it asks: "She had a rash last year. Is a syphilis test due?"."""

from __future__ import annotations

import re

_PIECE = re.compile(r"(?:[^.!?;:]|[.:](?=\S))+?(?:[.!?;:](?=\s|$)|\s[-–—](?=\s)|$)")
"""Sentences, and what a colon or a dash parts; a point inside a number parts nothing."""
_WHO = re.compile(r"(?<=\w )who(?:se)?\b[^,.;:?!]*", re.IGNORECASE)
_LACKS = re.compile(
    r"\b(?:no|not|never|nor|without|isn.?t|aren.?t|hasn.?t|haven.?t|(?:doesn|don).?t(?: have)?|denies|denied|free of|lacks)\s+"
    r"(?:(?:any|a|an|the|known|had|previous|history of)\s+)*(?:[\w-]+(?: [\w-]+)?(?:,| or| nor)\s+(?:any |a |an )?){0,3}$",
    re.IGNORECASE,
)


def told_spans(question: str) -> list[tuple[int, int]]:
    """Where a question only tells: its statements, where another piece of it asks, and what it says of who somebody is."""
    pieces = [(piece.start(), piece.end(), piece.group().rstrip()) for piece in _PIECE.finditer(question)]
    asking = [piece for piece in pieces if piece[2].endswith("?")]
    told = [(start, end) for start, end, text in pieces if asking and not text.endswith("?")]
    return told + [match.span() for match in _WHO.finditer(question)]


def is_within(start: int, spans: list[tuple[int, int]]) -> bool:
    """Whether a place is in one of some spans."""
    return any(begin <= start < end for begin, end in spans)


def is_lacking(start: int, question: str) -> bool:
    """Whether a name stands for something that the person has not: "no rash", "without any cough or fever"."""
    return bool(_LACKS.search(question[:start]))
