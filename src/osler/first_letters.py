"""Where a pattern can begin to match: at the words of a text that begin as its matches do.

The engine of Python tries a pattern of many alternatives at every letter of a text. How the words begin that a match can
open with is read from the pattern once, and where they stand is looked up in the text; the pattern is tried there alone.
What it finds is the same.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from re import _parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from osler.needed_words import may_match, searchable

_LONGEST = 4
"""Letters of an opening: more are rarer, and there are more of them."""
_MOST = 3000
"""How many openings a pattern may have before shorter ones are told apart no more."""
_CLASS = 12
"""How many letters one place of an opening may be; of any more it says nothing."""
_LONG = 400
"""Letters of a text from which it pays to look up where they stand."""
_SENTENCE = 120
"""Letters up to which trying a pattern is as fast as looking for the words that it needs."""
_OFTEN = 60
"""Times that a pattern is tried everywhere first."""
_ASKED: dict[int, int] = {}
_REPEATS = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})
_NOTHING_TAKEN = frozenset({"AT", "ASSERT", "ASSERT_NOT"})
_AT_WORDS = frozenset({"AT_BOUNDARY", "AT_BEGINNING", "AT_BEGINNING_LINE", "AT_BEGINNING_STRING"})
_WORD = re.compile(r"(?<!\w)\w")
_OF_CATEGORY = {"CATEGORY_DIGIT": "0", "CATEGORY_SPACE": " "}
_LIKE_ASCII = {"\u0131": "i", "\u017f": "s", "\u03bc": "\u00b5"}
_KNOWN: dict[int, tuple[re.Pattern[str], frozenset[str]]] = {}
"""The openings of patterns by their place in memory, where they stay: to hash a pattern is to read all of it."""


def each_match(pattern: re.Pattern[str], text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
    """What `pattern.finditer(text, start, end)` finds; the patterns of rules are asked, and none that is made for one text."""
    stop = len(text) if end is None else end
    places = _words_of(text).places(pattern) if len(text) >= _LONG and _is_at_home(pattern) else None
    if places is None:
        if stop - start < _SENTENCE or may_match(pattern, searchable(text[start:stop])):
            yield from pattern.finditer(text, start, stop)
        return
    reached = start
    for at in range(bisect_left(places, start), len(places)):
        place = places[at]
        if place >= stop:
            return
        if place >= reached and (found := pattern.match(text, place, stop)) is not None:
            yield found
            reached = found.end()


def first_match(pattern: re.Pattern[str], text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
    """What `pattern.search(text, start, end)` finds."""
    return next(each_match(pattern, text, start, end), None)


def _is_at_home(pattern: re.Pattern[str]) -> bool:
    """Whether a pattern is asked often enough for it to pay that its openings are worked out: one note alone does not."""
    asked = _ASKED[id(pattern)] = _ASKED.get(id(pattern), 0) + 1
    return asked > _OFTEN


class _Words:
    """Where the words of a text begin, by their first letters: in lower case, with one sign for all digits and one for all space."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._places: dict[int, list[int] | None] = {}

    def places(self, pattern: re.Pattern[str]) -> list[int] | None:
        """Where a pattern has to be tried, in order; None for one that may match at any place."""
        key = id(pattern)
        if key not in self._places:
            self._places[key] = self._found(openings(pattern))
        return self._places[key]

    def _found(self, opened: frozenset[str]) -> list[int] | None:
        if not opened:
            return None
        return sorted(chain.from_iterable(map(self._begun.__getitem__, self._begun.keys() & opened)))

    @cached_property
    def _begun(self) -> dict[str, list[int]]:
        low = folded(self._text)
        begun: dict[str, list[int]] = {}
        for word in _WORD.finditer(self._text):
            place = word.start()
            run = low[place : place + _LONGEST]
            for length in range(1, len(run) + 1):
                begun.setdefault(run[:length], []).append(place)
        return begun


@lru_cache(maxsize=16)
def _words_of(text: str) -> _Words:
    return _Words(text)


def folded(text: str) -> str:
    """A text with one letter for all that a pattern may take for the same, every character at its place."""
    if text.isascii():
        return text.lower().translate(_ONE_SIGN)
    return "".join(map(_folded, text))


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    if char.isspace():
        return " "
    if char.isdecimal():
        return "0"
    low = char.lower()
    return _LIKE_ASCII.get(low, low) if len(low) == 1 else low[0]


_ONE_SIGN = str.maketrans({chr(code): _folded(chr(code)) for code in range(128)})


def openings(pattern: re.Pattern[str]) -> frozenset[str]:
    """The runs of letters, as a text is folded, of which every match of a pattern begins with one; none where they are not known."""
    known = _KNOWN.get(id(pattern))
    if known is None:
        parts = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
        _KNOWN[id(pattern)] = known = (pattern, _openings(parts))
    return known[1]


