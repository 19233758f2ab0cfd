"""Names of people that nothing announces: a given name beside a surname or an initial, or in a person's place."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from osler.core.privacy.lexicon import NameList, name_list
from osler.core.privacy.patterns import patterns
from osler.core.privacy.types import Identifying
from osler.core.privacy.words import CapitalisedWord, capitalised_words, runs, starts_sentence

_LONGEST = 5
"""How many words of a name are looked at; a line of single letters is none."""
# What a person does or has, right behind a name that begins a sentence.
_PERSON = re.compile(
    r"(?:['’]s\b|,?[ ](?:is|was|has|had|reports?|reported|denie[sd]|presents?|presented|complain(?:s|ed)|states?|stated|underwent|"
    r"lives?|lived|says?|said|tells|told|feels?|felt|came|attend(?:s|ed)|returns?|returned|takes|took|remains?|"
    r"describe[sd]|works?|started|continues|continued|will|and[ ](?:his|her)|who|an?[ ]\d|a[ ]\w+[- ]year|\d{1,3}[ -]?(?:y|mo\b|[MFmf]\b)))"
)
_SCORED = re.compile(r"[ ]\d")
_AFTER_INITIAL = re.compile(r"(?=[\s,;:)!?'’\"]|$)")


def find_people(text: str) -> Iterator[Identifying]:
    """Every name of a person that the lists and its neighbours give away."""
    given, surnames = name_list("given_names"), name_list("surnames")
    words = capitalised_words(text)
    for run in runs(text, words):
        yield from _in_run(text, run, given, surnames)
    yield from _reversed_names(text, words, given, surnames)


def _in_run(text: str, run: Sequence[CapitalisedWord], given: NameList, surnames: NameList) -> Iterator[Identifying]:
    place = 0
    while place < len(run):
        length = _name_at(text, run, place, given, surnames)
        if length:
            start, end = run[place].start, run[place + length - 1].end
            if not patterns().eponym.match(text, run[place + length - 1].end):
                yield Identifying(start, _without_genitive(text, start, end), "NAME")
            place += length
        else:
            place += 1


def _name_at(text: str, run: Sequence[CapitalisedWord], place: int, given: NameList, surnames: NameList) -> int:
    """How many words of a run are a name that begins at a place; 0 where none does."""
    first, rest = run[place], run[place + 1 : place + _LONGEST]
    if first.is_initial:
        return _after_initials(run, place, surnames)
    if not given.has(first.text) or first.text in patterns().not_names:
        return 0
    length = _length(text, rest, surnames)
    sure = given.is_sure(first.text)
    if length == 1:
        # A word that is also a name needs a surname that is nothing but a name, or an initial, to become one.
        return 2 if sure or _convincing(rest[0], surnames) else 0
    if length:
        return 1 + length
    return 1 if sure and not rest and _alone(text, run, place) else 0


def _length(text: str, rest: Sequence[CapitalisedWord], surnames: NameList) -> int:
    """How many words behind a given name belong to the name."""
    if not rest:
        return 0
    head = rest[0]
    if head.is_initial and (text[head.end - 1] == "." or _AFTER_INITIAL.match(text, head.end)):
        more = rest[1:2]
        return 2 if more and _is_family_name(more[0], surnames) else 1
    if not _is_family_name(head, surnames):
        return 0
    return 2 if len(rest) > 1 and _is_family_name(rest[1], surnames) and surnames.is_sure(rest[1].text) else 1


def _is_family_name(word: CapitalisedWord, surnames: NameList) -> bool:
    rules = patterns()
    if word.is_initial or word.text in rules.not_names or word.text.lower() in rules.facility_words:
        return False
    if surnames.has(word.text):
        return True
    # Capitals may be an abbreviation; a word that no list knows may be a name all the same.
    return not word.is_upper and not word.text.lower().endswith(rules.clinical_endings)


def _convincing(word: CapitalisedWord, surnames: NameList) -> bool:
    return word.is_initial or surnames.is_sure(word.text)


def _after_initials(run: Sequence[CapitalisedWord], place: int, surnames: NameList) -> int:
    end = place
    while end < min(len(run), place + _LONGEST) and run[end].is_initial:
        end += 1
    dotted = run[place].end - run[place].start == 2
    if dotted and end < len(run) and surnames.is_sure(run[end].text) and not run[end].is_upper:
        return end - place + 1
    return 0


def _alone(text: str, run: Sequence[CapitalisedWord], place: int) -> bool:
    """Whether a single given name stands where a person would."""
    word = run[place]
    if word.is_upper or len(word.text) < 3:
        return False
    if place and not starts_sentence(text, run[place - 1].start):
        return False
    of_person = _PERSON.match(text, word.end) is not None
    if _SCORED.match(text, word.end) and not of_person:
        return False  # "Hamilton 22" is what a scale counts
    return of_person or not starts_sentence(text, word.start)


def _reversed_names(
    text: str, words: Sequence[CapitalisedWord], given: NameList, surnames: NameList
) -> Iterator[Identifying]:
    """SMITH, John; SMITH JOHN."""
    for family, first in itertools.pairwise(words):
        between = text[family.end : first.start]
        comma = between in {", ", ","}
        if not (comma or (between == " " and family.is_upper and first.is_upper)):
            continue
        if (
            surnames.has(family.text)
            and given.is_sure(first.text)
            and (family.is_upper or surnames.is_sure(family.text))
        ):
            if comma and not family.is_upper and not starts_sentence(text, family.start):
                continue
            yield Identifying(family.start, first.end, "NAME")


def _without_genitive(text: str, start: int, end: int) -> int:
    return end - 2 if text[start:end].endswith(("'s", "’s")) else end
