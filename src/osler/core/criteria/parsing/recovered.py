"""What must have passed off down to a grade: "recovery from toxicity of chemotherapy or surgery to grade 1" is one thing."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind

_RECOVERY = frozenset({"resolution", "recovery", "recovered", "resolved", "recover", "resolve"})
_LEAD = 5
"""Words before a grade among which the one stands that leads to it: "to NCI CTCAE version 5.0 grade 1"."""


def as_one_recovery(items: Sequence[Item]) -> list[Item]:
    """The items, in which what a recovery is of is one name as far as the grade that it has come down to."""
    graded = [n for n, item in enumerate(items) if is_kind(item, Kind.GRADE, Kind.SCALED)]
    before = items[: graded[0]] if graded else []
    recovers = any(is_kind(item, Kind.WORD) and item.text in _RECOVERY for item in before)
    leads = any(item.text == "to" for item in before[-_LEAD:])
    joined = any(is_kind(item, Kind.OR, Kind.AND, Kind.COMMA, Kind.JOINING) for item in before)
    if not joined or len(graded) != 1 or not recovers or not leads or any(is_kind(item, Kind.VALUE) for item in before):
        return list(items)
    behind = [
        _as_word(item, Kind.JOINING, Kind.SCALE, *([] if any(map(str.isdigit, item.text)) else [Kind.TIME]))
        for item in items[graded[0] + 1 :]
    ]
    inside = (Kind.OR, Kind.AND, Kind.COMMA, Kind.JOINING, Kind.SCALE, Kind.TIME)
    return [*(_as_word(item, *inside) for item in before), *_without_scale(items[graded[0]]), *behind]


def _as_word(item: Item, *kinds: Kind) -> Item:
    return item._replace(kind=Kind.WORD) if isinstance(item, Token) and is_kind(item, *kinds) else item


def _without_scale(item: Item) -> list[Item]:
    """A grade with its scale, in two: "CTCAE grade 1"."""
    place = item.text.find("grade") if isinstance(item, Token) else 0
    if not isinstance(item, Token) or place < 1 or not item.text[0].isalpha():
        return [item]
    scale = Token(Kind.WORD, item.start, item.start + place - 1, item.text[: place - 1].strip())
    return [scale, Token(Kind.GRADE, item.start + place, item.end, item.text[place:])]
