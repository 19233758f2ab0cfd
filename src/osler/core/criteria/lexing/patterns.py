"""The patterns of tokens, made from the word lists and the forms of numbers and times."""

from __future__ import annotations

from collections.abc import Iterable

from osler.core.criteria.lexing.lexicon import cues, result_words, scale_names, words_pattern
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
    TIME_UNIT,
    TITRE,
    UNIT,
)
from osler.core.criteria.lexing.shapes import (
    BEFORE_NAME,
    DIGIT,
    GRADES,
    NUMBER,
    ORDINAL,
    SCALE_FILLER,
    SIGN,
    Form,
    firsts_of,
    listed,
)
from osler.core.criteria.lexing.time_forms import durations, no_times, windows
from osler.core.criteria.lexing.tokens import Kind


def _values() -> list[Form]:
    """A number with its limits and its unit."""
    compared, counted = firsts_of(COMPARATOR_OF), {DIGIT, *firsts_of(NUMBER_WORDS)}
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
            rf"(?:{COMPARATOR})\s*(?:or\s*=\s*)?{BELOW_NOUGHT}?(?:{NUMBER}){ORDINAL}(?:\+(?![\w/]))?(?:/{DIGITS})?\s*(?:{LIMIT}|{UNIT})?(?:\s*(?:-|\bto\b)\s*{DIGITS}\s*(?:{UNIT})?)?",
        ),
        (compared, "limit", rf"(?:{COMPARATOR})\s*(?:the\s+)?{LIMIT}"),
        (
            {"between"},
            "number",
            rf"\bbetween\s+{NUMBER}\s*(?:{UNIT}|{TIME_UNIT}\b)?\s*(?:and|to|-)\s*{NUMBER}\s*(?:{TIME_UNIT}\b|{UNIT})?",
        ),
        (
            {DIGIT},
            "number",
            rf"(?<![\w.,/-]){DIGITS}\s*(?:{UNIT})?\s*(?:-|to|\bthrough\b)\s*{DIGITS}\s*(?:{TIME_UNIT}\b|{UNIT})?(?![\w])",
        ),
        (counted, "number", rf"(?<![\w.,/-]){NUMBER}(?:/{DIGITS})?\s*(?:{UNIT})?(?:{POST})"),
        ({DIGIT}, "number", rf"(?<![\w.,/-]){DIGITS}\s*(?:{LIMIT}|{UNIT})"),
        (counted, "limit", rf"(?<![\w.,/-]){NUMBER}\s*{LIMIT}"),
    ]
    return [Form(Kind.VALUE, pattern, frozenset(firsts), needs) for firsts, needs, pattern in forms]


def _scaled() -> list[Form]:
    """A scale with its grade."""
    scales, compared = words_pattern(scale_names()), firsts_of(COMPARATOR_OF)
    forms: list[tuple[frozenset[str], str, str]] = [
        (
            firsts_of(scale_names()),
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
    things = r"criteria|conditions|signs|symptoms|features|findings|items|risk\s+factors|factors"
    some = rf"(?:{'|'.join(_SOME)}|\d)"
    return [
        Form(
            Kind.STOP,
            r"\.(?!\s+(?:and|or)\s*[<>\u2264\u2265])(?=\s+[(\[]?\w|\s*$)(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!approx\.)(?<!\bno\.)",
            frozenset({DIGIT}),
        ),
        *no_times(),
        listed(Kind.REGARDLESS, lexicon.regardless),
        listed(Kind.WORD, (*lexicon.not_negation, *lexicon.fixed)),
        # Aspirin by its initials, where a dose follows.
        Form(Kind.WORD, r"\basa(?=\s+(?:treatment\s+)?[<>\u2264\u2265]?\s?\d+\s?m?g\b)", frozenset({"asa"})),
        # "Paraplegia at or above T6": a place, where no number follows.
        Form(Kind.WORD, r"\bat\s+or\s+(?:above|below|near)\b(?!\s*(?:the\s+)?[\d<>])", frozenset({"at"})),
        Form(
            Kind.COUNT,
            (
                rf"\b(?:at\s+least\s+{some}|(?:a\s+)?maximum(?:\s+of)?\s+{some}|(?:at\s+most|no\s+more\s+than)\s+{some}|{some}\s+or\s+more|any\s+{some}|any|all|none|either|{some}|more\s+than\s+{some})"
                rf"\s+of(?:\s+the)?\s+(?:following|criteria\s+below)(?:\s+{some})?(?:\s+(?:{things}))?\s*:?"
                rf"|\b(?:at\s+least\s+{some}|{some}\s+or\s+more)\s+of(?:\s+the)?(?:\s*:|(?=\s|\())(?!\s*{some}\s(?!of\b))"
            ),
            frozenset({"at", "a", "maximum", "no", "any", "all", "none", "either", "more", DIGIT, *_SOME}),
        ),
        *windows(),
        *_scaled(),
        listed(Kind.SCALE, scale_names()),
        Form(
            Kind.GRADE,
            rf"\b(?!class\s+(?:i{{1,3}}|iv|[1-4])[abc]?\s+(?:deficienc|anti-?arrhythmic|molecule|antigen))(?:(?:functional\s+)?class|grade|stage|score|status|category|levels?)\s*(?:of\s+)?(?:{COMPARATOR})?\s*{GRADES}(?![\d.]*\s*(?:{UNIT}|{LIMIT}|{TIME_UNIT}\b))(?:\s+(?:{POST_WORDS}))?",
            frozenset(_GRADING),
        ),
        *durations(),
        *_values(),
        listed(Kind.UNLESS, lexicon.unless),
        listed(Kind.EXCEPTION, lexicon.exception),
        listed(Kind.EXAMPLES, lexicon.examples),
        listed(Kind.RESULT, [word for word in result_words() if word.startswith("not ")]),
        Form(
            Kind.NEGATION,
            r"\bnot\s+(?:allowed|permitted)\b(?!\s+(?:by|per|in|under|according|within|during)\b)|"
            + words_pattern(lexicon.negation)
            + r"|\bnon\s(?=smokers?\b)|\bnon-(?=(?:pregnant|lactating|breast|nursing|smok|child|diabetics?(?:$|\s+(?:patient|subject|women|men|individual|participant|volunteer))))",
            firsts_of(lexicon.negation, ("not", "non")),
        ),
        listed(Kind.RESULT, result_words()),
        listed(Kind.CONDITION, lexicon.condition),
        Form(Kind.OR, r"\band\s*/\s*or\b|\bor\b|\bnor\b", frozenset({"and", "or", "nor"})),
        listed(Kind.JOINING, lexicon.joining),
        Form(Kind.AND, r"\band\b|\bas\s+well\s+as\b|\bplus\b|&", frozenset({"and", "as", "plus", SIGN})),
        Form(Kind.COMMA, r"/(?=\s)", frozenset({SIGN})),
        Form(Kind.WORD, r"[^\s,;:()\[\]<>\u2264\u2265=]+|[<>\u2264\u2265=]"),
    ]
