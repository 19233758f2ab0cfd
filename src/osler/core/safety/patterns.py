"""A phrase matcher by words: one pass over the text, whatever the number of phrases.

A phrase is words with marks: `(a|b c)` is one of these, `(a|b)?` one of these or nothing, `vomit*` and `(a|b)*` every
word that begins so (behind a whole word only its endings: `plan*` is planned and no planet), `#20-42` a number between these, `<chest>` every word of a class of `lexicon.yml`, and `..` up to
three words in between (twice: up to six), small ones ("is being") not counted. `a + b` are both, in any order, with up to
four words in between. What lies in between may not deny or turn ("throat fine but lip swollen"). Case, hyphens, the
plural "s", the apostrophe of "can't" and British ae/oe do not matter; one slip of the pen in a long word does not either;
and no phrase reaches over the end of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import permutations, product
from typing import NamedTuple

from osler.core.safety.endings import begins_so
from osler.core.safety.folding import DIGRAPHS, FOLDED_FROM, WORD, Words, joined, joining, listed, plainly, words_of
from osler.core.safety.spelling import Spelling
from osler.yaml_reader import packaged_yaml

_GAP = ".."
_GAP_WORDS = 3
_BESIDE_WORDS = 4
CLASS = re.compile(r"<(\w+)>")
_BETWEEN = re.compile(r"#(\d+)-(\d+)")
_NUMBER = "#"
_STRETCH = 2
"""A gap holds at most this many times its words, small ones included."""
_PREFIX = 3
"""Letters by which words with a `*` are looked up; no such word may be shorter."""


class PhraseHit(NamedTuple):
    """A phrase found in a text; `key` is what the phrase was registered under."""

    start: int
    end: int
    key: str
    words: frozenset[str] = frozenset()
    """The words that make the phrase, without what lies in between."""


class _Choice(NamedTuple):
    """One place of a phrase: any of these words, any word that begins so, a number between two; or a gap of some words."""

    words: frozenset[str] = frozenset()
    prefixes: tuple[str, ...] = ()
    numbers: tuple[tuple[int, int], ...] = ()
    gap: int = 0

    def fits(self, word: str) -> bool:
        return (
            word in self.words
            or (bool(self.prefixes) and word.startswith(self.prefixes) and begins_so(word, self.prefixes))
            or (
                bool(self.numbers)
                and word[0].isdigit()
                and any(low <= _number(word) <= high for low, high in self.numbers)
            )
        )

    def is_words(self) -> bool:
        """Whether it is words as they are written, and nothing else."""
        return not (self.prefixes or self.numbers or self.gap)

    def only(self) -> frozenset[str]:
        """The words of which one has to be there; none where another may do."""
        return frozenset() if self.prefixes or self.numbers else self.words

    def indices(self) -> set[str]:
        """Under what a phrase that begins so is looked up."""
        starred = {prefix[:_PREFIX] + "*" for prefix in self.prefixes}
        return {*self.words, *starred, *([_NUMBER] if self.numbers else [])}


def _number(word: str) -> float:
    return float(word.replace(",", ""))


_ANYTHING = _Choice(gap=_GAP_WORDS)
_BESIDE = _Choice(gap=_BESIDE_WORDS)
_Sequence = tuple[_Choice, ...]


class PhraseTable:
    """Phrases indexed by their first word."""

    def __init__(self, phrases: Iterable[tuple[str, str]]) -> None:
        self._by_first: dict[str, list[tuple[_Sequence, frozenset[str], str]]] = {}
        words: set[str] = set()
        beginnings: set[str] = set()
        for phrase, key in phrases:
            for sequence in _sequences(phrase):
                for choice in sequence:
                    words |= choice.words
                    beginnings.update(choice.prefixes)
                entry = (sequence, sequence[-1].only(), key)
                for index in sequence[0].indices():
                    self._by_first.setdefault(index, []).append(entry)
        self._spelling = Spelling(words, beginnings)

    def find(self, text: str) -> list[PhraseHit]:
        """Every phrase in the text, overlapping ones included, in order of where they start."""
        text_words = words_of(plainly(text), self._spelling)
        said = frozenset(text_words.words)
        hits: dict[PhraseHit, None] = {}
        for place, word in enumerate(text_words.words):
            for index in (word, _NUMBER if word[0].isdigit() else word[:_PREFIX] + "*"):
                for sequence, last, key in self._by_first.get(index, ()):
                    if last and last.isdisjoint(said):
                        continue
                    matched = _match(sequence, text_words, place)
                    if matched:
                        words = frozenset(text_words.words[number] for number in matched)
                        end = text_words.places[matched[-1]][1]
                        hits[PhraseHit(text_words.places[place][0], end, key, words)] = None
        return list(hits)


def _match(sequence: _Sequence, text: Words, place: int) -> list[int]:
    """The places of the words of a phrase that begins at a word of the text; none where it does not match."""
    at, gap = place, 0
    matched = []
    for number, choice in enumerate(sequence):
        if choice.gap:
            gap += choice.gap
            continue
        found = _next(choice, text, at, gap, within=bool(number))
        if found is None:
            return []
        matched.append(found)
        at, gap = found + 1, 0
    return matched


def _next(choice: _Choice, text: Words, at: int, gap: int, *, within: bool) -> int | None:
    """The next word that fits a choice, `gap` words on at most; small words are not counted where there is a gap."""
    passed = 0
    for candidate in range(at, min(at + gap * _STRETCH + 1, len(text.words))):
        if within and candidate in text.breaks:
            return None
        word = text.words[candidate]
        if choice.fits(word):
            return candidate
        if word in _turning_words():
            return None
        passed += word not in _small_words()
        if passed > gap:
            return None
    return None


@cache
def _small_words() -> frozenset[str]:
    """The words that a gap does not count."""
    return listed("small")


@cache
def _turning_words() -> frozenset[str]:
    """The words that no gap passes over."""
    return listed("turning")


@cache
def who_and_small() -> frozenset[str]:
    """The words that tell of whom something is said, and those that carry nothing."""
    return listed("who") | _small_words()


@cache
def classes() -> dict[str, str]:
    """The classes of the lexicon as groups, each with those that it names itself."""
    table: dict[str, list[str]] = packaged_yaml("osler.core.safety", "lexicon.yml")
    found: dict[str, str] = {}
    for name, words in table.items():
        found[name] = f"({'|'.join(CLASS.sub(lambda named: found[named[1]], word) for word in words)})"
    return found


def _sequences(phrase: str) -> list[_Sequence]:
    """Every sequence of choices that a phrase stands for; options of one word are one choice, longer ones fork it."""
    phrase = CLASS.sub(lambda named: classes()[named[1]], phrase)
    sides = [_in_order(side) for side in _split(phrase, "+")]
    if len(sides) == 1:
        return sides[0]
    return [
        tuple(choice for number, side in enumerate(sequences) for choice in ((_BESIDE,) if number else ()) + side)
        for order in permutations(sides)
        for sequences in product(*order)
    ]


def _in_order(phrase: str) -> list[_Sequence]:
    """The sequences of words that stand in the order in which they are written."""
    parts = [_options(part) for part in _parts(phrase)]
    chosen = (tuple(choice for option in options for choice in option) for options in product(*parts))
    return [_merged(_trimmed(sequence)) for sequence in chosen if any(not choice.gap for choice in sequence)]


def _merged(sequence: _Sequence) -> _Sequence:
    """With the words that are one word together made one, as in a text."""
    alone = [next(iter(one.words)) if len(one.words) == 1 and one.is_words() else "" for one in sequence]
    if joining().keys().isdisjoint(alone):
        return sequence
    made = joined([(word, (number, number)) for number, word in enumerate(alone)])
    return tuple(sequence[first] if first == last else _Choice(frozenset({word})) for word, (first, last) in made)


def _trimmed(sequence: _Sequence) -> _Sequence:
    """Without gaps at either end, where they say nothing."""
    places = [number for number, choice in enumerate(sequence) if not choice.gap]
    return sequence[places[0] : places[-1] + 1]


def _parts(phrase: str) -> list[str]:
    """The words and bracketed groups of a phrase, each with its mark."""
    if "(" not in phrase:
        return phrase.split()
    parts, depth, current = [], 0, ""
    for letter in phrase:
        depth += (letter == "(") - (letter == ")")
        if letter.isspace() and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += letter
    return [part for part in (*parts, current) if part]


# The classes of the lexicon come again in phrase after phrase.
@lru_cache(maxsize=8192)
def _options(part: str) -> list[_Sequence]:
    """The sequences that one part stands for; single words among them are one choice."""
    if not part.startswith("("):
        return [_written(part)]
    body, _, mark = part.rpartition(")")
    starred = mark == "*"
    longer: list[_Sequence] = []
    single: list[_Choice] = []
    for option in _split(body[1:], "|"):
        for sequence in _sequences(option + "*" if starred and not option.endswith("*") else option):
            if len(sequence) == 1:
                single.append(sequence[0])
            else:
                longer.append(sequence)
    found = [(_any_of(single),), *longer] if single else longer
    return [*found, ()] if mark == "?" else found


def _any_of(choices: list[_Choice]) -> _Choice:
    """One choice that is any of several."""
    return _Choice(
        frozenset(word for choice in choices for word in choice.words),
        tuple(prefix for choice in choices for prefix in choice.prefixes),
        tuple(limits for choice in choices for limits in choice.numbers),
    )


def _split(body: str, mark: str) -> list[str]:
    """The parts of a phrase between marks that stand in no group."""
    if "(" not in body:
        return body.split(mark)
    options, depth, current = [], 0, ""
    for letter in body:
        depth += (letter == "(") - (letter == ")")
        if letter == mark and depth == 0:
            options.append(current)
            current = ""
        else:
            current += letter
    return [*options, current]


def _written(part: str) -> _Sequence:
    if part == _GAP:
        return (_ANYTHING,)
    limits = _BETWEEN.fullmatch(part)
    if limits is not None:
        return (_Choice(numbers=((int(limits[1]), int(limits[2])),)),)
    words = words_of(plainly(part)).words
    choices = [_Choice(frozenset({word})) for word in words]
    if part.endswith("*") and words and " " not in words[-1]:
        raw = WORD.findall(plainly(part))[-1]
        choices[-1] = _Choice(prefixes=(DIGRAPHS.sub("e", raw) if len(raw) >= FOLDED_FROM else raw,))
    return tuple(choices)
