"""The forms of times: stretches with what they are counted from, lengths and ages, and numbers that are none."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from osler.core.criteria.lexing.lexicon import cues, window_words, words_pattern
from osler.core.criteria.lexing.numbers import COMPARATOR, COMPARATOR_OF, DIGITS, NUMBER_WORDS, POST, TIME_UNIT, UNIT
from osler.core.criteria.lexing.shapes import (
    ABOUT,
    ANCHOR,
    COURSE,
    DAYS,
    DIGIT,
    DURATION,
    GESTATION,
    HALF_LIVES,
    NUMBER,
    OF_STUDY,
    OR_HALF_LIVES,
    PAST,
    PERIOD,
    STOPS,
    TWO_ENDS,
    WHICHEVER,
    Form,
    firsts_of,
)
from osler.core.criteria.lexing.tokens import Kind


def no_times() -> list[Form]:
    """How often something is done, and when it is measured, which are no stretches of time."""
    forms = [
        (
            {DIGIT},
            "time",
            rf"{DIGITS}-{TIME_UNIT}\s+(?=[a-z])(?!(?:history|period|duration|interval|old|washout|prior|before|after|or|and|of)\b)[\w-]+",
        ),
        (
            {DIGIT},
            "number",
            r"\b\d{1,2}\s?-?\s?(?:h|hrs?|hours?)\s+(?:post-?prandial|plasma|glucose|urine|urinary|ogtt|ambulatory|holter)\b",
        ),
        # When it was measured, before its limit: "fasting ≥ 5.1 mmol/L or 2 h ≥ 8.5 mmol/L", "30 min = 10 mmol/L".
        (
            {DIGIT},
            "number",
            (
                rf"(?<![\w.])\d{{1,3}}\s?-?\s?(?:(?:h|hrs?|hours?)(?=\s*(?:[<>\u2264\u2265]|:\s*\d))"
                rf"|(?:h|hrs?|hours?|min|minutes?)(?=\s*[<>=\u2264\u2265]{{1,2}}\s*{DIGITS}\s*{UNIT}))"
            ),
        ),
        (
            {"before", "prior", "until"},
            "time",
            rf"\b(?:before|prior\s+to|until)\s+(?:the\s+age\s+of\s+)?{DURATION}(?:{GESTATION}|\s+of\s+age)?(?!\s+(?:prior|before|after|of|from|following)\b)",
        ),
        # "On an 11-point scale", "on the 0-4 scale": how far the scale reaches.
        (
            {"on", "using"},
            "number",
            (
                rf"\b(?:on|using)\s+(?:an?|the)\s+{DIGITS}\s?(?:-|to)\s?{DIGITS}(?=(?:\s+[a-z'-]+){{0,4}}\s+(?:scale|nrs|vas)\b)"
                rf"|\b(?:on|using)\s+an?\s+{DIGITS}[\s-]points?\b"
            ),
        ),
        ({DIGIT}, "number", r"(?<![\w.])[234]-?d(?=\s+[a-z])"),
        ({"per"}, "time", rf"\bper\s+{NUMBER}\s*-?\s*{TIME_UNIT}\b"),
        ({"every"}, "time", rf"\bevery\s+(?:other\s+)?(?:{NUMBER}\s*)?{TIME_UNIT}\b"),
        (
            {DIGIT, *firsts_of(COMPARATOR_OF, NUMBER_WORDS)},
            "apart",
            rf"(?:(?:{COMPARATOR})\s*)?\b{DURATION}\s+apart\b",
        ),
    ]
    return [Form(Kind.WORD, pattern, frozenset(firsts), needs) for firsts, needs, pattern in forms]


class _Ends(NamedTuple):
    """What a stretch of time is counted from."""

    event: str
    """A known event."""
    tail: str
    """Any words after "before", "of" or their like."""
    event_tail: str
    """The same, after "from" and "of" a known event only: "< 1 year from …" is else no time."""


@cache
def _ends() -> _Ends:
    lexicon = cues()
    anchors = words_pattern([*lexicon.anchors, *(f"{word}s" for word in lexicon.anchors)])
    # "At the study center" is a place.
    anchors = rf"(?:{anchors})(?!\s+(?:{words_pattern(lexicon.of_studies)})|{PERIOD})"
    event = rf"(?:\s+(?!(?:{STOPS}|gestational|less|more)\b)[\w'/-]+){{0,4}}?\s+(?:{anchors})(?!/\w)(?:\s+(?:visit|period|procedure|entry|treatment|drug|day|dose|date|initiation|start|commencement|enrollment|enrolment|inclusion|examination|evaluation|assessment|form|document|participation|involvement|duration|hospitalization|hospitalisation|event|follow-up|time\s+frame)\b|(?<=\bindex)(?:\s+(?!(?:{STOPS})\b)[\w-]+){{1,2}})?(?:\s+(?:number\s+)?\d{{1,2}}\b)?(?:\s+(?:into|in)\s+(?:the|this)\s+(?:study|trial)\b|{OF_STUDY})?"
    past_tail = r"prior\s+to|before(?!\w)|preceding|previous\s+to|prior|after(?!\w)|following|since|ago|earlier|previously|until(?!\w)"
    tail = rf"(?:\s+(?:{past_tail}|from|of(?!\s+(?:age|gestation|pregnancy))){ANCHOR}?)"
    # Without a word such as "within", only a known event makes a time of "< 1 year from …".
    event_tail = rf"(?:\s+(?:(?:{past_tail}){ANCHOR}?|(?:from|of(?!\s+(?:age|gestation|pregnancy)))(?:\s+the)?{event}))"
    return _Ends(event, tail, event_tail)


_PAST_WORDS = rf"(?:{'|'.join(PAST)})"


def windows() -> list[Form]:
    """A stretch of time with what it is counted from."""
    return [*_counted_windows(), *_other_windows()]


def _counted_windows() -> list[Form]:
    """A number of days, weeks or years, and what they are counted from."""
    _, tail, event_tail = _ends()
    past = _PAST_WORDS
    lead = r"(?:within|with(?=\s+the\s+(?:last|past)\b)|in|during|over|throughout|since|for|for\s+the|at)"
    approx = rf"(?:(?:{'|'.join(ABOUT)})\s+)?"
    compared, counted = firsts_of(COMPARATOR_OF), {DIGIT, *firsts_of(NUMBER_WORDS)}
    forms: list[tuple[Iterable[str], str, str]] = [
        (
            {"within", "for", "during", "in", "between", *compared},
            "time",
            rf"(?:\b(?:within|for|during|in)\s+)?{TWO_ENDS}{event_tail}",
        ),
        (
            {"within", "for"},
            "half-life",
            rf"\b(?:within|for)\s+(?:{COMPARATOR}\s*)?{HALF_LIVES}(?:\s*,?\s*or\s+{DURATION})?{WHICHEVER}{tail}?",
        ),
        (
            {"within", "with", "in", "during", "over", "throughout", "since", "for", "at"},
            "time",
            rf"\b{lead}\s+(?:{COMPARATOR})?\s*{approx}(?:{past}\s+)?{DURATION}(?!{GESTATION}|{PERIOD}){OR_HALF_LIVES}(?:\s+or\s+(?:more|longer|greater|less)\b)?(?:\s+(?:time\s+)?period\b(?!\s+(?:of|prior|before|after|from|following)\b))?{tail}?",
        ),
        (
            {*compared, *ABOUT, *PAST},
            "time",
            rf"(?:{COMPARATOR})?\s*{approx}\b{past}\s+{DURATION}{tail}?",
        ),
        (
            {*compared, *ABOUT, *counted},
            "time",
            rf"(?:(?:{COMPARATOR})\s*|(?!{approx}{DURATION}{COURSE})){approx}(?<![\w.]){DURATION}\s*(?:or\s+(?:more|less|longer)\s*)?{event_tail}",
        ),
    ]
    return [Form(Kind.TIME, pattern, frozenset(firsts), needs) for firsts, needs, pattern in forms]


_WITH_WHAT = r"(?:(?<=treatment)|(?<=therapy))\s+with\b"
"""After "treatment" or "therapy" what it was done with: no event of the study, but a treatment of the patient's own."""


