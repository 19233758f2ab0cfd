"""What a sentence joins to what its sources say: a second deed, a second thing, of which none of them speaks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.coverage import not_covered
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement, read_statement

_JOINS = re.compile(
    r"(?<!both)(?<!between),? (?:and(?: also| then)?|as well as|plus|followed by|together with|then) ", re.IGNORECASE
)
_LEAST = 2
"""Words that what is joined must have: one may be another word for what the source says."""


def added_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A member of a list of things to do, of which no word stands in the sources."""
    pieces = _JOINS.split(said.text)
    for piece in pieces[1:]:
        told = read_statement(piece, vocabularies)
        telling = [stem for stem in told.stems if stem not in lexicon().empty and stem not in lexicon().actions]
        if len(telling) < _LEAST or told.amounts or told.ages:
            continue
        if len(not_covered(telling, basis, context, told, vocabularies)) == len(telling):
            yield "unsupported", f"it adds to what the cited passages say: {piece.strip(' .')[:80]!r}"
            return
