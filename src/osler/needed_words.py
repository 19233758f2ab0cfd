"""What a pattern cannot match without: words that are looked for before the pattern is tried, which costs a hundredth of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from re import _parser  # type: ignore[attr-defined]
from typing import Any

_SHORTEST = 2
"""Letters that a needed word has at least: a shorter one stands in nearly every sentence."""
_MOST = 200
"""How many words may be alternatives of each other; looking for more is no cheaper than the pattern."""
_LIKE_ASCII = (("\u0131", "i"), ("\u017f", "s"))
"""Letters that a pattern without regard to case takes for letters of ASCII, and whose lower case is none."""
_KNOWN: dict[int, tuple[re.Pattern[str], tuple[str, ...]]] = {}
"""What the patterns of rules need, by their place in memory, where they stay: to hash a pattern is to read all of it."""
_REPEATS = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})


def searchable(text: str) -> str:
    """A text as needed words are looked for in it."""
    low = text.lower()
    if not low.isascii():
        for letter, plain in _LIKE_ASCII:
            low = low.replace(letter, plain)
    return low


def may_match(pattern: re.Pattern[str], low: str) -> bool:
    """Whether a text, as `searchable` gives it, holds what a pattern needs; False only where the pattern cannot match."""
    needed = needed_words(pattern)
    return not needed or any(word in low for word in needed)


def needed_words(pattern: re.Pattern[str]) -> tuple[str, ...]:
    """Words in lower case of which every match of a pattern holds one; none where no such words are known."""
    known = _KNOWN.get(id(pattern))
    if known is None:
        words = tuple(
            sorted(
                _needed(_parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)), key=lambda word: (len(word), word)
            )
        )
        _KNOWN[id(pattern)] = known = (pattern, words)
    return known[1]


def _needed(parts: Sequence[tuple[Any, Any]]) -> frozenset[str]:
    """The best of what the parts of a sequence need, of which a match holds all."""
    best: frozenset[str] = frozenset()
    run = ""
    for operation, given in (*parts, (None, None)):
        if str(operation) == "LITERAL" and given < 128:
            run += chr(given).lower()
            continue
        best = max(best, _usable({run}), _of_part(str(operation), given), key=_worth)
        run = ""
    return best


def _of_part(operation: str, given: Any) -> frozenset[str]:
    """What one part needs; what is only looked at, before or behind a match, may lie outside the text."""
    if operation == "SUBPATTERN":
        return _needed(given[-1])
    if operation == "ATOMIC_GROUP":
        return _needed(given)
    if operation in _REPEATS and given[0] > 0:
        return _needed(given[2])
    if operation == "BRANCH":
        each = [_needed(way) for way in given[1]]
        return _usable(frozenset().union(*each)) if all(each) else frozenset()
    return frozenset()


def _usable(words: set[str] | frozenset[str]) -> frozenset[str]:
    if len(words) > _MOST or any(len(word) < _SHORTEST for word in words):
        return frozenset()
    return frozenset(words)


def _worth(words: frozenset[str]) -> tuple[int, int]:
    """Long words are rare; of several sets that are as good the smaller one is looked for sooner."""
    return (min(map(len, words)), -len(words)) if words else (0, 0)
