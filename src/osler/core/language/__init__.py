"""Deterministic clinical text processing: sentences, sections, mentions, assertion, time, quantities."""

from osler.core.language.types import (
    Assertion,
    CueSpan,
    Experiencer,
    Matcher,
    Mention,
    NormalFinding,
    Polarity,
    Progression,
    Quantity,
    Regimen,
    Section,
    SectionKind,
    Sentence,
    TimeExpression,
    Timing,
)

__all__ = [
    "Assertion",
    "CueSpan",
    "Experiencer",
    "Matcher",
    "Mention",
    "NormalFinding",
    "Polarity",
    "Progression",
    "Quantity",
    "Regimen",
    "Section",
    "SectionKind",
    "Sentence",
    "TimeExpression",
    "Timing",
]
