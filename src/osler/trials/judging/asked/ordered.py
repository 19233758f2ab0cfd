"""A criterion without the order to its reader that somebody wrote into it: it is judged as what is left of it."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.criteria import Criterion, CriterionKind, Expression, Unparsed, atoms, parse_criterion
from osler.core.terminology import Vocabularies
from osler.trials.judging.rules import is_instruction

_BRACKET = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\})")
_PARTS = re.compile(r"(?<=[.;!?])\s+|\s+[-–—]+\s+|\n+")


def as_asked(criterion: Criterion, vocabularies: Vocabularies) -> Criterion:
    """The criterion without brackets and sentences that tell its reader what to answer; itself, where nothing else is left."""
    left = _left_of(criterion.text, criterion.kind, vocabularies)
    return criterion if left is None else criterion.model_copy(update={"text": left[0], "tree": left[1]})


@lru_cache(maxsize=10_000)
def _left_of(text: str, kind: CriterionKind, vocabularies: Vocabularies) -> tuple[str, Expression] | None:
    if not is_instruction(text):
        return None
    text = _BRACKET.sub(lambda found: "" if is_instruction(found[0].strip(" ()[]{}")) else found[0], text)
    if is_instruction(text):
        text = " ".join(part for part in _PARTS.split(text) if part and not is_instruction(part))
    if not text.strip(" .;:-") or is_instruction(text):
        return None
    tree = parse_criterion(text, vocabularies, kind=kind)
    if all(isinstance(atom, Unparsed) for atom in atoms(tree)):
        return None
    return text, tree
