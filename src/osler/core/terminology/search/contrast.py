"""Words that exclude each other: increased and decreased, left and right, type 1 and type 2."""

from __future__ import annotations

from functools import cache

from osler.core.terminology.search.normal import rows

_POLARITY = {
    "positive": "positive",
    "negative": "negative",
    "without": "negative",
    "no": "negative",
    "not": "negative",
    "non": "negative",
    "free": "negative",
    "denies": "negative",
}


def contradicts(query: frozenset[str], name: frozenset[str]) -> bool:
    """Whether the name says something that excludes what the query says."""
    table = _contrasts()
    for word in query - name:
        excluded = table.get(word)
        if excluded and not excluded.isdisjoint(name - query):
            return True
    return False


def only_qualifies(name: frozenset[str]) -> bool:
    """Whether a name has no word of its own but only such as qualify others: mild, left, proximal."""
    return name <= _contrasts().keys()


def polarity(words: frozenset[str]) -> frozenset[str]:
    """Whether a name says that something is there or is not: "positive", "negative", both or neither."""
    return frozenset(sign for word, sign in _POLARITY.items() if word in words)


@cache
def _contrasts() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for words in rows("contrasts.tsv"):
        for word in words:
            found.setdefault(word, set()).update(other for other in words if other != word)
    return {word: frozenset(others) for word, others in found.items()}
