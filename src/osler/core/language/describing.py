"""Names that only describe what follows them: the "vasculitic" of "vasculitic markers", the disease of "retinoblastoma gene"."""

from __future__ import annotations

import re
from functools import cache

from osler.core.language.rules import read_yaml

_ADJECTIVE = re.compile(r"[A-Za-z-]+(?:ic|al|ous|ive|ar|ory|ed)", re.IGNORECASE)
_NEXT = re.compile(r"['’\"”]?\s([a-z]+)(?![a-z-])")
"""The next word, where nothing but a space parts it from the adjective; a capital begins a name of its own."""


def describes_what_follows(text: str, start: int, end: int) -> bool:
    """Whether an adjective of one word says what the noun behind it is like, and tells no finding."""
    if not _ADJECTIVE.fullmatch(text, start, end):
        return False
    following = _NEXT.match(text, end)
    return following is not None and following[1] not in _told_by() and text[start:end].lower() not in _always()


@cache
def _told_by() -> frozenset[str]:
    table = read_yaml("describing.yml")
    return frozenset((*table["told_by"], *table["no_noun"]))


@cache
def _always() -> frozenset[str]:
    return frozenset(read_yaml("describing.yml")["always"])


def names_a_molecule(text: str, end: int) -> bool:
    """Whether the words up to a place are the name of a gene, a protein or a place on a chromosome."""
    return _molecule().match(text, end) is not None


@cache
def _molecule() -> re.Pattern[str]:
    table = read_yaml("describing.yml")
    between, molecules = "|".join(table["between"]), "|".join(table["molecules"])
    return re.compile(rf"[\s-](?:(?:{between}|[A-Z0-9]{{1,5}})[\s-]){{0,3}}(?:\([A-Za-z0-9-]+\)\s)?(?:{molecules})\b")


_BEFORE = re.compile(r"\b([a-z]+)\s$", re.IGNORECASE)
_LONGEST_ORGAN = 16


def is_of_another_organ(text: str, start: int, end: int, name: str) -> bool:
    """Whether a finding of one organ is written without it, and behind the adjective of another: "cerebral fat embolism"."""
    before = _BEFORE.search(text, max(0, start - _LONGEST_ORGAN), start)
    if before is None or before[1].lower() not in _organs():
        return False
    own = _organs().intersection(name.lower().split()).difference(text[start:end].lower().split())
    return bool(own) and before[1].lower() not in own


@cache
def _organs() -> frozenset[str]:
    return frozenset(read_yaml("describing.yml")["organs"])
