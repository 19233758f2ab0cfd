"""Whether a sentence that a model worded is covered by what it cites: its numbers, its names, and no advice of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from osler.consult.record.concepts import measure_named, words
from osler.core.terminology import SemanticType, Vocabularies
from osler.yaml_reader import packaged_yaml

_IN_THESE_WORDS = {
    "judgement": "a judgement that no entry makes",
    "attribution": "words that no entry gives to that person",
}
"""What has to stand in an entry as it is said; a like word does not carry it."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)?")
_IN_WORDS = re.compile(
    r"\b(?:thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"(?:^|[.;:,]\s+|\b(?:should|must|can|may|could|to|please|and|then|or|just|simply|now|never|not|don't)\s+)"
    r"(?:stop|double|halve|increase|decrease|reduce|raise|lower|skip|take|start|begin|avoid|switch|continue|quit|use|drink|inject|swallow)\b"
    r"|\b(?:should|must|ought|need to|safe|harmless|cured?s?)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:no|not|never|none|without|nor|isn't|don't|doesn't)\b", re.IGNORECASE)
_PART = re.compile(r"\b(systolic|diastolic)\b", re.IGNORECASE)
_PERSON = re.compile(r"\b(?!(?:Your?|The|This|It|On|In|At|My)\b)[A-Z][a-z]+ [A-Z][a-z]+\b")
_NAMED_TYPES = {SemanticType.CONDITION, SemanticType.PHENOTYPE, SemanticType.MEDICATION, SemanticType.PROCEDURE}
_DOSE = re.compile(r"\d\s*(?:mg|mcg|µg|g|ml|units?|iu|tablets?|pills?|drops?|puffs?)\b", re.IGNORECASE)


def instructs(text: str) -> bool:
    """Whether a sentence tells somebody what to do, or that something is safe or cures."""
    return _ADVICE.search(text) is not None


def doses_or_instructs(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a sentence gives a dose, names a drug, or tells what to do: nothing to be said without a source."""
    drugs = (vocabularies.concept(match.concept_ids[0]) for match in vocabularies.find(text))
    names_drug = any(drug is not None and drug.semantic_type is SemanticType.MEDICATION for drug in drugs)
    return instructs(text) or names_drug or _DOSE.search(text) is not None


def uncovered(text: str, support: Sequence[str], vocabularies: Vocabularies) -> str | None:
    """What of a sentence its support does not say; None where it covers all. Each support is one entry in words."""
    together = " ".join(support)
    if instructs(text):
        return "advice that no passage gives"
    if _IN_WORDS.search(text):
        return "a number in words"
    if _DENIES.search(text) and not _DENIES.search(together):
        return "a denial that no entry makes"
    person = next(
        (name for name in _PERSON.findall(text) if name not in together and not _is_term(name, vocabularies)), None
    )
    if person is not None:
        return "a name that no entry holds"
    return (
        _judged(text, together)
        or _strange_name(text, together, vocabularies)
        or _strange_number(text, support)
        or _empty(text, together)
    )


@cache
def _classes() -> dict[str, re.Pattern[str]]:
    """The classes of judgements, by name."""
    table: dict[str, Any] = packaged_yaml("osler.consult", "claims.yml")
    worded = {name: table[name] for name in _IN_THESE_WORDS}
    flat = table["direction"] | table["standing"] | worded | {"": table["not_a_standing"]}
    return {name: re.compile(written, re.IGNORECASE) for name, written in flat.items()}


def _judged(text: str, support: str) -> str | None:
    """A trend, a standing or a judgement that code did not word from the entries; a citation alone does not carry it."""
    said, known = (_classes()[""].sub(" ", one) for one in (text, support))
    for name, written in _classes().items():
        found = written.search(said) if name else None
        if found is None:
            continue
        if name in _IN_THESE_WORDS and found.group().lower() not in known.lower():
            return _IN_THESE_WORDS[name]
        if name not in _IN_THESE_WORDS and not written.search(known):
            return "a trend or a standing that no tool computed"
    return None


def _empty(text: str, support: str) -> str | None:
    """A sentence without a number has to say at least one thing that an entry says."""
    if not support or _NUMBER.search(text) or set(words(text)) & set(words(support)):
        return None
    return "nothing that a cited entry says"


def _is_term(name: str, vocabularies: Vocabularies) -> bool:
    return bool(vocabularies.find(name)) or measure_named(name) is not None


def _strange_name(text: str, support: str, vocabularies: Vocabularies) -> str | None:
    held = {concept for match in vocabularies.find(support) for concept in match.concept_ids}
    written = set(words(support))
    for match in vocabularies.find(text):
        concept = vocabularies.concept(match.concept_ids[0])
        if concept is None or concept.semantic_type not in _NAMED_TYPES:
            continue
        if not held.intersection(match.concept_ids) and not set(words(text[match.start : match.end])) <= written:
            return "a drug or condition that no cited entry names"
    return None


def _strange_number(text: str, support: Sequence[str]) -> str | None:
    """Each number has to stand in an entry of the measure that is named before it."""
    start, measured, part = 0, None, ""
    for match in _NUMBER.finditer(text):
        between = text[start : match.start()]
        measured = measure_named(between) or measured
        part = next(iter(reversed(_PART.findall(between.lower()))), part)
        lines = [line for line in support if part in line.lower()] if part else list(support)
        if measured is not None and not part:
            lines = [line for line in lines if _same_measure(measured.id, line)]
        if not any(_holds(line, match.group()) for line in lines):
            return "a number that no cited entry of this measure holds"
        start = match.end()
    return None


_PRESSURES = frozenset({"LAB:bp", "LAB:sbp", "LAB:dbp"})


def _same_measure(measure_id: str, line: str) -> bool:
    found = measure_named(line)
    return found is None or found.id == measure_id or {found.id, measure_id} <= _PRESSURES


def _holds(line: str, written: str) -> bool:
    """Whether a line gives a number, as it is or rounded to the digits that are shown."""
    value, digits = float(written.replace(",", "")), len(written.partition(".")[2])
    known = [float(number.replace(",", "")) for number in re.findall(r"\d+(?:\.\d+)?", line)]
    return any(round(number, digits) == value for number in known)