def _other_windows() -> list[Form]:
    """A time without a number, or one that half-lives are counted with."""
    event, tail, _ = _ends()
    past, counted = _PAST_WORDS, {DIGIT, *firsts_of(NUMBER_WORDS)}
    forms: list[tuple[Iterable[str], str, str]] = [
        (
            {"within", "in", "during", "over"},
            "time",
            rf"\b(?:within|in|during|over)\s+(?:the\s+)?{past}\s+{TIME_UNIT}\b{tail}?",
        ),
        (
            {"at", "prior", "before", "during", "after", "following", "since", "upon", "until", "within"},
            "",
            rf"\b(?!\A(?:after|following)\s+(?:prior|previous|past)\b)(?:at(?!\s+(?:least|most|(?:\w+\s+)?risk)\b|\s+(?:an?\s+|any\s+)?(?:(?!first|last|next|each|second|time)\w+\s+)?dos(?:es?|ages?|ing)\b)(?:\s+the)?(?:\s+time\s+of)?|prior\s+to|before|during|after|following|since|upon|until|within\s+the)(?:\s+the)?{event}(?!{GESTATION}|{_WITH_WHAT})",
        ),
        (counted, "half-life", rf"(?<![\w.]){DURATION}\s*,?\s*or\s+{HALF_LIVES}{WHICHEVER}"),
        (
            {"on", "the"},
            "time",
            rf"\b(?:on\s+(?:the\s+)?|the\s+)day\s+of(?:\s+the)?(?:\s+(?!(?:{STOPS})\b)[\w-]+){{1,3}}",
        ),
        (
            {"on"},
            "",
            rf"\bon(?:\s+the)?(?:\s+day\s+of)?(?:\s+study)?\s+(?:{words_pattern(DAYS)})(?!/\w)(?:\s+-?\d{{1,2}}\b)?",
        ),
        (
            {"at", "any", "between"},
            "",
            rf"\b(?:(?:at\s+)?any\s+time\s+)?between(?:\s+the)?{event}\s+and(?:\s+the)?{event}",
        ),
        (
            {"while"},
            "",
            r"\bwhile\s+(?:on|receiving|taking|using)\s+(?:the\s+)?(?:study|trial|investigational)\s+(?:drug|medication|medicine|treatment|therapy|product|vaccine)s?\b",
        ),
        (
            {"in", "during", "throughout", "within"},
            "",
            rf"\b(?:in|during|throughout|within)\s+(?:this|(?:the\s+|her\s+|his\s+|their\s+)?(?:current|present|ongoing))\s+(?:{words_pattern(cues().episodes)})\b",
        ),
        ({"prior"}, "", rf"\bprior\s+to(?:\s+(?!(?:{STOPS})\b)[\w'/-]+){{1,4}}"),
        (firsts_of(window_words()), "", rf"(?<!family\s)(?:{words_pattern(window_words())})"),
    ]
    return [Form(Kind.TIME, pattern, frozenset(firsts), needs) for firsts, needs, pattern in forms]


