"""A question in the words that the tables know: abbreviations written out, slips of the pen mended, lay ways of asking."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from rapidfuzz.distance import DamerauLevenshtein

from osler.consult.record.called import lay_names, measure_words
from osler.consult.record.reading.initials import with_initials
from osler.consult.record.reading.table import rules, stop
from osler.core.safety import known_words
from osler.core.terminology import Vocabularies, singular

_SHORTEST, _LONG = 5, 9
"""A shorter word is too near to many others to be mended; a long one may have two slips."""


_EITHER = re.compile(r"(?<=[a-z]{4})/(?=[a-z]{4})")
"""Between two words a stroke means either: "colds/infections"."""


def plain(lower: str, vocabularies: Vocabularies) -> str:
    """The question in known words."""
    lower = with_initials(_EITHER.sub(" or ", written_out(lower)), vocabularies)
    lower = re.sub(r"[a-z]{5,}", lambda match: _mended(match.group(), vocabularies), _as_known(lower))
    return " ".join(_as_known(lower).split())


_DOTTED = re.compile(
    r"\b(?!(?:e\.g|i\.e|a\.m|p\.m)\b)(?:[a-z]\.){2,}[a-z]?(?![\w.])|\b(?!(?:e\.g|i\.e|a\.m|p\.m)\b)(?:[a-z]\.)+[a-z]\b(?!\.?\w)"
)
"""Letters with full stops between them: "d.o.b.", "e.r"."""


def written_out(lower: str) -> str:
    """A text with the abbreviations of clinicians, and the commonest slips in short words, written out."""
    lower = _DOTTED.sub(lambda match: match.group().replace(".", ""), lower)
    for short, written in _abbreviations():
        lower = short.sub(written, lower)
    return lower


@cache
def _abbreviations() -> tuple[tuple[re.Pattern[str], str], ...]:
    table = rules()["abbreviations"].items()
    return tuple((re.compile(rf"(?<![\w.])(?:{short})(?!\w)\.?"), str(written)) for short, written in table)


def _as_known(lower: str) -> str:
    for spoken, known in _spoken():
        lower = spoken.sub(known, lower)
    for done, noun in _done():
        lower = done.sub(lambda match, noun=noun: f"{match['before'] or match['behind']} {noun}", lower)  # type: ignore[misc]
    return lower


@cache
def _spoken() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(rf"\b(?:{spoken})(?!\w)"), known) for spoken, known in rules()["spoken"].items())


@cache
def _done() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What is done to a part, as a verb before or behind it: "replaced his hip", "was her hip replaced"."""
    owned = r"(?:my|his|her|their|the|the patient's)"
    return tuple(
        (
            re.compile(
                rf"\b(?:{verb}) {owned} (?P<behind>[a-z]+)\b|(?P<before>\b[a-z]+) (?:was |were |been |got |ever )*(?:{verb})(?!\w)(?! {owned} )"
            ),
            noun,
        )
        for verb, noun in rules()["done_to"].items()
    )


@cache
def _asked_words() -> frozenset[str]:
    """The words that questions and measures are made of."""
    lay = {word for name in lay_names() for word in name}
    return frozenset(word for word in {*stop(), *lay, *measure_words()} if len(word) >= _SHORTEST)


@lru_cache(maxsize=4096)
def _mended(word: str, vocabularies: Vocabularies) -> str:
    """A word that nobody knows, as the known one that is a slip away; itself where there is none or several."""
    known = _asked_words()
    if word in known or word in known_words() or word.removesuffix("s") in known or vocabularies.find(word):
        return word
    most = 2 if len(word) >= _LONG else 1
    near = [
        (DamerauLevenshtein.distance(word, other, score_cutoff=most), other)
        for other in known
        if abs(len(other) - len(word)) <= most and other[0] == word[0]
    ]
    near = sorted(pair for pair in near if pair[0] <= most)
    nearest = [other for distance, other in near if distance == near[0][0]]
    if not nearest or len({singular(other) for other in nearest}) > 1:
        return word
    return max(nearest, key=len)  # one word in the singular and the plural
