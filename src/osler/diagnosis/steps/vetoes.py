"""Whether a note's own words bear a veto out: what is like a finding is not that finding, and another's is not the patient's."""

from __future__ import annotations

import re
from functools import cache

from osler.core.language import AnalysedText
from osler.yaml_reader import packaged_yaml


def is_only_alike(text: AnalysedText, start: int, end: int) -> bool:
    """Whether the words at a place are the name of what something is like."""
    after, before = _pattern("likeness_after"), _pattern("likeness_before")
    article = r"\s(?:an?\s|the\s)?$"
    return bool(
        re.match(rf"(?:{after})\b", text.text[end:], re.IGNORECASE)
        or re.search(rf"\b(?:{before}){article}", text.text[:start], re.IGNORECASE)
    )


def is_of_another(text: AnalysedText, start: int, end: int) -> bool:
    """Whether a sentence tells what stands at a place of somebody beside the patient, or of an animal."""
    sentence = text.sentence_holding(start)
    if sentence is None:
        return False
    # What a quote begins with may be the person: the words before its end are looked at, and not those before its start.
    return _subject().search(text.text, sentence.start, end) is not None


def is_untold(text: AnalysedText, start: int) -> bool:
    """Whether the sentence of a place asks, fears or warns of what it names."""
    sentence = text.sentence_holding(start)
    if sentence is None:
        return False
    return sentence.text.rstrip().endswith("?") or _untold().search(sentence.text) is not None


@cache
def _untold() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_pattern('untold')})(?!\w)", re.IGNORECASE)


@cache
def _subject() -> re.Pattern[str]:
    """Another as the one who has something, with no word for the patient between them and the end."""
    between = rf"(?:(?!\b(?:{_pattern('patient')})\b)[^.;])*"
    return re.compile(
        rf"\b(?:{_pattern('others')})(?:'s\s[\w-]+)?\s(?:{_pattern('has_it')})\b{between}\Z", re.IGNORECASE
    )


@cache
def _pattern(words: str) -> str:
    return "|".join(packaged_yaml("osler.diagnosis.steps", "vetoes.yml")[words])
