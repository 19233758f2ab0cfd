"""What a sentence says beside its conditions: words that none of them holds stay with the nearest, as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import count

from osler.core.criteria.lexing.lexicon import cues, life_stages
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item
from osler.core.criteria.tree import atoms, map_atoms
from osler.core.criteria.types import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    Atom,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Pregnancy,
    SexIs,
    Unparsed,
)

_WORD = re.compile(r"[^\W_]+")
_LONGEST_SHORT_NAME = 8
_SHORT = 4
"""Letters of a word that may stand within another by chance, fewer than."""
_STATED = (Kind.VALUE, Kind.DURATION, Kind.TIME, Kind.GRADE, Kind.SCALED, Kind.RESULT)
_TOLD = (Kind.WORD, *_STATED)
_CONNECTIVES = (Kind.COMMA, Kind.AND, Kind.OR)
_BESIDE = frozenset({"like", "old", "young", "younger", "older", "elderly"})
_EDITION = re.compile(r"\d{1,2}(?:\.\d{1,2})?")
_GOES_ON = cues().of_works | {"medications", "drugs", "agents"}
"""Words that say nothing alone, and belong to what stands before them: "Rome IV criteria"."""
_SOME = re.compile(r"(?:at least|minimum of) (?:one|1)|(?:one|1) or more")
_LEADING = (Kind.EXAMPLES, Kind.REGARDLESS)
_Named = Finding | MeasuredValue | Age | Pregnancy


def with_remainder(tree: Expression, items: Sequence[Item], text: str) -> Expression:
    """The tree, whose conditions hold every word of the sentence that says something."""
    row = _flat(items)
    said = _said(tree)
    if not _may_lack(row, said):
        return tree
    stretches = list(_stretches(row, set(_words(said))))
    return _told_besides(tree, items, row, stretches, text) if stretches else tree


def qualified(tree: Expression, words: str) -> Expression:
    """The tree with some words at the condition that ends it."""
    places = [place for place, atom in enumerate(atoms(tree)) if isinstance(atom, _Named)]
    return _with_words(tree, {place: [" ".join(words.split())] for place in places[-1:]})


def _may_lack(row: Sequence[Token], said: str) -> bool:
    """Whether a word may be missing: most sentences lack none, and looking closer costs more."""
    empty = _empty()
    return any(
        (token.kind in _STATED or len(token.text) < _SHORT or token.text not in said)
        and token.text not in empty
        and token.kind in _TOLD
        for token in row
    )


def _told_besides(
    tree: Expression, items: Sequence[Item], row: Sequence[Token], stretches: Sequence[tuple[int, int]], text: str
) -> Expression:
    """The tree with the words of some stretches at the conditions that they are said of."""
    places = [(n, atom) for n, atom in enumerate(atoms(tree)) if isinstance(atom, _Named) and atom.span is not None]
    brackets = [one for one in _remarks(items) if not any(_begins_in(atom, one) for _, atom in places)]
    told: dict[int, list[str]] = {}
    for first, last in stretches:
        start, end = row[first].start, row[last].end
        around = next((one for one in brackets if one.start <= start < one.end), None)
        words = _written(text[around.items[0].start : around.items[-1].end] if around else text[start:end])
        labels = last + 1 < len(row) and row[last + 1].kind is Kind.COLON and not _nearest_before(places, start)
        apart = labels or (last == len(row) - 1 and first > 0 and row[first - 1].kind is Kind.COMMA)
        for place in _of_all(tree, places) if apart else _nearest(places, start):
            if words not in told.setdefault(place, []):
                told[place].append(words)
    return _with_words(tree, told)


def _written(words: str) -> str:
    """Words with single spaces, without a bracket that is not closed within them."""
    plain = " ".join(words.split())
    return plain + ")" * (plain.count("(") - plain.count(")")) + "]" * (plain.count("[") - plain.count("]"))


def _remarks(items: Sequence[Item]) -> Iterator[Group]:
    """The outermost brackets."""
    return (item for item in items if isinstance(item, Group) and item.items)


def _begins_in(atom: _Named, group: Group) -> bool:
    return atom.span is not None and group.start <= atom.span.start < group.end


def _of_all(tree: Expression, places: Sequence[tuple[int, _Named]]) -> list[int]:
    """The conditions that a label or words after the last comma are said of: every member of a list, or what has examples."""
    if isinstance(tree, AnyOf) and tree.sense == "alternatives":
        return [n for n, _ in places]
    if isinstance(tree, AnyOf) and tree.sense in ("examples", "definition"):
        return [n for n, _ in places[:1]]
    return [n for n, _ in places[-1:]]


def _with_words(tree: Expression, told: dict[int, list[str]]) -> Expression:
    counted = count()

    def changed(atom: Atom) -> Atom:
        words = told.get(next(counted))
        before = [atom.qualifier] if isinstance(atom, _Named) and atom.qualifier else []
        return atom.model_copy(update={"qualifier": "; ".join([*before, *words])}) if words else atom

    return map_atoms(tree, changed) if told else tree


def _nearest(places: Sequence[tuple[int, _Named]], start: int) -> list[int]:
    """The condition that words belong to: the last that begins before them, or the first of all."""
    return _nearest_before(places, start) or [n for n, _ in places[:1]]


def _nearest_before(places: Sequence[tuple[int, _Named]], start: int) -> list[int]:
    return [n for n, atom in places if atom.span is not None and atom.span.start < start][-1:]


def _flat(items: Sequence[Item]) -> list[Token]:
    """The tokens, those in brackets too; not a bracket with a short name alone ("(IOP)")."""
    row: list[Token] = []
    for item in items:
        if not isinstance(item, Group):
            row.append(item)
        elif not _is_short_name(item):
            row += _flat(item.items)
    return row


def _is_short_name(group: Group) -> bool:
    inside = group.items
    return len(inside) == 1 and inside[0].kind is Kind.WORD and len(inside[0].text) < _LONGEST_SHORT_NAME


def _said(tree: Expression) -> str:
    """The words of the conditions, and of the turns between them."""
    texts: list[str] = []
    _gather(tree, texts)
    return " ".join(texts).lower()


def _gather(tree: Expression, texts: list[str]) -> None:
    if isinstance(tree, Finding):
        texts.append(tree.name)
        texts += [window.anchor if window.span is None else window.span.quote for window in tree.windows]
    elif isinstance(tree, AllOf | AnyOf | AtLeast):
        for child in tree.children:
            _gather(child, texts)
    elif isinstance(tree, Not | Except):
        if tree.cue is not None:
            texts.append(tree.cue.quote)
        for part in (tree.child,) if isinstance(tree, Not) else (tree.child, *tree.exceptions):
            _gather(part, texts)
    else:
        _gather_stated(tree, texts)


def _gather_stated(atom: MeasuredValue | Age | Pregnancy | SexIs | Unparsed, texts: list[str]) -> None:
    if atom.span is not None:
        texts.append(atom.span.quote)
    if isinstance(atom, MeasuredValue):
        texts += [atom.name, *atom.also]
    if isinstance(atom, MeasuredValue | Age) and atom.test.span is not None:
        texts.append(atom.test.span.quote)
    if isinstance(atom, MeasuredValue | Pregnancy):
        texts += [window.span.quote for window in atom.windows if window.span is not None]


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(word for each in _WORD.findall(text.lower()) for word in (each, each.removesuffix("s")))


@cache
def _empty() -> frozenset[str]:
    """Words that frame a condition and say nothing of it."""
    lexicon = cues()
    framing = {word for phrase in (*lexicon.frames, *lexicon.tails, *life_stages()) for word in _words(phrase)}
    lists = (lexicon.persons, lexicon.modals, lexicon.verbs, lexicon.meeting, lexicon.shows_by, _BESIDE)
    return frozenset(framing.union(*lists)) | _small()


@cache
def _small() -> frozenset[str]:
    """Words that lead to what follows them."""
    return cues().prepositions | cues().articles


def _stretches(row: Sequence[Token], held: set[str]) -> Iterator[tuple[int, int]]:
    """The first and the last token of every stretch that no condition holds and that says something."""
    known = held | _empty()
    lost = {
        n
        for n, token in enumerate(row)
        if token.text not in known and token.text not in _GOES_ON and _is_lost(token, held, known)
    }
    if not lost:
        return
    first, last, gap = -1, -1, 0
    for place, token in enumerate(row):
        if place in lost:
            first, last, gap = (place if last < 0 else first), place, 0
        elif token.text in _GOES_ON or (_EDITION.fullmatch(token.text) and place == last + 1):
            last = place if last >= 0 else last  # "the DSM 5"
        elif last >= 0 and _is_held(token, held):
            gap += 1 if token.kind is Kind.WORD else 2
            if gap > 1:
                # One word alone is held by chance: "as defined by the American Heart Association" of heart failure.
                yield _opened(row, first, last)
                last = -1
    if last >= 0:
        yield _opened(row, first, last)


def _opened(row: Sequence[Token], first: int, last: int) -> tuple[int, int]:
    """A stretch with the words that lead to it: "by", "at the"."""
    while first > 0 and (row[first - 1].kind in _LEADING or row[first - 1].text in _small()):
        first -= 1
    return first, last


def _is_held(token: Token, held: set[str]) -> bool:
    if token.kind is Kind.WORD:
        return token.text in held or any(word in held for word in _words(token.text) if word not in _empty())
    if token.kind in _STATED:
        return any(word in held for word in _words(token.text))
    return token.kind not in _CONNECTIVES


def _is_lost(token: Token, held: set[str], known: set[str]) -> bool:
    if token.kind is Kind.WORD:
        return any(len(word) > 1 and word not in known for word in _words(token.text))
    stated = token.kind in _STATED and _SOME.fullmatch(token.text) is None
    return stated and not any(word in held for word in _words(token.text))
