"""What the computation reads from the very sentences that a model cites, part by part: one reading for both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from osler.core.criteria import Proof, TruthValue
from osler.core.evidence import Span
from osler.trials.judging.citing.cited import lies_in
from osler.trials.judging.view import NumberedSentence

_DECIDED = (TruthValue.MET, TruthValue.NOT_MET)


def read_in(proof: Proof | None, cited: Sequence[NumberedSentence]) -> dict[str, bool]:
    """Whether each part holds that a proof decides by cited sentences alone, by its statement."""
    if proof is None:
        return {}
    return {
        node.statement.casefold(): node.truth is TruthValue.MET
        for node in _nodes(proof)
        if node.truth in _DECIDED and not node.assumed and _rests_on(node, cited)
    }


def _rests_on(node: Proof, cited: Sequence[NumberedSentence]) -> bool:
    return bool(node.evidence) and all(isinstance(item, Span) and lies_in(item, cited) for item in node.evidence)


def _nodes(proof: Proof) -> Iterator[Proof]:
    yield proof
    for child in proof.children:
        yield from _nodes(child)
