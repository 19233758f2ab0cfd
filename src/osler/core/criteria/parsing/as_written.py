"""Sentences that were not understood, as conditions in their own words: nothing decides them, and nothing of them is lost."""

from __future__ import annotations

from osler.core.criteria.lexing.lexer import tokens
from osler.core.criteria.lexing.tokens import Kind
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.words import strip_frames
from osler.core.criteria.tree import atoms, map_atoms
from osler.core.criteria.types import Atom, Expression, Finding, Unparsed


def as_written(tree: Expression, source: AtomSource) -> Expression:
    """The tree with what was not understood as one finding in the words of the text, without those that frame it."""
    if not any(map(_is_unread, atoms(tree))):
        return tree
    return map_atoms(tree, lambda atom: _named(atom, source))


def _is_unread(atom: Atom) -> bool:
    return isinstance(atom, Unparsed) and atom.reason == "not_understood" and atom.span is not None


def _named(atom: Atom, source: AtomSource) -> Atom:
    if not isinstance(atom, Unparsed) or not _is_unread(atom) or atom.span is None:
        return atom
    row = tokens(atom.text)
    words = strip_frames([token for token in row if token.kind is not Kind.COLON])
    if not any(token.kind is not Kind.STOP for token in words):
        return atom  # "Patients:"
    closed = words[-1].end if words[-1].end < row[-1].start else len(atom.text)
    span = source.span(atom.span.start + words[0].start, atom.span.start + closed)
    return Finding(name=" ".join(span.quote.split()), span=span)
