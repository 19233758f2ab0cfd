"""A criterion as a row of tokens, read in one pass."""

from __future__ import annotations

import re
from functools import cache

from osler.core.criteria.lexing.definitions import not_scales
from osler.core.criteria.lexing.forms import form_at, traits_of
from osler.core.criteria.lexing.joint_times import with_events
from osler.core.criteria.lexing.lexicon import cues, result_words, scale_names, window_words
from osler.core.criteria.lexing.numbers import COMPARATOR_OF, NUMBER_WORDS
from osler.core.criteria.lexing.plain import clean
from osler.core.criteria.lexing.signs import with_stray_signs
from osler.core.criteria.lexing.tokens import Kind, Token

_ORGANISATION = re.compile(
    r"WHO\s+(?:[Ff]unctional\s+)?(?:[Cc]lass|[Gg]rade|[Ss]tage|[Gg]roup|[Cc]riteri|[Mm]orpholog|[Dd]efinition|[Gg]uideline|[Ss]tandard|[Rr]ecommend|[Pp]erformance|[Rr]eference|[Cc]hild|[Gg]rowth|\d)"
)


# Words that may begin something other than a plain word, besides those of the lexicon. All other words skip the rules.
_OPENERS = frozenset(
    {
        "within",
        "every",
        "per",
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
_TESTED = re.compile(r"(?!gram-|triple-)([^\s-]{2,20})-(?:positive|negative)")
_ABBREVIATED = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|vs|approx|no|max|min|sec|hr|hrs|wk|wks|yr|yrs|dr|st|incl|excl|[a-z]|[a-z]\.[a-z])\.$"
)


@cache
def _openers() -> frozenset[str]:
    lexicon = cues()
    lists = (
        lexicon.negation, lexicon.not_negation, lexicon.fixed, lexicon.exception, lexicon.unless, lexicon.examples, lexicon.condition, lexicon.regardless,
        lexicon.joining, tuple(window_words()), tuple(result_words()), tuple(scale_names()), tuple(COMPARATOR_OF),
        tuple(NUMBER_WORDS), _OPENERS,
    )  # fmt: skip
    return frozenset(found.group() for words in lists for word in words if (found := _FIRST.match(word)))


_FIRST = re.compile(r"[a-z\u00e0-\u024f]+")


def tokens(text: str) -> list[Token]:
    """The tokens of a criterion, in order; every word that no rule knows is a WORD."""
    openers = _openers()
    plain = clean(text)
    others = not_scales(text)
    traits = traits_of(plain)
    found: list[Token] = []
    strays: list[int] = []
    position, end = 0, len(plain)
    while position < end:
        if plain[position].isspace() and (gap := _GAP.match(plain, position)):
            if gap.group().count("\n") > 1:
                found.append(Token(Kind.STOP, gap.start(), gap.end(), "\n"))
            elif (
                "\n" in gap.group()
                and found
                and found[-1].kind is Kind.COMMA
                and text[gap.end() : gap.end() + 1].isupper()
            ):
                # Lines that end in commas and begin with capitals are entries of a list without marks.
                found[-1] = found[-1]._replace(kind=Kind.STOP)
            position = gap.end()
            continue
        if plain[position] in _SIGNS:
            found.append(Token(_SIGNS[plain[position]], position, position + 1, plain[position]))
            position += 1
            continue
        word = _PLAIN_WORD.match(plain, position)
        if word and (word.group(1) not in openers or word.group() in others):
            found += _word(text, plain, position, word.end())
            position = word.end()
            continue
        form = form_at(plain, position, word.group(1) if word else "", traits)
        if form is None:
            position += 1
            continue
        kind, match = form
        told = _matched(text, plain, match, kind)
        found += told
        if not told and plain[position] in "<>\u2264\u2265":
            strays.append(position)
        position = max(match.end(), position + 1)
    return _with_examples(with_events(with_stray_signs(found, plain, strays) if strays else found))


