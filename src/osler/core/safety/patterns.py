"""A phrase matcher by words: one pass over the text, whatever the number of phrases.

A phrase is words with four marks: `(a|b c)` is one of these, `(a|b)?` one of these or nothing, `vomit*` and `(a|b)*`
every word that begins so, and `..` up to three words in between (twice: up to six), small ones ("is being") not counted. Case, hyphens, the plural "s", the apostrophe of "can't"
and British ae/oe do not matter; one slip of the pen in a long word does not either; and no phrase reaches over the end of
a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import NamedTuple

from osler.core.safety.spelling import Spelling
from osler.yaml_reader import packaged_yaml

_WORD = re.compile(r"can not\b|[a-z0-9]+(?:'[a-z]+)?")
# The apostrophes that hurried people leave out, and that leave no other word behind: "cant", "im", "ive".
_CONTRACTED = re.compile(r"'(t|m|ve)$")
_BREAK = re.compile(r"[.;!?](?=\s|$)|:\s|\n\s*\n")
# Words of which the final "s" is not a plural: status, sepsis, distress.
_NOT_PLURAL = ("us", "is", "ss")
_DIGRAPHS = re.compile(r"[ao]e")
_FOLDED_FROM = 6
_GAP = ".."
_GAP_WORDS = 3
_STRETCH = 2
"""A gap holds at most this many times its words, small ones included."""
_PREFIX = 3
"""Letters by which words with a `*` are looked up; no such word may be shorter."""


class PhraseHit(NamedTuple):
    """A phrase found in a text; `key` is what the phrase was registered under."""

    start: int
    end: int
    key: str


class _Words(NamedTuple):
    """The words of a text, folded, with their places; `breaks` are the words that begin a sentence."""

    words: list[str]
    places: list[tuple[int, int]]
    breaks: set[int]


class _Choice(NamedTuple):
    """One place of a phrase: any of these words, or any word that begins so; nothing at all is a gap."""

    words: frozenset[str]
    prefixes: tuple[str, ...] = ()

    def fits(self, word: str) -> bool:
        return word in self.words or (bool(self.prefixes) and word.startswith(self.prefixes))


_ANYTHING = _Choice(frozenset())
_Sequence = tuple[_Choice, ...]


class PhraseTable:
    """Phrases indexed by their first word."""

    def __init__(self, phrases: Iterable[tuple[str, str]]) -> None:
        self._by_first: dict[str, list[tuple[_Sequence, str]]] = {}
        words: set[str] = set()
        beginnings: set[str] = set()
        for phrase, key in phrases:
            for sequence in _sequences(phrase):
                words.update(*(choice.words for choice in sequence))
                beginnings.update(*(choice.prefixes for choice in sequence))
                first = sequence[0]
                for index in {*first.words, *(prefix[:_PREFIX] + "*" for prefix in first.prefixes)}:
                    self._by_first.setdefault(index, []).append((sequence, key))
        self._spelling = Spelling(words, beginnings)

    def find(self, text: str) -> list[PhraseHit]:
        """Every phrase in the text, overlapping ones included, in order of where they start."""
        text_words = _words(_plain(text), self._spelling)
        hits: dict[PhraseHit, None] = {}
        for place, word in enumerate(text_words.words):
            for index in (word, word[:_PREFIX] + "*"):
                for sequence, key in self._by_first.get(index, ()):
                    last = _match(sequence, text_words, place)
                    if last is not None:
                        hits[PhraseHit(text_words.places[place][0], text_words.places[last][1], key)] = None
        return list(hits)


def word_places(text: str) -> list[tuple[int, int]]:
    """Where the words of a text stand."""
    return _words(_plain(text)).places


def _match(sequence: _Sequence, text: _Words, place: int) -> int | None:
    """The place of the last word of a phrase that begins at a word of the text; None where it does not match."""
    at, gap, last = place, 0, place
    for number, choice in enumerate(sequence):
        if choice is _ANYTHING:
            gap += _GAP_WORDS
            continue
        found = _next(choice, text, at, gap, within=bool(number))
        if found is None:
            return None
        last, at, gap = found, found + 1, 0
    return last


def _next(choice: _Choice, text: _Words, at: int, gap: int, *, within: bool) -> int | None:
    """The next word that fits a choice, `gap` words on at most; small words are not counted where there is a gap."""
    passed = 0
    for candidate in range(at, min(at + gap * _STRETCH + 1, len(text.words))):
        if within and candidate in text.breaks:
            return None
        word = text.words[candidate]
        if choice.fits(word):
            return candidate
        passed += word not in _small_words()
        if passed > gap:
            return None
    return None


@cache
def _small_words() -> frozenset[str]:
    """The words that a gap does not count."""
    return frozenset(_folded(word) for line in packaged_yaml("osler.core.safety", "small_words.yml") for word in line)


def _sequences(phrase: str) -> list[_Sequence]:
    """Every sequence of choices that a phrase stands for; options of one word are one choice, longer ones fork it."""
    parts = [_options(part) for part in _parts(phrase)]
    found = []
    for chosen in product(*parts):
        sequence = tuple(choice for option in chosen for choice in option)
        if sequence and sequence[-1] is not _ANYTHING and sequence[0] is not _ANYTHING:
            found.append(sequence)
        elif any(choice is not _ANYTHING for choice in sequence):
            found.append(_trimmed(sequence))
    return found


def _trimmed(sequence: _Sequence) -> _Sequence:
    """Without gaps at either end, where they say nothing."""
    places = [number for number, choice in enumerate(sequence) if choice is not _ANYTHING]
    return sequence[places[0] : places[-1] + 1]


def _parts(phrase: str) -> list[str]:
    """The words and bracketed groups of a phrase, each with its mark."""
    parts, depth, current = [], 0, ""
    for letter in phrase:
        depth += (letter == "(") - (letter == ")")
        if letter.isspace() and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += letter
    return [part for part in (*parts, current) if part]


def _options(part: str) -> list[_Sequence]:
    """The sequences that one part stands for; single words among them are one choice."""
    if not part.startswith("("):
        return [_written(part)]
    body, _, mark = part.rpartition(")")
    starred = mark == "*"
    longer: list[_Sequence] = []
    words: set[str] = set()
    prefixes: list[str] = []
    for option in _split(body[1:]):
        for sequence in _sequences(option + "*" if starred and not option.endswith("*") else option):
            if len(sequence) == 1:
                words |= sequence[0].words
                prefixes += sequence[0].prefixes
            else:
                longer.append(sequence)
    found = [(_Choice(frozenset(words), tuple(prefixes)),), *longer] if words or prefixes else longer
    return [*found, ()] if mark == "?" else found


def _split(body: str) -> list[str]:
    """The options of a group, which may hold groups themselves."""
    options, depth, current = [], 0, ""
    for letter in body:
        depth += (letter == "(") - (letter == ")")
        if letter == "|" and depth == 0:
            options.append(current)
            current = ""
        else:
            current += letter
    return [*options, current]


def _written(part: str) -> _Sequence:
    if part == _GAP:
        return (_ANYTHING,)
    words = _words(_plain(part)).words
    choices = [_Choice(frozenset({word})) for word in words]
    if part.endswith("*") and words:
        raw = _WORD.findall(_plain(part))[-1]
        choices[-1] = _Choice(frozenset(), (_DIGRAPHS.sub("e", raw) if len(raw) >= _FOLDED_FROM else raw,))
    return tuple(choices)


def _plain(text: str) -> str:
    # `lower` may lengthen a few characters; those texts are matched as they are, to keep offsets true.
    lowered = text.lower()
    return (lowered if len(lowered) == len(text) else text).replace("\u2019", "'").replace("\u02bc", "'")


def _words(plain: str, spelling: Spelling | None = None) -> _Words:
    found = [(_folded(match.group()), match.span()) for match in _WORD.finditer(plain)]
    if spelling is not None:
        found = [(spelling.mended(word), place) for word, place in found]
    breaks = set()
    ends = [match.start() for match in _BREAK.finditer(plain)]
    if ends:
        number = 0
        for index, (_, (start, _end)) in enumerate(found):
            while number < len(ends) and ends[number] < start:
                breaks.add(index)
                number += 1
    return _Words([word for word, _ in found], [place for _, place in found], breaks)


def _folded(word: str) -> str:
    word = "cannot" if word == "can not" else _CONTRACTED.sub(r"\1", word)
    if word[-1] == "s" and len(word) > 3 and not word.endswith(_NOT_PLURAL):
        word = word[:-1]
    return _DIGRAPHS.sub("e", word) if len(word) >= _FOLDED_FROM else word
