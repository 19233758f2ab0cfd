"""Whether something stands anywhere in the sources, in whatever form: a word, a name, an amount."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount, agrees_converted, converted
from osler.guidelines.checking.coverage import is_known, is_said, named_in, stands
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.soft_words import is_soft, predicates
from osler.guidelines.checking.statements import SIDES, Named, Statement, claim_stems

_ROOT = 4
_SHARED = 6
_CHANGED = re.compile(r"\b(?:reduc|lower|decreas|cut|drop|fall|fell|less|halv|taper|down)\w*", re.IGNORECASE)
_HALVED = re.compile(
    r"\b(?:halv(?:e|es|ed|ing)|by (?:a |one )?half|half (?:of )?(?:the|its|their|his|her|that))\b", re.IGNORECASE
)
_REGIMEN = {"mass", "g/kg", "time", "rate", "volume", "doses"}
"""What says how much, how often and how long: it is in no other unit than its own kind's."""

_JOINING = frozenset(
    claim_stems(
        "beyond late later early earlier soon sooner next plus another extra still yet already such as possible"
    )
)
"""Words that put in order or join, and claim nothing by themselves."""


def is_standing(stem: str, there: set[str]) -> bool:
    """Whether a stem is among others in any form of its word: recovery and recovered, taper and tapering."""
    if stands(stem, there):
        return True
    return any(_one_word(stem, other) for other in there)


@lru_cache(maxsize=65536)
def _one_word(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) >= _ROOT and long.startswith(short) and len(long) - len(short) <= _ROOT:
        return True
    same = 0
    for a, b in zip(short, long, strict=False):
        if a != b:
            break
        same += 1
    return same >= max(_SHARED, len(short) - 1)


def unsaid_words(said: Statement, sources: Sequence[Statement], context: str, vocabularies: Vocabularies) -> list[str]:
    """The words of a sentence that claim something and stand nowhere in the sources: no verb or adverb of everyday language."""
    there = {stem for one in sources for stem in one.stems} | set(claim_stems(context))
    known = named_in(sources, context, vocabularies)
    named = {stem for one in said.named if is_known(one, known, vocabularies) for stem in one.stems}
    plain = lexicon().actions | lexicon().redundant | lexicon().deeds | lexicon().same["person"] | SIDES
    plain |= predicates().roles | _JOINING
    plain |= {stem for amount in said.amounts for stem in claim_stems(amount.text)}
    if lexicon().preferred.search(said.text) and any(lexicon().preferred.search(one.text) for one in sources):
        plain |= {"prefer"}
    return [
        stem
        for stem in said.stems
        if stem not in named and stem not in plain and not is_soft(stem) and not is_standing(stem, there)
    ]


def is_named(named: Named, sources: Sequence[Statement], context: str, vocabularies: Vocabularies) -> bool:
    """Whether something named stands in the sources by its concept, its name or its words."""
    there = {stem for one in sources for stem in one.stems} | set(claim_stems(context))
    return (
        is_known(named, named_in(sources, context, vocabularies), vocabularies)
        or is_said(named, there, vocabularies)
        or all(is_standing(stem, there) for stem in named.stems)
    )


def matching(amount: Amount, said: str, source: Statement) -> list[Amount]:
    """The amounts of a source sentence that are the amount of a sentence, in whatever unit, or what it leaves of the whole."""
    found = [other for other in source.amounts if agrees(amount, other)]
    plain = amount._replace(bound="", end="")
    other_side = any(plain.agrees(other._replace(bound="", end="")) for other in source.amounts)
    if (
        not found
        and not other_side
        and amount.kind not in {"", *_REGIMEN}
        and agrees_converted(amount, converted(source.text))
    ):
        found = [other for other in source.amounts if other.kind not in _REGIMEN][:1] or list(source.amounts)[:1]
    if not found and amount.kind == "share":
        # By a fifth less is four fifths of it.
        turned = bool(_CHANGED.search(said)) != bool(_CHANGED.search(source.text))
        found = [
            other
            for other in source.amounts
            if turned and other.kind == "share" and abs(100 - other.value - amount.value) < 1
        ]
        if not found and abs(amount.value - 50) < 1 and _HALVED.search(source.text):
            found = [amount]
    return found


def agrees(amount: Amount, other: Amount) -> bool:
    """Whether two amounts are the same; a count is no rate."""
    if "rate" in {amount.kind, other.kind} and amount.kind != other.kind:
        return False
    return amount.agrees(other)


def rivals_of(amount: Amount, sources: Iterable[Statement]) -> list[tuple[Amount, Statement]]:
    """The amounts of the sources that measure the same and are others."""
    return [
        (other, one)
        for one in sources
        for other in one.amounts
        if other.kind == amount.kind and not agrees(amount, other)
    ]
