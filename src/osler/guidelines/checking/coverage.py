"""Whether something that a sentence says or names stands in its sources: by its words, its concept or its everyday name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from osler.core.library import row_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.soft_words import share_a_sense
from osler.guidelines.checking.statements import ADULT, Named, Statement, claim_stems, read_statement
from osler.guidelines.everyday import everyday_words

_NAMES = 40
_ROOT = 5
"""Letters that two forms of a word share."""
_ADJECTIVES = {"ish", "ic", "al", "ous", "ful"}


def as_written(wanted: Sequence[str], text: str) -> list[str]:
    """Stems as the words of a text that they stand for."""
    words = {stem: word for word in reversed(re.findall(r"[\w-]+", text)) for stem in stems(word)}
    return [words.get(stem, stem) for stem in wanted]


def uncovered(wanted: Iterable[str], source: Statement) -> set[str]:
    """The stems that a source sentence neither has nor names."""
    there = set(source.stems) | {stem for named in source.named for stem in named.stems}
    return {stem for stem in wanted if not stands(stem, there)}


def stands(stem: str, there: set[str]) -> bool:
    """Whether a stem is among others: itself, one that means the same, or another form of its word."""
    if stem in there or not there.isdisjoint(lexicon().same.get(stem, ())) or share_a_sense(stem, there):
        return True
    if len(stem) > 5 and any(other[:6] == stem[:6] for other in there if len(other) > 5):
        return True
    plain = in_one_spelling(stem)
    if plain in there or any(in_one_spelling(other) == plain for other in there if "ae" in other or "oe" in other):
        return True
    # "weigh" and "weight", "depressed" and "depression", "fever" and "feverish".
    return len(stem) >= _ROOT and any(len(other) >= _ROOT and _is_form_of(stem, other) for other in there)


@lru_cache(maxsize=8192)
def in_one_spelling(stem: str) -> str:
    """A stem as Americans spell it: haemorrhage and hemorrhage, oestrogen and estrogen."""
    return stem.replace("ae", "e").replace("oe", "e")


@lru_cache(maxsize=65536)
def _is_form_of(one: str, other: str) -> bool:
    """Whether the longer of two stems is the shorter with a letter more, or with an ending that makes an adjective of it."""
    shorter, longer = sorted((one, other), key=len)
    ending = longer[len(shorter) :] if longer.startswith(shorter) else ""
    return len(ending) == 1 or ending in _ADJECTIVES


def not_covered(
    wanted: Iterable[str], basis: Sequence[Statement], context: str, said: Statement, vocabularies: Vocabularies
) -> list[str]:
    """The stems of a sentence that its sources neither have nor imply, headings included."""
    there = {stem for source in basis for stem in source.stems} | set(claim_stems(context))
    known = named_in(basis, context, vocabularies)
    by_concept = {stem for named in said.named if is_known(named, known, vocabularies) for stem in named.stems}
    implied = by_concept | _implied(basis)
    return [stem for stem in wanted if not stands(stem, there) and stem not in implied]


def _implied(basis: Sequence[Statement]) -> set[str]:
    """Words that a source says without using them: an age in numbers is of a child or an adult, who is pregnant is a woman, a row of doses is given."""
    ages = [age for source in basis for age in source.ages]
    found: set[str] = set()
    if any(below is not None and below <= ADULT for _, below in ages):
        found |= set(claim_stems("child children"))
    if any(low is not None and low >= ADULT for low, _ in ages):
        found |= set(claim_stems("adult adults"))
    if any(source.pregnant for source in basis):
        found |= set(claim_stems("woman women"))
    return found | (set(lexicon().actions) if any(row_of(source.text) for source in basis) else set())


def named_in(basis: Sequence[Statement], context: str, vocabularies: Vocabularies) -> list[Named]:
    """What the source sentences name, and their headings; what they say in everyday words, by its clinical names as well."""
    told = [context, *(name for source in basis for found in everyday_words(source.text) for name in found.names[:1])]
    return [named for source in basis for named in source.named] + [
        named for text in told if text for named in read_statement(text, vocabularies).named
    ]


def is_known(named: Named, known: Sequence[Named], vocabularies: Vocabularies) -> bool:
    """Whether something named is the same as something that the sources name, by concept, by its names or by its words."""
    if any(named.concepts & other.concepts or named.stems <= other.stems for other in known):
        return True
    names = {name.casefold() for concept in named.concepts for name in vocabularies.names.names(concept)}
    if any(other.text.casefold() in names for other in known):
        return True
    return any(_everyday_name(named, other) or _everyday_name(other, named) for other in known)


def is_said(named: Named, there: set[str], vocabularies: Vocabularies) -> bool:
    """Whether the words of a text are those of any name of a disease or finding: breathless, for dyspnoea."""
    if named.drug:
        return False
    names = (
        frozenset(stems(name)) for concept in named.concepts for name in vocabularies.names.names(concept)[:_NAMES]
    )
    return any(name - lexicon().empty and all(stands(stem, there) for stem in name) for name in names if name)


def _everyday_name(one: Named, other: Named) -> bool:
    """Whether one is an everyday word for the other."""
    return any(
        frozenset(stems(name)) <= other.stems or other.stems <= frozenset(stems(name))
        for found in everyday_words(one.text)
        for name in found.names
    )
