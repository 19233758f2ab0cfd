"""The source sentences that a sentence may be held against: those that speak of the drugs it names, and no others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.statements import Named, Statement, read_statement

_ALLERGEN = re.compile(r"^[\s-]*(?:allerg|hypersensitiv|anaphyla)", re.IGNORECASE)
_ALLERGIC_TO = re.compile(
    r"\b(?:allerg\w+|hypersensitivity|anaphyla\w+(?: reaction)?) (?:to|with|after)\s*(?:an?\s+)?$", re.IGNORECASE
)
_PRONOUN = re.compile(r"\b(?:it|they|them|this|these)\b", re.IGNORECASE)


def homes_of(said: Statement, passages: Sequence[Sequence[Statement]]) -> list[Statement]:
    """The sentences of the sources that name a drug of the sentence, or go on speaking of it without naming any.

    What a passage says of one drug supports nothing about another. A sentence that names no drug, or none that the
    sources name, may rest on any of theirs.
    """
    every = [one for passage in passages for one in passage]
    wanted = given_drugs(said)
    if not wanted:
        return every
    found: list[Statement] = []
    for passage in passages:
        speaking = spoken = False
        for one in passage:
            drugs = [named for named in one.named if named.drug]
            if drugs:
                speaking = any(same_drug(drug, other) for drug in wanted for other in drugs)
                spoken = spoken or speaking
            elif spoken and not speaking and not _PRONOUN.search(one.text) and not _gives_dose(one):
                found.append(one)  # what names no drug and no dose is of all that were named before
            # "Oxygen saturation" names no drug and speaks of oxygen.
            if speaking or (not drugs and any(drug.stems <= set(one.stems) for drug in wanted)):
                found.append(one)
    return found or every


def meant_drugs(passage: Sequence[Statement]) -> list[tuple[Statement, tuple[Named, ...]]]:
    """Each sentence of a passage with the drugs that its "it", or a dose of no drug, means: those of the last one that names any."""
    found: list[tuple[Statement, tuple[Named, ...]]] = []
    last: tuple[Named, ...] = ()
    for one in passage:
        own = tuple(named for named in one.named if named.drug)
        found.append((one, last if not own and (_PRONOUN.search(one.text) or _gives_dose(one)) else ()))
        last = own or last
    return found


def _gives_dose(one: Statement) -> bool:
    return any(amount.kind in {"mass", "g/kg"} for amount in one.amounts)


def given_drugs(said: Statement) -> list[Named]:
    """The drugs that a sentence is about; not what somebody is allergic to."""
    found = []
    for named in said.named:
        place = named.at
        before, after = said.text[:place], said.text[place + len(named.text) :]
        if named.drug and not _ALLERGEN.match(after) and not _ALLERGIC_TO.search(before):
            found.append(named)
    return found


def drug_parts(said: Statement, vocabularies: Vocabularies) -> list[Statement]:
    """A sentence on several drugs as its parts, each on the drug that it names; nothing, where it cannot be parted."""
    parts = [
        read_statement(text, vocabularies)
        for text in re.split(r";|,? (?:and|but|while|whereas|or) |, ", said.text)
        if text
    ]
    naming = [part for part in parts if given_drugs(part)]
    return naming if len(naming) > 1 and all(len(given_drugs(part)) == 1 for part in naming) else []


def same_drug(one: Named, other: Named) -> bool:
    """Whether two names are of one drug."""
    return bool(one.concepts & other.concepts) or one.stems <= other.stems or other.stems <= one.stems
