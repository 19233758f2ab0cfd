"""A sentence in its source's own words: what was exchanged, replaced or taken out of it changes what it says.

In other words than the source's the place of a word tells little. In its own words, two things that have exchanged what stands
before them have exchanged their roles, a word in the place of another fills its role, and a condition that is gone was dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from osler.core.library import row_of
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.roles.opinion import Opinion
from osler.guidelines.checking.roles.tokens import Token, same, telling, tokens_of
from osler.guidelines.checking.soft_words import is_soft, predicates
from osler.guidelines.checking.statements import Statement

_OWN = 0.8
"""The share of a sentence's words that are its source's, from which on it repeats it."""
_FEWEST = 4
_OPENS = re.compile(
    r"^(?:after|before|if|when|unless|until|without|within|during|under|following|provided|despite|only|except|for|in|with|who|whose|at|aged|over)$",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r"[,;:()]|\.(?!\d)|\b(?:and|or|but|because|since|then|to (?:reduce|prevent|avoid|reach|confirm))\b", re.IGNORECASE
)

_TELLING = frozenset({"long", "first", "new"})
"""Words that tell little in other words than the source's, and in its own one thing from another."""
_TURNS = frozenset({"after", "before", "until", "unless", "without", "except", "only", "not", "never", "no"})
"""Words between two things, each of which relates them otherwise."""
_PARTED = re.compile(r"[;:()]|\.\s|,(?! and\b)")
_OR_MORE = re.compile(
    r"\bor (?:more|less|over|under|older|younger|above|below|higher|lower|longer|fewer|greater)\b", re.IGNORECASE
)


def edited_faults(said: Statement, opinion: Opinion) -> Iterable[tuple[FaultKind, str]]:
    """What changed in a sentence that repeats its source in its own words."""
    here = telling(said.text)
    for one in opinion.every:
        if row_of(one.text):
            continue
        there = telling(one.text)
        if exchanged := _exchanged(_pairs(said.text, here), _pairs(one.text, there)):
            first, second = exchanged
            yield "opposite", f"{first.text!r} and {second.text!r} have changed their places"
            return
    yield from _of_another(here, opinion)
    yield from _cut_out(said, opinion)


def _of_another(here: Sequence[Token], opinion: Opinion) -> Iterable[tuple[FaultKind, str]]:
    """What one source sentence says of a thing, said of another that the sources speak of elsewhere."""
    for one in opinion.every:
        there = telling(one.text)
        come = [number for number, word in enumerate(here) if not any(same(word, other) for other in there)]
        gone = [number for number, word in enumerate(there) if not any(same(word, other) for other in here)]
        if not come or not gone or come != list(range(len(come))) or gone != list(range(len(gone))):
            continue
        rest = len(there) - len(gone)
        elsewhere = all(any(same(here[n], other) for two in opinion.every for other in telling(two.text)) for n in come)
        said_so = any(
            all(any(same(word, other) for other in telling(two.text)) for word in here) for two in opinion.every
        )
        if rest >= 2 and rest == len(here) - len(come) and elsewhere and not said_so and len(come) <= 3 >= len(gone):
            yield "name", f"the cited passage says it of {there[0].text!r}"
            return


def _pairs(text: str, words: Sequence[Token]) -> list[tuple[Token, Token]]:
    """Each word with the one before it in its clause."""
    return [
        (one, other) for one, other in pairwise(words) if not _PARTED.search(text[one.at + len(one.text) : other.at])
    ]


def _exchanged(
    pairs: Sequence[tuple[Token, Token]], others: Sequence[tuple[Token, Token]]
) -> tuple[Token, Token] | None:
    """Two words of which each stands behind what the source has before the other."""
    for number, (g, x) in enumerate(pairs):
        for h, y in pairs[number + 1 :]:
            if x.amount != y.amount or same(g, h) or same(x, y) or same(x, h) or same(g, y):
                continue
            if _has(others, g, y) and _has(others, h, x) and not _has(others, g, x) and not _has(others, h, y):
                return x, y
    return None


def _has(pairs: Sequence[tuple[Token, Token]], one: Token, other: Token) -> bool:
    return any(same(a, one) and same(b, other) for a, b in pairs)


