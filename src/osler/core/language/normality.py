"""Statements about normal functions: "hearing intact", "reflexes normal", "deep tendon reflexes are absent"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.scope import Line
from osler.core.language.types import FunctionState, NormalFinding, Sentence

_TOKEN = re.compile(r"[^\s,;:.()]+|[,;:.()]")
_PUNCTUATION = frozenset(",;:.()")
_LIMITS = frozenset({"until", "till", "before", "prior", "except", "up"})
"""A function that was normal until some age, or except for something, is not plainly normal."""
_NEGATIONS = frozenset({"not", "no", "never", "without", "isn't", "wasn't", "aren't", "weren't", "cannot"})
_ABSENCE = frozenset({"no", "without"})
_ABSENCE_WORDS = frozenset({b"no", b"without"})
_JOINED = frozenset({",", "and", "or", "/", "&"})
_FURTHEST = 9


class _Function(NamedTuple):
    name: str
    excludes: tuple[str, ...]
    findings: dict[str, tuple[str, ...]]


class _Rules(NamedTuple):
    functions: dict[tuple[str, ...], _Function]
    states: dict[tuple[str, ...], FunctionState]
    words: dict[str, tuple[str, ...]]
    bridges: frozenset[str]
    openers: frozenset[str]
    first_words: frozenset[str]
    heads: frozenset[bytes]
    """The last words of the functions; with none of them, and no word of normality, nothing is found."""
    state_words: frozenset[bytes]
    single_words: frozenset[bytes]
    triggers: frozenset[bytes]


class _Piece(NamedTuple):
    """A function or a state: the tokens that it covers."""

    first: int
    stop: int
    phrase: tuple[str, ...]


@lru_cache(maxsize=1)
def _rules() -> _Rules:
    table = read_yaml("normality.yml")
    functions = {}
    for name, row in table["functions"].items():
        findings = {state: tuple(row.get(state, ())) for state in ("absent", "reduced", "increased")}
        function = _Function(name, tuple(row["excludes"]), findings)
        functions.update({tuple(words.split()): function for words in row["names"]})
    states = {tuple(words.split()): state for state, phrases in table["states"].items() for words in phrases}
    words = {word: tuple(ids) for word, ids in table["words"].items()}
    first_words = frozenset(phrase[0] for phrase in (*functions, *states))
    heads = frozenset(phrase[-1].split("-")[-1].encode() for phrase in functions)
    state_words = frozenset(phrase[-1].split("-")[-1].encode() for phrase in states) | _ABSENCE_WORDS
    single_words = frozenset(word.split("-")[-1].encode() for word in words)
    return _Rules(
        functions,
        states,
        words,
        frozenset(table["bridges"]),
        frozenset(table["openers"]),
        first_words,
        heads,
        state_words,
        single_words,
        heads | single_words,
    )


def _may_hold_normality(line: Line, rules: _Rules) -> bool:
    words = line.words
    if rules.triggers.isdisjoint(words):
        return False
    if not rules.single_words.isdisjoint(words):
        return True
    # Graded states ("2+", "5/5") hold no letters.
    return not rules.heads.isdisjoint(words) and (
        not rules.state_words.isdisjoint(words) or "+" in line.low or "/" in line.low
    )


def normal_findings(line: Line) -> list[NormalFinding]:
    """The statements about normal functions in a sentence."""
    rules = _rules()
    if not _may_hold_normality(line, rules):
        return []
    sentence = line.sentence
    matches = list(_TOKEN.finditer(line.low))
    words = [match.group() for match in matches]
    functions = [piece for piece in _pieces(words, rules.functions, rules) if _begins_a_phrase(piece, words, rules)]
    states = _pieces(words, rules.states, rules) if functions else []
    found: list[NormalFinding] = []
    for group in _groups(functions, words):
        shared = _state_of(group, states, words, rules)
        for function in group:
            state = shared or _bare_absence(function, group, words, rules)
            if state:
                first, stop = min(function.first, state.first), max(function.stop, state.stop)
                place = (matches[first].start(), matches[stop - 1].end())
                found += _finding(sentence, place, rules.functions[function.phrase], rules.states[state.phrase])
    for index, word in enumerate(words):
        if word in rules.words and not _NEGATIONS.intersection(words[max(index - 2, 0) : index]):
            place = (matches[index].start(), matches[index].end())
            found += _finding(sentence, place, _Function(word, rules.words[word], {}), "normal")
    return found


def _finding(
    sentence: Sentence, place: tuple[int, int], row: _Function, state: FunctionState
) -> Iterator[NormalFinding]:
    excludes = row.excludes if state == "normal" else ()
    implies = row.findings.get(state, ())
    if excludes or implies or state == "absent":
        start, end = place
        text = sentence.text[start:end]
        yield NormalFinding(start + sentence.start, end + sentence.start, text, row.name, state, excludes, implies)


def _pieces(words: list[str], phrases: Mapping[tuple[str, ...], object], rules: _Rules) -> list[_Piece]:
    longest = max(map(len, phrases))
    found, index = [], 0
    while index < len(words):
        stop = index + 1
        if words[index] not in rules.first_words:
            index = stop
            continue
        for length in range(min(longest, len(words) - index), 0, -1):
            phrase = tuple(words[index : index + length])
            if phrase in phrases:
                stop = index + length
                found.append(_Piece(index, stop, phrase))
                break
        index = stop
    return found


def _begins_a_phrase(piece: _Piece, words: list[str], rules: _Rules) -> bool:
    if len(piece.phrase) > 1 or piece.first == 0:
        return True
    before = words[piece.first - 1]
    return before in _PUNCTUATION or before in rules.openers or (before,) in rules.states or before in _ABSENCE


def _groups(functions: list[_Piece], words: list[str]) -> list[list[_Piece]]:
    """The functions, those that are listed together ("vision, hearing and speech") in one group."""
    groups: list[list[_Piece]] = []
    for function in functions:
        if groups and _JOINED.issuperset(words[groups[-1][-1].stop : function.first]):
            groups[-1].append(function)
        else:
            groups.append([function])
    return groups


def _state_of(group: list[_Piece], states: list[_Piece], words: list[str], rules: _Rules) -> _Piece | None:
    """What is said of a group of functions: the state just before it, or the first one after it."""
    first, stop = group[0].first, group[-1].stop
    before = bisect_left(states, first, key=attrgetter("first"))
    if before and states[before - 1].stop == first and _ends_phrase(stop, words, rules):
        return None if _is_undone(states[before - 1], stop, words) else states[before - 1]
    after = bisect_left(states, stop, key=attrgetter("first"))
    if after < len(states) and states[after].first - stop <= _FURTHEST:
        state = states[after]
        if rules.bridges.issuperset(words[stop : state.first]) and not _is_undone(state, state.stop, words):
            return state
    return None


def _bare_absence(function: _Piece, group: list[_Piece], words: list[str], rules: _Rules) -> _Piece | None:
    """A negation just before a function ("no reflexes") says that the function is absent."""
    if function.first and words[function.first - 1] in _ABSENCE and _ends_phrase(group[-1].stop, words, rules):
        return _Piece(function.first - 1, function.stop, ("absent",))
    return None


def _ends_phrase(stop: int, words: list[str], rules: _Rules) -> bool:
    """Whether the words before `stop` are a phrase of their own, unlike the first word of "growth hormone"."""
    after = words[stop] if stop < len(words) else "."
    return after in _PUNCTUATION or after in rules.bridges or after in rules.openers or after in _LIMITS


def _is_undone(state: _Piece, after: int, words: list[str]) -> bool:
    follows = words[after] if after < len(words) else ""
    return follows in _LIMITS or not _NEGATIONS.isdisjoint(words[max(state.first - 3, 0) : state.first])
