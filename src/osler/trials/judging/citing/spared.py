"""Cited sentences that tell only of what a criterion excepts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from osler.core.criteria import AllOf, AnyOf, AtLeast, Except, Expression, Finding
from osler.trials.judging.citing.cited import mentioned_in
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.kinship import akin


def only_spared(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """Why sentences do not show what is excepted from: all that they tell of it is one of the exceptions."""
    if isinstance(tree, AllOf | AnyOf):
        told = [only_spared(child, cited, view) for child in tree.children]
        return next(filter(None, told), "") if len(list(filter(None, told))) >= len(list(_excepting(tree))) > 0 else ""
    if not isinstance(tree, Except) or not isinstance(tree.child, Finding):
        return ""
    spared = [part for part in tree.exceptions if isinstance(part, Finding)]
    concepts = frozenset(code for part in spared for code in named(part.name, view.vocabularies).concepts)
    kinds = list(named(tree.child.name, view.vocabularies).concepts)
    told_of = [
        mention
        for mention in mentioned_in(cited, view)
        if any(akin(one, other, view.vocabularies) for one in kinds for other in mention.concept_ids)
    ]
    if told_of and all(lineage_of(frozenset(one.concept_ids), view.vocabularies) & concepts for one in told_of):
        return "the sentence tells only of what is excepted"
    return ""


def _excepting(tree: Expression) -> Iterator[Except]:
    if isinstance(tree, AllOf | AnyOf | AtLeast):
        for child in tree.children:
            yield from _excepting(child)
    elif isinstance(tree, Except):
        yield tree
