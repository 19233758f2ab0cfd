"""Two objects of one joining word in a list: "type 1 or type 2 diabetes treated with insulin or tablets"."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.beside import name_words
from osler.core.criteria.parsing.grouping import Group, is_kind
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.lists import Member
from osler.core.criteria.parsing.openings import is_bare, joined_closely
from osler.core.criteria.parsing.words import strip_frames
from osler.core.terminology import Vocabularies

_TAKING = frozenset(
    {"with", "having", "requiring", "receiving", "using", "treated with", "treatment with", "therapy with"}
)
"""Joining words before what somebody has or is given."""


def with_pairs(found: Sequence[Member], vocabularies: Vocabularies) -> list[Member]:
    """The members, of which the last but one takes the last where both are objects of its joining word.

    What is a disease by itself may be a member of its own, and is an object only of an age.
    """
    if len(found) < 2 or found[-1].joint is not Kind.OR:
        return list(found)
    *before, member, last = found
    place = max((n for n, item in enumerate(member.items) if is_kind(item, Kind.JOINING)), default=0)
    named = strip_frames([item for item in member.items[:place] if isinstance(item, Token) and item.kind is Kind.WORD])
    counted = is_kind(member.items[0], Kind.DURATION, Kind.VALUE)
    if not place or not (named or counted) or member.items[place].text not in _TAKING or place + 1 == len(member.items):
        return list(found)
    if not joined_closely(member, last) or not is_bare(last):
        return list(found)
    aged = counted and member.joint is Kind.OR
    listed = bool(before) and member.joint is Kind.COMMA
    if listed or (names_condition(name_words(last.items), vocabularies) and not aged):
        return list(found)
    first = member.items[place + 1 :]
    if any(isinstance(item, Group) for item in first):
        return list(found)
    joint = Token(Kind.OR, first[-1].end, last.items[0].start, "or")
    pair = Group([*first, joint, *last.items], first[0].start, last.items[-1].end)
    return [*before, member._replace(items=[*member.items[: place + 1], pair])]
