"""Statements about normal functions: "hearing intact", "reflexes normal", "deep tendon reflexes are absent"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
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
    )


def _may_hold_normality(line: Line, rules: _Rules) -> bool:
    words = line.words
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
    for function in functions:
        for state, piece in _states_of(function, functions, states, words, rules):
            first, stop = min(function.first, piece.first), max(function.stop, piece.stop)
            row = rules.functions[function.phrase]
            place = (matches[first].start(), matches[stop - 1].end())
            found += _finding(sentence, place, row.name, state, row)
            break
    for index, word in enumerate(words):
        if word in rules.words and not _NEGATIONS.intersection(words[max(index - 2, 0) : index]):
            place = (matches[index].start(), matches[index].end())
            found += _finding(sentence, place, word, "normal", _Function(word, rules.words[word], {}))
    return found


def _finding(
    sentence: Sentence, place: tuple[int, int], name: str, state: FunctionState, row: _Function
) -> Iterator[NormalFinding]:
    excludes = row.excludes if state == "normal" else ()
    implies = row.findings.get(state, ())
    if excludes or implies or state == "absent":
        start, end = place
        text = sentence.text[start:end]
        yield NormalFinding(start + sentence.start, end + sentence.start, text, name, state, excludes, implies)


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


def _states_of(
    function: _Piece, functions: list[_Piece], states: list[_Piece], words: list[str], rules: _Rules
) -> Iterator[tuple[FunctionState, _Piece]]:
    """What is said of a function, best evidence first: the state before it, the state after it, a bare negation."""
    listed = _list_of(function, functions, words)
    after = words[listed[-1].stop] if listed[-1].stop < len(words) else "."
    ends_phrase = after in _PUNCTUATION or after in rules.bridges or after in rules.openers or after in _LIMITS
    for state in states:
        if state.stop == listed[0].first and ends_phrase:
            yield from _unless_undone(state, listed[-1].stop, words, rules)
    for state in states:
        between = words[listed[-1].stop : state.first]
        if 0 <= len(between) <= _FURTHEST and state.first >= listed[-1].stop and set(between) <= rules.bridges:
            yield from _unless_undone(state, state.stop, words, rules)
    before = words[function.first - 1] if function.first else ""
    if before in _ABSENCE and ends_phrase:
        yield "absent", _Piece(function.first - 1, function.stop, function.phrase)


def _unless_undone(
    state: _Piece, after: int, words: list[str], rules: _Rules
) -> Iterator[tuple[FunctionState, _Piece]]:
    follows = words[after] if after < len(words) else ""
    if not _NEGATIONS.intersection(words[max(state.first - 3, 0) : state.first]) and follows not in _LIMITS:
        yield rules.states[state.phrase], state


def _list_of(function: _Piece, functions: list[_Piece], words: list[str]) -> list[_Piece]:
    """The functions that are listed together ("vision, hearing and speech") around one of them."""
    at = functions.index(function)
    first = last = at
    joined = {",", "and", "or", "/", "&"}
    while first > 0 and set(words[functions[first - 1].stop : functions[first].first]) <= joined:
        first -= 1
    while last + 1 < len(functions) and set(words[functions[last].stop : functions[last + 1].first]) <= joined:
        last += 1
    return functions[first : last + 1]
