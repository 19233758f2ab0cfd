"""Imaging studies with the part that they show: "renal ultrasound", "CT of the abdomen and pelvis"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.shorthand import NOTE_PREFIX
from osler.core.terminology import Match, SemanticType, Vocabularies
from osler.first_letters import each_match


class _Rules(NamedTuple):
    study: re.Pattern[str]
    modality: re.Pattern[str]
    names: dict[str, str]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    table = read_yaml("studies.yml")
    names = {written.lower(): name for name, all_written in table["modalities"].items() for written in all_written}
    modality = rf"(?:{_choice(names)})"
    site = rf"(?:{_choice(table['sites'])})"
    before = rf"{site}(?:\s?(?:/|and|,)\s?{site})*"
    after = rf"(?:\s(?:scan|imaging))?(?:\s(?:of|to)\s(?:the\s|his\s|her\s|both\s|left\s|right\s)*|\s){site}(?:(?:\s?/\s?|\sand\s|,\s){site})*"
    study = rf"(?<![\w-])(?:{before}\s{modality}(?:{after})?|{modality}{after})(?![\w-])"
    return _Rules(re.compile(study, re.IGNORECASE), re.compile(rf"(?<![\w-]){modality}(?![\w-])", re.IGNORECASE), names)


def _choice(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s") for word in sorted(words, key=len, reverse=True))


def imaging_studies(text: str, vocabularies: Vocabularies) -> Iterator[Match]:
    """Every imaging study that is named with its part of the body."""
    rules = _rules()
    for match in each_match(rules.study, text):
        modality = rules.modality.search(match.group())
        if modality is not None:
            name = rules.names[" ".join(modality.group().lower().split())]
            yield Match(*match.span(), _ids(name, match.group(), vocabularies))


def names_a_study(written: str) -> bool:
    """Whether some words are an imaging study with its part of the body."""
    return _rules().study.fullmatch(written) is not None


@lru_cache(maxsize=1024)
def _ids(modality: str, written: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    for match in vocabularies.find(modality):
        concept = vocabularies.concept(match.concept_ids[0])
        if match.end == len(modality) and concept and concept.semantic_type is SemanticType.PROCEDURE:
            return match.concept_ids
    return (f"{NOTE_PREFIX}procedure:{' '.join(written.split())}",)
