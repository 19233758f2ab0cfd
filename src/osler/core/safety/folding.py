"""The words of a text as phrases compare them: folded, joined where two are one, each with its place."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.safety.spelling import Spelling
from osler.yaml_reader import packaged_yaml

WORD = re.compile(r"can not\b|[a-z][a-z0-9]*(?:'[a-z]+)?|\d{1,3}(?:,\d{3})+(?!\d)|\d+(?:\.\d+)?")
# The apostrophes that hurried people leave out, and that leave no other word behind: "cant", "im", "ive".
_CONTRACTED = re.compile(r"'(t|m|ve)$")
# What is somebody's is told of somebody: "dad's", "the boiler's"; of a pronoun it is the verb and stays.
_POSSESSED = re.compile(r"(?<!^he)(?<!^she)(?<!^it)(?<!^that)(?<!^there)(?<!^what)(?<!^who)'s$")
_BREAK = re.compile(r"[.;!?](?=\s|$)|:\s|\n\s*\n")
# Words of which the final "s" is not a plural: status, sepsis, distress.
_NOT_PLURAL = ("us", "is", "ss")
DIGRAPHS = re.compile(r"[ao]e")
FOLDED_FROM = 6


class Words(NamedTuple):
    """The words of a text, folded, with their places; `breaks` are the words that begin a sentence."""

    words: list[str]
    places: list[tuple[int, int]]
    breaks: set[int]


def word_places(text: str) -> list[tuple[int, int]]:
    """Where the words of a text stand."""
    return words_of(plainly(text)).places


def listed(kind: str) -> frozenset[str]:
    """The words of a list of `small_words.yml`, as they are compared."""
    table = packaged_yaml("osler.core.safety", "small_words.yml")
    return frozenset(folded(word) for line in table[kind] for word in line)


def plainly(text: str) -> str:
    """A text in small letters with one kind of apostrophe."""
    # `lower` may lengthen a few characters; those texts are matched as they are, to keep offsets true.
    lowered = text.lower()
    return (lowered if len(lowered) == len(text) else text).replace("\u2019", "'").replace("\u02bc", "'")


def words_of(plain: str, spelling: Spelling | None = None) -> Words:
    """The words of a plain text; those that no dictionary has are mended by `spelling`."""
    found = _written_words(plain)
    mended = found if spelling is None else [(spelling.mended(word), place) for word, place in found]
    return _unmended(plain) if mended == found else _placed(plain, mended)


# Some twenty tables look at one text after another: what they all read of it is kept until the next few.
@lru_cache(maxsize=32)
def _written_words(plain: str) -> list[tuple[str, tuple[int, int]]]:
    return [(folded(match.group()), match.span()) for match in WORD.finditer(plain)]


@lru_cache(maxsize=32)
def _unmended(plain: str) -> Words:
    return _placed(plain, _written_words(plain))


def _placed(plain: str, found: list[tuple[str, tuple[int, int]]]) -> Words:
    found = joined(found)
    breaks = set()
    ends = [match.start() for match in _BREAK.finditer(plain)]
    if ends:
        number = 0
        for index, (_, (start, _end)) in enumerate(found):
            while number < len(ends) and ends[number] < start:
                breaks.add(index)
                number += 1
    return Words([word for word, _ in found], [place for _, place in found], breaks)


def joined(found: list[tuple[str, tuple[int, int]]]) -> list[tuple[str, tuple[int, int]]]:
    """The words with those that are one word together made one."""
    made = []
    at = 0
    while at < len(found):
        whole = next(
            (
                words
                for words in joining().get(found[at][0], ())
                if words == tuple(word for word, _ in found[at : at + len(words)])
            ),
            (found[at][0],),
        )
        end = at + len(whole)
        word = " ".join(whole)
        made.append((_meant().get(word, word), (found[at][1][0], found[end - 1][1][1])))
        at = end
    return made


@cache
def _meant() -> dict[str, str]:
    """Of words that are one word together, those for which one of them says it: blood sugar is sugar."""
    table: dict[str, str] = packaged_yaml("osler.core.safety", "small_words.yml")["meant"]
    return table


@cache
def joining() -> dict[str, list[tuple[str, ...]]]:
    """By their first word, the words that are one word together, the longest first."""
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for line in packaged_yaml("osler.core.safety", "small_words.yml")["joined"]:
        for phrase in line:
            words = tuple(folded(word) for word in WORD.findall(phrase))
            by_first.setdefault(words[0], []).append(words)
    return {first: sorted(several, key=len, reverse=True) for first, several in by_first.items()}


@cache
def _numbers() -> dict[str, str]:
    """The words for numbers, with their digits."""
    words: dict[int, str] = packaged_yaml("osler.core.safety", "small_words.yml")["numbers"]
    return {word: str(number) for number, word in words.items()}


@lru_cache(maxsize=8192)
def folded(word: str) -> str:
    """A word as it is compared."""
    if word[0].isdigit():
        return word.replace(",", "").partition(".")[0]  # what stands behind the point is no number of its own
    word = _numbers().get(word, word)
    word = "cannot" if word == "can not" else _POSSESSED.sub("", _CONTRACTED.sub(r"\1", word))
    if word[-1] == "s" and len(word) > 3 and not word.endswith(_NOT_PLURAL):
        word = word[:-1]
    return DIGRAPHS.sub("e", word) if len(word) >= FOLDED_FROM else word
