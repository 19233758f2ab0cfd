"""What a sentence is held against: the few source sentences that cover it best, and those that may carry it as well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from osler.guidelines.checking.coverage import uncovered
from osler.guidelines.checking.homes import homes_of, same_drug
from osler.guidelines.checking.statements import Named, Statement

_BASIS = 3
"""Sentences of the sources that one sentence may rest on."""
_GAIN = 0.2
"""How much of the sentence a further source sentence must add to belong to its basis."""
_ALIKE, _HEADS = 0.8, 3
"""What share of the best source sentence's words another must cover to be tried in its place, and how many are tried."""


def basis_of(
    said: Statement,
    passages: Sequence[Sequence[Statement]],
    meant: Mapping[str, Sequence[Named]],
    first: Statement | None = None,
) -> list[Statement]:
    """The few source sentences that a sentence rests on: the one that covers it best, or `first`, and those that add to it."""
    candidates = homes_of(said, passages)
    basis: list[Statement] = []
    left = set(said.stems)
    whole = len(left) or 1
    while candidates and left and len(basis) < _BASIS:
        lacking = [
            uncovered(left, candidate).difference(
                *(drug.stems for drug in meant[candidate.text]),
                *(one.stems for one in said.named if any(one.concepts & other.concepts for other in candidate.named)),
            )
            for candidate in candidates
        ]
        gains = [
            (len(left) - len(open_) + _numbers_met(said, candidate, basis), candidate, open_)
            for candidate, open_ in zip(candidates, lacking, strict=True)
        ]
        if first is not None and not basis:
            gains = [one for one in gains if one[1] is first]
        gain, best, open_ = max(gains, key=lambda item: (item[0], item[1].stance == said.stance, -len(item[1].stems)))
        brings = basis and (_brings_a_name(said, best, basis) or _brings_an_age(said, best, basis))
        if gain <= 0 or (basis and gain / whole < _GAIN and not brings):
            break
        basis.append(best)
        candidates.remove(best)
        left = open_
    return basis


def other_bases(
    said: Statement,
    basis: Sequence[Statement],
    passages: Sequence[Sequence[Statement]],
    meant: Mapping[str, Sequence[Named]],
    origins: Mapping[str, str],
) -> Iterable[list[Statement]]:
    """What a sentence may rest on as well: a further source sentence that covers it nearly as well as the first.

    Not another reading of the same sentence, which lacks what the first makes a condition.
    """
    wanted = set(said.stems)
    homes = homes_of(said, passages)
    covered = {one.text: len(wanted) - len(uncovered(wanted, one)) for one in homes}
    least = max(_ALIKE * covered.get(basis[0].text, 0), 1)
    further = [one for one in homes if covered[one.text] >= least and origins[one.text] != origins[basis[0].text]]
    for head in sorted(further, key=lambda one: -covered[one.text])[:_HEADS]:
        yield basis_of(said, passages, meant, head)


def _brings_a_name(said: Statement, candidate: Statement, basis: Sequence[Statement]) -> bool:
    """Whether a source sentence names something of a sentence, a drug or another thing, that nothing chosen before names."""
    there = {stem for chosen in basis for stem in chosen.stems}
    lacking = [
        one
        for one in said.named
        if not any(same_drug(one, other) for chosen in basis for other in chosen.named)
        and (one.drug or one.stems.isdisjoint(there))
    ]
    return any(same_drug(one, other) for one in lacking for other in candidate.named)


def _brings_an_age(said: Statement, candidate: Statement, basis: Sequence[Statement]) -> bool:
    """Whether a source sentence gives ages of a sentence that nothing chosen before gives."""
    known = {age for chosen in basis for age in chosen.ages}
    return any(age in candidate.ages for age in said.ages if age not in known)


def _numbers_met(said: Statement, candidate: Statement, basis: Sequence[Statement]) -> float:
    """Numbers that a source sentence shares and that nothing chosen before has."""
    open_ = [one for one in said.amounts if not any(one.agrees(other) for chosen in basis for other in chosen.amounts)]
    return 0.8 * sum(any(one.agrees(other) for other in candidate.amounts) for one in open_)
