"""Tumours that a note names by their tissue, with the organ beside the name: "squamous cell carcinoma right lower lobe" is one of
the lung, "right breast, ductal cancer" one of the breast. A criterion asks for the disease of the organ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from osler.core.patient import PatientRecord, Presence
from osler.core.patient.types import Cancer, Coding, Condition, Fact, Phenotype
from osler.core.terminology import Vocabularies
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.told_at import Told, told_at
from osler.trials.kinship import concepts_in, lineage

_KINDS = ("cancers", "conditions", "phenotypes")
_NEAR = 45
"""Characters between the name of a tumour and that of its organ."""

_BESIDE = 24
_PARTS = re.compile(r"[,;.()\n]")


def with_sited_tumours(record: PatientRecord, vocabularies: Vocabularies) -> PatientRecord:
    """A record in which every tumour that is named by its tissue alone is also what it is in the organ beside its name."""
    changed: dict[str, list[Fact]] = {}
    for kind in _KINDS:
        facts: list[Fact] = getattr(record, kind)
        sited = [_sited(fact, record, vocabularies) for fact in facts]
        if any(one is not fact for one, fact in zip(sited, facts, strict=True)):
            changed[kind] = sited
    return record.model_copy(update=changed) if changed else record


def _sited(fact: Fact, record: PatientRecord, vocabularies: Vocabularies) -> Fact:
    if not isinstance(fact, Cancer | Condition | Phenotype) or fact.presence is not Presence.PRESENT:
        return fact
    if not pattern("sited_tumours", "tissue").search(fact.label.casefold()) or _organ_in(fact.label.casefold()):
        return fact
    places = list(told_at(fact, record, vocabularies))
    organs = {organ for told in places if (organ := _organ_beside(told)) is not None}
    if len(organs) != 1:
        return fact
    tissue = max((_tissue(told) for told in places), key=len)
    if not tissue:
        return fact
    own = frozenset(concepts_in(tissue, vocabularies))
    asked = frozenset(concepts_in(f"{organs.pop()} {tissue}", vocabularies)) - own
    kinds = own | frozenset(concepts_in(tissue.split()[-1], vocabularies))
    if not asked or not all(kinds & lineage(code, vocabularies) for code in asked):
        return fact
    names = ((code, vocabularies.concept(code)) for code in sorted(asked))
    codes = [Coding.of(code, concept.name) for code, concept in names if concept is not None]
    return fact.model_copy(update={"codings": [*fact.codings, *codes]})


def _tissue(told: Told) -> str:
    """The name of a tumour with the words for its tissue before it: "ductal cancer" where the reader has "cancer"."""
    words = told.read.text[max(told.sentence.start, told.span.start - _BESIDE) : told.span.end].casefold()
    found = pattern("sited_tumours", "tissue").findall(words)
    return found[-1] if found else ""


def _organ_beside(told: Told) -> str | None:
    """The organ that stands nearest to a tumour in its clause, where no spread and no second tumour is spoken of there."""
    text, sentence = told.read.text, told.sentence
    first, last = max(sentence.start, told.span.start - _NEAR), min(sentence.end, told.span.end + _NEAR)
    near = [
        (min(abs(start - told.span.end), abs(told.span.start - end)), organ)
        for organ, start, end in _organs(text[first:last].casefold(), first)
        if not pattern("sited_tumours", "elsewhere").search(_around(text, start, end))
    ]
    return min(near)[1] if near else None


def _around(text: str, start: int, end: int) -> str:
    """The words about a place within its part of the sentence."""
    before, behind = _PARTS.split(text[:start])[-1], _PARTS.split(text[end:])[0]
    return f"{before[-_BESIDE:]} {behind[:_BESIDE]}".casefold()


def _organ_in(words: str) -> bool:
    return next(_organs(words, 0), None) is not None


def _organs(words: str, offset: int) -> Iterator[tuple[str, int, int]]:
    for organ, form in _forms():
        for found in form.finditer(words):
            yield organ, offset + found.start(), offset + found.end()


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The words by which notes name the organs and their parts."""
    return tuple(
        (organ, re.compile(rf"\b(?:{words})\b")) for organ, words in rules()["sited_tumours"]["organs"].items()
    )
