"""Words that exclude each other: increased and decreased, left and right, type 1 and type 2."""

from __future__ import annotations

from functools import cache

from osler.core.terminology.search.normal import normalise, rows

_SIGNS = frozenset(["positive", "negative"])
_BEFORE = frozenset(["non", "no", "without"])
_AFTER = "free"
_DENYING = _BEFORE | {_AFTER}


def contradicts(query: frozenset[str], name: frozenset[str]) -> bool:
    """Whether the name says something that excludes what the query says."""
    table = _contrasts()
    for word in query - name:
        excluded = table.get(word)
        if excluded and not excluded.isdisjoint(name - query):
            return True
    return False


def says_otherwise(term: str, name: str) -> bool:
    """Whether a name says what a term excludes: right for left, type 1 for type 2, negative for positive."""
    asked, named = normalise(term), normalise(name)
    return is_opposed(asked, named) or contradicts(frozenset(asked.split()), frozenset(named.split()))


def only_qualifies(name: frozenset[str]) -> bool:
    """Whether a name has no word of its own but only such as qualify others: mild, left, proximal."""
    return name <= _contrasts().keys()


def is_opposed(query: str, name: str) -> bool:
    """Whether one of two normalised names says that something is there and the other that it is not.

    A sign is part of a name, so both must have the same; what one denies by a word the other must not state.
    """
    asked, named = query.split(), name.split()
    if _SIGNS.intersection(asked) != _SIGNS.intersection(named):
        return True
    if _DENYING.isdisjoint(asked) and _DENYING.isdisjoint(named):
        return False
    denied, stated = _denied(asked)
    denied_by_name, stated_by_name = _denied(named)
    return bool((denied & stated_by_name) - stated or (denied_by_name & stated) - stated_by_name)


def _denied(words: list[str]) -> tuple[set[str], set[str]]:
    """The words that others deny (non-ischemic, without ascites, seizure-free), and those that stand for themselves."""
    places = {place + 1 for place, word in enumerate(words) if word in _BEFORE}
    places |= {place - 1 for place, word in enumerate(words) if word == _AFTER and place}
    denied = {word for place, word in enumerate(words) if place in places}
    return denied, {word for place, word in enumerate(words) if place not in places}


@cache
def _contrasts() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for words in rows("contrasts.tsv"):
        for word in words:
            found.setdefault(word, set()).update(other for other in words if other != word)
    return {word: frozenset(others) for word, others in found.items()}
