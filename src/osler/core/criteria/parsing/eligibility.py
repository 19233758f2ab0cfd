"""A whole eligibility text as criteria with their trees; criteria that many trials share are read once."""

from __future__ import annotations

from functools import lru_cache

from osler.core.criteria.parsing.parse import parse_criterion, too_long
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.text.split import split
from osler.core.criteria.tree import with_source
from osler.core.criteria.types import Criterion, CriterionKind, Expression
from osler.core.terminology import Vocabularies, bundled_vocabularies

MAX_TEXT = 100_000
"""What stands further on in an eligibility text is split but not parsed; a registry allows a fifth of it."""

_OFTEN_WRITTEN = 120
"""Longer criteria are hardly ever written twice in the same words."""
_REMEMBERED = 4000


def parse_eligibility(
    text: str, vocabularies: Vocabularies | None = None, *, source_id: str = "eligibility"
) -> list[Criterion]:
    """Every criterion of an eligibility text with its tree; spans are offsets into the criterion's own text."""
    vocabularies = vocabularies or bundled_vocabularies()
    found = []
    for number, raw in enumerate(split(text).criteria, start=1):
        words = text[raw.start : raw.end]
        criterion_id = f"{source_id}/{number}"
        if raw.start > MAX_TEXT:
            tree: Expression = too_long(AtomSource(criterion_id, words, vocabularies))
        elif len(words) <= _OFTEN_WRITTEN:
            tree = with_source(_remembered(words, vocabularies, raw.kind), criterion_id)
        else:
            tree = parse_criterion(words, vocabularies, kind=raw.kind, source_id=criterion_id)
        found.append(
            Criterion(
                id=criterion_id, kind=raw.kind, text=words, start=raw.start, end=raw.end, group=raw.group, tree=tree
            )
        )
    return found


@lru_cache(maxsize=_REMEMBERED)
def _remembered(text: str, vocabularies: Vocabularies, kind: CriterionKind) -> Expression:
    """The tree of a criterion's words, wherever they stand: it depends on nothing else."""
    return parse_criterion(text, vocabularies, kind=kind)
