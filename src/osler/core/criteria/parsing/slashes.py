"""Slashes between names: "hypotension/capillary leak/bleeding" lists three of them, "volume/capacity" is one name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.terminology import Vocabularies

_SLASHED = re.compile(r"[a-z][a-z-]{3,}(?:/[a-z][a-z-]{3,})+")
_AFTER_SLASH = re.compile(r"/[a-z][a-z-]{3,}")
_SEVERAL = 2


def without_slashes(items: Sequence[Item], vocabularies: Vocabularies) -> list[Item]:
    """The items with names that slashes divide as a list of them."""
    if not any(isinstance(item, Token) and item.kind is Kind.WORD and "/" in item.text for item in items):
        return list(items)
    items = _closed_up(items)
    row: list[Item] = []
    for place, item in enumerate(items):
        if isinstance(item, Token) and _divides(items, place, vocabularies):
            row += _parts(item)
        else:
            row.append(item)
    return row


def _closed_up(items: Sequence[Item]) -> list[Item]:
    """The items with a slash and a gap closed: "pregnancy/ breastfeeding"."""
    row: list[Item] = []
    for item in items:
        before = row[-1] if row else None
        if (
            isinstance(item, Token)
            and isinstance(before, Token)
            and before.kind is Kind.TIME
            and _AFTER_SLASH.fullmatch(item.text)
        ):
            # "History of/suspected malignancy"
            row += [
                Token(Kind.OR, item.start, item.start + 1, "or"),
                item._replace(start=item.start + 1, text=item.text[1:]),
            ]
            continue
        if not isinstance(item, Token) or not isinstance(before, Token) or {item.kind, before.kind} != {Kind.WORD}:
            row.append(item)
        elif before.text.endswith("/") and len(before.text) > 1 and _SLASHED.fullmatch(before.text + item.text):
            row[-1:] = [
                before._replace(end=before.end - 1, text=before.text[:-1]),
                Token(Kind.OR, before.end - 1, before.end, "or"),
                item,
            ]
        else:
            row.append(item)
    return row


def _divides(items: Sequence[Item], place: int, vocabularies: Vocabularies) -> bool:
    """Whether the slashes of a word stand between names: several of them in one member, or two that are known."""
    item = items[place]
    if not isinstance(item, Token) or item.kind is not Kind.WORD or not _SLASHED.fullmatch(item.text):
        return False
    sides = item.text.split("/")
    if all(_is_state(side) or names_condition(side, vocabularies) for side in sides):
        return True
    own = cues().general_nouns.isdisjoint(sides)
    if (
        own
        and not _has_more(items, place)
        and any(
            all(names_condition(f"{word} {side}", vocabularies) for side in sides) for word in _before(items, place)
        )
    ):
        return True  # "Atrial fibrillation/flutter"
    return sum(_slashes(other) for other in _member(items, place)) >= _SEVERAL


def _has_more(items: Sequence[Item], place: int) -> bool:
    """Whether something is asked of the name behind it ("with a rate above 100"), which is asked of both of its sides."""
    after = items[place + 1] if place + 1 < len(items) else None
    return isinstance(after, Token) and after.text == "with"


def _before(items: Sequence[Item], place: int) -> list[str]:
    """The one and the two words before a place, which may be of each side of a slash there."""
    words: list[str] = []
    for item in reversed(items[max(0, place - 2) : place]):
        if not isinstance(item, Token) or item.kind is not Kind.WORD:
            break
        words.insert(0, item.text)
    return [" ".join(words[start:]) for start in range(len(words))]


def _is_state(word: str) -> bool:
    return any(word in cues().pregnancy[state] for state in ("pregnant", "breastfeeding"))


def _member(items: Sequence[Item], place: int) -> Sequence[Item]:
    start, end = place, place
    while start and not _ends(items[start - 1]):
        start -= 1
    while end < len(items) and not _ends(items[end]):
        end += 1
    return items[start:end]


def _ends(item: Item) -> bool:
    return not isinstance(item, Token) or item.kind in (*CONNECTIVES, Kind.STOP, Kind.COLON)


def _slashes(item: Item) -> int:
    if not isinstance(item, Token) or item.kind is not Kind.WORD:
        return 0
    return item.text.count("/") if _SLASHED.fullmatch(item.text) else 0


def _parts(word: Token) -> list[Item]:
    row: list[Item] = []
    start = word.start
    for side in word.text.split("/"):
        if row:
            row.append(Token(Kind.OR, start - 1, start, "or"))
        row.append(Token(Kind.WORD, start, start + len(side), side))
        start += len(side) + 1
    return row
