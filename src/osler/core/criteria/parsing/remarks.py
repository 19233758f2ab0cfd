"""Members of a list that only say how the one before them was found: "ALT > 2 x ULN, confirmed on repeat"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

from osler.core.criteria.tree import atoms, map_atoms
from osler.core.criteria.types import Age, Atom, Expression, Finding, MeasuredValue, Pregnancy, Window

_HOW = re.compile(
    r"(?:re-?)?(?:confirmed|verified|documented|repeated|reproduced|measured|assessed|determined|recorded|calculated|evaluated"
    r"|interpreted|demonstrated|ascertained|established)(?: \w+ly)? (?:on|by|at|with|in|via|using|from|per|as|during|within|twice|again)\b.*"
    r"|see (?:below|above|also|section|appendix|table|protocol|notes?|definitions?)\b.*",
    re.IGNORECASE,
)


def with_remarks_told(parts: Sequence[Expression]) -> list[Expression]:
    """The members without such remarks, whose words and times are those of the condition before them."""
    kept: list[Expression] = []
    for part in parts:
        remark = isinstance(part, Finding) and _HOW.fullmatch(part.name) is not None
        before = list(atoms(kept[-1]))[-1] if kept else None
        if remark and isinstance(part, Finding) and isinstance(before, Finding | MeasuredValue | Age | Pregnancy):
            kept[-1] = _at_times(kept[-1], part.windows)
        else:
            kept.append(part)
    return kept


def _at_times(tree: Expression, windows: tuple[Window, ...]) -> Expression:
    """The tree with some times at the condition that ends it."""
    last, counted = len(list(atoms(tree))) - 1, count()

    def changed(atom: Atom) -> Atom:
        if next(counted) != last or not isinstance(atom, Finding | MeasuredValue):
            return atom
        told = tuple(window for window in windows if window not in atom.windows)
        return atom.model_copy(update={"windows": (*atom.windows, *told)})

    return map_atoms(tree, changed) if windows else tree
