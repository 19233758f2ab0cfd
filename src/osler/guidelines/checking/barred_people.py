"""What a source forbids for some people, told as advice for these very people: two sentences merged to the contrary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.guidelines.checking.amounts import Amount
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement, claim_stems

_UNLESS = re.compile(r"\b(?:unless|except)\b", re.IGNORECASE)
_MEANT, _LEAST = 0.6, 2
"""The share of the forbidden words, and how many of them, that a sentence must have to tell what is forbidden."""


def barred_people_faults(said: Statement, passages: Iterable[Sequence[Statement]]) -> Iterable[tuple[FaultKind, str]]:
    """A sentence that advises, for people whom it names, what a source sentence that names them forbids."""
    if said.negators or said.stance == "against":
        return
    for one in (one for passage in passages for one in passage if one.negators):
        people = _shared_people(said, one)
        if people and not _asks_for_more(one, said) and any(_forbids(one, ban, said) for ban in _bans(one)):
            yield "negation", f"the cited passage forbids this for '{people}'"
            return


def _shared_people(said: Statement, one: Statement) -> str:
    """The people or the condition that both sentences name, and under which the source sentence forbids something."""
    if said.pregnant and one.pregnant:
        return "pregnancy"
    before = lexicon().negator.search(one.text)
    place = before.start() if before else 0
    for named in one.named:
        # What stands behind "not" is what is forbidden, not for whom.
        met = any(named.concepts & other.concepts for other in said.named if other.disease)
        if met and not named.drug and named.disease and named.at < place:
            return named.text
    return ""


def _asks_for_more(one: Statement, said: Statement) -> bool:
    """Whether the source sentence forbids only under something that the sentence does not say."""
    if _UNLESS.search(one.text):
        return True
    there = set(said.stems)
    return any(not set(clause) <= there for clause in one.conditions)


def _bans(one: Statement) -> Iterable[tuple[int, str]]:
    """Where each ban of a sentence begins, and its words up to the end of the reach of its "not"."""
    table = lexicon()
    for match in table.negator.finditer(one.text):
        end = table.stop.search(one.text, match.end())
        yield match.end(), one.text[match.end() : end.start() if end else len(one.text)]


def _forbids(one: Statement, ban: tuple[int, str], said: Statement) -> bool:
    """Whether a sentence tells what a ban forbids, on the side of its limit that it forbids."""
    start, text = ban
    words = [stem for stem in claim_stems(text) if stem not in lexicon().opposites]
    met = [stem for stem in words if stem in said.stems]
    if len(met) < _LEAST or len(met) < _MEANT * len(words) or words[0] not in met:
        return False
    limits = [amount for amount in one.amounts if start <= amount.at < start + len(text)]
    return all(any(_is_beyond(mine, said, limit, one) for mine in said.amounts) for limit in limits)


def _is_beyond(mine: Amount, said: Statement, limit: Amount, one: Statement) -> bool:
    """Whether an amount of a sentence lies where a limit forbids it; one of another unit says nothing of it."""
    if mine.kind != limit.kind or _unit(mine, said.text) != _unit(limit, one.text):
        return False
    if limit.bound == "less":
        return mine.size < limit.size
    return mine.size > limit.size if limit.bound == "more" else mine.agrees(limit)


def _unit(amount: Amount, text: str) -> str:
    """The word behind an amount whose unit is of no kind."""
    after = text[amount.at + len(amount.text) :].split()[:1] if not amount.kind and amount.at >= 0 else []
    return after[0].rstrip(".,;)") if after else ""