def durations() -> list[Form]:
    """A length of time, and an age."""
    counted = {DIGIT, *firsts_of(NUMBER_WORDS, COMPARATOR_OF)}
    forms: list[tuple[Iterable[str], str, str]] = [
        (
            {DIGIT},
            "time",
            rf"(?<![\w.]){DIGITS}\s*{TIME_UNIT}\s*(?:-|to|through)\s*(?:{COMPARATOR}\s*)?{DIGITS}\s*{TIME_UNIT}\b(?:\s+of\s+age|\s+old)?",
        ),
        (
            {"between", "the", "age", "ages"},
            "time",
            rf"\b(?:between\s+)?(?:the\s+)?ages?\s+of\s+{NUMBER}\s*(?:{TIME_UNIT}\s*)?(?:and|to|-)\s*{NUMBER}\s*{TIME_UNIT}\b(?:\s+of\s+age|\s+old)?",
        ),
        (
            {"between", *counted},
            "gestation",
            (
                rf"(?:(?:{COMPARATOR}|between)\s*)?(?<![\w.]){DURATION}{GESTATION}(?:{POST})?"
                rf"|between\s+{NUMBER}\s*(?:{TIME_UNIT}\s*)?(?:and|to|-)\s*{NUMBER}\s*{TIME_UNIT}{GESTATION}"
            ),
        ),
        (
            counted,
            "time",
            rf"(?:(?:{COMPARATOR})\s*)?(?<![\w.]){DURATION}(?:\s+of\s+age|\s+old)?(?:{POST})?(?:\s+of\s+age|\s+old)?",
        ),
    ]
    return [Form(Kind.DURATION, pattern, frozenset(firsts), needs) for firsts, needs, pattern in forms]
