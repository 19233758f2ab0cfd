"""Clauses that tell that all is well, or of something mild or small: nobody is sent to hospital for them alone."""

from __future__ import annotations

import re
from functools import cache

from osler.yaml_reader import packaged_yaml

_JOINT = re.compile(r"[,;:.]|\b(?:but|and|yet|although|while)\b", re.IGNORECASE)


def worrying_parts(words: str) -> list[tuple[int, int]]:
    """The places of the clauses of a quote that are not harmless; the whole of it where none is."""
    clauses = list(_clauses(words))
    left = [place for place in clauses if not _is_harmless(words[slice(*place)])]
    return [(0, len(words))] if left == clauses else left


def _clauses(words: str) -> list[tuple[int, int]]:
    ends = [0, *(place for joint in _JOINT.finditer(words) for place in joint.span()), len(words)]
    places = zip(ends[::2], ends[1::2], strict=True)
    return [place for place in places if words[slice(*place)].strip()]


def _is_harmless(clause: str) -> bool:
    if _pattern("unless").search(clause):
        return False
    if _pattern("well").search(clause):
        return True
    small = _pattern("mild").search(clause) or _pattern("hurt").search(clause)
    return small is not None and not _pattern("grave").search(clause)


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    words: list[str] = packaged_yaml(__package__, "harmless.yml")[kind]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE)
