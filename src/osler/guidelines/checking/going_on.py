"""What a source sentence takes from the sentence before it, and the dose that stands in one clause with its condition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.coverage import is_known, stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.statements import Named, Statement, read_statement

GOES_ON = re.compile(
    r"\b(?:instead(?! of\b)|in its place|in their place)\b|^\W*(?:(?:in|for|of|to) )?(?:it|they|this|these|those|such (?:people|patients))\b|^Note \w{1,3}: ",
    re.IGNORECASE,
)
"""A sentence that is about the people of the sentence before it."""
_CLAUSE = re.compile(r";")
_MASS = {"mass", "g/kg"}
_NO_LIMITS = {"mass", "g/kg", "rate", "time", "doses"}


def going_on_faults(
    said: Statement,
    head: Statement,
    passages: Sequence[Sequence[Statement]],
    context: str,
    vocabularies: Vocabularies,
) -> Iterable[tuple[FaultKind, str]]:
    """The people that the sentence before a source sentence names and that it means as well, left out."""
    if not GOES_ON.search(head.text):
        return
    for passage in passages:
        place = next((number for number, one in enumerate(passage) if one.text == head.text), 0)
        if not place:
            continue
        before = passage[place - 1]
        asked = [one for one in before.named if not one.drug]
        here = set(said.stems)
        # What the heading names is the matter of all that stands under it.
        known = any(
            is_known(one, said.named, vocabularies)
            or all(stands(s, here) for s in one.stems)
            or _is_matter(one, context, vocabularies)
            for one in asked
        )
        if before.pregnant and said.pregnant is None and "pregnan" not in said.text.lower():
            yield "population", "the cited passage is for pregnant patients only"
        elif asked and not known:
            yield "condition", f"the condition was left out: {asked[0].text!r}"


def _is_matter(named: Named, context: str, vocabularies: Vocabularies) -> bool:
    """Whether a heading names a thing, or something that it is a kind of."""
    kinds = vocabularies.hierarchy
    return any(
        kinds.is_a(one, other) or kinds.is_a(other, one) or one == other
        for heading in read_statement(context, vocabularies).named
        for one in named.concepts
        for other in heading.concepts
    )


def own_dose_faults(
    said: Statement, every: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A dose of one clause under the limit of another: "20 mg daily. Use 15 mg when the clearance is 15 to 49"."""
    doses = [one for one in said.amounts if one.kind in _MASS]
    clauses = [read_statement(part, vocabularies) for one in every for part in _CLAUSE.split(one.text) if part.strip()]
    for limit in (one for one in said.amounts if one.kind not in _NO_LIMITS):
        under = [clause for clause in clauses if any(limit.agrees(other) for other in clause.amounts)]
        given = [other for clause in under for other in clause.amounts if other.kind in _MASS]
        if doses and given and not any(dose.agrees(other) for dose in doses for other in given):
            yield "number", f"the cited passage gives {given[0].text!r} there, not {doses[0].text!r}"
            return
