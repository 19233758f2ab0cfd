"""The words of a bracket that tell something: without "documentation required", "this includes", "in duration"."""

from __future__ import annotations

from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, is_kind

_OFF_WHAT = 3
_OF_SOME = (["for"], ["in"], ["if"], ["when"], ["with"])


def without_demand(group: Group) -> Group:
    """A bracket without what the study wants to see: "(hysterectomy, oophorectomy; documentation required)"."""
    commas = [n for n, item in enumerate(group.items) if is_kind(item, Kind.COMMA)]
    start = commas[-1] + 1 if commas else 0
    last = group.items[-1]
    wanted = isinstance(last, Token) and last.text in ("required", "requested", "mandatory") and len(group.items) > 1
    plain = all(is_kind(item, Kind.WORD, Kind.NEGATION) for item in group.items[start:])
    return group._replace(items=group.items[: max(start - 1, 0)]) if wanted and plain else group


def only_told(group: Group) -> Group:
    """A bracket without words that tell nothing: "(this includes X)", "(less than 3 months in duration)"."""
    first, words = group.items[0], [item.text if isinstance(item, Token) else "" for item in group.items]
    if (
        is_kind(first, Kind.VALUE)
        and len(words) > 3
        and is_kind(group.items[1], Kind.COMMA)
        and words[2].split()[:1] in _OF_SOME
    ):
        # "ALT <= 2.5 x ULN (<= 5 x ULN, for patients with liver metastases)"
        return group._replace(items=[first, *group.items[2:]])
    if words[0] in ("this", "these") and len(words) > 2 and is_kind(group.items[1], Kind.EXAMPLES):
        return group._replace(items=group.items[1:])
    if is_kind(first, Kind.DURATION) and isinstance(first, Token) and (leads := _says_of_time(words[1:])):
        return group._replace(items=[first._replace(kind=Kind.TIME, text=f"{leads} {first.text}")])
    if words[-2:] == ["in", "total"] and len(words) > 2:
        return group._replace(items=group.items[:-2])
    return group


def _says_of_time(words: list[str]) -> str:
    """How what stands behind a length of time says what it is; empty where it does not."""
    if words in (["in", "duration"], ["of", "duration"], ["duration"]):
        return "for"
    # "Live vaccines (3 months off drug)": how long ago the last one must be.
    off = words[:1] == ["off"] and len(words) < _OFF_WHAT
    return "within" if off or words in (["washout"], ["wash-out"]) else ""
