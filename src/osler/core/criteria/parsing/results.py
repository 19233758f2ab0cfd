"""Results that narrow a disease: "HER2-negative breast cancer" asks for the cancer and for the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from osler.core.criteria.lexing.lexicon import cues, is_measurement
from osler.core.criteria.lexing.readings import result_test
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.words import name_of, sex_words, strip_frames
from osler.core.criteria.tree import all_of
from osler.core.criteria.types import AllOf, Expression, Finding, MeasuredValue


def without_result(row: Sequence[Token], source: AtomSource) -> tuple[Sequence[Token], MeasuredValue | None]:
    """The row without a result that stands before its disease, and the result."""
    for place, token in enumerate(row):
        if token.kind is not Kind.RESULT or token.text not in cues().decisive_results:
            continue
        start = place
        while start and row[start - 1].kind is Kind.WORD:
            start -= 1
        before, after = strip_frames(row[start:place]), row[place + 1 :]
        courses = _courses(before)
        before = before[courses:]
        if not before or not _begins_with_disease(after, source):
            continue
        test = result_test(token).model_copy(update={"span": source.span(token.start, token.end)})
        span = source.span(before[0].start, before[-1].end)
        opening = next(n for n in range(start, place) if row[n] is before[0])
        return [*row[: opening if courses else start], *after], MeasuredValue(
            name=name_of(before, source), test=test, span=span
        )
    return row, None


def _courses(words: Sequence[Token]) -> int:
    """How many words say how far a disease has gone: "locally advanced or metastatic HER2-positive breast cancer"."""
    said = (
        cues().courses_of_cancer
        | cues().certainty
        | {"locally", "histologically", "cytologically", "previously", "newly"}
    )
    return next((n for n, word in enumerate(words) if word.text not in said), 0)


def _begins_with_disease(row: Sequence[Token], source: AtomSource) -> bool:
    """Whether a row goes on with the name of a disease, and of nobody and no measurement."""
    end = next((n for n, token in enumerate(row) if token.kind is not Kind.WORD), len(row))
    words = [token.text for token in row[:end]]
    written = [source.text[token.start : token.end] for token in row[:end]]
    if any(word in sex_words() or word in cues().persons or is_measurement(word) for word in words):
        return False
    phrase = next((n for n, word in enumerate(words) if word in cues().prepositions), len(words))
    if not phrase:
        return False
    named = (" ".join(written[start:phrase]) for start in range(phrase))
    short = written[phrase - 1].upper() == written[phrase - 1] != source.text
    return short or any(names_condition(name, source.vocabularies) for name in named)


def of_one_disease(
    parts: Sequence[Expression], join: Callable[[Sequence[Expression]], Expression]
) -> Expression | None:
    """ "RF positive or anti-CCP positive arthritis": the disease after the last result is that of all; None where there is none."""
    *others, last = parts
    if not others or not isinstance(last, AllOf) or not _is_result(last.children[-1]):
        return None
    if not all(map(_is_result, others)) or not isinstance(last.children[0], Finding):
        return None
    return all_of([*last.children[:-1], join([*others, last.children[-1]])])


def _is_result(part: Expression) -> bool:
    return isinstance(part, MeasuredValue) and part.test.result in ("positive", "negative")
