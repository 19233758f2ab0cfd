"""Measures that a row states beside what it names: a stage, grade or class, and how long a pregnancy went."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import is_measurement
from osler.core.criteria.lexing.numbers import COMPARATOR
from osler.core.criteria.lexing.readings import grade_test, value_test
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.known import names_something
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.scaled import OF_SCALES
from osler.core.criteria.parsing.words import strip_frames
from osler.core.criteria.types import MeasuredValue

_GESTATION = re.compile(r"\s+(?:of\s+)?(?P<name>gestation|gestational\s+age|pregnancy)\b")
_STAGED = re.compile(r"(?:functional\s+)?(?:stage|grade|class)\b")
_SIGNED_STAGE = re.compile(rf"(?:{COMPARATOR})\s*(?P<name>stage|grade|class)\b")
_WHOSE = 2


def without_stage(row: Sequence[Token], source: AtomSource) -> tuple[Sequence[Token], MeasuredValue | None]:
    """ "Stage III or IV melanoma": the disease is one condition and its stage another."""
    place = next((n for n, token in enumerate(row) if _is_stage(token)), None)
    if place is None:
        return row, None
    others = [token for n, token in enumerate(row) if n != place]
    named = strip_frames([token for token in others if token.kind is Kind.WORD])
    if not named or any(is_measurement(word.text) for word in named):
        return row, None
    if any(token.kind in (Kind.SCALE, Kind.SCALED, Kind.VALUE) for token in others):
        return row, None
    whose = source.span(named[0].start, named[-1].end).quote
    if (
        len(named) <= _WHOSE
        and all(word[0].isupper() for word in whose.split())
        and named[-1].end <= row[place].start
        and not names_something(whose, source.vocabularies)
    ):
        # "AJCC stage III", "Kellgren-Lawrence grade 2", "Ann Arbor stage II": whose stages they are.
        stage = stage_atom(row[place], source)
        name = f"{whose} {stage.name}" if stage else ""
        rest = [token for token in others if token not in named]
        return rest, stage.model_copy(update={"name": name}) if stage else None
    if named[-1].text in OF_SCALES and named[-1].end <= row[place].start:
        # "Wagner classification stage 3": whose stages they are.
        return row, None
    if row[place].text.startswith(("class", "functional")) and any(token.end <= row[place].start for token in named):
        # "American Heart Association class > 3": the words before it name the classes.
        return row, None
    return others, stage_atom(row[place], source)


def _is_stage(token: Token) -> bool:
    staged = token.kind is Kind.GRADE and _STAGED.match(token.text)
    return bool(staged) or (token.kind is Kind.SCALED and _SIGNED_STAGE.match(token.text) is not None)


def without_gestation(row: Sequence[Token], source: AtomSource) -> tuple[Sequence[Token], MeasuredValue | None]:
    """ "Infants born at 30 to 32 weeks of gestation": how long the pregnancy went is a measure of its own."""
    for place, token in enumerate(row):
        found = _GESTATION.search(token.text) if token.kind is Kind.DURATION else None
        test = value_test(token) if found else None
        if found and test is not None:
            stated = test.model_copy(update={"span": source.span(token.start, token.start + found.start())})
            span = source.span(token.start + found.start("name"), token.start + found.end("name"))
            others = [other for n, other in enumerate(row) if n != place]
            return others, MeasuredValue(name="gestational age", test=stated, span=span)
    return row, None


def stage_atom(token: Token, source: AtomSource) -> MeasuredValue | None:
    """The stage, grade or class that a token states, as a condition of its own."""
    if token.kind is Kind.SCALED and (signed := _SIGNED_STAGE.match(token.text)) is not None:
        # "Greater than grade 1"
        test = grade_test(token.text)
        span = source.span(token.start + signed.start("name"), token.start + signed.end("name"))
        stated = test.model_copy(update={"span": source.span(token.start, token.end)}) if test else None
        return MeasuredValue(name=signed["name"], test=stated, span=span) if stated else None
    name = _STAGED.match(token.text) if token.kind is Kind.GRADE else None
    test = grade_test(token.text) if name else None
    if test is None or name is None:
        return None
    stated = test.model_copy(update={"span": source.span(token.start + name.end(), token.end)})
    return MeasuredValue(name=name.group(), test=stated, span=source.span(token.start, token.start + name.end()))
