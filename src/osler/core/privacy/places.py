"""Hospitals, clinics and towns: proper names before a word for a facility, behind "at", or in the list of towns."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from osler.core.privacy.lexicon import name_list
from osler.core.privacy.patterns import patterns
from osler.core.privacy.types import Identifying
from osler.core.privacy.words import CapitalisedWord, capitalised_words, joined, starts_sentence

# A letter or word with a number is a level, a visit or a code, not a place.
_NUMBERED = re.compile(r"[-/]?\d")
_OFFICE = re.compile(r"[ ](?:No|Nr|Number|ID|Id)\b[.]?[ ]?[:#]?")
_LONGEST_TOWN = 4
_LONGEST_FACILITY = 6


def find_places(text: str) -> Iterator[Identifying]:
    """Every facility and every town smaller than a state."""
    words = capitalised_words(text)
    yield from _facilities(text, words)
    yield from _visited(text, words)
    yield from _towns(text, words)


def _facilities(text: str, words: Sequence[CapitalisedWord]) -> Iterator[Identifying]:
    rules = patterns()
    starts = [word.start for word in words]
    for head in rules.facility_heads.finditer(text):
        if _OFFICE.match(text, head.end()):
            continue  # "Hospital No:" labels a number
        place = bisect_left(starts, head.start())
        before = words[max(0, place - _LONGEST_FACILITY) : place]
        inside = words[place : bisect_left(starts, head.end())]
        proper = _chain(text, before, head.start())
        while proper and (
            proper[0].text.lower() in rules.facility_words
            or proper[0].text in rules.not_names
            or (starts_sentence(text, proper[0].start) and len(proper) > 1 and not _is_proper(proper[0]))
        ):
            proper = proper[1:]
        # A clinic for something is no place; a clinic with a name of its own is.
        if not any(word.text.lower() not in rules.facility_words for word in proper):
            continue
        if not inside and starts_sentence(text, proper[0].start) and not _is_proper(proper[-1]):
            continue
        rest = bisect_left(starts, head.end())
        after = words[rest : rest + 3]
        yield Identifying(proper[0].start, _tail(text, after, head.end()), "PLACE")


def _chain(text: str, before: Sequence[CapitalisedWord], until: int) -> list[CapitalisedWord]:
    """The capitalised words that lead up to a facility's own word without a break."""
    chain: list[CapitalisedWord] = []
    right = until
    for word in reversed(before):
        gap = text[word.end : right]
        if chain and not joined(text, word, chain[0]):
            break
        if not chain and gap.strip() not in {"", "'s", "’s"}:
            break
        chain.insert(0, word)
        right = word.start
    return chain


def _tail(text: str, after: Sequence[CapitalisedWord], end: int) -> int:
    """A facility's name may go on: "Children's Hospital Los Angeles", "University of Michigan", "Clinic of Boston"."""
    for word in after:
        gap = text[end : word.start]
        if gap not in {" ", " of ", ", ", " at ", " in "} or (gap == ", " and not _is_proper(word)):
            break
        if word.text in patterns().not_names:
            break
        end = word.end
    return end


def _visited(text: str, words: Sequence[CapitalisedWord]) -> Iterator[Identifying]:
    """ "Seen at Mt. Sinai", "transferred from UCSF": a proper name in a facility's place."""
    rules = patterns()
    starts = {word.start: place for place, word in enumerate(words)}
    for lead in rules.facility_leads.finditer(text):
        place = starts.get(lead.end())
        if place is None:
            continue
        run = [words[place]]
        for word in words[place + 1 : place + 5]:
            if not joined(text, run[-1], word):
                break
            run.append(word)
        first = run[0]
        if first.text.lower() in rules.facility_words or first.text in rules.not_names or first.is_initial:
            continue
        if first.is_upper and len(run) == 1 and first.text in rules.not_facilities:
            continue
        if rules.eponym.match(text, run[-1].end) or _NUMBERED.match(text, run[-1].end):
            continue
        yield Identifying(first.start, run[-1].end, "PLACE")


def _towns(text: str, words: Sequence[CapitalisedWord]) -> Iterator[Identifying]:
    towns = name_list("towns")
    rules = patterns()
    place = 0
    while place < len(words):
        for length in range(min(_LONGEST_TOWN, len(words) - place), 0, -1):
            run = words[place : place + length]
            name = text[run[0].start : run[-1].end]
            in_state = rules.town_state.match(text, run[-1].end) is not None
            if "\n" in name or (not towns.is_sure(name) and not ((length > 1 or in_state) and towns.has(name))):
                continue
            in_place = rules.town_leads.search(
                text[max(0, run[0].start - 20) : run[0].start]
            ) or rules.town_tails.match(text, run[-1].end)
            if (length > 1 and not run[0].is_upper) or in_place or in_state:
                if not rules.eponym.match(text, run[-1].end):
                    yield Identifying(run[0].start, run[-1].end, "PLACE")
                place += length - 1
                break
        place += 1


def _is_proper(word: CapitalisedWord) -> bool:
    return (
        word.is_upper
        or "'" in word.text
        or name_list("towns").has(word.text)
        or name_list("surnames").has(word.text)
        or name_list("given_names").has(word.text)
    )
