"""The patterns of tokens, made from the word lists and the forms of numbers and times."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from osler.core.criteria.lexing.lexicon import cues, result_words, scale_names, window_words, words_pattern
from osler.core.criteria.lexing.numbers import (
    BELOW_NOUGHT,
    COMPARATOR,
    COMPARATOR_OF,
    DIGITS,
    LIMIT,
    MULTIPLE,
    MULTIPLES,
    NUMBER_WORDS,
    POST,
    POST_WORDS,
    SPELLED,
    TIME_UNIT,
    TITRE,
    UNIT,
)
from osler.core.criteria.lexing.tokens import Kind

# A stage with a letter (IIIB) stays a name: its letter would be lost in a number.
_ROMAN = r"(?:iv|v?i{1,3}|v|vi)(?!\w|\.\s?e\b)"
GRADE_ITEM = rf"(?:{DIGITS}(?:\s*[a-c]\b)?|{_ROMAN}|[abc](?![\w-]))"
GRADES = rf"{GRADE_ITEM}(?:\s*(?:,\s*or|,|/|or|and|&|to|-|through|y(?=\s))\s*(?:(?:class|grade|stage)\s+)?{GRADE_ITEM}){{0,5}}"
SCALE_FILLER = r"(?:\s*(?:physical|classification|performance|functional|status|state|scores?|class(?:es)?|grades?|ps|of|is|was|scale|stage|a|must|be|should|=|:|-)(?![a-z]))*"
_NUMBER = rf"(?:{DIGITS}|\b{SPELLED})"
COUNTED = r"(?:(?:completed|full|consecutive|calendar)\s+)?"
_DURATION = rf"{_NUMBER}\s*(?:-\s*|\s(?:to|or)\s+|\s)?(?:{_NUMBER}[\s-]*)?{COUNTED}{TIME_UNIT}\b(?!\s?/\s?(?:d|day|w|wk|week|mo|month)\b)"
# A time that is given in days or, where they reach further, in half-lives of the medicine.
HALF_LIVES = (
    rf"{_NUMBER}\s*(?:[\w-]+\s+)?half[\s-]?li(?:ves|fe)\b"
    r"(?:\s+off\s+(?:the\s+)?(?:study\s+)?(?:drug|medication|treatment|therapy)\b)?"
    r"(?:\s+of\s+(?:the|that|this|each|any)\s+(?:[\w-]+\s+){0,2}?(?:drug|agent|compound|product|medication|medicine|substance|treatment)\b)?"
)
WHICHEVER = r"(?:\s*[,(]?\s*(?:whichever|which\s+ever)(?:\s+(?:is|was|occurs|comes))?(?:\s+the)?\s+(?:longer|longest|greater|shorter|shortest|later|earlier|first|last)\b\s*[,)]?)?"
_OR_HALF_LIVES = rf"(?:\s*,?\s*(?:or|and)\s+(?:within\s+)?(?:{COMPARATOR}\s*)?{HALF_LIVES}{WHICHEVER})?"
# Two ends of a time: "between 2 and 6 weeks", "at least 4 weeks and no more than 12 weeks".
TWO_ENDS = (
    rf"(?:between\s+{_NUMBER}\s*(?:{TIME_UNIT}\s*)?(?:and|to|-)\s*{_NUMBER}\s*{TIME_UNIT}\b"
    rf"|(?:{COMPARATOR})\s*{_DURATION}\s*,?\s*(?:and|but|to)\s*(?:{COMPARATOR})\s*{_DURATION})"
)
GESTATION = r"(?:\s+(?:of\s+)?(?:gestational\s+age|gestation|pregnancy)\b)"
# A limit before its measure: "7 % <= HbA1c <= 10 %".
BEFORE_NAME = rf"{DIGITS}\s*(?:{UNIT})?\s*(?:<=|<|\u2264)"
_ORDINAL = r"(?![\d.]*(?:st|nd|rd|th)\b)"
_STOPS = r"and|or|not|by|using|via|according|with|without|unless|except|that|which|who|if|but|including|such|due|must|should|will|shall"
_DAYS = (
    "day",
    "visit",
    "admission",
    "enrollment",
    "enrolment",
    "screening",
    "baseline",
    "randomization",
    "randomisation",
)
# "Prior to initiation of treatment with the study drug": with what is part of the event, not of what is counted from it.
_WITH = (
    rf"(?:(?:(?<=treatment)|(?<=therapy)|(?<=dosing)|(?<=vaccination))\s+with(?:\s+(?!(?:{_STOPS})\b)[\w'/-]+){{1,3}})?"
)
# What begins or ends at an event: "prior to the start of dosing".
_OF_STUDY = (
    r"\s+of\s+(?:the\s+|study\s+|trial\s+|investigational\s+|first\s+)*"
    rf"(?:treatment|therapy|chemotherapy|dosing|study|trial|drug|medication|product|administration|dose|intervention)\b{_WITH}"
)
# "12 months of dual antiplatelet therapy": with no limit before it, how long something is given.
_COURSE = r"\s+of\s+(?!(?:the|study|start|starting|initiation)\b)(?:[\w-]+\s+){0,3}(?:therapy|treatment|chemotherapy)\b"
# "During the eight week study period" is no stretch of eight weeks.
_PERIOD = r"\s+(?:(?:study|trial|treatment|observation|observational|screening|follow-up|run-in|intervention)\s+)+(?:period|phase)\b"
_ANCHOR = rf"(?:(?:\s+(?!(?:{_STOPS})\b)[\w'/-]+){{1,7}}{_WITH})"

_PAST = ("last", "past", "previous", "preceding", "prior", "recent", "next", "coming", "upcoming", "following")
_ABOUT = ("approximately", "about", "the", "a")
_LETTERS = re.compile(r"[a-z\u00e0-\u024f]+")
DIGIT, LIMIT_SIGN, SIGN = "0", "<", "-"
"""What stands for a word where none begins: a digit or a point, a sign that compares, any other sign."""


class Form(NamedTuple):
    """How tokens of a kind may look in cleaned text, and where that can be: most forms are long, and most words begin none."""

    kind: Kind
    pattern: str
    firsts: frozenset[str] | None = None
    """The words (or signs) with which it begins; None for any."""
    needs: str = ""
    """Which trait the text must have for it to be anywhere: a key of `TRAITS`."""


TRAITS = {
    "number": re.compile(rf"\d|\b(?:{'|'.join(sorted({word.split('-')[0].split()[0] for word in NUMBER_WORDS}))})"),
    "time": re.compile(r"m(?:in|onth|th|o)|hour|hr|day|w(?:ee)?k|y(?:ea)?r|\d\s?[yh]"),
    "half-life": re.compile("half"),
    "apart": re.compile("apart"),
    "gestation": re.compile("gestation|pregnancy"),
    "below": re.compile("[<\u2264]"),
    "titre": re.compile(r"1\s?:"),
    "multiple": re.compile("|".join(MULTIPLES)),
    "limit": re.compile("uln|unl|lln|limit|normal|reference"),
    "grade": re.compile("class|grade|stage|score|status"),
}
"""What a text must hold for some forms to be in it."""


def starts_with(plain: str, position: int) -> str:
    """What stands for a word at a place where none begins."""
    sign = plain[position]
    return DIGIT if sign.isdecimal() or sign == "." else LIMIT_SIGN if sign in _COMPARING else SIGN


def _firsts(*phrases: Iterable[str]) -> frozenset[str]:
    """With what phrases begin: the letters up to what is no letter, or the sort of sign."""
    return frozenset(
        found[0] if (found := _LETTERS.match(phrase)) else starts_with(phrase, 0) for row in phrases for phrase in row
    )


_COMPARING = frozenset(word[0] for word in COMPARATOR_OF if not word[0].isalpha())


def _listed(kind: Kind, phrases: Iterable[str]) -> Form:
    """Any phrase of a list, as whole words."""
    lowered = [phrase.lower() for phrase in phrases]
    return Form(kind, words_pattern(lowered), _firsts(lowered))


def _no_times() -> list[Form]:
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
            rf"\b(?:before|prior\s+to|until)\s+(?:the\s+age\s+of\s+)?{_DURATION}(?:{GESTATION}|\s+of\s+age)?(?!\s+(?:prior|before|after|of|from|following)\b)",
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
        ({"per"}, "time", rf"\bper\s+{_NUMBER}\s*-?\s*{TIME_UNIT}\b"),
        ({"every"}, "time", rf"\bevery\s+(?:other\s+)?(?:{_NUMBER}\s*)?{TIME_UNIT}\b"),
        (
            {DIGIT, *_firsts(COMPARATOR_OF, NUMBER_WORDS)},
            "apart",
            rf"(?:(?:{COMPARATOR})\s*)?\b{_DURATION}\s+apart\b",
        ),
    ]
    return [Form(Kind.WORD, pattern, frozenset(firsts), needs) for firsts, needs, pattern in forms]


def _windows() -> list[Form]:
    """A stretch of time with what it is counted from."""
    lexicon = cues()
    anchors = words_pattern([*lexicon.anchors, *(f"{word}s" for word in lexicon.anchors)])
    # "At the study center" is a place.
    anchors = rf"(?:{anchors})(?!\s+(?:{words_pattern(lexicon.of_studies)})|{_PERIOD})"
    event = rf"(?:\s+(?!(?:{_STOPS}|gestational|less|more)\b)[\w'/-]+){{0,4}}?\s+(?:{anchors})(?!/\w)(?:\s+(?:visit|period|procedure|entry|treatment|drug|day|dose|date|initiation|start|commencement|enrollment|enrolment|inclusion|examination|evaluation|assessment|form|document|participation|involvement|duration|hospitalization|hospitalisation|event|follow-up)\b|(?<=\bindex)(?:\s+(?!(?:{_STOPS})\b)[\w-]+){{1,2}})?(?:\s+\d{{1,2}}\b)?(?:\s+(?:into|in)\s+(?:the|this)\s+(?:study|trial)\b|{_OF_STUDY})?"
    past_tail = r"prior\s+to|before(?!\w)|preceding|previous\s+to|prior|after(?!\w)|following|since|ago|earlier|previously|until(?!\w)"
    tail = rf"(?:\s+(?:{past_tail}|from|of(?!\s+(?:age|gestation|pregnancy))){_ANCHOR}?)"
    # Without a word such as "within", only a known event makes a time of "< 1 year from …".
    event_tail = (
        rf"(?:\s+(?:(?:{past_tail}){_ANCHOR}?|(?:from|of(?!\s+(?:age|gestation|pregnancy)))(?:\s+the)?{event}))"
    )
    past = rf"(?:{'|'.join(_PAST)})"
    lead = r"(?:within|with(?=\s+the\s+(?:last|past)\b)|in|during|over|throughout|since|for|for\s+the|at)"
    approx = rf"(?:(?:{'|'.join(_ABOUT)})\s+)?"
    compared, counted = _firsts(COMPARATOR_OF), {DIGIT, *_firsts(NUMBER_WORDS)}
    forms: list[tuple[Iterable[str], str, str]] = [
        (
            {"within", "for", "during", "in", "between", *compared},
            "time",
            rf"(?:\b(?:within|for|during|in)\s+)?{TWO_ENDS}{event_tail}",
        ),
        (
            {"within", "for"},
            "half-life",
            rf"\b(?:within|for)\s+(?:{COMPARATOR}\s*)?{HALF_LIVES}(?:\s*,?\s*or\s+{_DURATION})?{WHICHEVER}{tail}?",
        ),
        (
            {"within", "with", "in", "during", "over", "throughout", "since", "for", "at"},
            "time",
            rf"\b{lead}\s+(?:{COMPARATOR})?\s*{approx}(?:{past}\s+)?{_DURATION}(?!{GESTATION}|{_PERIOD}){_OR_HALF_LIVES}(?:\s+or\s+(?:more|longer|greater|less)\b)?(?:\s+(?:time\s+)?period\b(?!\s+(?:of|prior|before|after|from|following)\b))?{tail}?",
        ),
        (
            {*compared, *_ABOUT, *_PAST},
            "time",
            rf"(?:{COMPARATOR})?\s*{approx}\b{past}\s+{_DURATION}{tail}?",
        ),
        (
            {*compared, *_ABOUT, *counted},
            "time",
            rf"(?:(?:{COMPARATOR})\s*|(?!{approx}{_DURATION}{_COURSE})){approx}(?<![\w.]){_DURATION}\s*(?:or\s+(?:more|less|longer)\s*)?{event_tail}",
        ),
        (
            {"within", "in", "during", "over"},
            "time",
            rf"\b(?:within|in|during|over)\s+(?:the\s+)?{past}\s+{TIME_UNIT}\b{tail}?",
        ),
        (
            {"at", "prior", "before", "during", "after", "following", "since", "upon", "until", "within"},
            "",
            rf"\b(?:at(?!\s+(?:least|most)|\s+(?:an?\s+|any\s+)?(?:(?!first|last|next|each|second|time)\w+\s+)?dos(?:es?|ages?|ing)\b)(?:\s+the)?(?:\s+time\s+of)?|prior\s+to|before|during|after|following|since|upon|until|within\s+the)(?:\s+the)?{event}(?!{GESTATION})",
        ),
        (counted, "half-life", rf"(?<![\w.]){_DURATION}\s*,?\s*or\s+{HALF_LIVES}{WHICHEVER}"),
        (
            {"on", "the"},
            "time",
            rf"\b(?:on\s+(?:the\s+)?|the\s+)day\s+of(?:\s+the)?(?:\s+(?!(?:{_STOPS})\b)[\w-]+){{1,3}}",
        ),
        (
            {"on"},
            "",
            rf"\bon(?:\s+the)?(?:\s+day\s+of)?(?:\s+study)?\s+(?:{words_pattern(_DAYS)})(?!/\w)(?:\s+-?\d{{1,2}}\b)?",
        ),
        (
            {"while"},
            "",
            r"\bwhile\s+(?:on|receiving|taking|using)\s+(?:the\s+)?(?:study|trial|investigational)\s+(?:drug|medication|medicine|treatment|therapy|product|vaccine)s?\b",
        ),
        ({"prior"}, "", rf"\bprior\s+to(?:\s+(?!(?:{_STOPS})\b)[\w'/-]+){{1,4}}"),
        (_firsts(window_words()), "", rf"(?<!family\s)(?:{words_pattern(window_words())})"),
    ]
    return [Form(Kind.TIME, pattern, frozenset(firsts), needs) for firsts, needs, pattern in forms]


def _durations() -> list[Form]:
    """A length of time, and an age."""
    counted = {DIGIT, *_firsts(NUMBER_WORDS, COMPARATOR_OF)}
    forms: list[tuple[Iterable[str], str, str]] = [
        (
            {DIGIT},
            "time",
            rf"(?<![\w.]){DIGITS}\s*{TIME_UNIT}\s*(?:-|to|through)\s*(?:{COMPARATOR}\s*)?{DIGITS}\s*{TIME_UNIT}\b(?:\s+of\s+age|\s+old)?",
        ),
        (
            {"between", "the", "age", "ages"},
            "time",
            rf"\b(?:between\s+)?(?:the\s+)?ages?\s+of\s+{_NUMBER}\s*(?:{TIME_UNIT}\s*)?(?:and|to|-)\s*{_NUMBER}\s*{TIME_UNIT}\b(?:\s+of\s+age|\s+old)?",
        ),
        (
            {"between", *counted},
            "gestation",
            (
                rf"(?:(?:{COMPARATOR}|between)\s*)?(?<![\w.]){_DURATION}{GESTATION}(?:{POST})?"
                rf"|between\s+{_NUMBER}\s*(?:{TIME_UNIT}\s*)?(?:and|to|-)\s*{_NUMBER}\s*{TIME_UNIT}{GESTATION}"
            ),
        ),
        (
            counted,
            "time",
            rf"(?:(?:{COMPARATOR})\s*)?(?<![\w.]){_DURATION}(?:\s+of\s+age|\s+old)?(?:{POST})?(?:\s+of\s+age|\s+old)?",
        ),
    ]
    return [Form(Kind.DURATION, pattern, frozenset(firsts), needs) for firsts, needs, pattern in forms]


def _values() -> list[Form]:
    """A number with its limits and its unit."""
    compared, counted = _firsts(COMPARATOR_OF), {DIGIT, *_firsts(NUMBER_WORDS)}
    forms: list[tuple[Iterable[str], str, str]] = [
        ({DIGIT}, "below", rf"(?<![\w.,/-]){BEFORE_NAME}(?=\s*[a-z])"),
        (compared, "titre", rf"(?:{COMPARATOR})\s*{TITRE}"),
        ({DIGIT}, "titre", rf"(?<![\w.,/-]){TITRE}(?:(?:{POST})|(?<=\d{{2}}))"),
        (compared, "multiple", rf"(?:{COMPARATOR})\s*{MULTIPLE}\s*{LIMIT}"),
        (
            {"between", SIGN, *compared},
            "number",
            rf"(?:(?:{COMPARATOR})\s*|\bbetween\s+|(?<![^\s(]))-{DIGITS}\s*(?:{UNIT})?\s*(?:to|and)\s*{BELOW_NOUGHT}?{DIGITS}\s*(?:{UNIT})?(?![\w])",
        ),
        (
            compared,
            "number",
            rf"(?:{COMPARATOR})\s*(?:or\s*=\s*)?{BELOW_NOUGHT}?(?:{_NUMBER}){_ORDINAL}(?:\+(?![\w/]))?(?:/{DIGITS})?\s*(?:{LIMIT}|{UNIT})?(?:\s*(?:-|\bto\b)\s*{DIGITS}\s*(?:{UNIT})?)?",
        ),
        (compared, "limit", rf"(?:{COMPARATOR})\s*(?:the\s+)?{LIMIT}"),
        (
            {"between"},
            "number",
            rf"\bbetween\s+{_NUMBER}\s*(?:{UNIT}|{TIME_UNIT}\b)?\s*(?:and|to|-)\s*{_NUMBER}\s*(?:{TIME_UNIT}\b|{UNIT})?",
        ),
        (
            {DIGIT},
            "number",
            rf"(?<![\w.,/-]){DIGITS}\s*(?:{UNIT})?\s*(?:-|to|\bthrough\b)\s*{DIGITS}\s*(?:{TIME_UNIT}\b|{UNIT})?(?![\w])",
        ),
        (counted, "number", rf"(?<![\w.,/-]){_NUMBER}(?:/{DIGITS})?\s*(?:{UNIT})?(?:{POST})"),
        ({DIGIT}, "number", rf"(?<![\w.,/-]){DIGITS}\s*(?:{LIMIT}|{UNIT})"),
        (counted, "limit", rf"(?<![\w.,/-]){_NUMBER}\s*{LIMIT}"),
    ]
    return [Form(Kind.VALUE, pattern, frozenset(firsts), needs) for firsts, needs, pattern in forms]


def _scaled() -> list[Form]:
    """A scale with its grade."""
    scales, compared = words_pattern(scale_names()), _firsts(COMPARATOR_OF)
    forms: list[tuple[frozenset[str], str, str]] = [
        (
            _firsts(scale_names()),
            "",
            rf"(?:{scales})(?:\s*\([^()]{{1,40}}\))?{SCALE_FILLER}\s*(?:{COMPARATOR})?\s*{GRADES}(?:\s+(?:{POST_WORDS}))?",
        ),
        (
            compared,
            "grade",
            (
                rf"(?:{COMPARATOR})\s*(?:class|grade|stage)\s*{GRADES}"
                rf"|(?:{COMPARATOR})\s*(?:{scales})(?:\s*\([^()]{{1,40}}\))?\s*(?:class|grade|stage|score|status)\s*{GRADES}(?!\s*-\s*\d)"
            ),
        ),
    ]
    return [Form(Kind.SCALED, pattern, firsts, needs) for firsts, needs, pattern in forms]


_SOME = ("one", "two", "three", "four", "five", "six")
_GRADING = ("functional", "class", "grade", "stage", "score", "status", "category", "level", "levels")


def token_forms() -> list[Form]:
    """The forms of all kinds of tokens; earlier ones win over later ones."""
    lexicon = cues()
    listed = r"criteria|conditions|signs|symptoms|features|findings|items|risk\s+factors|factors"
    some = rf"(?:{'|'.join(_SOME)}|\d)"
    return [
        Form(
            Kind.STOP,
            r"\.(?!\s+(?:and|or)\s*[<>\u2264\u2265])(?=\s+[(\[]?\w|\s*$)(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!approx\.)(?<!\bno\.)",
            frozenset({DIGIT}),
        ),
        *_no_times(),
        _listed(Kind.REGARDLESS, lexicon.regardless),
        _listed(Kind.WORD, (*lexicon.not_negation, *lexicon.fixed)),
        # Aspirin by its initials, where a dose follows.
        Form(Kind.WORD, r"\basa(?=\s+(?:treatment\s+)?[<>\u2264\u2265]?\s?\d+\s?m?g\b)", frozenset({"asa"})),
        # "Paraplegia at or above T6": a place, where no number follows.
        Form(Kind.WORD, r"\bat\s+or\s+(?:above|below|near)\b(?!\s*(?:the\s+)?[\d<>])", frozenset({"at"})),
        Form(
            Kind.COUNT,
            (
                rf"\b(?:at\s+least\s+{some}|(?:a\s+)?maximum(?:\s+of)?\s+{some}|(?:at\s+most|no\s+more\s+than)\s+{some}|{some}\s+or\s+more|any\s+{some}|any|all|none|either|{some}|more\s+than\s+{some})"
                rf"\s+of(?:\s+the)?\s+(?:following|criteria\s+below)(?:\s+{some})?(?:\s+(?:{listed}))?\s*:?"
                rf"|\b(?:at\s+least\s+{some}|{some}\s+or\s+more)\s+of(?:\s+the)?(?:\s*:|(?=\s|\())(?!\s*{some}\s(?!of\b))"
            ),
            frozenset({"at", "a", "maximum", "no", "any", "all", "none", "either", "more", DIGIT, *_SOME}),
        ),
        *_windows(),
        *_scaled(),
        _listed(Kind.SCALE, scale_names()),
        Form(
            Kind.GRADE,
            rf"\b(?!class\s+(?:i{{1,3}}|iv|[1-4])[abc]?\s+(?:deficienc|anti-?arrhythmic|molecule|antigen))(?:(?:functional\s+)?class|grade|stage|score|status|category|levels?)\s*(?:of\s+)?(?:{COMPARATOR})?\s*{GRADES}(?![\d.]*\s*(?:{UNIT}|{LIMIT}|{TIME_UNIT}\b))(?:\s+(?:{POST_WORDS}))?",
            frozenset(_GRADING),
        ),
        *_durations(),
        *_values(),
        _listed(Kind.UNLESS, lexicon.unless),
        _listed(Kind.EXCEPTION, lexicon.exception),
        _listed(Kind.EXAMPLES, lexicon.examples),
        _listed(Kind.RESULT, [word for word in result_words() if word.startswith("not ")]),
        Form(
            Kind.NEGATION,
            r"\bnot\s+(?:allowed|permitted)\b(?!\s+(?:by|per|in|under|according|within|during)\b)|"
            + words_pattern(lexicon.negation)
            + r"|\bnon\s(?=smokers?\b)|\bnon-(?=(?:pregnant|lactating|breast|nursing|smok|child|diabetics?(?:$|\s+(?:patient|subject|women|men|individual|participant|volunteer))))",
            _firsts(lexicon.negation, ("not", "non")),
        ),
        _listed(Kind.RESULT, result_words()),
        _listed(Kind.CONDITION, lexicon.condition),
        Form(Kind.OR, r"\band\s*/\s*or\b|\bor\b|\bnor\b", frozenset({"and", "or", "nor"})),
        _listed(Kind.JOINING, lexicon.joining),
        Form(Kind.AND, r"\band\b|\bas\s+well\s+as\b|\bplus\b|&", frozenset({"and", "as", "plus", SIGN})),
        Form(Kind.COMMA, r"/(?=\s)", frozenset({SIGN})),
        Form(Kind.WORD, r"[^\s,;:()\[\]<>\u2264\u2265=]+|[<>\u2264\u2265=]"),
    ]
