"""A sentence in its source's own words: what was exchanged, replaced or taken out of it changes what it says.

In other words than the source's the place of a word tells little. In its own words, two things that have exchanged what stands
before them have exchanged their roles, a word in the place of another fills its role, and a condition that is gone was dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.roles.opinion import Opinion
from osler.guidelines.checking.roles.tokens import Token, same, telling, tokens_of
from osler.guidelines.checking.soft_words import is_soft
from osler.guidelines.checking.statements import Statement

_OWN = 0.8
"""The share of a sentence's words that are its source's, from which on it repeats it."""
_FEWEST = 4
_OPENS = re.compile(
    r"^(?:after|before|if|when|unless|until|without|within|during|under|following|provided|despite|only|except|for|in|with|who|whose|at|aged|over)$",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[;:()]|\.(?!\d)|\b(?:and|or|but|because|since|then|to (?:reduce|prevent|avoid|reach|confirm))\b", re.IGNORECASE)


def edited_faults(said: Statement, opinion: Opinion) -> Iterable[tuple[FaultKind, str]]:
    """What changed in a sentence that repeats its source in its own words."""
    here = telling(said.text)
    for one in opinion.every:
        there = telling(one.text)
        if exchanged := _exchanged(here, there):
            first, second = exchanged
            yield "opposite", f"{first.text!r} and {second.text!r} have changed places"
            return
    yield from _cut_out(said, opinion)


def _exchanged(here: Sequence[Token], there: Sequence[Token]) -> tuple[Token, Token] | None:
    """Two words of which each stands behind what the source has before the other."""
    pairs = list(pairwise(here))
    others = list(pairwise(there))
    for number, (g, x) in enumerate(pairs):
        for h, y in pairs[number + 1 :]:
            if same(g, h) or same(x, y) or same(x, h) or same(g, y):
                continue
            if (
                _has(others, g, y)
                and _has(others, h, x)
                and not _has(others, g, x)
                and not _has(others, h, y)
            ):
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
            gone = [one for one in there[start:end] if not any(same(one, other) for other in here)]
            if name == "delete" and gone and 0 < start and end < len(there):
                text = source[there[start - 1].at + len(there[start - 1].text) : there[end].at]
                if _narrows(text, gone):
                    yield "condition", f"the condition was left out: {text.strip()[:80]!r}"
                    return
            come = [one for one in here[from_:to] if not any(same(one, other) for other in there)]
            come = [one for one in come if not opinion.vouches(one.key, said)]
            if name == "replace" and _counts(gone) and _counts(come) and not _other_words(gone, come):
                yield "name", f"it says {come[0].text!r} where the cited passage says {gone[0].text!r}"
                return


def _key(one: Token, here: Sequence[Token]) -> str:
    """A word of the source under the key of the word of the sentence that says the same."""
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
    if _BREAK.search(text):
        return False
    first = next((one.text for one in tokens_of(text) if not one.joins and one.text.casefold() not in {"the", "a", "an"}), "")
    plain = lexicon().actions | lexicon().redundant
    hard = [one for one in gone if one.amount or (one.key not in plain and not is_soft(one.key))]
    return bool(hard) and (bool(_OPENS.match(first)) or any(one.amount for one in gone))


def _counts(words: Sequence[Token]) -> bool:
    plain = lexicon().actions | lexicon().redundant
    return any(one.amount or (one.key not in plain and not is_soft(one.key)) for one in words)


def _other_words(gone: Sequence[Token], come: Sequence[Token]) -> bool:
    """Whether numbers on both sides may be the same in other units, which is compared elsewhere."""
    return any(one.amount for one in gone) and any(one.amount for one in come)

