"""Whether a sentence advises what its source advises: for or against, as strongly, and what is negated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.library import row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.bonds import clause_stances
from osler.guidelines.checking.conditions import is_of_a_condition, own_clauses
from osler.guidelines.checking.coverage import uncovered
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.readings import readings_of
from osler.guidelines.checking.statements import Statement, read_statement, strength_of

_JOIN = re.compile(
    r";|,? (?:and|but|while|whereas) (?=(?:those|people|patients|adults|women|men|children|persons|in|for|from|after|before)\b)",
    re.I,
)
"""Where a sentence goes on to other people."""
_ONLY = re.compile(r"\bonly\b.*?\b(?:if|when|with|where|after|provided)\b", re.IGNORECASE)
_DONE = re.compile(
    r"\b(?:is|are) (?:then |also )?(?:given|added|used|offered|started|taken|prescribed|treated|recommended|advised|continued|repeated)\b"
    r"|(?:^|[,;:] )(?:add|give|use|offer|start|prescribe|take|continue|treat)\b|\b(?:should|must|needs?|requires?|gets?|receives?|takes?|of choice|the choice|the treatment)\b",
    re.IGNORECASE,
)
_CAN = re.compile(r"\bcan\b(?! not)", re.IGNORECASE)
_OF_SEVERAL = re.compile(
    r"\beither\b|\bor\b(?! (?:more|less|older|younger|higher|lower|over|under|above|below)\b)", re.IGNORECASE
)
"""A choice between things."""
_HELD = 0.7
"""A source sentence that covers this share of a sentence is the one that it must agree with."""


def negation_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Advice for what the source advises against, and what one of the two negates."""
    if said.stance in clause_stances(said, basis, vocabularies):
        return
    stances = {source.stance for source in basis} - {"none"}
    if stances & _stances_of_exception(said, vocabularies):
        return  # "not unless B" is "only if B"
    if said.stance != "none" and stances and said.stance not in stances:
        yield "negation", f"the sentence is {_worded(said.stance)}, its source is {_worded(basis[0].stance)}"
        return
    if said.stance == "against" and not stances and not any(one.negators for one in basis):
        yield "negation", "the sentence advises against what its source only states"
        return
    head = basis[0]
    # "Below 24 do not offer it" rests on the sentence with that number, whatever else names the drug.
    numbered = any(one.stance == said.stance and _brings_a_number(said, one, head) for one in basis[1:])
    held = len(basis) == 1 or (_held_by(said, head) and not numbered)
    if said.stance != "none" and head.stance not in {"none", said.stance} and held:
        yield "negation", f"the sentence is {_worded(said.stance)}, its source is {_worded(head.stance)}"
        return


def _stances_of_exception(said: Statement, vocabularies: Vocabularies) -> set[str]:
    """What a sentence advises that forbids something with an exception, read the other way round."""
    turned = [one for one in readings_of(said.text) if _ONLY.search(one)] if said.stance == "against" else []
    return {read_statement(one, vocabularies).stance for one in turned}


def turned_doubts(
    said: Statement, basis: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Words that a negator reaches in a sentence or its source, and in the other does not."""
    head = basis[0]
    if said.stance == head.stance != "none" or said.stance in clause_stances(said, basis, vocabularies):
        return  # both advise the same: which words a negator reaches is a matter of their order
    plain_here = set(said.stems) - said.negated
    negated_there = {stem for source in basis for stem in source.negated}
    plain_there = {stem for source in basis for stem in set(source.stems) - source.negated}
    turned = {stem for stem in said.negated if stem in plain_there and stem not in negated_there}
    turned |= {stem for stem in plain_here if stem in negated_there and stem not in plain_there}
    shared = {stem for stem in said.stems if stem in plain_there | negated_there}
    # In a row of a table the heading of a column negates: "Avoid: asthma".
    if row_of(head.text):
        return
    if shared and said.negators != head.negators and len(turned) >= max(2, 0.5 * len(shared)) and len(basis) == 1:
        yield "negation", "the sentence negates what its source does not, or the other way round"


def aged_faults(
    said: Statement, every: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Advice for people of some ages, of whom every source sentence that gives these ages says something else."""
    for part in (read_statement(text, vocabularies) for text in _JOIN.split(said.text) if text.strip()):
        own = [one for one in every if set(part.ages) & set(one.ages) and len(one.ages) == 1]
        if len(part.ages) == 1 and part.stance != "none" and own and part.stance not in {one.stance for one in own}:
            yield "negation", f"the sentence is {_worded(part.stance)}, its source is {_worded(own[0].stance)}"
            return


def _brings_a_number(said: Statement, one: Statement, head: Statement) -> bool:
    """Whether a source sentence has a number of a sentence that the one it mostly rests on does not have."""
    return any(
        any(amount.agrees(other) for other in one.amounts) and not any(amount.agrees(other) for other in head.amounts)
        for amount in said.amounts
    )


def _held_by(said: Statement, head: Statement) -> bool:
    """Whether one source sentence covers so much of a sentence that it is the one that is meant."""
    wanted = set(said.stems)
    return bool(wanted) and 1 - len(uncovered(wanted, head)) / len(wanted) >= _HELD


def _worded(stance: str) -> str:
    return {"for": "advice for it", "against": "advice against it", "unknown": "that it is not known"}.get(
        stance, "no advice"
    )


def _demands(said: Statement) -> bool:
    """Whether a sentence says of something, by no word that leaves it open, that it is done or to be done."""
    table = lexicon()
    open_ = table.permits.search(said.text) or table.stances["allowed"].search(said.text)
    return (
        said.stance in {"for", "none"} and "weak" not in said.strengths and not open_ and bool(_DONE.search(said.text))
    )


def strength_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A strong recommendation made of a weak one, or the other way round."""
    there = own_clauses(said, basis[0], vocabularies).strengths or basis[0].strengths
    if is_of_a_condition(said, basis[0]):
        return  # what a thing is only done with is asked for, however weakly the thing itself is
    if there == {"weak"} and len(basis) == 1 and _demands(said):
        yield "strength", "the cited passage allows it and does not ask for it"
        return
    if not said.strengths or not there:
        return
    if _ONLY.search(said.text) and _ONLY.search(basis[0].text):
        return  # "may only be given if" and "must not be given unless" restrict alike
    if _OF_SEVERAL.search(said.text) and not strength_of(_CAN.sub(" ", said.text)):
        return  # "it can be treated with A or B": of several ways each is only one
    here = "weak" if "weak" in said.strengths else "strong"
    source = "weak" if "weak" in there else "strong"
    every = {("weak" if "weak" in one.strengths else "strong") for one in basis if one.strengths} - {
        "weak" if "weak" in basis[0].strengths else "strong"
    } | {source}
    every |= {
        "weak" if "weak" in clause.strengths else "strong"
        for clause in (read_statement(part, vocabularies) for one in basis for part in readings_of(one.text))
        if clause.strengths and _held_by(said, clause)
    }
    if here != source and here not in every:
        yield "strength", f"the sentence is a {here} recommendation, its source a {source} one"
        return
    duty = lexicon().duty
    # What is allowed only with a thing demands that thing.
    demanded = any(duty.search(one.text) or _ONLY.search(one.text) for one in basis)
    if said.stance != "against" and duty.search(said.text) and not demanded:
        yield "strength", "the cited passage recommends it and does not demand it"
