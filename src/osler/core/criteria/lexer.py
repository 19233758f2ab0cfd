"""A criterion as a row of tokens, read in one pass."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from osler.core.criteria.lexicon import cues, result_words, scale_names, window_words, words_pattern
from osler.core.criteria.numbers import (
    COMPARATOR,
    COMPARATOR_OF,
    DIGITS,
    LIMIT,
    NUMBER_WORDS,
    POST,
    SPELLED,
    TIME_UNIT,
    UNIT,
)


class Kind(StrEnum):
    """What a token is."""

    WORD = "word"
    VALUE = "value"
    DURATION = "duration"
    TIME = "time"
    RESULT = "result"
    SCALED = "scaled"
    SCALE = "scale"
    GRADE = "grade"
    NEGATION = "negation"
    EXCEPTION = "exception"
    UNLESS = "unless"
    EXAMPLES = "examples"
    CONDITION = "condition"
    JOINING = "joining"
    COUNT = "count"
    AND = "and"
    OR = "or"
    COMMA = "comma"
    COLON = "colon"
    STOP = "stop"
    OPEN = "open"
    CLOSE = "close"


class Token(NamedTuple):
    """A stretch of the criterion and what it is."""

    kind: Kind
    start: int
    end: int
    text: str
    """The cleaned words: lower case, plain dashes, no markup escapes."""


_SAME_LENGTH = str.maketrans(
    {"\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u00a0": " ",
     "\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u202f": " ", "\u2009": " "}
)  # fmt: skip
_TAG = re.compile(r"</?(?:p|b|i|u|br|ul|ol|li|em|strong|sub|sup|span|div|table|tr|td|th|h\d)\b[^<>]{0,80}>")
_ESCAPE = re.compile(r"\\(?=[^\w\s])")


def clean(text: str) -> str:
    """The text in lower case and plain characters, each at its old place."""
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    plain = _ESCAPE.sub(" ", lowered.translate(_SAME_LENGTH))
    return _TAG.sub(lambda tag: " " * len(tag.group()), plain) if "<" in plain else plain


_ROMAN = r"(?:iv|v?i{1,3}|v|vi)(?!\w)"
GRADE_ITEM = rf"(?:{DIGITS}(?:\s*[a-c]\b)?|{_ROMAN}[abc]?|[abc](?![\w-]))"
GRADES = rf"{GRADE_ITEM}(?:\s*(?:,\s*or|,|/|or|and|to|-|through)\s*{GRADE_ITEM}){{0,5}}"
SCALE_FILLER = r"(?:\s*(?:performance|functional|status|score|class|grade|ps|of|is|was|scale|stage|a|must|be|should|=|:|-)(?![a-z]))*"
_NUMBER = rf"(?:{DIGITS}|\b{SPELLED})"
_DURATION = rf"{_NUMBER}\s*(?:-\s*|\s(?:to|or)\s+|\s)?(?:{_NUMBER}[\s-]*)?{TIME_UNIT}\b"
_STOPS = r"and|or|with|without|unless|except|that|which|who|if|but|including|such|due"
_ANCHOR = rf"(?:(?:\s+(?!(?:{_STOPS})\b)[\w'/-]+){{1,7}})"


def _patterns() -> list[tuple[Kind, str]]:
    lexicon = cues()
    anchors = words_pattern([*lexicon.anchors, *(f"{word}s" for word in lexicon.anchors)])
    event = rf"(?:\s+(?!(?:{_STOPS})\b)[\w'/-]+){{0,4}}?\s+(?:{anchors})(?:\s+(?:visit|period|procedure|entry|treatment|drug|day|dose|date)\b)?(?:\s+\d{{1,2}}\b)?"
    tail = rf"(?:\s+(?:prior\s+to|before|preceding|previous\s+to|prior|from|of(?!\s+age)|after|following|since|ago|earlier|until){_ANCHOR}?)"
    past = r"(?:last|past|previous|preceding|prior)"
    lead = r"(?:within|in|during|over|throughout|since|for|for\s+the|at)"
    approx = r"(?:approximately\s+|about\s+|the\s+|a\s+)?"
    listed = r"criteria|conditions|signs|symptoms|features|findings|items|risk\s+factors|factors"
    some = r"(?:one|two|three|four|five|six|\d)"
    return [
        (Kind.STOP, r"\.(?=\s+[(\[]?\w|\s*$)(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!approx\.)(?<!\bno\.)"),
        (Kind.WORD, words_pattern(lexicon.not_negation)),
        (
            Kind.COUNT,
            (
                rf"\b(?:at\s+least\s+{some}|{some}\s+or\s+more|any\s+{some}|any|all|none|either|{some}|more\s+than\s+{some})"
                rf"\s+of(?:\s+the)?\s+(?:following|criteria\s+below)(?:\s+(?:{listed}))?\s*:?"
                rf"|\b(?:at\s+least\s+{some}|{some}\s+or\s+more)\s+of(?:\s+the)?(?=\s|\()"
            ),
        ),
        (
            Kind.TIME,
            (
                rf"\b{lead}\s+(?:{COMPARATOR})?\s*{approx}(?:{past}\s+)?{_DURATION}{tail}?"
                rf"|(?:{COMPARATOR})?\s*{approx}\b{past}\s+{_DURATION}{tail}?"
                rf"|(?:{COMPARATOR})?\s*{approx}(?<![\w.]){_DURATION}\s*(?:or\s+(?:more|less|longer)\s*)?{tail}"
                rf"|\b(?:within|in|during|over)\s+the\s+{past}\s+{TIME_UNIT}\b{tail}?"
                rf"|\b(?:at(?:\s+the)?(?:\s+time\s+of)?|prior\s+to|before|during|after|following|since|upon|on|until|within\s+the)(?:\s+the)?{event}"
                rf"|{words_pattern(window_words())}"
            ),
        ),
        (
            Kind.SCALED,
            (
                rf"(?:{words_pattern(scale_names())})(?:\s*\([^()]{{1,40}}\))?{SCALE_FILLER}\s*(?:{COMPARATOR})?\s*{GRADES}"
                rf"|(?:{COMPARATOR})\s*(?:class|grade|stage)\s*{GRADES}"
            ),
        ),
        (Kind.SCALE, words_pattern(scale_names())),
        (
            Kind.GRADE,
            rf"\b(?:(?:functional\s+)?class|grade|stage|score|status|category|levels?)\s*(?:of\s+)?(?:{COMPARATOR})?\s*{GRADES}",
        ),
        (
            Kind.DURATION,
            rf"(?:(?:{COMPARATOR})\s*)?(?<![\w.]){_DURATION}(?:\s+of\s+age|\s+old)?(?:{POST})?(?:\s+of\s+age|\s+old)?",
        ),
        (
            Kind.VALUE,
            (
                rf"(?:{COMPARATOR})\s*(?:or\s*=\s*)?(?:{_NUMBER})(?:/{DIGITS})?\s*(?:{LIMIT.replace('?P<limit>', '?:')}|{UNIT})?(?:\s*(?:-|\bto\b)\s*{DIGITS}\s*(?:{UNIT})?)?"
                rf"|(?:{COMPARATOR})\s*(?:the\s+)?{LIMIT.replace('?P<limit>', '?:')}"
                rf"|\bbetween\s+{_NUMBER}\s*(?:{UNIT}|{TIME_UNIT}\b)?\s*(?:and|to|-)\s*{_NUMBER}\s*(?:{TIME_UNIT}\b|{UNIT})?"
                rf"|(?<![\w.,/-]){DIGITS}\s*(?:{UNIT})?\s*(?:-|to|\bthrough\b)\s*{DIGITS}\s*(?:{TIME_UNIT}\b|{UNIT})?(?![\w])"
                rf"|(?<![\w.,/-]){_NUMBER}\s*(?:{UNIT})?(?:{POST.replace('?P<post>', '?:')})"
                rf"|(?<![\w.,/-]){DIGITS}\s*(?:{LIMIT.replace('?P<limit>', '?:')}|{UNIT})"
            ),
        ),
        (Kind.UNLESS, words_pattern(lexicon.unless)),
        (Kind.EXCEPTION, words_pattern(lexicon.exception)),
        (Kind.EXAMPLES, words_pattern(lexicon.examples)),
        (
            Kind.NEGATION,
            words_pattern(lexicon.negation) + r"|\bnon-(?=(?:pregnant|lactating|breast|nursing|smok|diabet|child))",
        ),
        (Kind.RESULT, words_pattern(result_words())),
        (Kind.CONDITION, words_pattern(lexicon.condition)),
        (Kind.OR, r"\band\s*/\s*or\b|\bor\b|\bnor\b"),
        (Kind.JOINING, words_pattern(lexicon.joining)),
        (Kind.AND, r"\band\b|\bas\s+well\s+as\b|\bplus\b|&"),
        (Kind.COMMA, r"/(?=\s)"),
        (Kind.WORD, r"[^\s,;:()\[\]<>\u2264\u2265=]+|[<>\u2264\u2265=]"),
    ]


@cache
def _master() -> tuple[re.Pattern[str], dict[str, Kind]]:
    names: dict[str, Kind] = {}
    parts = []
    for index, (kind, pattern) in enumerate(_patterns()):
        names[f"k{index}"] = kind
        parts.append(f"(?P<k{index}>{pattern.replace('?P<post>', '?:').replace('?P<limit>', '?:')})")
    return re.compile("|".join(parts)), names


# Words that may begin something other than a plain word, besides those of the lexicon. All other words skip the rules.
_OPENERS = frozenset(
    {
        "within",
        "in",
        "during",
        "over",
        "throughout",
        "since",
        "for",
        "at",
        "prior",
        "before",
        "after",
        "following",
        "upon",
        "on",
        "until",
        "between",
        "class",
        "functional",
        "grade",
        "stage",
        "score",
        "status",
        "category",
        "level",
        "levels",
        "and",
        "or",
        "nor",
        "as",
        "plus",
        "any",
        "all",
        "none",
        "either",
        "more",
        "approximately",
        "about",
        "the",
        "a",
        "last",
        "past",
        "previous",
        "preceding",
        "upper",
        "lower",
        "times",
        "x",
        "non",
        "i",
        "v",
        "b",
        "c",
        "d",
    }
)
_GAP = re.compile(r"\s+")
_SIGNS = {
    ",": Kind.COMMA, ";": Kind.STOP, ":": Kind.COLON, "(": Kind.OPEN, "[": Kind.OPEN, ")": Kind.CLOSE, "]": Kind.CLOSE,
}  # fmt: skip
_PLAIN_WORD = re.compile(r"([a-z\u00e0-\u024f]+)[^\s,;:()\[\]<>\u2264\u2265=]*")
_TESTED = re.compile(r"([^\s-]{2,20})-(?:positive|negative)")
_ABBREVIATED = re.compile(r"(?:^|[\s(])(?:e\.g|i\.e|vs|approx|no|max|min|dr|incl|excl|[a-z])\.$")


@cache
def _openers() -> frozenset[str]:
    lexicon = cues()
    lists = (
        lexicon.negation, lexicon.not_negation, lexicon.exception, lexicon.unless, lexicon.examples, lexicon.condition,
        lexicon.joining, tuple(window_words()), tuple(result_words()), tuple(scale_names()), tuple(COMPARATOR_OF),
        tuple(NUMBER_WORDS), _OPENERS,
    )  # fmt: skip
    return frozenset(found.group() for words in lists for word in words if (found := _FIRST.match(word)))


_FIRST = re.compile(r"[a-z\u00e0-\u024f]+")


def tokens(text: str) -> list[Token]:
    """The tokens of a criterion, in order; every word that no rule knows is a WORD."""
    pattern, names = _master()
    openers = _openers()
    plain = clean(text)
    found: list[Token] = []
    position, end = 0, len(plain)
    while position < end:
        gap = _GAP.match(plain, position)
        if gap:
            if gap.group().count("\n") > 1:
                found.append(Token(Kind.STOP, gap.start(), gap.end(), "\n"))
            position = gap.end()
            continue
        if plain[position] in _SIGNS:
            found.append(Token(_SIGNS[plain[position]], position, position + 1, plain[position]))
            position += 1
            continue
        word = _PLAIN_WORD.match(plain, position)
        if word and word.group(1) not in openers:
            found += _word(text, plain, position, word.end())
            position = word.end()
            continue
        match = pattern.match(plain, position)
        if match is None:
            position += 1
            continue
        found += _matched(text, plain, match, names[match.lastgroup or ""])
        position = max(match.end(), position + 1)
    return found


def _matched(text: str, plain: str, match: re.Match[str], kind: Kind) -> list[Token]:
    matched = match.group()
    stripped = matched.strip()
    if not stripped:
        return [Token(kind, match.start(), match.end(), matched)]
    start = match.start() + len(matched) - len(matched.lstrip())
    if kind is Kind.WORD:
        return _word(text, plain, start, start + len(stripped))
    return [Token(kind, start, start + len(stripped), stripped)]


def _word(text: str, plain: str, start: int, end: int) -> list[Token]:
    """A word, and the full stop after it where it ends a sentence; a row of signs is no word."""
    if not any(map(str.isalnum, plain[start:end])):
        return []
    tested = _TESTED.fullmatch(plain, start, end)
    if tested:
        name_end = tested.end(1)
        return [
            Token(Kind.WORD, start, name_end, plain[start:name_end]),
            Token(Kind.RESULT, name_end + 1, end, plain[name_end + 1 : end]),
        ]
    if plain[end - 1] != "." or end - start == 1:
        return [Token(Kind.WORD, start, end, plain[start:end])]
    row = [Token(Kind.WORD, start, end - 1, plain[start : end - 1])]
    following = _AFTER_STOP.match(text, end)
    if following and not _ABBREVIATED.search(plain, max(start - 1, 0), end):
        row.append(Token(Kind.STOP, end - 1, end, "."))
    return row


# A sentence ends at a full stop before a capital, a digit, a bracket, or the end.
_AFTER_STOP = re.compile(r"\s+(?=[^a-z\s])|\s*$")
