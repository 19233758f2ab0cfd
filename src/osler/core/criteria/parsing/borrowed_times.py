"""Times that a member of a list took from a later one that says something of its own: "has asthma, and has used steroids for a month"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.known import ends_in_disease
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.tree import atoms, map_atoms
from osler.core.criteria.types import Atom, Expression, Finding, MeasuredValue
from osler.core.terminology import Vocabularies

_PREDICATE = re.compile(
    r"(?:\b(?:and|or|and/or)\b|[,&])\s+(?:(?:who|that|must|also|currently|is|are)\s+)*"
    r"(?:has|have|had|is|are|was|were|on|receiving|receives?|received|taking|takes?|using|uses?|treated|undergoing|underwent)\b"
)
_ACTIVE = frozenset({"active", "ongoing", "uncontrolled", "untreated"})
_FINITE = re.compile(r"\band\s+(?:(?:who|must)\s+)?(?:has|have|had)\b")


def times_given_back(parts: Sequence[Expression], source: AtomSource) -> list[Expression]:
    """The members without the times of a later one that opens with a verb of its own."""
    given = list(parts)
    for place in range(1, len(given)):
        starts = [atom.span.start for atom in atoms(parts[place]) if atom.span is not None]
        ends = [atom.span.end for atom in atoms(parts[place - 1]) if atom.span is not None]
        if not starts or not ends or max(ends) >= min(starts):
            continue
        start, between = min(starts), source.text[max(ends) : min(starts)].lower()
        if _is_active(given[place - 1]) and _is_treatment(parts[place]):
            # "Active syphilis or treatment for syphilis within 90 days": what is active is so now.
            given[place - 1] = map_atoms(given[place - 1], partial(_undated, start=start))
        if not _PREDICATE.search(between):
            continue
        finite = _FINITE.search(between) is not None
        if not finite and _holds_disease(parts[place], source.vocabularies):
            continue
        change = partial(_without, start=start, finite=finite, vocabularies=source.vocabularies)
        given[:place] = [map_atoms(part, change) for part in given[:place]]
    return given


def _is_active(tree: Expression) -> bool:
    return isinstance(tree, Finding) and tree.name.split()[0].lower() in _ACTIVE


def _is_treatment(tree: Expression) -> bool:
    return isinstance(tree, Finding) and tree.name.split()[0].lower() in cues().treatments


def _undated(atom: Atom, *, start: int) -> Atom:
    """A condition without the times that stand behind a place."""
    if not isinstance(atom, Finding | MeasuredValue):
        return atom
    own = tuple(window for window in atom.windows if window.span is None or window.span.start < start)
    return atom if own == atom.windows else atom.model_copy(update={"windows": own})


def _holds_disease(tree: Expression, vocabularies: Vocabularies) -> bool:
    return any(isinstance(atom, Finding) and ends_in_disease(atom.name, vocabularies) for atom in atoms(tree))


def _without(atom: Atom, *, start: int, finite: bool, vocabularies: Vocabularies) -> Atom:
    """A condition without the times that stand behind a place, where it is a disease or the verb stands behind an "and"."""
    if not isinstance(atom, Finding | MeasuredValue) or not any(window.length for window in atom.windows):
        return atom
    if not finite and not (isinstance(atom, Finding) and ends_in_disease(atom.name, vocabularies)):
        return atom
    return _undated(atom, start=start)
