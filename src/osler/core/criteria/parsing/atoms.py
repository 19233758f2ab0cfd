"""Atomic conditions from a row of tokens that holds no connective."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal

from osler.core.criteria.lexing.lexicon import cues, is_measurement
from osler.core.criteria.lexing.readings import lasting, value_test, windows
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.fractions import acuity, beyond_pressure, is_pressure, pressures
from osler.core.criteria.parsing.known import holds_medicine
from osler.core.criteria.parsing.persons import (
    age_of,
    is_life_stage,
    of_partner,
    pregnancy_state,
    stage_of_life,
    without_only,
)
from osler.core.criteria.parsing.results import without_result
from osler.core.criteria.parsing.rows import AtomSource, Parts, merged, sort_out, with_extremes
from osler.core.criteria.parsing.scaled import scale_atom
from osler.core.criteria.parsing.set_apart import without_gestation, without_stage
from osler.core.criteria.parsing.words import name_of, sex_words, strip_frames, without_method
from osler.core.criteria.tree import all_of, map_atoms
from osler.core.criteria.types import (
    Bound,
    Comparator,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Pregnancy,
    SexIs,
    ValueTest,
    Window,
)

_OVER = re.compile(r"over\s+\d+\s*(?:years?|yrs?|yo?|months?)")
_LENGTH_NAMES = re.compile(
    r"expectancy|lifespan|life span|length|period|survival|duration|interval|time|gestation|follow|uter(?:us|ine) size|fundal height|^age (?:at|of)\b"
)
_SINCE = re.compile(r"\bsince\s+(?:the\s+)?(?:(?:last|prior|previous|most\s+recent|any)\s+)*(?P<event>[a-z].*)$")
_BEFORE = re.compile(r"\b(?:before|prior|preceding)\b", re.IGNORECASE)
_ONCE = frozenset(
    {"transplantation", "transplant", "surgery", "operation", "infarction", "stroke", "vaccination", "bypass", "biopsy"}
)
_DIRECTED = frozenset({"to", "for", "against"})
_PRESSURE_WORDS = frozenset(
    {"blood", "pressure", "bloodpressure", "bp", "systolic", "diastolic", "systolic/diastolic", "arterial", "of", "a"}
)
_AT_LEAST_ONE = (Bound(comparator=Comparator.GE, value=1.0),)
_WHEN_MEASURED = frozenset({"baseline", "screening"})
_OF_AGES = frozenset(
    {*cues().age_words, *cues().own_ages, "birth", "group", "groups", "range", "limit", "limits"}
    | {"young", "younger", "older", "elderly"}
)
_REACTIONS = frozenset({"allergy", "allergies", "hypersensitivity", "intolerance", "sensitivity"})
_STRENGTHS = frozenset({"%", "mg", "mg/ml", "g", "mcg", "ug", "iu", "ml", "mg/kg"})
_LETTERS: Mapping[str, Literal["female", "male"]] = {"F": "female", "M": "male"}
_STATES: dict[str, Literal["pregnant", "breastfeeding"]] = {
    "pregnant": "pregnant",
    "lactating": "breastfeeding",
    "breastfeeding": "breastfeeding",
    "breast-feeding": "breastfeeding",
}


def build(row: Sequence[Token], source: AtomSource) -> Expression | None:
    """The condition that a row states, or None when it holds nothing but frame words."""
    if any(token.text in cues().age_words for token in row):
        # "Age over 18 years" is no stretch of time.
        row = [
            token._replace(kind=Kind.DURATION) if token.kind is Kind.TIME and _OVER.fullmatch(token.text) else token
            for token in row
        ]
    if (second := _next_measure(row)) is not None:
        # "Creatinine < 1.5 mg/dl bilirubin < 2 mg/dl": two measures without a sign between them.
        two = (build(row[:second], source), build(row[second:], source))
        return all_of([part for part in two if part is not None])
    row, carried = without_gestation(row, source)
    if carried is not None:
        beside = build(row, source)
        return carried if beside is None else all_of([beside, carried])
    if (weighed := _weighed(row, source)) is not None:
        return weighed
    row, told = without_result(row, source)
    if told is not None:
        disease = build(row, source)
        return told if disease is None else all_of([disease, told])
    if (since := _event_alone(row, source)) is not None:
        return since
    row, staged = without_stage(row, source)
    plain = sort_out(row, source)
    parts = with_extremes(plain)
    words = strip_frames(without_only(without_method(strip_frames(parts.words))))
    if not words and parts is not plain:
        # "A minimum score of 80 %" has no other name than "score".
        return _only_measured(parts, source)
    if staged is not None:
        conditions = _named(words, parts, source)
        return all_of([*conditions, staged])
    aged = age_of(parts, words, source)
    if aged is not None:
        rest = [word for word in words if word.text not in _OF_AGES]
        others = _named(rest, parts._replace(durations=[], tests=[]), source, aged=True) if strip_frames(rest) else []
        return all_of([aged, *others])
    if parts.scale is not None:
        return scale_atom(parts, words, source, _named)
    conditions = _named(words, parts, source)
    return all_of(conditions) if conditions else None


def _next_measure(row: Sequence[Token]) -> int | None:
    """Where a second measure begins after a value, with words of its own that name one and a value of its own."""
    values = [n for n, token in enumerate(row) if token.kind is Kind.VALUE]
    for first, second in pairwise(values):
        words = row[first + 1 : second]
        opens = row[first].text[-1] in "<>=\u2264\u2265"  # "18 <= BMI <= 27" bounds one measure
        if not words or first == 0 or opens or any(token.kind is not Kind.WORD for token in words):
            continue
        if strip_frames(words[:1]) and any(is_measurement(token.text) for token in words):
            return first + 1
    return None


def _is_acronym(token: Token, source: AtomSource) -> bool:
    """Whether a word for a sex is written in capitals among others that are not: "MEN 2" is a disease."""
    written, whole = source.text[token.start : token.end], source.text
    return written.isupper() and len(written) > 1 and not whole.isupper()


def _named(words: Sequence[Token], parts: Parts, source: AtomSource, *, aged: bool = False) -> list[Expression]:
    """The sex that the words name, and the finding, measure or pregnancy that the rest of them name."""
    found: list[Expression] = []
    states: list[Expression] = []
    rest: list[Token] = []
    others = of_partner(words)
    for place, token in enumerate(words):
        if place >= others:
            rest.append(token)
            continue
        sex = None if _qualifies_thing(words, place) else sex_words().get(token.text)
        if len(words) == 1 and not parts.tests:
            # "F; 18 to 70 years": a letter that stands alone.
            sex = sex or _LETTERS.get(source.text[token.start : token.end])
        if sex is not None and not _is_acronym(token, source):
            found.append(SexIs(sex=sex, span=source.span(token.start, token.end)))
        elif (
            (state := _STATES.get(token.text)) is not None
            and not _becomes(words, place)
            and (
                any(word.text in sex_words() for word in words)
                or (place == 0 and len(words) > 1 and bool(parts.tests or parts.durations))
            )
        ):
            span = source.span(token.start, token.end)
            states.append(Pregnancy(state=state, windows=tuple(parts.windows), span=span))
        elif is_life_stage(words, place) and not _is_counted(token, parts) and not _is_somebodys(token, source):
            if not aged:
                found.append(stage_of_life(token, source))
        else:
            rest.append(token)
    found += states
    rest = strip_frames(rest)
    # A number alone is a list marker or a footnote, not a finding.
    if found and all(_is_certainty(token.text) for token in rest):
        # "Known or suspected pregnant women"
        return found
    if any(any(map(str.isalpha, token.text)) for token in rest):
        found.append(_condition(rest, parts, source))
    return found


def _qualifies_thing(words: Sequence[Token], place: int) -> bool:
    """ "Female hormonal products": the word says of what kind a thing is, and nothing of the patient."""
    return place + 1 < len(words) and words[place + 1].text in cues().sexed_things


def _is_somebodys(token: Token, source: AtomSource) -> bool:
    """ "Danger to the mother and/or the child": one child in particular is not the patient."""
    one = not token.text.endswith(("s", "ren", "elderly", "aged"))
    return one and source.text[: token.start].lower().endswith(("the ", "her ", "their ", "his "))


def _is_certainty(text: str) -> bool:
    return all(word in cues().certainty or word in ("or", "and", "possibly", "potentially") for word in text.split())


def _is_counted(token: Token, parts: Parts) -> bool:
    """ "At least one child" is the patient's, and says nothing of the patient's age."""
    return any(test.span is not None and 0 <= token.start - test.span.end <= 1 for test in parts.tests)


def _becomes(words: Sequence[Token], place: int) -> bool:
    """ "Women planning to become pregnant" are not pregnant."""
    return place > 0 and words[place - 1].text in ("become", "becoming", "get", "getting")


def _condition(words: Sequence[Token], parts: Parts, source: AtomSource) -> Expression:
    tests = [test for test in parts.tests if not _only_says_some(test, words)]
    test = merged(tests)
    two = pressures(test, is_pressure([word.text for word in words])) if test is not None else None
    if two is not None:
        two = map_atoms(two, lambda atom: atom.model_copy(update={"windows": tuple(parts.windows)}))
        rest = [word for word in words if word.text not in _PRESSURE_WORDS and word.text not in cues().only_qualify]
        others = _condition(rest, parts._replace(tests=[]), source) if strip_frames(rest) else None
        return two if others is None else all_of([others, two])
    test = acuity(beyond_pressure(test, [word.text for word in words])) if test is not None else None
    which = _one_pressure(words) if test is not None and test.bounds else None
    words = _measured_words(words, test)
    name = which or name_of(words, source)
    span = source.span(words[0].start, words[-1].end)
    windows = [_ahead(window, words) for window in parts.windows]
    for token in parts.durations:
        length = value_test(token)
        if test is None and length is not None and _LENGTH_NAMES.search(name.lower()):
            test = length.model_copy(update={"span": source.span(token.start, token.end)})
        else:
            stated = source.span(token.start, token.end)
            windows.extend(passed(one, name).model_copy(update={"span": stated}) for one in lasting(token))
    state = pregnancy_state(name)
    if state is not None and test is None:
        return Pregnancy(state=state, windows=tuple(windows), span=span)
    if test is not None and _is_strength(test, name, source):
        # "Marcaine Spinal 0.5 % heavy": how strong a medicine is, and nothing that is measured.
        stated = test.span or span
        span = source.span(min(span.start, stated.start), max(span.end, stated.end))
        return Finding(name=" ".join(span.quote.split()), windows=tuple(windows), span=span)
    if test is not None:
        when, _, measured = name.partition(" ")
        if when.lower() in _WHEN_MEASURED and is_measurement(measured):
            # "Baseline ejection fraction"
            name, windows = measured, [*windows, Window(kind="at", anchor=when.lower())]
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


def _is_strength(test: ValueTest, name: str, source: AtomSource) -> bool:
    """Whether a number without a sign, in the unit of a strength, stands beside the name of a medicine."""
    if len(test.bounds) != 1 or test.span is None or not test.span.quote[:1].isdigit():
        return False
    bound = test.bounds[0]
    strong = bound.comparator is Comparator.EQ and bound.unit in _STRENGTHS and not bound.times
    return strong and not is_measurement(name) and holds_medicine(name, source.vocabularies)


def _one_pressure(words: Sequence[Token]) -> str | None:
    """ "Blood pressure > 180 systolic": which of the two is meant may be told after the value."""
    texts = [word.text for word in words]
    which = [text for text in texts if text in ("systolic", "diastolic")]
    alone = which == texts or is_pressure(texts)
    return f"{which[0]} blood pressure" if len(which) == 1 and alone and texts[-1] == which[0] else None


def passed(length: Window, name: str) -> Window:
    """How long ago, of what happens on a day: "bypass surgery < 90 days"; a state lasts so short."""
    short = length.kind == "lasting" and length.comparator in (Comparator.LT, Comparator.LE)
    happened = not cues().happened.isdisjoint(name.lower().split())
    long = (
        length.kind == "lasting" and length.comparator is Comparator.GT and length.unit in ("weeks", "months", "years")
    )
    if long and not _ONCE.isdisjoint(name.lower().split()[-1:]):
        # "Liver transplantation (more than 6 months)"
        return length.model_copy(update={"kind": "before"})
    return length.model_copy(update={"kind": "within"}) if short and happened else length


def _ahead(window: Window, words: Sequence[Token]) -> Window:
    """A window of something planned, which lies ahead: "planned surgery within 3 months"."""
    behind = window.span is not None and _BEFORE.search(window.span.quote) is not None
    ahead = window.kind == "within" and words[0].text in cues().plans and not behind
    return window.model_copy(update={"after": True, "anchor": window.anchor or "enrollment"}) if ahead else window


def _weighed(row: Sequence[Token], source: AtomSource) -> Expression | None:
    """ "Children 2-11 years old weighing at least 12 kg": a verb stands for the measure that its value is of."""
    verbs = cues().measuring
    place = next((n for n, token in enumerate(row[:-1]) if token.text in verbs and row[n + 1].kind is Kind.VALUE), None)
    test = value_test(row[place + 1]) if place is not None else None
    if place is None or test is None:
        return None
    verb, value = row[place : place + 2]
    stated = test.model_copy(update={"span": source.span(value.start, value.end)})
    measured = MeasuredValue(name=verbs[verb.text], test=stated, span=source.span(verb.start, verb.end))
    others = build([*row[:place], *row[place + 2 :]], source)
    return measured if others is None else all_of([others, measured])


def _event_alone(row: Sequence[Token], source: AtomSource) -> Expression | None:
    """ "At least 4 weeks since the last chemotherapy": nothing is named but the event that a time is counted from."""
    times = [token for token in row if token.kind is Kind.TIME]
    if len(times) != 1 or strip_frames([token for token in row if token.kind is not Kind.TIME]):
        return None
    found = _SINCE.search(times[0].text)
    if not found or not strip_frames([Token(Kind.WORD, 0, 0, word) for word in found["event"].split()]):
        return None
    start = times[0].start + found.start("event")
    span, stated = source.span(start, times[0].end), source.span(times[0].start, start)
    update = {"anchor": "", "after": False, "span": stated}
    ends = tuple(one.model_copy(update=update) for one in windows(times[0]))
    event = Finding(name=span.quote, windows=ends, span=span)
    if len(ends) > 1 or ends[0].kind != "before":
        return event
    # Who never had it has been without it for so long too.
    sign = Comparator.LT if ends[0].comparator is Comparator.GE else Comparator.LE
    within = ends[0].model_copy(update={"kind": "within", "comparator": sign})
    return Not(child=event.model_copy(update={"windows": (within,)}), cue=stated)


def _only_measured(parts: Parts, source: AtomSource) -> MeasuredValue | None:
    word = next((word for word in reversed(parts.words) if is_measurement(word.text)), None)
    test = merged(parts.tests)
    if word is None or test is None:
        return None
    span = source.span(word.start, word.end)
    return MeasuredValue(name=span.quote, test=test, windows=tuple(parts.windows), span=span)


def _only_says_some(test: ValueTest, words: Sequence[Token]) -> bool:
    """ "At least 1 lesion" says no more than that there is one."""
    return test.bounds == _AT_LEAST_ONE and test.span is not None and test.span.end <= words[0].start


def _measured_words(words: Sequence[Token], test: ValueTest | None) -> Sequence[Token]:
    """The words that name a measurement: those before its value ("GFR < 40 by the MDRD formula")."""
    if test is None or test.span is None:
        return words
    # "Straining for > 25 % of defecations": the value was the preposition's, and the name goes on after it.
    after = next((word.text for word in words if word.start >= test.span.end), "")
    if after in cues().gap_after:
        words = [
            word for word in words if word.text not in cues().gap_before or not 0 <= test.span.start - word.end <= 1
        ]
    before = strip_frames([word for word in words if word.end <= test.span.start])
    called = " ".join(word.text for word in before)
    named = bool(before) and (is_measurement(called) or any(is_measurement(word.text) for word in before))
    return before if named else words


def _target(words: Sequence[Token]) -> list[Token]:
    """The words after "to" or "for", or before "allergy": what a reaction or a treatment is directed at."""
    for place in range(1, len(words) - 1):
        if words[place].text in _DIRECTED:
            return strip_frames(words[place + 1 :])
    clause = any(word.text in cues().relative.things for word in words)
    if len(words) > 1 and words[-1].text in _REACTIONS and not words[-2].text.endswith("ing") and not clause:
        return list(words[:-1])
    return []
