"""What a finding's weight rests on, in the sources' own numbers."""

from __future__ import annotations

from osler.diagnosis.ranking import Contribution

_SHOWN = 2
_WHOLE = 0.995


def basis_of(item: Contribution) -> str:
    """The kind of match, the feature it was compared with, how often the sources say it occurs, and how much of it counts."""
    kind = item.kind.in_words
    basis = kind if item.matched_label in (None, item.label) else f"{kind}: {item.matched_label}"
    if item.statements:
        more = len(item.statements) - _SHOWN
        basis += ", " + "; ".join(item.statements[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
    if item.assumed and item.used_frequency is not None:
        basis += f"; assumed {100 * item.used_frequency:.0f} %"
    if item.counted < _WHOLE:
        basis += f"; counted {100 * item.counted:.0f} %"
    return basis
