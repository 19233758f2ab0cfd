"""What a clause says of who is let in or left out: "patients with X are eligible", "subjects will be excluded if …"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, first_index, is_kind
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.types import CriterionKind

_LONGEST_PERMISSION = 9
_PERMISSION = re.compile(
    r"(?:are|is|may|can|will)(?: also| still)?(?: be)? (?:eligible|allowed|permitted|authori[sz]ed|acceptable|accepted|appropriate|enrolled|included)"
    r"(?: (?:in|into|for) (?:the|this) (?:study|trial))?"
    r"|(?:are|is|will)(?: also)? not be excluded|(?:are|is) not excluded|will not be excluded"
)
_VERDICT = re.compile(
    r"(?:(?:all|the|these|any) )?(?:patient|subject|participant|volunteer|individual|wom[ae]n|m[ae]n)s? (?:are|is|will|must|should|may|shall)(?: also)?(?: be)?(?: considered)? "
    r"(?:(?P<out>excluded|ineligible|not eligible)|included|eligible|enrolled)(?: (?:from|in|into|for|to) (?:(?:the|this) )?(?:study|trial|participation|enrollment))?"
)


def before_permission(items: Sequence[Item]) -> Sequence[Item] | None:
    """Those of whom a clause says that they are accepted ("patients with X are eligible"); None where it does not."""
    while items and is_kind(items[-1], Kind.COMMA):
        items = items[:-1]
    for place in range(max(len(items) - _LONGEST_PERMISSION, 1), len(items)):
        words = " ".join(item.text if isinstance(item, Token) else "()" for item in items[place:])
        if _PERMISSION.fullmatch(words):
            return items[:place]
    return None


def with_proviso_behind(items: Sequence[Item], place: int) -> tuple[int, Sequence[Item]]:
    """Where a condition between commas stands when what is permitted is told in one: "X, if stable, may be allowed"; 0 where it is none."""
    comma = first_index(items, Kind.COMMA, start=place)
    if comma is None or place < 2 or not is_kind(items[place - 1], Kind.COMMA) or comma + 1 == len(items):
        return 0, items
    rest = items[comma + 1 :]
    words = " ".join(item.text if isinstance(item, Token) else "()" for item in rest)
    found = _PERMISSION.match(words)
    if found is None or any(is_kind(item, *CONNECTIVES) for item in rest):
        return 0, items
    end = len(words[: found.end()].split())
    before = items[: place - 1]
    return len(before) + end, [*before, *rest[:end], *items[place:comma]]


def only_verdict(items: Sequence[Item], kind: CriterionKind) -> bool:
    """Whether a clause only says what its kind of criterion says already: "subjects will also be excluded if …"."""
    said = _VERDICT.fullmatch(" ".join(item.text if isinstance(item, Token) else "()" for item in items))
    return said is not None and (said["out"] is not None) == (kind == "exclusion")
