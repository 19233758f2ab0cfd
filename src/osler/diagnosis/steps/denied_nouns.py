"""Nouns that a note denies ("no dissection"): a finding that is a kind of one was looked for, and is not asked again."""

from __future__ import annotations

import re

_DENIED = re.compile(
    r"\b(?:no|without(?: any)?|nor any|absence of|free of)\s+(?P<list>[\w-]+(?:\s[\w-]+){0,2}(?:(?:,\s|\s(?:or|nor|and)\s|,\s(?:or|nor)\s)[\w-]+){0,4})"
    r"(?=\s*[.,;:)\n]|\s(?:elsewhere|now|today|so far|to date|since|on|at|was|were|is|are|seen|found)\b|\s*$)",
    re.IGNORECASE,
)
_JOINT = re.compile(r",\s(?:or\s|nor\s)?|\s(?:or|nor|and)\s", re.IGNORECASE)
_SHORTEST = 5
_TELLING_NOTHING = frozenset(
    [
        "signs",
        "symptoms",
        "problems",
        "problem",
        "disease",
        "diseases",
        "complaints",
        "concerns",
        "history",
        "change",
        "changes",
        "abnormality",
        "abnormalities",
        "findings",
        "other",
        "further",
        "recent",
        "disorder",
        "syndrome",
        "episodes",
        "attacks",
        "evidence",
        "test",
        "tests",
        "results",
        "medication",
        "medications",
        "treatment",
    ]
)


def denied_nouns(told: str) -> frozenset[str]:
    """The last words of what is denied, without those that name nothing."""
    heads = (
        item.split()[-1].casefold() for found in _DENIED.finditer(told) for item in _JOINT.split(found["list"]) if item
    )
    return frozenset(head for head in heads if len(head) >= _SHORTEST and head not in _TELLING_NOTHING)


def is_denied(label: str, nouns: frozenset[str]) -> bool:
    """Whether a finding of several words is a kind of what was denied ("Ascending aortic dissection")."""
    words = label.casefold().split()
    return len(words) > 1 and not nouns.isdisjoint({words[-1], f"{words[-1]}s", words[-1].removesuffix("s")})
