"""Who a text speaks of and whether it reports at all: teaching, callers who speak for somebody, a patient's age and sex."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Any, Literal

from osler.core.language import AnalysedText, Sentence
from osler.core.safety.patterns import PhraseTable
from osler.yaml_reader import parse_yaml

_NEWBORN, _BABY, _TODDLER, _CHILD, _TEEN, _OLD = 0.03, 0.4, 2.0, 7.0, 15.0, 75.0
_AGE_WORDS = (
    (re.compile(r"\b(?:newborn|neonate|neonatal|day-old)\b", re.IGNORECASE), _NEWBORN),
    (re.compile(r"\b(?:baby|infant)\b", re.IGNORECASE), _BABY),
    (re.compile(r"\btoddler\b", re.IGNORECASE), _TODDLER),
    (re.compile(r"\b(?:child|kid|schoolchild|schoolboy|schoolgirl)\b", re.IGNORECASE), _CHILD),
    (re.compile(r"\b(?:teenager|teenage|adolescent)\b", re.IGNORECASE), _TEEN),
    (re.compile(r"\belderly\b", re.IGNORECASE), _OLD),
)
_NOT_A_PATIENT = re.compile(r"\b(?:having|after|expecting|carrying|before) (?:a |the |her |my )?(?:baby|child)\b", re.I)
_FEMALE = re.compile(r"\b(?:woman|female|girl|lady|she|her|wife|daughter|mother|mum|mom|pregnant|F)\b")
_MALE = re.compile(r"\b(?:man|male|boy|gentleman|he|his|him|husband|son|father|dad|M)\b")


def teaches(sentence: Sentence) -> bool:
    """Whether a sentence asks or teaches about emergencies in general and reports nobody's."""
    return bool(_cues("general").find(sentence.text)) and not _cues("reporting").find(sentence.text)


def speaks_for_another(text: AnalysedText) -> bool:
    """Whether a caller tells of somebody near who is unwell now."""
    return any(
        _cues("relatives").find(sentence.text) and _cues("now").find(sentence.text) for sentence in text.sentences
    )


def long_ago(sentence: Sentence) -> bool:
    """Whether a sentence tells of an earlier part of a life: a childhood, the years at school."""
    return bool(_cues("long_ago").find(sentence.text))


def age_in(text: AnalysedText) -> float | None:
    """The patient's age in years: as written, else by the word for an age group."""
    if text.patient_age is not None:
        return text.patient_age
    stated = next((time.years for time in text.times if time.kind == "age" and "old" in time.text), None)
    if stated is not None:
        return stated
    words = _NOT_A_PATIENT.sub("", text.text)
    return next((years for pattern, years in _AGE_WORDS if pattern.search(words)), None)


def sex_in(text: AnalysedText) -> Literal["female", "male"] | None:
    """The patient's sex by the words that the text uses most."""
    words = text.text
    female, male = len(_FEMALE.findall(words)), len(_MALE.findall(words))
    return None if female == male else "female" if female > male else "male"


@cache
def _cues(kind: str) -> PhraseTable:
    table: Any = parse_yaml(resources.files(__package__).joinpath("speaking.yml").read_text(encoding="utf-8"))
    phrases = table[kind] if isinstance(table[kind], list) else [table[kind]]
    return PhraseTable((" ".join(phrase.split()).replace("| ", "|"), kind) for phrase in phrases)
