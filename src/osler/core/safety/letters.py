"""A specialist's letter: whether a text is one, and whether it looks back on a long course or tells of an emergency of today."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from osler.core.language import AnalysedText, Experiencer, Polarity, Sentence, TimeExpression
from osler.core.safety.conditions import COMPARE, AgeCondition, ValueCondition
from osler.core.safety.context import RECENT_DAYS
from osler.core.safety.patterns import PhraseTable
from osler.core.safety.phrases import bundled_phrases, telling_phrases
from osler.core.safety.ruleset import ruleset
from osler.core.safety.types import Severity
from osler.core.safety.values import WrittenValue, written_values
from osler.yaml_reader import packaged_yaml

_DAYS = 365.25
_SENTENCES = 5
"""Sentences of the shortest letter."""
_MARKS = 3
"""Kinds of marks that make a letter; one says nothing."""
_FRAMING = frozenset({"head", "addressed", "outlook"})
"""The kinds of which a letter has one: a vignette has an examination and results, and nobody writes it to anybody."""
_HEAD = 160
"""Characters in which the name of a clinic is the head of a letter."""
_OF_THE_DAY = re.compile(
    r"\b(?:today|tonight|this (?:morning|afternoon|evening)|yesterday|overnight|last night|just now|right now|on arrival|acute(?:ly)?|"
    r"since (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
"""Words by which a sentence of a letter tells of a day, and not of a course."""
_FOR_HOURS = re.compile(
    r"\b(?:for|(?:in|over|since|within|during) (?:the )?(?:last|past)) (?:the )?(?:last |past )?(?:[\w.]+ )?(?:hours?|hrs?|minutes|mins)\b"
    r"|\b(?:hours?|hrs?|minutes|mins) ago\b",
    re.IGNORECASE,
)
"""How long something has been, or is ago, on this day; in an account of earlier times, how long it was."""
_TODAY = re.compile(r"today", re.IGNORECASE)
"""The day of the visit as well as that of an emergency; by itself it tells of neither."""
_ON_THE_VISIT = re.compile(
    r"\b(?:exam\w*|seen|review\w*|met|clinic|visit|test\w*|echo\w*|e[ck]g|mri|ct|ck|scan|x-?ray|ultrasound|device|bloods?|results?|started|begun|discussed)\b",
    re.IGNORECASE,
)
"""What is done on the day of a visit: "examination today", "started today"."""
_NEW = re.compile(r"\b(?:sudden\w*|worse\w*|new|newly|collaps\w*|unwell|cannot|can['’]t)\b", re.IGNORECASE)
_PAST_VERB = re.compile(
    r"\b(?:was|were|had|did|presented|developed|became|went|required|needed|collapsed|suffered|started|began|vomited|stopped|"
    r"admitted|ventilated|intubated|treated|recovered|resolved|fell|rose|reached|lasted|followed|healed|operated|removed|transfused|settled)\b",
    re.IGNORECASE,
)
_IS_NOW = re.compile(r"\b(?:is|are|remains?|continues?|still|now|currently|at present)\b", re.IGNORECASE)
_EXAMINED = re.compile(
    r"\W*(?:on |clinical |physical |neurological )*(?:examination|examined|o/e|observations|vital)\b", re.I
)
_IN_DAYS = re.compile(r"\b(?:days?|weeks?)\b", re.IGNORECASE)
RECENT_DAYS_OF_A_LETTER = 14
"""Days within which what a letter tells began these days; what is longer ago waited for the visit."""
_DATED = frozenset({"month", "year"})


def is_letter(text: AnalysedText) -> bool:
    """Whether a text is the letter of a specialist about a patient who was seen, and no message or account of an emergency."""
    return _is_letter(text.text, tuple((one.start, one.end) for one in text.sentences))


@lru_cache(maxsize=32)
def _is_letter(text: str, sentences: tuple[tuple[int, int], ...]) -> bool:
    if len(sentences) < _SENTENCES or _hits("acute_setting", text[: sentences[1][1]]):
        return False
    marks = {kind for kind in _table()["marks"] if _hits(kind, text[:_HEAD] if kind == "head" else text)}
    return len(marks) >= _MARKS and not marks.isdisjoint(_FRAMING)


def looks_back(text: AnalysedText, age_years: float | None = None) -> bool:
    """Whether a letter tells of a long course, and of nothing that began these days, no dangerous value and no sending to hospital.

    Its examination then tells of what has come over months, and its history of what is over.
    """
    if not is_letter(text) or _hits("sent_on", text.text):
        return False
    said = [index for index, sentence in enumerate(text.sentences) if begins_these_days(text, sentence)]
    return not said and not _dangerous_now(text, age_years)


def begins_these_days(text: AnalysedText, sentence: Sentence) -> bool:
    """Whether a sentence of a letter tells of what began these days, and not only of the day of the visit."""
    found = [hit[0] for hit in _OF_THE_DAY.finditer(sentence.text)]
    if any(not _TODAY.fullmatch(words) for words in found):
        return True
    if found and (_NEW.search(sentence.text) or not _ON_THE_VISIT.search(sentence.text)):
        return _tells_a_sign(text, sentence)
    times = _times_of(text, sentence)
    if any(_is_over(time) or time.since for time in times) or _hits("habitual_course", sentence.text):
        return False
    return _FOR_HOURS.search(sentence.text) is not None or any(map(_is_of_these_days, times))


def _tells_a_sign(text: AnalysedText, sentence: Sentence) -> bool:
    """Whether a sentence asserts of the patient something that rules ask for."""
    said = [
        text.assertion_at(sentence.start + hit.start, sentence.start + hit.end)
        for hit in bundled_phrases().find(sentence.text)
        if hit.key in telling_phrases()
    ]
    return any(one.polarity is Polarity.PRESENT and one.experiencer is Experiencer.PATIENT for one in said)


def tells_of_then(text: AnalysedText, sentence: Sentence) -> bool:
    """Whether a sentence of a letter is dated to a time that is over, or tells in the past tense of something else than the examination."""
    if begins_these_days(text, sentence):
        return False
    if is_dated_back(text, sentence):
        return True
    return (
        bool(_PAST_VERB.search(sentence.text))
        and not _IS_NOW.search(sentence.text)
        and not _EXAMINED.match(sentence.text)
    )


def is_dated_back(text: AnalysedText, sentence: Sentence) -> bool:
    """Whether a sentence is dated by a month, a year, an age or a length of time that is over, and nothing in it is of now."""
    return not _IS_NOW.search(sentence.text) and any(_is_over(time) for time in _times_of(text, sentence))


def _is_of_these_days(time: TimeExpression) -> bool:
    counted = time.kind in {"ago", "duration"} and time.years is not None and _IN_DAYS.search(time.text) is not None
    return counted and round((time.years or 0) * _DAYS) <= RECENT_DAYS_OF_A_LETTER


def _is_over(time: TimeExpression) -> bool:
    if time.kind == "date":
        return time.date_precision in _DATED and not time.since
    if time.kind == "ago":
        return time.years is not None and time.years * _DAYS > RECENT_DAYS
    return time.kind == "age" and not time.since and "old" not in time.text


def _times_of(text: AnalysedText, sentence: Sentence) -> list[TimeExpression]:
    return [time for time in text.times if sentence.start <= time.start < sentence.end]


def _dangerous_now(text: AnalysedText, age_years: float | None) -> bool:
    """Whether a value that is an emergency by itself stands in a sentence that no date puts into the past."""
    return any(
        _is_dangerous(value, age_years)
        and (sentence := text.sentence_holding(value.start)) is not None
        and not is_dated_back(text, sentence)
        for value in written_values(text)
    )


def _is_dangerous(value: WrittenValue, age_years: float | None) -> bool:
    age = 30.0 if age_years is None else age_years
    return any(
        all(
            COMPARE[one.sign](age, one.years)
            if isinstance(one, AgeCondition)
            else one.measure == value.measure and COMPARE[one.sign](value.value, one.threshold)
            for one in alternative
        )
        for alternative in _limits_alone()
    )


@cache
def _limits_alone() -> tuple[tuple[AgeCondition | ValueCondition, ...], ...]:
    """The alternatives of urgent rules that ask for nothing but a value, or for a value at an age."""
    alternatives = (one for rule in ruleset().rules if rule.severity is Severity.URGENT for one in rule.alternatives)
    found = []
    for alternative in alternatives:
        own = tuple(one for one in alternative if isinstance(one, AgeCondition | ValueCondition))
        if len(own) == len(alternative) and len({one.measure for one in own if isinstance(one, ValueCondition)}) == 1:
            found.append(own)
    return tuple(found)


def _hits(kind: str, text: str) -> bool:
    return bool(_phrases(kind).find(text))


@cache
def _phrases(kind: str) -> PhraseTable:
    table = _table()
    listed = table["marks"].get(kind) or table[kind]
    return PhraseTable((phrase, kind) for phrase in listed)


def _table() -> Any:
    return packaged_yaml(__package__, "letters.yml")
