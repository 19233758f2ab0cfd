"""Rows whose label is a state and not a thing: what "Doxycycline unsuitable" says is why the row's own drug is given."""

from __future__ import annotations

from osler.core.library import row_of


def without_state(text: str) -> str:
    """A row as its cells alone where its label is a state; any other text as it is."""
    row = row_of(text)
    return "; ".join(f"{name}: {cell}" for name, cell in row.cells) if row and row.head else text
