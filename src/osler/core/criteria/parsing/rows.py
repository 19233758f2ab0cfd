"""A row of tokens sorted by role: words of a name, value tests, windows, the scale."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from osler.core.criteria.lexing.lexicon import cues, is_measurement, window_words
from osler.core.criteria.lexing.readings import grade_test, result_test, scale_of, scaled_test, value_test, windows
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.types import Comparator, ValueTest, Window
from osler.core.evidence import Span
from osler.core.terminology import Vocabularies

_OVER = re.compile(r"over\s+\d")


class AtomSource(NamedTuple):
    """The criterion that spans are cut from."""

    id: str
    text: str
    vocabularies: Vocabularies
    """Those that know which words are a name."""

    def span(self, start: int, end: int) -> Span:
        """A stretch of the criterion as evidence."""
        return Span(source_id=self.id, start=start, end=end, quote=self.text[start:end])


class Parts(NamedTuple):
    """What a row of tokens holds, by role."""

    words: list[Token]
    tests: list[ValueTest]
    windows: list[Window]
    durations: list[Token]
    scale: tuple[str, Token] | None


def sort_out(row: Sequence[Token], source: AtomSource) -> Parts:
    """The tokens of a row by role: words of the name, value tests, windows, the scale."""
    parts = Parts([], [], [], [], None)
    measured = any(token.kind is Kind.WORD and is_measurement(token.text) for token in row)
    for place, token in enumerate(row):
        if token.text in ("point", "points") and place and row[place - 1].kind in (Kind.SCALED, Kind.GRADE):
            continue
        told = not measured and token.text not in cues().decisive_results
        if token.kind is Kind.RESULT and (told or row[min(place + 1, len(row) - 1)].text in cues().no_results):
            # "low ovarian reserve" names a finding; only of a measurement is "low" a result.
            token = token._replace(kind=Kind.WORD)
        if token.kind is Kind.TIME and _is_of_inner_noun(token, row):
            token = token._replace(kind=Kind.WORD)
        if token.kind is Kind.VALUE and (_is_dose(token, row) or _is_place(row, place)):
            # "Adalimumab 40 mg every two weeks" asks for the medicine at that dose; no value of it is measured.
            token = token._replace(kind=Kind.WORD)
        if token.kind is Kind.TIME and _OVER.match(token.text) and not any(other.kind is Kind.VALUE for other in row):
            # "Occlusion over 3 months" has lasted; "weight loss > 10 % over 3 months" happened within them.
            parts.durations.append(token._replace(kind=Kind.DURATION))
        elif token.kind is Kind.TIME:
            span = source.span(token.start, token.end)
            parts.windows.extend(one.model_copy(update={"span": span}) for one in windows(token))
        elif token.kind is Kind.DURATION:
            parts.durations.append(token)
        elif token.kind in (Kind.SCALED, Kind.SCALE):
            parts = _take_scale(parts, token, source)
        elif (test := _test(token)) is not None:
            parts.tests.append(test.model_copy(update={"span": source.span(token.start, token.end)}))
        else:
            parts.words.append(token)
    return parts


def _take_scale(parts: Parts, token: Token, source: AtomSource) -> Parts:
    named = scale_of(token.text)
    tested = scaled_test(token.text) if token.kind is Kind.SCALED else None
    if tested is not None:
        test, offset = tested
        parts.tests.append(test.model_copy(update={"span": source.span(token.start + offset, token.end)}))
    if named is None:
        return parts
    scale_id, start, end = named
    return parts._replace(
        scale=(scale_id, Token(Kind.SCALE, token.start + start, token.start + end, token.text[start:end]))
    )


def _is_of_inner_noun(token: Token, row: Sequence[Token]) -> bool:
    """ "Toxicity from previous treatment", "surgery for a current infection": the time is one of the inner noun."""
    if token.kind is not Kind.TIME or token.text not in window_words() or " " in token.text:
        return False
    before = [other.text for other in row if other.end <= token.start and other.kind is Kind.WORD]
    while before and before[-1] in cues().articles:
        before.pop()
    after = any(other.kind is Kind.WORD and other.start >= token.end for other in row)
    inner = len(before) > 1 and (before[-1] in cues().before_inner_noun or before[-1] in cues().causes)
    return inner and (before[-2] not in cues().noun_openings or len(before) > 2) and after


def _is_dose(token: Token, row: Sequence[Token]) -> bool:
    """Whether a bare amount qualifies a name that is none of a measurement."""
    if token.kind is not Kind.VALUE or not _dose().fullmatch(token.text):
        return False
    names = [other.text for other in row if other.kind is Kind.WORD and other.end <= token.start]
    return bool(names) and not any(is_measurement(name) for name in names)


def _is_place(row: Sequence[Token], place: int) -> bool:
    """ "SpO2 > 92 % at 750 m": where or at what something with a value of its own was measured."""
    told = place > 1 and row[place - 1].text == "at" and row[place - 1].kind is Kind.WORD
    return told and any(other.kind is Kind.VALUE for other in row[: place - 1]) and row[place].text[0].isdigit()


@cache
def _dose() -> re.Pattern[str]:
    return re.compile(rf"\d[\d.,]*\s*(?:{'|'.join(cues().dose_units)})")


def _test(token: Token) -> ValueTest | None:
    if token.kind is Kind.VALUE:
        return value_test(token)
    if token.kind is Kind.RESULT:
        return result_test(token)
    if token.kind is Kind.GRADE:
        return grade_test(token.text)
    return None


def merged(tests: Sequence[ValueTest]) -> ValueTest | None:
    """Several tests of one measure as one: all bounds must hold; a bound in another unit is of something else."""
    if not tests:
        return None
    first = tests[0]
    for other in tests[1:]:
        if first.result is not None and other.bounds and not first.bounds:
            # "Positive antibody titre of at least 1:80": the limit says what counts as the result.
            first = other
            continue
        units = {bound.unit for bound in (*first.bounds, *other.bounds) if bound.unit}
        if other.bounds and first.bounds and len(units) < 2:
            first = first.model_copy(update={"bounds": (*first.bounds, *other.bounds)})
    return first


def with_extremes(parts: Parts) -> Parts:
    """ "Minimum score of 80 %": the word says how the value is meant."""
    sign = next((cues().extremes[word.text] for word in parts.words if word.text in cues().extremes), None)
    if sign is None or not (parts.tests or parts.durations):
        return parts
    named = any(word.text in cues().extreme_measures for word in parts.words)
    if named and parts.tests and all(test.span and test.span.quote[0] in "=<>\u2264\u2265" for test in parts.tests):
        # "Maximal velocity = 3 m/s": a value that has its sign is one of what the words name.
        return parts
    words = [word for word in parts.words if word.text not in cues().extremes]
    durations = [
        token._replace(text=f"{sign.value} {token.text}") if token.text[0].isalnum() else token
        for token in parts.durations
    ]
    return parts._replace(words=words, tests=[_bounded(test, sign) for test in parts.tests], durations=durations)


def _bounded(test: ValueTest, sign: Comparator) -> ValueTest:
    if len(test.bounds) != 1 or test.bounds[0].comparator is not Comparator.EQ:
        return test
    return test.model_copy(update={"bounds": (test.bounds[0].model_copy(update={"comparator": sign}),)})
