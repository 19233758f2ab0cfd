"""The patterns of tokens, made from the word lists and the forms of numbers and times."""

from __future__ import annotations

import re
from collections.abc import Iterable

from osler.core.criteria.lexing.lexicon import cues, result_words, scale_names, window_words, words_pattern
from osler.core.criteria.lexing.numbers import (
    BELOW_NOUGHT,
    COMPARATOR,
    COMPARATOR_OF,
    DIGITS,
    LIMIT,
    MULTIPLE,
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

_TIME_STARTS = ("within", "for", "during", "in", "between", "with", "over", "throughout", "since", "at", "approximately", "about", "the", "a",
                "last", "past", "previous", "preceding", "prior", "recent", "next", "coming", "upcoming", "following", "before", "after", "upon",
                "until", "on", "while")  # fmt: skip
_FIRST_WORD = re.compile(r"[a-z]+")


def _starting(words: Iterable[str], form: str) -> str:
    """A form of numbers, tried only where it can begin: at no letter, a number in words, a comparison, or one of its own words.

    Most words that are looked at are "and", "or" and "with", and the forms are long.
    """
    firsts = {found[0] for word in (*words, *COMPARATOR_OF, *NUMBER_WORDS) if (found := _FIRST_WORD.match(word))}
    return rf"(?=[^a-z]|(?:{'|'.join(sorted(firsts))})(?![a-z]))(?:{form})"


def _no_times() -> str:
    """How often something is done, and when it is measured, which are no stretches of time."""
    return _starting(
        ("before", "prior", "until", "every", "on", "using", "per"),
        rf"{DIGITS}-{TIME_UNIT}\s+(?=[a-z])(?!(?:history|period|duration|interval|old|washout|prior|before|after|or|and|of)\b)[\w-]+"
        rf"|\b\d{{1,2}}\s?-?\s?(?:h|hrs?|hours?)\s+(?:post-?prandial|plasma|glucose|urine|urinary|ogtt|ambulatory|holter)\b"
        # When it was measured, before its limit: "fasting ≥ 5.1 mmol/L or 2 h ≥ 8.5 mmol/L", "30 min = 10 mmol/L".
        rf"|(?<![\w.])\d{{1,3}}\s?-?\s?(?:(?:h|hrs?|hours?)(?=\s*(?:[<>\u2264\u2265]|:\s*\d))"
        rf"|(?:h|hrs?|hours?|min|minutes?)(?=\s*[<>=\u2264\u2265]{{1,2}}\s*{DIGITS}\s*{UNIT}))"
        rf"|\b(?:before|prior\s+to|until)\s+(?:the\s+age\s+of\s+)?{_DURATION}(?:{GESTATION}|\s+of\s+age)?(?!\s+(?:prior|before|after|of|from|following)\b)"
        # "On an 11-point scale", "on the 0-4 scale": how far the scale reaches.
        rf"|\b(?:on|using)\s+(?:an?|the)\s+{DIGITS}\s?(?:-|to)\s?{DIGITS}(?=(?:\s+[a-z'-]+){{0,4}}\s+(?:scale|nrs|vas)\b)"
        rf"|\b(?:on|using)\s+an?\s+{DIGITS}[\s-]points?\b"
        rf"|(?<![\w.])[234]-?d(?=\s+[a-z])|\bper\s+{_NUMBER}\s*-?\s*{TIME_UNIT}\b|\bevery\s+(?:other\s+)?(?:{_NUMBER}\s*)?{TIME_UNIT}\b|(?:(?:{COMPARATOR})\s*)?\b{_DURATION}\s+apart\b",
    )


def _windows() -> str:
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
    past = r"(?:last|past|previous|preceding|prior|recent|next|coming|upcoming|following)"
    lead = r"(?:within|with(?=\s+the\s+(?:last|past)\b)|in|during|over|throughout|since|for|for\s+the|at)"
    approx = r"(?:approximately\s+|about\s+|the\s+|a\s+)?"
    return _starting(
        (*_TIME_STARTS, *window_words()),
        rf"(?:\b(?:within|for|during|in)\s+)?{TWO_ENDS}{event_tail}"
        rf"|\b(?:within|for)\s+(?:{COMPARATOR}\s*)?{HALF_LIVES}(?:\s*,?\s*or\s+{_DURATION})?{WHICHEVER}{tail}?"
        rf"|\b{lead}\s+(?:{COMPARATOR})?\s*{approx}(?:{past}\s+)?{_DURATION}(?!{GESTATION}|{_PERIOD}){_OR_HALF_LIVES}(?:\s+or\s+(?:more|longer|greater|less)\b)?(?:\s+(?:time\s+)?period\b(?!\s+(?:of|prior|before|after|from|following)\b))?{tail}?"
        rf"|(?:{COMPARATOR})?\s*{approx}\b{past}\s+{_DURATION}{tail}?"
        rf"|(?:(?:{COMPARATOR})\s*|(?!{approx}{_DURATION}{_COURSE})){approx}(?<![\w.]){_DURATION}\s*(?:or\s+(?:more|less|longer)\s*)?{event_tail}"
        rf"|\b(?:within|in|during|over)\s+(?:the\s+)?{past}\s+{TIME_UNIT}\b{tail}?"
        rf"|\b(?:at(?!\s+(?:least|most)|\s+(?:an?\s+|any\s+)?(?:(?!first|last|next|each|second|time)\w+\s+)?dos(?:es?|ages?|ing)\b)(?:\s+the)?(?:\s+time\s+of)?|prior\s+to|before|during|after|following|since|upon|until|within\s+the)(?:\s+the)?{event}(?!{GESTATION})"
        rf"|(?<![\w.]){_DURATION}\s*,?\s*or\s+{HALF_LIVES}{WHICHEVER}"
        rf"|\b(?:on\s+(?:the\s+)?|the\s+)day\s+of(?:\s+the)?(?:\s+(?!(?:{_STOPS})\b)[\w-]+){{1,3}}"
        rf"|\bon(?:\s+the)?(?:\s+day\s+of)?(?:\s+study)?\s+(?:{words_pattern(_DAYS)})(?!/\w)(?:\s+-?\d{{1,2}}\b)?"
        rf"|\bwhile\s+(?:on|receiving|taking|using)\s+(?:the\s+)?(?:study|trial|investigational)\s+(?:drug|medication|medicine|treatment|therapy|product|vaccine)s?\b"
        rf"|\bprior\s+to(?:\s+(?!(?:{_STOPS})\b)[\w'/-]+){{1,4}}"
        rf"|(?<!family\s)(?:{words_pattern(window_words())})",
    )


def _durations() -> str:
    """A length of time, and an age."""
    return _starting(
        ("between", "the", "age", "ages"),
        rf"(?<![\w.]){DIGITS}\s*{TIME_UNIT}\s*(?:-|to|through)\s*(?:{COMPARATOR}\s*)?{DIGITS}\s*{TIME_UNIT}\b(?:\s+of\s+age|\s+old)?"
        rf"|\b(?:between\s+)?(?:the\s+)?ages?\s+of\s+{_NUMBER}\s*(?:{TIME_UNIT}\s*)?(?:and|to|-)\s*{_NUMBER}\s*{TIME_UNIT}\b(?:\s+of\s+age|\s+old)?"
        rf"|(?:(?:{COMPARATOR}|between)\s*)?(?<![\w.]){_DURATION}{GESTATION}(?:{POST})?"
        rf"|between\s+{_NUMBER}\s*(?:{TIME_UNIT}\s*)?(?:and|to|-)\s*{_NUMBER}\s*{TIME_UNIT}{GESTATION}"
        rf"|(?:(?:{COMPARATOR})\s*)?(?<![\w.]){_DURATION}(?:\s+of\s+age|\s+old)?(?:{POST})?(?:\s+of\s+age|\s+old)?",
    )


def _values() -> str:
    """A number with its limits and its unit."""
    return _starting(
        ("between",),
        rf"(?<![\w.,/-]){BEFORE_NAME}(?=\s*[a-z])"
        rf"|(?:{COMPARATOR})\s*{TITRE}|(?<![\w.,/-]){TITRE}(?:(?:{POST})|(?<=\d{{2}}))"
        rf"|(?:{COMPARATOR})\s*{MULTIPLE}\s*{LIMIT}"
        rf"|(?:(?:{COMPARATOR})\s*|\bbetween\s+|(?<![^\s(]))-{DIGITS}\s*(?:{UNIT})?\s*(?:to|and)\s*{BELOW_NOUGHT}?{DIGITS}\s*(?:{UNIT})?(?![\w])"
        rf"|(?:{COMPARATOR})\s*(?:or\s*=\s*)?{BELOW_NOUGHT}?(?:{_NUMBER}){_ORDINAL}(?:\+(?![\w/]))?(?:/{DIGITS})?\s*(?:{LIMIT}|{UNIT})?(?:\s*(?:-|\bto\b)\s*{DIGITS}\s*(?:{UNIT})?)?"
        rf"|(?:{COMPARATOR})\s*(?:the\s+)?{LIMIT}"
        rf"|\bbetween\s+{_NUMBER}\s*(?:{UNIT}|{TIME_UNIT}\b)?\s*(?:and|to|-)\s*{_NUMBER}\s*(?:{TIME_UNIT}\b|{UNIT})?"
        rf"|(?<![\w.,/-]){DIGITS}\s*(?:{UNIT})?\s*(?:-|to|\bthrough\b)\s*{DIGITS}\s*(?:{TIME_UNIT}\b|{UNIT})?(?![\w])"
        rf"|(?<![\w.,/-]){_NUMBER}(?:/{DIGITS})?\s*(?:{UNIT})?(?:{POST})"
        rf"|(?<![\w.,/-])(?:{DIGITS}\s*(?:{LIMIT}|{UNIT})|{_NUMBER}\s*{LIMIT})",
    )


def token_patterns() -> list[tuple[Kind, str]]:
    """What each kind of token looks like in cleaned text; earlier kinds win over later ones."""
    lexicon = cues()
    listed = r"criteria|conditions|signs|symptoms|features|findings|items|risk\s+factors|factors"
    some = r"(?:one|two|three|four|five|six|\d)"
    return [
        (
            Kind.STOP,
            r"\.(?!\s+(?:and|or)\s*[<>\u2264\u2265])(?=\s+[(\[]?\w|\s*$)(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!approx\.)(?<!\bno\.)",
        ),
        (Kind.WORD, _no_times()),
        (Kind.REGARDLESS, words_pattern(lexicon.regardless)),
        (Kind.WORD, words_pattern((*lexicon.not_negation, *lexicon.fixed))),
        # Aspirin by its initials, where a dose follows.
        (Kind.WORD, r"\basa(?=\s+(?:treatment\s+)?[<>\u2264\u2265]?\s?\d+\s?m?g\b)"),
        # "Paraplegia at or above T6": a place, where no number follows.
        (Kind.WORD, r"\bat\s+or\s+(?:above|below|near)\b(?!\s*(?:the\s+)?[\d<>])"),
        (
            Kind.COUNT,
            (
                rf"\b(?:at\s+least\s+{some}|(?:a\s+)?maximum(?:\s+of)?\s+{some}|(?:at\s+most|no\s+more\s+than)\s+{some}|{some}\s+or\s+more|any\s+{some}|any|all|none|either|{some}|more\s+than\s+{some})"
                rf"\s+of(?:\s+the)?\s+(?:following|criteria\s+below)(?:\s+{some})?(?:\s+(?:{listed}))?\s*:?"
                rf"|\b(?:at\s+least\s+{some}|{some}\s+or\s+more)\s+of(?:\s+the)?(?:\s*:|(?=\s|\())(?!\s*{some}\s(?!of\b))"
            ),
        ),
        (Kind.TIME, _windows()),
        (
            Kind.SCALED,
            (
                rf"(?:{words_pattern(scale_names())})(?:\s*\([^()]{{1,40}}\))?{SCALE_FILLER}\s*(?:{COMPARATOR})?\s*{GRADES}(?:\s+(?:{POST_WORDS}))?"
                rf"|(?:{COMPARATOR})\s*(?:class|grade|stage)\s*{GRADES}"
                rf"|(?:{COMPARATOR})\s*(?:{words_pattern(scale_names())})(?:\s*\([^()]{{1,40}}\))?\s*(?:class|grade|stage|score|status)\s*{GRADES}(?!\s*-\s*\d)"
            ),
        ),
        (Kind.SCALE, words_pattern(scale_names())),
        (
            Kind.GRADE,
            rf"\b(?!class\s+(?:i{{1,3}}|iv|[1-4])[abc]?\s+(?:deficienc|anti-?arrhythmic|molecule|antigen))(?:(?:functional\s+)?class|grade|stage|score|status|category|levels?)\s*(?:of\s+)?(?:{COMPARATOR})?\s*{GRADES}(?![\d.]*\s*(?:{UNIT}|{LIMIT}|{TIME_UNIT}\b))(?:\s+(?:{POST_WORDS}))?",
        ),
        (Kind.DURATION, _durations()),
        (Kind.VALUE, _values()),
        (Kind.UNLESS, words_pattern(lexicon.unless)),
        (Kind.EXCEPTION, words_pattern(lexicon.exception)),
        (Kind.EXAMPLES, words_pattern(lexicon.examples)),
        (Kind.RESULT, words_pattern([word for word in result_words() if word.startswith("not ")])),
        (
            Kind.NEGATION,
            r"\bnot\s+(?:allowed|permitted)\b(?!\s+(?:by|per|in|under|according|within|during)\b)|"
            + words_pattern(lexicon.negation)
            + r"|\bnon\s(?=smokers?\b)|\bnon-(?=(?:pregnant|lactating|breast|nursing|smok|child|diabetics?(?:$|\s+(?:patient|subject|women|men|individual|participant|volunteer))))",
        ),
        (Kind.RESULT, words_pattern(result_words())),
        (Kind.CONDITION, words_pattern(lexicon.condition)),
        (Kind.OR, r"\band\s*/\s*or\b|\bor\b|\bnor\b"),
        (Kind.JOINING, words_pattern(lexicon.joining)),
        (Kind.AND, r"\band\b|\bas\s+well\s+as\b|\bplus\b|&"),
        (Kind.COMMA, r"/(?=\s)"),
        (Kind.WORD, r"[^\s,;:()\[\]<>\u2264\u2265=]+|[<>\u2264\u2265=]"),
    ]
