"""Joining words that reach over a whole list, and where what they reach ends: "infection requiring A, B or C"."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues, window_words
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, first_index, is_kind
from osler.core.criteria.parsing.known import names_condition_by_initials
from osler.core.criteria.parsing.lists import CONNECTIVES, only_degrees
from osler.core.criteria.parsing.persons import has_name
from osler.core.criteria.parsing.turns import is_somebody, is_word
from osler.core.criteria.parsing.words import strip_frames
from osler.core.terminology import Vocabularies, singular

_GIVEN = frozenset({"treated with", "managed with", "controlled with"})
"""What is given to somebody, and no disease: "diabetes treated with insulin, sleep apnea"."""


def spreading(items: Sequence[Item]) -> int | None:
    """Where a joining word stands that reaches over a whole list: "requiring A, B or C", "due to A or B"."""
    place = first_index(items, Kind.JOINING)
    joint = first_index(items, *CONNECTIVES, start=place or 0)
    if place is None or joint is None or not _is_one_noun(items[:place]):
        return None
    word = items[place]
    if not isinstance(word, Token) or not items[place + 1 :]:
        return None
    # "X with A or B" has A or B; in "X with A, B or C" the list may be one of X.
    plain = is_kind(items[joint], Kind.OR) and not any(
        is_kind(item, Kind.TIME) and isinstance(item, Token) and item.text not in window_words()
        for item in items[place:joint]
    )
    if _names_others(items[joint:]):
        return None  # "women with A or men with B"
    if _is_of_people(items, place):
        return place
    return place if word.text not in cues().narrow_joining or plain or _says_noun_again(items[place + 1 :]) else None


def _is_one_noun(items: Sequence[Item]) -> bool:
    """Whether no list stands before a joining word, or only degrees of one noun: "chronic or acute infection requiring …"."""
    last = max((n for n, item in enumerate(items) if is_kind(item, *CONNECTIVES)), default=-1)
    before = [item for item in items[: last + 1] if not is_kind(item, *CONNECTIVES)]
    noun = items[last + 1 :]
    return last < 0 or (only_degrees(before) and only_degrees(noun[:1]) and len(noun) > 1)


def _names_others(items: Sequence[Item]) -> bool:
    """Whether a member of the list is of people of its own, with a joining word of their own."""
    return any(
        is_kind(items[n], *CONNECTIVES)
        and is_word(one := items[n + 1])
        and is_somebody(one)
        and is_kind(items[n + 2], Kind.JOINING)
        for n in range(len(items) - 2)
    )


def _is_of_people(items: Sequence[Item], place: int) -> bool:
    """ "Adults with A, B or C": nothing but people stands before one list of what they have."""
    word = items[place]
    joints = [item for item in items[place:] if is_kind(item, *CONNECTIVES)]
    listed = bool(joints) and is_kind(joints[-1], Kind.OR) and not any(is_kind(item, Kind.AND) for item in joints)
    people = place > 0 and is_word(one := items[place - 1]) and one.text in cues().persons
    return listed and isinstance(word, Token) and word.text == "with" and (people or not has_name(items[:place]))


def _says_noun_again(items: Sequence[Item]) -> bool:
    """ "With a relapse in the last year or 2 relapses in the last 2 years": alternatives of one noun."""
    joint = first_index(items, *CONNECTIVES)
    if (
        joint is None
        or not is_kind(items[joint], Kind.OR)
        or first_index(items, *CONNECTIVES, start=joint + 1) is not None
    ):
        return False
    rows = (items[:joint], items[joint + 1 :])
    nouns = [[item.text for item in row if is_kind(item, Kind.WORD) and isinstance(item, Token)][-1:] for row in rows]
    return bool(nouns[0]) and [singular(word) for word in nouns[0]] == [singular(word) for word in nouns[1]]


def end_of_spread(items: Sequence[Item], place: int) -> int:
    """Where the list after a narrow joining word ends: "X with A or B, and C" asks for C of X."""
    word = items[place]
    comma = first_index(items, Kind.COMMA, start=place)
    narrow = isinstance(word, Token) and word.text in cues().narrow_joining and not _is_of_people(items, place)
    return comma if narrow and comma is not None and comma + 1 < len(items) else len(items)


def end_of_needs(items: Sequence[Item], place: int, vocabularies: Vocabularies) -> int:
    """Where what is needed ends: "infections requiring antibiotics, bleeding disorders" need no disorder."""
    word = items[place]
    given = word.text in _GIVEN and not names_condition_by_initials(_words(_first(items[place + 1 :])), vocabularies)
    if not isinstance(word, Token) or not (given or word.text in cues().needs):
        return len(items)
    start = place + 1
    for joint in [n for n in range(place + 1, len(items)) if is_kind(items[n], *CONNECTIVES)]:
        end = next((n for n in range(joint + 1, len(items)) if is_kind(items[n], *CONNECTIVES)), len(items))
        member = items[joint + 1 : end]
        own = first_index(member, Kind.JOINING) is not None
        other = own or names_condition_by_initials(_words(member), vocabularies) or _says_head(member, items[:place])
        if joint > start and member and other:
            return joint - 1 if is_kind(items[joint - 1], *CONNECTIVES) else joint
    return len(items)


def _first(items: Sequence[Item]) -> Sequence[Item]:
    """The first member of a list."""
    return items[: first_index(items, *CONNECTIVES)]


def _says_head(member: Sequence[Item], before: Sequence[Item]) -> bool:
    """Whether a member ends in the noun that needs something: "infection requiring A, or other skin infections"."""
    nouns = [[item.text for item in row if is_word(item)][-1:] for row in (member, before)]
    return bool(nouns[0]) and bool(nouns[1]) and singular(nouns[0][0]) == singular(nouns[1][0])


def said_of_each(items: Sequence[Item], degrees: Sequence[Item]) -> list[Item]:
    """The members of a list, each but the first with what stands before the list: "active infection with A, B or C"."""
    row: list[Item] = []
    for n, item in enumerate(items):
        begins = n > 0 and is_kind(items[n - 1], *CONNECTIVES) and is_kind(item, Kind.WORD)
        row += [*degrees, item] if begins and _is_noun(item) else [item]
    return row


def _is_noun(item: Item) -> bool:
    """Whether a member may begin with a name: with no degree of its own, no verb and no participle."""
    others = cues().abilities | cues().modals | cues().possibilities | cues().verbs | cues().cannot
    return (
        is_word(item) and not only_degrees([item]) and item.text not in others and not item.text.endswith(("ed", "ing"))
    )


def _words(items: Sequence[Item]) -> str:
    named = [item for item in items if is_word(item) and item.text not in cues().degrees]
    return " ".join(item.text for item in strip_frames(named))
