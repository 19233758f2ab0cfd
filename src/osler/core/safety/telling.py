"""The words of a phrase that tell of something, for texts in which no whole phrase is found."""

from __future__ import annotations

import re
from functools import cache

from osler.core.safety.folding import folded, listed
from osler.core.safety.patterns import CLASS, classes, who_and_small

_LEAST_TELLING = 3
_WRITTEN = re.compile(r"[a-z][a-z']*\*?")


@cache
def telling_words(phrase: str) -> frozenset[str]:
    """The words of a phrase and of the classes it names that carry something, as they are compared; `*` ends a beginning."""
    written = _WRITTEN.findall(CLASS.sub(lambda named: classes()[named[1]], phrase.lower()))
    words = ((word.rstrip("*"), word.endswith("*")) for word in written)
    dull = who_and_small() | listed("turning") | listed("joins")
    return frozenset(
        folded(word) + ("*" if begins else "")
        for word, begins in words
        if len(word) >= _LEAST_TELLING and folded(word) not in dull
    )


def is_word_of(word: str, words: frozenset[str]) -> bool:
    """Whether a written word is one of some, or begins as one of them does."""
    compared = folded(word)
    beginnings = (compared[:length] for length in range(_LEAST_TELLING, len(compared) + 1))
    return compared in words or any(f"{beginning}*" in words for beginning in beginnings)
