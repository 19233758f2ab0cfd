"""Atomic conditions from a row of tokens that holds no connective."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from osler.core.criteria.lexing.lexicon import cues, is_measurement, life_stages, scales
from osler.core.criteria.lexing.readings import (
    grade_test,
    lasting,
    result_test,
    scale_of,
    scaled_test,
    value_test,
    window,
)
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.tree import all_of
from osler.core.criteria.types import (
    Age,
    Bound,
    Comparator,
    Expression,
    Finding,
    MeasuredValue,
    Pregnancy,
    SexIs,
    ValueTest,
    Window,
)
from osler.core.evidence import Span

_AGE_WORDS = frozenset({"age", "aged", "ages", "old", "years", "year-old", "years-old", "yrs"})
_AGED = re.compile(r"\b(?:of age|old|older|younger|ages? of)\b")
_OVER = re.compile(r"over\s+\d+\s*(?:years?|yrs?|months?)")
_LENGTH_NAMES = re.compile(r"expectancy|length|period|survival|duration|interval|time|gestation|follow")
_LONGEST_PHRASE = 5
_EXTREMES = {
    "minimum": Comparator.GE,
    "minimal": Comparator.GE,
    "maximum": Comparator.LE,
    "maximal": Comparator.LE,
}
_STAGED = re.compile(r"(?:functional\s+)?(?:stage|grade|class)\b")
_LINKS = frozenset(
    {"of", "for", "in", "to", "with", "by", "from", "than", "and", "or", "have", "having", "their", "no"}
)
_DIRECTED = frozenset({"to", "for", "against"})
_REACTIONS = frozenset({"allergy", "allergies", "hypersensitivity", "intolerance", "sensitivity"})
_DECISIVE = frozenset(
    {"positive", "negative", "seropositive", "sero-positive", "seronegative", "positivity", "seropositivity"}
)


class AtomSource(NamedTuple):
    """The criterion that spans are cut from."""

    id: str
    text: str

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
    for token in row:
        if token.kind is Kind.RESULT and not measured and token.text not in _DECISIVE:
            # "low ovarian reserve" names a finding; only of a measurement is "low" a result.
            token = token._replace(kind=Kind.WORD)
        if token.kind is Kind.TIME:
            parts.windows.append(window(token).model_copy(update={"span": source.span(token.start, token.end)}))
        elif token.kind is Kind.DURATION:
            parts.durations.append(token)
        elif token.kind in (Kind.SCALED, Kind.SCALE):
            parts = _take_scale(parts, token, source)
        elif (test := _test(token)) is not None:
            parts.tests.append(test.model_copy(update={"span": source.span(token.start, token.end)}))
        else:
            parts.words.append(token)
    return parts


def build(row: Sequence[Token], source: AtomSource) -> Expression | None:
    """The condition that a row states, or None when it holds nothing but frame words."""
    if any(token.text in _AGE_WORDS for token in row):
        # "Age over 18 years" is no stretch of time.
        row = [
            token._replace(kind=Kind.DURATION) if token.kind is Kind.TIME and _OVER.fullmatch(token.text) else token
            for token in row
        ]
    row, staged = _without_stage(row, source)
    plain = sort_out(row, source)
    parts = _with_extremes(plain)
    words = strip_frames(parts.words)
    if not words and parts is not plain:
        # "A minimum score of 80 %" has no other name than "score".
        return _only_measured(parts, source)
    if staged is not None:
        conditions = _named(words, parts, source)
        return all_of([*conditions, staged])
    aged = _age(parts, words, source)
    if aged is not None:
        rest = [word for word in words if word.text not in _AGE_WORDS]
        others = _named(rest, parts._replace(durations=[], tests=[]), source, aged=True) if strip_frames(rest) else []
        return all_of([aged, *others])
    if parts.scale is not None:
        return _scale_atom(parts, words, source)
    conditions = _named(words, parts, source)
    return all_of(conditions) if conditions else None


def _named(words: Sequence[Token], parts: Parts, source: AtomSource, *, aged: bool = False) -> list[Expression]:
    """The sex that the words name, and the finding, measure or pregnancy that the rest of them name."""
    found: list[Expression] = []
    rest: list[Token] = []
    for place, token in enumerate(words):
        sex = sex_words().get(token.text)
        if sex is not None:
            found.append(SexIs(sex=sex, span=source.span(token.start, token.end)))
        elif _is_life_stage(words, place):
            if not aged:
                found.append(_stage_of_life(token, source))
        else:
            rest.append(token)
    rest = strip_frames(rest)
    # A number alone is a list marker or a footnote, not a finding.
    if any(any(map(str.isalpha, token.text)) for token in rest):
        found.append(_condition(rest, parts, source))
    return found


def _condition(words: Sequence[Token], parts: Parts, source: AtomSource) -> Expression:
    test = merged(parts.tests)
    if test is not None and _only_says_some(test, words):
        test = None
    words = _measured_words(words, test)
    name = name_of(words, source)
    span = source.span(words[0].start, words[-1].end)
    windows = list(parts.windows)
    for token in parts.durations:
        length = value_test(token)
        if test is None and length is not None and _LENGTH_NAMES.search(name.lower()):
            test = length.model_copy(update={"span": source.span(token.start, token.end)})
        elif (window_ := lasting(token)) is not None:
            windows.append(window_.model_copy(update={"span": source.span(token.start, token.end)}))
    state = _pregnancy(name)
    if state is not None and test is None:
        return Pregnancy(state=state, windows=tuple(windows), span=span)
    if test is not None:
        return MeasuredValue(name=name, test=test, windows=tuple(windows), span=span)
    target = _target(words)
    if not target:
        return Finding(name=name, windows=tuple(windows), span=span)
    return Finding(
        name=name,
        target=name_of(target, source),
        target_span=source.span(target[0].start, target[-1].end),
        windows=tuple(windows),
        span=span,
    )


def _is_life_stage(words: Sequence[Token], place: int) -> bool:
    """Whether a word says how old the patients are, and not whose children or what kind of disease."""
    if words[place].text not in life_stages():
        return False
    others = [word for word in words if word.text not in sex_words()]
    at = others.index(words[place])
    before, after = others[:at], others[at + 1 :]
    if before and before[-1].text in _LINKS:
        return False
    noun = words[place].text.endswith(("s", "ren", "elderly"))
    return not after or not strip_frames(after[:1]) or (noun and not before)


def _stage_of_life(token: Token, source: AtomSource) -> Age:
    stage = life_stages()[token.text]
    limits = ((Comparator.GE, stage.at_least), (Comparator.LT, stage.below))
    bounds = tuple(Bound(comparator=sign, value=value, unit=stage.unit) for sign, value in limits if value is not None)
    return Age(test=ValueTest(bounds=bounds), span=source.span(token.start, token.end))


def _without_stage(row: Sequence[Token], source: AtomSource) -> tuple[Sequence[Token], MeasuredValue | None]:
    """ "Stage III or IV melanoma": the disease is one condition and its stage another."""
    place = next((n for n, token in enumerate(row) if token.kind is Kind.GRADE and _STAGED.match(token.text)), None)
    others = [token for n, token in enumerate(row) if n != place]
    named = strip_frames([token for token in others if token.kind is Kind.WORD])
    if place is None or not named or any(is_measurement(word.text) for word in named):
        return row, None
    if any(token.kind in (Kind.SCALE, Kind.SCALED, Kind.VALUE) for token in others):
        return row, None
    if row[place].text.startswith(("class", "functional")) and any(token.end <= row[place].start for token in named):
        # "American Heart Association class > 3": the words before it name the classes.
        return row, None
    return others, stage_atom(row[place], source)


def stage_atom(token: Token, source: AtomSource) -> MeasuredValue | None:
    """The stage, grade or class that a token states, as a condition of its own."""
    name = _STAGED.match(token.text) if token.kind is Kind.GRADE else None
    test = grade_test(token.text) if name else None
    if test is None or name is None:
        return None
    stated = test.model_copy(update={"span": source.span(token.start + name.end(), token.end)})
    return MeasuredValue(name=name.group(), test=stated, span=source.span(token.start, token.start + name.end()))


def _with_extremes(parts: Parts) -> Parts:
    """ "Minimum score of 80 %": the word says how the value is meant."""
    sign = next((_EXTREMES[word.text] for word in parts.words if word.text in _EXTREMES), None)
    if sign is None or not (parts.tests or parts.durations):
        return parts
    words = [word for word in parts.words if word.text not in _EXTREMES]
    durations = [
        token._replace(text=f"{sign.value} {token.text}") if token.text[0].isalnum() else token
        for token in parts.durations
    ]
    return parts._replace(words=words, tests=[_bounded(test, sign) for test in parts.tests], durations=durations)


def _bounded(test: ValueTest, sign: Comparator) -> ValueTest:
    if len(test.bounds) != 1 or test.bounds[0].comparator is not Comparator.EQ:
        return test
    return test.model_copy(update={"bounds": (test.bounds[0].model_copy(update={"comparator": sign}),)})


def _only_measured(parts: Parts, source: AtomSource) -> MeasuredValue | None:
    word = next((word for word in reversed(parts.words) if is_measurement(word.text)), None)
    test = merged(parts.tests)
    if word is None or test is None:
        return None
    span = source.span(word.start, word.end)
    return MeasuredValue(name=span.quote, test=test, windows=tuple(parts.windows), span=span)


def _only_says_some(test: ValueTest, words: Sequence[Token]) -> bool:
    """ "At least 1 lesion" says no more than that there is one."""
    first = Bound(comparator=Comparator.GE, value=1.0)
    return test.bounds == (first,) and test.span is not None and test.span.end <= words[0].start


def _measured_words(words: Sequence[Token], test: ValueTest | None) -> Sequence[Token]:
    """The words that name a measurement: those before its value ("GFR < 40 by the MDRD formula")."""
    if test is None or test.span is None:
        return words
    before = strip_frames([word for word in words if word.end <= test.span.start])
    named = bool(before) and any(is_measurement(word.text) for word in before)
    return before if named else words


def _target(words: Sequence[Token]) -> list[Token]:
    """The words after "to" or "for", or before "allergy": what a reaction or a treatment is directed at."""
    for place in range(1, len(words) - 1):
        if words[place].text in _DIRECTED:
            return strip_frames(words[place + 1 :])
    if len(words) > 1 and words[-1].text in _REACTIONS:
        return list(words[:-1])
    return []


def _age(parts: Parts, words: Sequence[Token], source: AtomSource) -> Age | None:
    says_age = any(word.text in _AGE_WORDS for word in parts.words)
    nameless = not [word for word in words if word.text not in sex_words()]
    for token in parts.durations:
        if says_age or nameless or _AGED.search(token.text):
            test = value_test(token)
            if test is not None and test.bounds[0].unit:
                stated = test.model_copy(update={"span": source.span(token.start, token.end)})
                return Age(test=stated, span=_age_place(parts, token, source))
    if says_age and (test := merged([test for test in parts.tests if test.bounds])) is not None:
        return Age(test=test, span=_age_place(parts, None, source))
    return None


def _age_place(parts: Parts, duration: Token | None, source: AtomSource) -> Span:
    """The word that says that an age is meant, or the age itself where no word says so."""
    word = next((word for word in parts.words if word.text in _AGE_WORDS), None)
    if word is not None:
        return source.span(word.start, word.end)
    assert duration is not None  # noqa: S101 - an age is stated by a word or a duration
    found = _AGED.search(duration.text)
    if found:
        return source.span(duration.start + found.start(), duration.start + found.end())
    return source.span(duration.start, duration.end)


def _scale_atom(parts: Parts, words: Sequence[Token], source: AtomSource) -> Expression:
    assert parts.scale is not None  # noqa: S101 - the caller has looked
    scale_id, token = parts.scale
    span = source.span(token.start, token.end)
    test = merged(parts.tests)
    if test is None:
        return Finding(name=span.quote, windows=tuple(parts.windows), span=span)
    measure = MeasuredValue(
        name=scales()[scale_id].title, scale=scale_id, test=test, windows=tuple(parts.windows), span=span
    )
    rest = [
        word for word in words if word.text not in {"performance", "status", "score", "functional", "class", "scale"}
    ]
    others = _named(rest, parts._replace(tests=[], durations=[], windows=[]), source) if strip_frames(rest) else []
    return all_of([measure, *others])


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


def _test(token: Token) -> ValueTest | None:
    if token.kind is Kind.VALUE:
        return value_test(token)
    if token.kind is Kind.RESULT:
        return result_test(token)
    if token.kind is Kind.GRADE:
        return grade_test(token.text)
    return None


def merged(tests: Sequence[ValueTest]) -> ValueTest | None:
    """Several tests of one measure as one: all bounds must hold."""
    if not tests:
        return None
    first = tests[0]
    for other in tests[1:]:
        if other.bounds and first.bounds:
            first = first.model_copy(update={"bounds": (*first.bounds, *other.bounds)})
    return first


def name_of(words: Sequence[Token], source: AtomSource) -> str:
    """The words as written, with single spaces."""
    pieces = []
    previous: Token | None = None
    for token in words:
        gap = source.text[previous.end : token.start] if previous else " "
        pieces.append((" " if gap.strip() or gap else "") + source.text[token.start : token.end])
        previous = token
    return " ".join("".join(pieces).split())


def strip_frames(words: Sequence[Token]) -> list[Token]:
    """The words without openings and closings that say nothing."""
    rest = list(words)
    frames, tails = _phrases("frames"), _phrases("tails")
    while rest and (taken := _prefix(rest, frames)):
        rest = rest[taken:]
    while rest and (taken := _suffix(rest, tails)):
        rest = rest[:-taken]
    return rest


def _prefix(words: Sequence[Token], phrases: frozenset[tuple[str, ...]]) -> int:
    texts = tuple(word.text for word in words[:_LONGEST_PHRASE])
    return next((n for n in range(len(texts), 0, -1) if texts[:n] in phrases), 0)


def _suffix(words: Sequence[Token], phrases: frozenset[tuple[str, ...]]) -> int:
    texts = tuple(word.text for word in words[-_LONGEST_PHRASE:])
    return next((n for n in range(len(texts), 0, -1) if texts[-n:] in phrases), 0)


@cache
def _phrases(name: Literal["frames", "tails"]) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in getattr(cues(), name))


@cache
def sex_words() -> dict[str, Literal["female", "male"]]:
    """Every word for a woman or a man, with the sex."""
    table: dict[str, Literal["female", "male"]] = {}
    table.update(dict.fromkeys(cues().sexes["female"], "female"))
    table.update(dict.fromkeys(cues().sexes["male"], "male"))
    return table


def _pregnancy(name: str) -> Literal["pregnant", "breastfeeding", "childbearing_potential"] | None:
    plain = re.sub(r"\s+", " ", name.lower())
    if "test" in plain or "prevent" in plain:
        return None
    if plain in cues().pregnancy["pregnant"]:
        return "pregnant"
    if plain in cues().pregnancy["breastfeeding"]:
        return "breastfeeding"
    if any(plain.endswith(words) for words in cues().pregnancy["childbearing_potential"]):
        return "childbearing_potential"
    return None
