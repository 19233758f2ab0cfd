"""Sentences that were not understood, as conditions in their own words where they are the name of one."""

from __future__ import annotations

from osler.core.criteria.lexing.lexer import tokens
from osler.core.criteria.lexing.tokens import Kind
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.words import strip_frames
from osler.core.criteria.types import Expression, Finding, Unparsed

_STRUCTURE = frozenset(
    {
        Kind.VALUE,
        Kind.DURATION,
        Kind.TIME,
        Kind.SCALED,
        Kind.GRADE,
        Kind.NEGATION,
        Kind.EXCEPTION,
        Kind.UNLESS,
        Kind.CONDITION,
    }
)
"""What no name has: a sentence with one of these says more than that something is there, and stays unread."""


def as_written(tree: Expression | None, source: AtomSource) -> Expression | None:
    """What was not understood as one finding in the words of the text, without those that frame it."""
    if not isinstance(tree, Unparsed) or tree.reason != "not_understood" or tree.span is None:
        return tree
    row = tokens(tree.text)
    if any(token.kind in _STRUCTURE for token in row):
        return tree
    words = strip_frames([token for token in row if token.kind is not Kind.COLON])
    if not any(token.kind is not Kind.STOP for token in words):
        return tree  # "Patients:"
    closed = words[-1].end if words[-1].end < row[-1].start else len(tree.text)
    span = source.span(tree.span.start + words[0].start, tree.span.start + closed)
    return Finding(name=" ".join(span.quote.split()), span=span)
