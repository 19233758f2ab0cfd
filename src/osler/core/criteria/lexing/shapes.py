"""Shapes that the patterns of tokens are made of: grades, lengths of time, what a time is counted from, and where a form can begin."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from osler.core.criteria.lexing.lexicon import words_pattern
from osler.core.criteria.lexing.numbers import (
    COMPARATOR,
    COMPARATOR_OF,
    DIGITS,
    MULTIPLES,
    NUMBER_WORDS,
    SPELLED,
    TIME_UNIT,
    UNIT,
)
from osler.core.criteria.lexing.tokens import Kind

# A stage with a letter (IIIB) stays a name: its letter would be lost in a number.
_ROMAN = r"(?:iv|v?i{1,3}|v|vi)(?!\w|\.\s?e\b)"
GRADE_ITEM = rf"(?:{DIGITS}(?:\s*[a-c]\b)?|{_ROMAN}|[abc](?![\w-]))"
GRADES = rf"{GRADE_ITEM}(?:\s*(?:,\s*or|,|/|or|and|&|to|-|through|y(?=\s))\s*(?:(?:class|grade|stage)\s+)?{GRADE_ITEM}){{0,5}}"
SCALE_FILLER = r"(?:\s*(?:physical|classification|performance|functional|status|state|scores?|class(?:es)?|grades?|ps|of|is|was|scale|stage|a|must|be|should|=|:|-)(?![a-z]))*"
NUMBER = rf"(?:{DIGITS}|\b{SPELLED})"
COUNTED = r"(?:(?:completed|full|consecutive|calendar)\s+)?"
DURATION = rf"{NUMBER}\s*(?:-\s*|\s(?:to|or)\s+|\s)?(?:{NUMBER}[\s-]*)?{COUNTED}{TIME_UNIT}\b(?!\s?/\s?(?:d|day|w|wk|week|mo|month)\b)"
# A time that is given in days or, where they reach further, in half-lives of the medicine.
HALF_LIVES = (
    rf"{NUMBER}\s*(?:[\w-]+\s+)?half[\s-]?li(?:ves|fe)\b"
    r"(?:\s+off\s+(?:the\s+)?(?:study\s+)?(?:drug|medication|treatment|therapy)\b)?"
    r"(?:\s+of\s+(?:the|that|this|each|any)\s+(?:[\w-]+\s+){0,2}?(?:drug|agent|compound|product|medication|medicine|substance|treatment)\b)?"
)
WHICHEVER = r"(?:\s*[,(]?\s*(?:whichever|which\s+ever)(?:\s+(?:is|was|occurs|comes))?(?:\s+the)?\s+(?:longer|longest|greater|shorter|shortest|later|earlier|first|last)\b\s*[,)]?)?"
OR_HALF_LIVES = rf"(?:\s*,?\s*(?:or|and)\s+(?:within\s+)?(?:{COMPARATOR}\s*)?{HALF_LIVES}{WHICHEVER})?"
# Two ends of a time: "between 2 and 6 weeks", "at least 4 weeks and no more than 12 weeks".
TWO_ENDS = (
    rf"(?:between\s+{NUMBER}\s*(?:{TIME_UNIT}\s*)?(?:and|to|-)\s*{NUMBER}\s*{TIME_UNIT}\b"
    rf"|(?:{COMPARATOR})\s*{DURATION}\s*,?\s*(?:and|but|to)\s*(?:{COMPARATOR})\s*{DURATION})"
)
GESTATION = r"(?:\s+(?:of\s+)?(?:gestational\s+age|gestation|pregnancy)\b)"
# A limit before its measure: "7 % <= HbA1c <= 10 %".
BEFORE_NAME = rf"{DIGITS}\s*(?:{UNIT})?\s*(?:<=|<|\u2264)"
ORDINAL = r"(?![\d.]*(?:st|nd|rd|th)\b)"
STOPS = r"and|or|not|by|using|via|according|with|without|unless|except|that|which|who|if|but|including|such|due|must|should|will|shall"
DAYS = (
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
    rf"(?:(?:(?<=treatment)|(?<=therapy)|(?<=dosing)|(?<=vaccination))\s+with(?:\s+(?!(?:{STOPS})\b)[\w'/-]+){{1,3}})?"
)
# What begins or ends at an event: "prior to the start of dosing".
OF_STUDY = (
    r"\s+of\s+(?:the\s+|study\s+|trial\s+|investigational\s+|first\s+)*"
    rf"(?:treatment|therapy|chemotherapy|dosing|study|trial|drug|medication|product|administration|dose|intervention)\b{_WITH}"
)
# "12 months of dual antiplatelet therapy": with no limit before it, how long something is given.
COURSE = r"\s+of\s+(?!(?:the|study|start|starting|initiation)\b)(?:[\w-]+\s+){0,3}(?:therapy|treatment|chemotherapy)\b"
# "During the eight week study period" is no stretch of eight weeks.
PERIOD = r"\s+(?:(?:study|trial|treatment|observation|observational|screening|follow-up|run-in|intervention)\s+)+(?:period|phase)\b"
ANCHOR = rf"(?:(?:\s+(?!(?:{STOPS})\b)[\w'/-]+){{1,7}}{_WITH})"

PAST = ("last", "past", "previous", "preceding", "prior", "recent", "next", "coming", "upcoming", "following")
ABOUT = ("approximately", "about", "the", "a")
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


def firsts_of(*phrases: Iterable[str]) -> frozenset[str]:
    """With what phrases begin: the letters up to what is no letter, or the sort of sign."""
    return frozenset(
        found[0] if (found := _LETTERS.match(phrase)) else starts_with(phrase, 0) for row in phrases for phrase in row
    )


_COMPARING = frozenset(word[0] for word in COMPARATOR_OF if not word[0].isalpha())


def listed(kind: Kind, phrases: Iterable[str]) -> Form:
    """Any phrase of a list, as whole words."""
    lowered = [phrase.lower() for phrase in phrases]
    return Form(kind, words_pattern(lowered), firsts_of(lowered))
