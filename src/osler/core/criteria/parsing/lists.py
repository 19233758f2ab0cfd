"""Coordinated lists: "A, B or C", with the words that members share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from osler.core.criteria.lexing.lexicon import is_measurement
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.tree import all_of, any_of
from osler.core.criteria.types import AllOf, AnyOf, Expression, Finding, MeasuredValue, Window

CONNECTIVES = (Kind.AND, Kind.OR, Kind.COMMA)
_ADJECTIVE = re.compile(
    r"(?:al|ic|ary|ous|ar|ive|able|ible|ant|oid|iac)$|^(?:un)?(?:serum|urine|blood|acute|severe|mild|moderate|major|minor|stable|"
    r"controlled|treated|current|recurrent|recent|persistent|advanced|left|right|upper|lower|new|old|known|suspected)$",
    re.IGNORECASE,
)
_FEW = 3


class Member(NamedTuple):
    """One member of a list, and the connective before it."""

    items: list[Item]
    joint: Kind | None


def members(items: Sequence[Item]) -> list[Member]:
    """The members of a list with their connectives; a comma before "and" or "or" is part of it."""
    found: list[Member] = []
    current: list[Item] = []
    joint: Kind | None = None
    for item in items:
        if isinstance(item, Token) and is_kind(item, *CONNECTIVES):
            if current:
                found.append(Member(current, joint))
                current, joint = [], item.kind
            elif joint in (None, Kind.COMMA):
                joint = item.kind
        else:
            current.append(item)
    if current:
        found.append(Member(current, joint))
    return found


def resolve_commas(joints: Sequence[Kind | None], default: Kind) -> list[Kind]:
    """What each comma stands for: the next spelled-out connective, or the default where there is none."""
    resolved: list[Kind] = []
    following = default
    for joint in reversed(joints):
        if joint in (Kind.AND, Kind.OR):
            following = joint
        resolved.append(following if joint is Kind.COMMA or joint is None else joint)
    return resolved[::-1]


def joined(parts: Sequence[tuple[Expression, Kind]]) -> Expression:
    """The list as a tree: "and" binds more tightly than "or"; each part comes with the connective before it."""
    alternatives: list[list[Expression]] = [[parts[0][0]]]
    for part, joint in parts[1:]:
        if joint is Kind.OR:
            alternatives.append([part])
        else:
            alternatives[-1].append(part)
    return any_of([all_of(group) for group in alternatives])


def share(parts: Sequence[Expression]) -> list[Expression]:
    """The members with what they have in common written to each: values, windows, the noun of paired adjectives."""
    return _share_windows(_share_values(_share_nouns(parts)))


def _share_values(parts: Sequence[Expression]) -> list[Expression]:
    """ "AST, ALT < 2.5 x ULN": a measurement without a value takes that of its neighbour."""
    shared = list(parts)
    for order in (range(len(shared) - 2, -1, -1), range(1, len(shared))):
        step = 1 if order.step < 0 else -1
        for index in order:
            part, giver = shared[index], shared[index + step]
            if not isinstance(part, Finding) or not isinstance(giver, MeasuredValue) or not is_measurement(part.name):
                continue
            if step == -1 and giver.test.result is None:
                continue
            shared[index] = MeasuredValue(name=part.name, test=giver.test, windows=part.windows, span=part.span)
    return shared


def _share_windows(parts: Sequence[Expression]) -> list[Expression]:
    """ "history of A or B", "A or B within 6 months": a window at either end is meant for every member."""
    first = _windows(parts[0]) if parts else ()
    last = _windows(parts[-1]) if parts else ()
    opening = [window for window in first if window.length is None and not window.anchor and _begins(parts[0], window)]
    closing = [window for window in last if window.length is not None or window.anchor]
    return [_dated(part, opening, closing) for part in parts]


def _dated(part: Expression, opening: Sequence[Window], closing: Sequence[Window]) -> Expression:
    if isinstance(part, AllOf):
        return part.model_copy(update={"children": tuple(_dated(child, opening, closing) for child in part.children)})
    if not isinstance(part, Finding | MeasuredValue):
        return part
    own = part.windows
    before = [window for window in opening if not any(w.length is None and not w.anchor for w in own)]
    after = [window for window in closing if not any(w.length is not None or w.anchor for w in own)]
    return part.model_copy(update={"windows": (*before, *own, *after)})


def _share_nouns(parts: Sequence[Expression]) -> list[Expression]:
    """ "renal or hepatic impairment": lone adjectives take the noun of the next member."""
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        giver = giver.children[0] if isinstance(giver, AllOf) else giver
        if not isinstance(part, Finding | MeasuredValue) or not isinstance(giver, Finding | MeasuredValue):
            continue
        own, words = part.name.split(), giver.name.split()
        lacks_noun = len(own) <= _FEW and all(_ADJECTIVE.search(word) for word in own)
        if lacks_noun and 1 < len(words) <= _FEW + 2 and _ADJECTIVE.search(words[0]):
            shared[index] = part.model_copy(update={"name": " ".join([*own, *_noun(words)])})
    return shared


def _noun(words: Sequence[str]) -> Sequence[str]:
    place = next((place for place, word in enumerate(words) if not _ADJECTIVE.search(word)), 1)
    return words[max(place, 1) :]


def _windows(part: Expression) -> tuple[Window, ...]:
    if isinstance(part, Finding | MeasuredValue):
        return part.windows
    if isinstance(part, AllOf | AnyOf):
        return _windows(part.children[-1])
    return ()


def _begins(part: Expression, window: Window) -> bool:
    span = part.span if isinstance(part, Finding | MeasuredValue) else None
    return bool(span and window.span and window.span.start < span.start)
