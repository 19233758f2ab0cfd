"""What a genetic test is called: "Trio exome sequencing" of a line that also has its day and its result."""

from __future__ import annotations

import re

from osler.core.patient.extract.lexicon import words

_WORD = r"[A-Za-z0-9][\w/.'’+-]*"
_BEFORE = re.compile(rf"(?:{_WORD}[ \t])+$")
_AFTER = re.compile(
    r"(?:[ \t-](?:genes?|gene\spanel|panel|sequencing|testing|tests?|analys[ie]s|arrays?|screen(?:ing)?|stud(?:y|ies)|genotyp\w+|methylation|methylation\s\w+))+",
    re.IGNORECASE,
)
_NO_NAME = frozenset(
    [
        "a",
        "an",
        "the",
        "his",
        "her",
        "their",
        "our",
        "its",
        "this",
        "that",
        "these",
        "and",
        "or",
        "but",
        "with",
        "by",
        "of",
        "on",
        "in",
        "at",
        "for",
        "from",
        "to",
        "via",
        "after",
        "before",
        "then",
        "also",
        "both",
        "had",
        "has",
        "have",
        "having",
        "was",
        "were",
        "is",
        "are",
        "be",
        "been",
        "normal",
        "negative",
        "positive",
        "abnormal",
        "no",
        "not",
        "previous",
        "previously",
        "prior",
        "recent",
        "recently",
        "initial",
        "further",
        "repeat",
        "subsequent",
        "first",
        "second",
        "done",
        "performed",
        "underwent",
        "showed",
        "shows",
        "revealed",
        "confirmed",
        "found",
        "identified",
        "detected",
        "result",
        "results",
        "report",
        "reported",
        "including",
        "plus",
        "only",
        "although",
        "while",
        "so",
        "far",
        "including:",
        "clinical",
    ]
)
"""Words that end the name of a test towards its front."""
_FURTHEST = 4
"""Words before the word for a genetic test that its name may have."""


def name_of_test(sentence: str) -> str:
    """The names of the genetic tests that a sentence tells of, else nothing."""
    names: list[str] = []
    end = 0
    for found in words("genetic_tests").finditer(sentence):
        if found.start() < end:
            continue
        start = _start_of_name(sentence, end, found.start())
        after = _AFTER.match(sentence, found.end())
        end = after.end() if after else found.end()
        names.append(" ".join(sentence[start:end].split()))
    return ", ".join(dict.fromkeys(names))


def _start_of_name(sentence: str, first: int, start: int) -> int:
    """Where the name begins that a word for a test ends: of "his trio exome" at the "trio"."""
    before = _BEFORE.search(sentence, first, start)
    for word in reversed(before.group().split()[-_FURTHEST:] if before else []):
        at = sentence.rindex(word, first, start)
        if word.casefold() in _NO_NAME or word.endswith(".") or word.replace("/", "").replace(".", "").isdigit():
            break
        start = at
    return start
