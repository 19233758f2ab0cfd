"""The check of a sentence against the passages that it cites: every difference that changes its meaning is a fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from osler.core.library import passage_sentences
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.advice import negation_faults, strength_faults
from osler.guidelines.checking.bonds import bond_faults
from osler.guidelines.checking.columns import column_faults
from osler.guidelines.checking.conditions import condition_faults
from osler.guidelines.checking.conjuncts import conjunct_faults
from osler.guidelines.checking.coverage import as_written, not_covered, uncovered
from osler.guidelines.checking.doses import number_faults
from osler.guidelines.checking.faults import Check, Fault
from osler.guidelines.checking.going_on import going_on_faults, own_dose_faults
from osler.guidelines.checking.homes import given_drugs, homes_of, meant_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.marks import body_faults, mark_faults
from osler.guidelines.checking.names import name_faults, swap_faults
from osler.guidelines.checking.people import people_faults
from osler.guidelines.checking.polarity import polarity_faults
from osler.guidelines.checking.scope import scope_faults
from osler.guidelines.checking.statements import Named, Statement, read_statement
from osler.guidelines.checking.together import together_faults

_COVERED = 0.55
"""A sentence of whose content words less than this stands in its sources is not theirs."""
_BASIS = 3
"""Sentences of the sources that one sentence may rest on."""
_GAIN = 0.2
"""How much of the sentence a further source sentence must add to belong to its basis."""
_CHECKS: tuple[Check, ...] = (
    name_faults,
    swap_faults,
    number_faults,
    people_faults,
    negation_faults,
    strength_faults,
    condition_faults,
    scope_faults,
)


class SourceText(NamedTuple):
    """A passage with the headings it stands under, which say whom and what it is about."""

    id: str
    text: str
    context: str = ""
    grade: str = ""
    """The marks that its issuer gives it outside the text."""
    issuer: str = ""


def check_sentence(sentence: str, cited: Sequence[SourceText], vocabularies: Vocabularies) -> list[Fault]:
    """What is wrong with a sentence, given the passages that it cites; nothing, where it says what they say."""
    if not cited:
        return [Fault("citation", "the sentence cites nothing that is there")]
    said = read_statement(sentence, vocabularies)
    ids = tuple(source.id for source in cited)
    passages = [[read_statement(one.text, vocabularies) for one in passage_sentences(source.text)] for source in cited]
    meant = {one.text: drugs for passage in passages for one, drugs in meant_drugs(passage)}
    basis = _basis(said, passages, meant)
    if not basis:
        return [Fault("unsupported", "no cited passage speaks of this", ids)]
    taken = [drug.text for one in basis for drug in meant[one.text]]
    issuers = [source.issuer for source in cited] if lexicon().body.search(sentence) else []
    context = " ".join([*(source.context for source in cited), *taken, *issuers])
    missing = not_covered(said.stems, basis, context, said, vocabularies)
    # A number that the sources give speaks for the sentence as a word does.
    met = sum(any(one.agrees(other) for source in basis for other in source.amounts) for one in said.amounts)
    weight = len(said.stems) + met or 1
    if len(missing) / weight > 1 - _COVERED:
        return [
            Fault("unsupported", f"the cited passages do not say: {', '.join(as_written(missing[:6], sentence))}", ids)
        ]
    found = [
        Fault(kind, message, ids) for check in _CHECKS for kind, message in check(said, basis, context, vocabularies)
    ]
    every = [one for passage in passages for one in passage]
    bound = [
        *bond_faults(said, basis, every, context, vocabularies),
        *going_on_faults(said, basis[0], passages, vocabularies),
        *own_dose_faults(said, every, vocabularies),
        *together_faults(said, every, vocabularies),
        *column_faults(said, basis[0], vocabularies),
        *polarity_faults(said, basis, every, context, vocabularies),
        *conjunct_faults(said, basis[0], vocabularies),
        *mark_faults(said, basis, passages, " ".join(source.grade for source in cited)),
        *body_faults(said, basis, context),
    ]
    return found + [Fault(kind, message, ids) for kind, message in bound]


def is_on_the_same(sentence: str, passage: str, vocabularies: Vocabularies) -> bool:
    """Whether a sentence of a passage speaks of a drug of another sentence, or where that names none, of most of it."""
    said = read_statement(sentence, vocabularies)
    drugs, words = given_drugs(said), set(said.stems)
    for one in (read_statement(part.text, vocabularies) for part in passage_sentences(passage)):
        if drugs and any(same_drug(drug, other) for drug in drugs for other in given_drugs(one)):
            return True
        if not drugs and len(uncovered(words, one)) <= (1 - _COVERED) * len(words):
            return True
    return False


def _basis(
    said: Statement, passages: Sequence[Sequence[Statement]], meant: Mapping[str, Sequence[Named]]
) -> list[Statement]:
    """The few source sentences that a sentence rests on: the one that covers it best, and those that add to it."""
    candidates = homes_of(said, passages)
    basis: list[Statement] = []
    left = set(said.stems)
    whole = len(left) or 1
    while candidates and left and len(basis) < _BASIS:
        lacking = [
            uncovered(left, candidate).difference(*(drug.stems for drug in meant[candidate.text]))
            for candidate in candidates
        ]
        gains = [
            (len(left) - len(open_) + _numbers_met(said, candidate, basis), candidate, open_)
            for candidate, open_ in zip(candidates, lacking, strict=True)
        ]
        gain, best, open_ = max(gains, key=lambda item: (item[0], -len(item[1].stems)))
        if gain <= 0 or (basis and gain / whole < _GAIN):
            break
        basis.append(best)
        candidates.remove(best)
        left = open_
    return basis


def _numbers_met(said: Statement, candidate: Statement, basis: Sequence[Statement]) -> float:
    """Numbers that a source sentence shares and that nothing chosen before has."""
    open_ = [one for one in said.amounts if not any(one.agrees(other) for chosen in basis for other in chosen.amounts)]
    return 0.8 * sum(any(one.agrees(other) for other in candidate.amounts) for one in open_)