def _openings(parts: Sequence[tuple[Any, Any]]) -> frozenset[str]:
    if not _at_words(parts):
        return frozenset()
    for longest in range(_LONGEST, 0, -1):
        done, going = _after_all(parts, _Runs(frozenset(), frozenset({""})), longest)
        found = done | going
        if any(not one[:1].isalnum() and one[:1] != "_" for one in found):
            return frozenset()
        if len(found) <= _MOST:
            return frozenset(one for one in found if not any(one[:length] in found for length in range(1, len(one))))
    return frozenset()


def _at_words(parts: Sequence[tuple[Any, Any]]) -> bool:
    """Whether a match that opens with a letter of a word can only open where the word begins."""
    for place, (operation, given) in enumerate(parts):
        if str(operation) == "AT":
            return str(given) in _AT_WORDS
        if str(operation) == "SUBPATTERN":
            return _at_words([*given[-1], *parts[place + 1 :]])
        if str(operation) == "BRANCH":
            return all(_at_words([*way, *parts[place + 1 :]]) for way in given[1])
        if str(operation) == "MAX_REPEAT":
            return _at_words(given[2]) and (given[0] > 0 or _at_words(parts[place + 1 :]))
        if str(operation) not in _NOTHING_TAKEN:
            return False
        direction, around = given
        if direction < 0 and _parts_words(str(operation), around[-1:]):
            return True
    return False


def _parts_words(operation: str, around: Sequence[tuple[Any, Any]]) -> bool:
    """Whether no word goes on behind what is asked for, or refused, before a place."""
    for kind, given in around:
        members = given if str(kind) == "IN" else [(kind, given)]
        words = [str(one) == "CATEGORY" and str(value) == "CATEGORY_WORD" for one, value in members]
        if operation == "ASSERT_NOT":
            return any(words)
        return all(
            (str(one) == "LITERAL" and not _WORD.match(chr(value))) or str(value) == "CATEGORY_SPACE"
            for one, value in members
        )
    return False


class _Runs(NamedTuple):
    """Openings as far as they are known: those of which no more is, and those that the next part goes on with."""

    done: frozenset[str]
    going: frozenset[str]


def _after_all(parts: Sequence[tuple[Any, Any]], runs: _Runs, longest: int) -> _Runs:
    for operation, given in parts:
        if not runs.going:
            break
        runs = _after(str(operation), given, runs, longest)
    return runs


def _after(operation: str, given: Any, runs: _Runs, longest: int) -> _Runs:
    """The openings after one more part; what is only looked at, before or behind a match, takes no letter."""
    if operation in _NOTHING_TAKEN:
        return runs
    if operation == "SUBPATTERN":
        return _after_all(given[-1], runs, longest)
    if operation == "ATOMIC_GROUP":
        return _after_all(given, runs, longest)
    if operation == "BRANCH":
        ways = [_after_all(way, runs, longest) for way in given[1]]
        return _Runs(*(frozenset().union(*each) for each in zip(*ways, strict=True)))
    if operation in _REPEATS:
        return _repeated(given, runs, longest)
    letters = _letters(operation, given)
    if letters is None:
        return _Runs(runs.done | runs.going, frozenset())
    longer = {run + letter for run in runs.going for letter in letters}
    full = frozenset(run for run in longer if len(run) == longest)
    return _Runs(runs.done | full, frozenset(longer) - full)


def _repeated(given: tuple[int, int, Any], runs: _Runs, longest: int) -> _Runs:
    least, _, part = given
    done, going = runs.done, frozenset() if least else runs.going
    current = runs.going
    while current:
        after = _after_all(part, _Runs(frozenset(), current), longest)
        done |= after.done
        current = after.going - going - current
        going |= after.going
    return _Runs(done, going)


def _letters(operation: str, given: Any) -> frozenset[str] | None:
    """The letters that one place may be, folded; None where they are too many or not known."""
    if operation == "LITERAL":
        return frozenset({_folded(chr(given))})
    if operation != "IN":
        return None
    letters: set[str] = set()
    for kind, value in given:
        if str(kind) == "LITERAL":
            letters.add(_folded(chr(value)))
        elif str(kind) == "RANGE" and value[1] - value[0] < _CLASS:
            letters |= {_folded(chr(one)) for one in range(value[0], value[1] + 1)}
        elif str(kind) == "CATEGORY" and str(value) in _OF_CATEGORY:
            letters.add(_OF_CATEGORY[str(value)])
        else:
            return None
    return frozenset(letters) if len(letters) <= _CLASS else None
