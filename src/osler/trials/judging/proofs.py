"""A verdict on an atom with its reason and its evidence."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria import Atom, Proof, TruthValue, render
from osler.core.evidence import Evidence


def proof_of(truth: TruthValue, atom: Atom, reason: str, evidence: Sequence[Evidence]) -> Proof:
    """The proof of an atom."""
    return Proof(truth=truth, statement=render(atom), reason=reason, evidence=list(evidence))


HOLDS = {"<": float.__lt__, "<=": float.__le__, ">": float.__gt__, ">=": float.__ge__, "=": float.__eq__}
"""What each sign of a limit asks of a value."""
