"""What the rules find in a sentence, as a whole and in its parts, before it is weighed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from osler.guidelines.checking.arms import arms
from osler.guidelines.checking.barred_people import barred_people_faults
from osler.guidelines.checking.coverage import as_written
from osler.guidelines.checking.evidence import Evidence
from osler.guidelines.checking.faults import Found, found_by
from osler.guidelines.checking.propositions import propositions
from osler.guidelines.checking.roles import contrary_faults
from osler.guidelines.checking.statements import Statement, read_statement

_DEPTH = 3
"""How often a sentence is parted again."""


class Findings(NamedTuple):
    """What the rules find."""

    standing: tuple[Found, ...]
    """What is sure and answered by nothing else."""
    answered: tuple[Found, ...]
    """What another source sentence answers, or what the parts of the sentence have not, each by itself."""
    unsure: tuple[Found, ...]
    """What rests on the places of words alone."""
    contrary: tuple[Found, ...]
    """What the sources fill a role of it with otherwise, where nothing else stands against it."""


def findings_of(told: str, sentence: str, evidence: Evidence) -> Findings:
    """Everything that the rules find in a sentence; `sentence` is as it was written."""
    said = read_statement(told, evidence.vocabularies)
    every = _found(said, sentence, evidence)
    sure = tuple(one for one in every if one.sure)
    stands = sure and not _is_carried(said, sure, evidence) and not _holds_in_parts(told, sure, sentence, evidence)
    # What is forbidden for the very people is not carried by what is said of others.
    barred = tuple(found_by(barred_people_faults, said, evidence.sentences))
    return Findings(
        standing=(*barred, *(sure if stands else ())),
        answered=() if stands else sure,
        unsure=tuple(one for one in every if not one.sure),
        contrary=() if stands else tuple(contrary_faults(said, evidence.opinion, evidence.vocabularies)),
    )


def _found(said: Statement, sentence: str, evidence: Evidence) -> list[Found]:
    """What the rules find in a sentence and what it rests on."""
    basis = evidence.basis(said)
    if not basis:
        return [Found("unsupported", "no cited passage speaks of this", "no_basis")]
    missing = evidence.missing(said, basis)
    if missing and not evidence.opinion.has("words", said):
        words = ", ".join(as_written(missing[:6], sentence))
        return [Found("unsupported", f"the cited passages do not say: {words}", "not_covered")]
    return evidence.rules(said, basis).found()


def _is_carried(said: Statement, found: Sequence[Found], evidence: Evidence) -> bool:
    """Whether another source sentence carries it as well."""
    # What a wrong "and" joins is not mended by another source sentence.
    if any(one.kind == "joint" or one.rule in {"no_basis", "not_covered"} for one in found):
        return False
    return any(
        not evidence.missing(said, other) and not evidence.rules(said, other, strictly=True).faults()
        for other in evidence.other_bases(said, evidence.basis(said))
    )


def _holds(text: str, sentence: str, evidence: Evidence, depth: int) -> bool:
    said = read_statement(text, evidence.vocabularies)
    found = [one for one in _found(said, sentence, evidence) if one.sure]
    return not found or _is_carried(said, found, evidence) or _holds_in_parts(text, found, sentence, evidence, depth)


def _holds_in_parts(told: str, found: Sequence[Found], sentence: str, evidence: Evidence, depth: int = _DEPTH) -> bool:
    """Whether what joins several propositions is as good as each of them, in one of the ways that it can be read."""
    # What a wrong "and" joins is not mended by parting it.
    if not depth or any(one.kind == "joint" for one in found):
        return False
    vocabularies = evidence.vocabularies
    ways = [parts for parts in (propositions(told, vocabularies), *arms(told, vocabularies)) if parts]
    return any(all(any(_holds(one, sentence, evidence, depth - 1) for one in part) for part in parts) for parts in ways)