def _with_examples(found: list[Token]) -> list[Token]:
    """The tokens where "such drugs as warfarin" and "drugs like warfarin" are read as "drugs such as warfarin"."""
    for place, token in enumerate(found):
        if token.kind is Kind.WORD and token.text == "like" and _is_between_nouns(found, place):
            found[place] = token._replace(kind=Kind.EXAMPLES)
        if token.kind is Kind.WORD and token.text == "such":
            close = next((n for n in range(place + 2, min(place + 5, len(found))) if found[n].text == "as"), None)
            if close is not None and all(one.kind is Kind.WORD for one in found[place : close + 1]):
                shown = found[close]._replace(kind=Kind.EXAMPLES, text="such as")
                return [*found[:place], *found[place + 1 : close], shown, *_with_examples(found[close + 1 :])]
    return found


_NEAR = 4
_SEVERAL = re.compile(r"[a-z]{2}(?<![siu])s$|^(?:condition|disease|disorder|illness|drug|medication)$")


def _is_between_nouns(found: list[Token], place: int) -> bool:
    """Whether "like" shows a kind of what stands before it: "inhibitors like ketoconazole", but not "would like to stop"."""
    if not 0 < place < len(found) - 1:
        return False
    before, after = found[max(place - _NEAR, 0) : place], found[place + 1]
    if before[-1].kind not in (Kind.WORD, Kind.COMMA) or after.kind is not Kind.WORD:
        return False
    if before[-1].kind is Kind.COMMA and found[place - 2].kind is Kind.WORD:
        return after.text not in cues().not_shown_by_like
    several = any(one.kind is Kind.WORD and _SEVERAL.search(one.text) for one in before)
    return several and after.text not in cues().not_shown_by_like


def _matched(text: str, plain: str, match: re.Match[str], kind: Kind) -> list[Token]:
    matched = match.group()
    stripped = matched.strip()
    if not stripped:
        return [Token(kind, match.start(), match.end(), matched)]
    start = match.start() + len(matched) - len(matched.lstrip())
    if stripped == "who" and _ORGANISATION.match(text, start):
        kind = Kind.WORD  # the organisation: "WHO class II"
    if kind is Kind.WORD:
        return _word(text, plain, start, start + len(stripped))
    return [Token(kind, start, start + len(stripped), stripped)]


def _word(text: str, plain: str, start: int, end: int) -> list[Token]:
    """A word, and the full stop after it where it ends a sentence; a row of signs is no word."""
    if not plain[start].isalnum() and not any(map(str.isalnum, plain[start:end])):
        return []
    if plain[start] == "-" and (result := plain[start:end].rstrip(".")) in ("-positive", "-negative"):
        # "Hepatitis B e antigen (HBeAg)-negative"
        told = Token(Kind.RESULT, start + 1, start + len(result), result[1:])
        ends = len(result) < end - start and _AFTER_STOP.match(text, end) is not None
        return [told, Token(Kind.STOP, end - 1, end, ".")] if ends else [told]
    tested = _TESTED.fullmatch(plain, start, end) if plain.endswith("tive", start, end) else None
    if tested:
        name_end = tested.end(1)
        return [
            Token(Kind.WORD, start, name_end, plain[start:name_end]),
            Token(Kind.RESULT, name_end + 1, end, plain[name_end + 1 : end]),
        ]
    if plain[end - 1] != "." or end - start == 1:
        return [Token(Kind.WORD, start, end, _as_meant(text, plain, start, end))]
    # Three dots leave a list open and belong to no name.
    name_end = start + len(plain[start:end].rstrip("."))
    row = [Token(Kind.WORD, start, name_end, _as_meant(text, plain, start, name_end))]
    following = _AFTER_STOP.match(text, end)
    if following and not _ABBREVIATED.search(plain, max(start - 1, 0), end):
        row.append(Token(Kind.STOP, end - 1, end, "."))
    return row


_INITIALS = frozenset({"as", "he", "it"})
"""Small words that in capitals are somebody's initials of a disease: "AS or another arthritis", "HE grade 2"."""


def _as_meant(text: str, plain: str, start: int, end: int) -> str:
    """A word in small letters, but for one that only its capitals tell from a small word."""
    word = plain[start:end]
    return text[start:end] if word in _INITIALS and text[start:end].isupper() and not text.isupper() else word


# A sentence ends at a full stop before a capital, a digit, a bracket, or the end.
_AFTER_STOP = re.compile(r"\s+(?=[^a-z\s])|\s*$")
