"""The stretches of a criterion that its tree was read from."""

from __future__ import annotations

from collections.abc import Iterator

from osler.core.criteria import Atom, Expression, Unparsed, atoms


def places_of(atom: Atom) -> Iterator[tuple[int, int]]:
    """The stretches that an atom was read from: its name, its target, its value, its times."""
    test = getattr(atom, "test", None)
    target = getattr(atom, "target_span", None)
    windows = getattr(atom, "windows", ())
    for span in (atom.span, target, test.span if test else None, *(window.span for window in windows)):
        if span is not None:
            yield span.start, span.end


def is_read(tree: Expression, start: int, end: int) -> bool:
    """Whether any atom of a tree was read from a stretch."""
    told = (atom for atom in atoms(tree) if not (isinstance(atom, Unparsed) and atom.reason == "no_condition"))
    return any(first < end and start < last for atom in told for first, last in places_of(atom))