def _cut_out(said: Statement, opinion: Opinion) -> Iterable[tuple[FaultKind, str]]:
    """A condition in the middle of what a sentence repeats, or a word in the place of another."""
    here = telling(said.text)
    for source in _closest(here, opinion):
        there = telling(source)
        matcher = SequenceMatcher(None, [_key(one, here) for one in there], [one.key for one in here], autojunk=False)
        operations = matcher.get_opcodes()
        equal = sum(end - start for name, start, end, _, _ in operations if name == "equal")
        if equal < _FEWEST or equal < _OWN * len(here):
            continue
        for name, start, end, from_, to in operations:
            if turned := _turned(there[start:end], here[from_:to], start, end, len(there)):
                yield "condition", f"the cited passage says {turned!r}"
                return
            gone = [one for one in there[start:end] if not any(same(one, other) for other in here)]
            if name == "delete" and gone and start > 0 and end < len(there):
                text = source[there[start - 1].at + len(there[start - 1].text) : there[end].at]
                if _narrows(text, gone):
                    yield "condition", f"the condition was left out: {text.strip()[:80]!r}"
                    return
            come = [one for one in here[from_:to] if not any(same(one, other) for other in there)]
            come = [one for one in come if not opinion.vouches(one.key, said)]
            if name == "replace" and _counts(gone) and _counts(come) and not _other_words(gone, come):
                yield "name", f"it says {come[0].text!r} where the cited passage says {gone[0].text!r}"
                return


def _turned(gone: Sequence[Token], come: Sequence[Token], start: int, end: int, whole: int) -> str:
    """A word that relates two things, dropped, added or put in the place of another; or another verb where the sentence begins."""
    words = [one.text.casefold() for one in (*gone, *come)]
    alike = [one.key for one in gone] == [one.key for one in come]
    if words and not alike and len(gone) < 2 > len(come) and set(words) <= _TURNS and start > 0 and end < whole:
        return " ".join(words)
    plain = lexicon().actions | lexicon().deeds
    if start == 0 and len(gone) == len(come) == 1 and not {gone[0].key, come[0].key} & plain:
        soft = is_soft(gone[0].key) and is_soft(come[0].key) and gone[0].key not in predicates().roles
        return gone[0].text if soft and not same(gone[0], come[0]) else ""
    return ""


def _key(one: Token, here: Sequence[Token]) -> str:
    """A word of the source under the key of the word of the sentence that says the same."""
    if any(one.key == other.key for other in here):
        return one.key
    return next((other.key for other in here if same(one, other)), one.key)


def _closest(here: Sequence[Token], opinion: Opinion) -> list[str]:
    """The source sentences that have most of the words of a sentence."""
    scored = []
    for one in opinion.every:
        there = telling(one.text)
        scored.append((sum(any(same(a, b) for b in there) for a in here), -len(there), one.text))
    best = max((score for score, _, _ in scored), default=0)
    return [text for score, _, text in sorted(scored, reverse=True) if score == best][:2]


def _narrows(text: str, gone: Sequence[Token]) -> bool:
    """Whether what was taken out is a condition: it opens as one, or is an amount, and joins nothing else to the sentence."""
    if _BREAK.search(_OR_MORE.sub(" ", text)):
        return False
    first = next(
        (one.text for one in tokens_of(text) if not one.joins and one.text.casefold() not in {"the", "a", "an"}), ""
    )
    hard = [one for one in gone if _is_hard(one)]
    return bool(hard) and (bool(_OPENS.match(first)) or any(one.amount for one in gone))


def _counts(words: Sequence[Token]) -> bool:
    return any(_is_hard(one) for one in words)


def _is_hard(one: Token) -> bool:
    """Whether a word names or narrows something, or is an amount."""
    if one.amount:
        return True
    people = lexicon().same["person"] | lexicon().same["child"]
    plain = lexicon().actions | lexicon().redundant | (lexicon().empty - _TELLING) | people
    return one.key not in plain and not is_soft(one.key) and not _OPENS.match(one.text)


def _other_words(gone: Sequence[Token], come: Sequence[Token]) -> bool:
    """Whether numbers on both sides may be the same in other units, which is compared elsewhere."""
    return any(one.amount for one in gone) and any(one.amount for one in come)
