"""Deterministic clinical text processing: sentences, sections, mentions, assertion, time, quantities."""

from osler.core.language.analyse import AnalysedText, analyse, assert_mention
from osler.core.language.sections import sections
from osler.core.language.sentences import sentences
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
    "AnalysedText",
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
    "analyse",
    "assert_mention",
    "sections",
    "sentences",
]
