"""What stands beside a joining word: the member before it, the member after it, and whether they name anything."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues, life_stages, window_words
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.lists import CONNECTIVES, only_degrees
from osler.core.criteria.parsing.words import frame_phrases, sex_words, strip_frames
from osler.core.terminology import Vocabularies

MEASURED = (Kind.VALUE, Kind.SCALED, Kind.SCALE, Kind.GRADE, Kind.RESULT)
TURNS = (Kind.NEGATION, Kind.EXCEPTION, Kind.EXAMPLES, Kind.COUNT, Kind.UNLESS, Kind.CONDITION, Kind.COLON)


def member_before(row: Sequence[Item]) -> list[Item]:
    """What stands before a joining word in its own member; a negation before it comes first."""
    start = len(row)
    while start and not is_kind(row[start - 1], *CONNECTIVES, *TURNS, Kind.JOINING):
        start -= 1
    return list(row[start - 1 if start and is_kind(row[start - 1], Kind.NEGATION) else start :])


def member_after(items: Sequence[Item]) -> list[Item]:
    end = next((n for n, item in enumerate(items) if is_kind(item, *CONNECTIVES, *TURNS, Kind.JOINING)), len(items))
    return list(items[:end])


def tells_more(items: Sequence[Item]) -> bool:
    """Whether items name more than who the patient is, how severe something is, or when."""
    words = strip_frames([item for item in items if isinstance(item, Token) and item.kind is Kind.WORD])
    told = [word for word in words if word.text not in sex_words() and word.text not in life_stages()]
    return bool(strip_frames(told)) and not only_degrees(told)


def name_words(items: Sequence[Item]) -> str:
    row = strip_frames([item for item in items if isinstance(item, Token) and item.kind is Kind.WORD])
    return " ".join(word.text for word in row if word.text not in cues().degrees)


def begins_anew(item: Item) -> bool:
    return not isinstance(item, Token) or item.kind is not Kind.WORD or item.text in _anew()


@cache
def _anew() -> frozenset[str]:
    """The words that open a condition of the patient's own."""
    openings = {phrase[0] for phrase in frame_phrases() if phrase[-1] == "of" and len(phrase) > 1}
    return frozenset({*openings, *sex_words(), *window_words(), *cues().certainty, *cues().opens_anew})


def goes_on_with_name(items: Sequence[Item], joint: int, vocabularies: Vocabularies) -> bool:
    """Whether a connective goes on with a condition, or with one that opens anew."""
    row = member_after(items[joint + 1 :])
    if not row:
        return False
    return begins_anew(row[0]) or names_condition(name_words(row), vocabularies)


@cache
def personal() -> frozenset[str]:
    """Joining words after which the patient is spoken of."""
    relative = cues().relative
    return relative.persons | relative.rest | cues().always_part


@cache
def of_things() -> frozenset[str]:
    """Joining words after which the thing before them is spoken of."""
    return cues().relative.things | cues().said_of_things
