"""Where a model leaves out what the rules found: told one by one while they are few, and together where they are many."""

from __future__ import annotations

from collections.abc import Sequence

from osler.diagnosis.types import Disagreement

NOT_FOUND = "not found"
EACH = 3
"""So many of a kind are told one by one; who is told of more has one line, with all their names."""
_ONSET = "onset of "


def gathered(differing: Sequence[Disagreement]) -> list[Disagreement]:
    """The differences, with what a model is merely silent about in one line a kind: a terse answer is no list of doubts."""
    silent: dict[str, list[Disagreement]] = {}
    for item in differing:
        if item.model == NOT_FOUND:
            silent.setdefault(_kind(item), []).append(item)
    many = {kind: items for kind, items in silent.items() if len(items) > EACH}
    told = [item for item in differing if item.model != NOT_FOUND or _kind(item) not in many]
    return [*told, *(_together(kind, items) for kind, items in many.items())]


def _kind(item: Disagreement) -> str:
    return "stated" if item.about.startswith(_ONSET) else item.rules


def _together(kind: str, items: Sequence[Disagreement]) -> Disagreement:
    first, *others = (item.about for item in items)
    names = ", ".join([first, *(other.removeprefix(_ONSET) for other in others)])
    return Disagreement(about=names, rules=kind, model=NOT_FOUND)
