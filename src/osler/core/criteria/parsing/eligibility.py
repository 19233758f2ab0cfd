"""A whole eligibility text as criteria with their trees; criteria that many trials share are read once."""

from __future__ import annotations

from collections import OrderedDict

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
            tree = _remembered(words, vocabularies, raw.kind, criterion_id)
        else:
            tree = parse_criterion(words, vocabularies, kind=raw.kind, source_id=criterion_id)
        found.append(
            Criterion(
                id=criterion_id, kind=raw.kind, text=words, start=raw.start, end=raw.end, group=raw.group, tree=tree
            )
        )
    return found


_read: OrderedDict[tuple[str, Vocabularies, CriterionKind], Expression] = OrderedDict()


def _remembered(text: str, vocabularies: Vocabularies, kind: CriterionKind, source_id: str) -> Expression:
    """The tree of a criterion's words, which depends on nothing else: read once, and from then on as one of another source."""
    known = _read.get((text, vocabularies, kind))
    if known is not None:
        _read.move_to_end((text, vocabularies, kind))
        return with_source(known, source_id)
    tree = _read[text, vocabularies, kind] = parse_criterion(text, vocabularies, kind=kind, source_id=source_id)
    if len(_read) > _REMEMBERED:
        _read.popitem(last=False)
    return tree
