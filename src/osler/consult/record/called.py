"""How things of a record are called: the words of a name, what people say for it, and the names of measures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

from osler.consult.record.reading.table import pattern, rules
from osler.core.terminology import Measure, measures, singular, spelling

_WORD = re.compile(r"[a-z0-9]+(?:\.[0-9]+)?")


def words(text: str) -> tuple[str, ...]:
    """The content words of a name, in one spelling and in the singular."""
    plain = pattern("names", "tag").sub(" ", text.lower().replace("'s", "").replace("’s", ""))
    small, found = telling_little("small"), _WORD.findall(plain)
    kept = (
        word
        for place, word in enumerate(found)
        if word not in small or is_letter_of_a_name(word, found[:place], found[place + 1 :])
    )
    return tuple(singular(spelling(word)) for word in kept)


def is_letter_of_a_name(word: str, before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether an "a" is a letter that tells one thing from its like, and no article: the vaccine against hepatitis A is not that against B."""
    table = rules()["names"]
    if word != "a" or not before or before[-1] not in table["lettered"]:
        return False
    return not after or after[0] not in table["counted"]


@cache
def telling_little(group: Literal["small", "generic", "classes"]) -> frozenset[str]:
    """Words of names that tell little of what is meant."""
    return frozenset(rules()["names"][group])


@cache
def lay_names() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Clinical names by the words that people use."""
    text = files("osler.consult.record").joinpath("lay_names.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {words(lay): tuple(clinical.split("|")) for lay, clinical in rows}


def panel_tests(phrase: str) -> tuple[str, ...]:
    """The tests that are done together under one name, the one that stands for all first; none where a phrase is no such name."""
    spoken = words(phrase)
    return lay_names().get(spoken, ()) if spoken in _panels() else ()


@cache
def _panels() -> frozenset[tuple[str, ...]]:
    return frozenset(words(name) for name in rules()["panels"])


@cache
def measure_names() -> dict[tuple[str, ...], Measure]:
    """The measures by the words of each of their names."""
    known = {words(name): row for row in reversed(measures()) for name in (row.name, *row.synonyms) if words(name)}
    # What people call a measure by a name that holds another's: the bad cholesterol is no total cholesterol.
    lay = {
        said: known[words(clinical[0])]
        for said, clinical in lay_names().items()
        if len(said) > 1 and len(clinical) == 1 and words(clinical[0]) in known and said not in known
    }
    return lay | known


@cache
def measure_words() -> frozenset[str]:
    """The words of all names of measures."""
    return frozenset(word for name in measure_names() for word in name)


PRESSURES = ("systolic", "diastolic")
"""The two numbers of a blood pressure."""


def is_pressure(*names: str) -> bool:
    """Whether all of these are numbers of a blood pressure."""
    return all(any(part in name.lower() for part in PRESSURES) for name in names)


@lru_cache(maxsize=2048)
def measure_named(phrase: str) -> Measure | None:
    """The measure with the longest name inside a phrase."""
    spoken = words(phrase)
    for length in range(min(len(spoken), 6), 0, -1):
        for start in range(len(spoken) - length + 1):
            found = measure_names().get(spoken[start : start + length])
            written = _ALSO_WORDS.get(spoken[start : start + length], "")
            if found is not None and written in phrase:
                return found
    return None


_ALSO_WORDS: dict[tuple[str, ...], str] = {("be",): "BE", ("new",): "NEWS", ("fit",): "FIT"}
"""Measures that are written in capitals, for in small letters they are other words: base excess, an early warning score, a stool test."""


@lru_cache(maxsize=2048)
def measure_spans(lower: str) -> list[tuple[int, int]]:
    """Where the names of measures stand in a text, the longest first where they overlap."""
    tokens = [match.span() for match in re.finditer(r"[a-z0-9]+(?:[.'-][a-z0-9]+)*", lower)]
    tells = [
        bool(words(lower[start:end])) for start, end in tokens
    ]  # a name neither begins nor ends with "at" or "the"
    found: list[tuple[int, int]] = []
    index = 0
    while index < len(tokens):
        for length in range(min(6, len(tokens) - index), 0, -1):
            start, end = tokens[index][0], tokens[index + length - 1][1]
            said = lower[start:end]
            whole = tells[index] and tells[index + length - 1] and re.search(r"\b(?:and|or)\b|,", said) is None
            if whole and words(said) in measure_names():
                found.append((start, end))
                index += length - 1
                break
        index += 1
    return found


_PRESSURE = {"LAB:bp": ("LAB:bp", "LAB:sbp", "LAB:dbp")}


def parts_of(asked: Measure) -> list[Measure]:
    """The measure, and where it is recorded in parts, the parts."""
    wanted = _PRESSURE.get(asked.id, (asked.id,))
    return [row for row in measures() if row.id in wanted]


@cache
def coded_measures() -> frozenset[str]:
    """The LOINC codes of all measures."""
    return frozenset(f"LOINC:{code}" for row in measures() for code in row.loinc)


@lru_cache(maxsize=2048)
def whole_measure(name: str) -> str | None:
    """The measure of which a whole entry's name is one, but for its specimen."""
    found = measure_names().get(words(pattern("names", "specimen").sub(" ", name.lower())))
    return found.id if found else None
