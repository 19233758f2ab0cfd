"""The people whom a sentence and its sources are about: sex, age and pregnancy that were changed, added or left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.library import row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount
from osler.guidelines.checking.branches import own_branches
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.homes import given_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import ADULT, Statement, read_statement

_MONTH = 1 / 12
_OF_A_GROUP = ((ADULT, None), (None, ADULT), (0, ADULT))
"""The ages that "adults" and "children" mean."""
_OLDER = 60
"""The age in years from which on a guideline may call people older."""
_YOUNG = frozenset({"newborn", "child", "adolescent"})
_BEARING = re.compile(
    r"pregnan|post-?(?:partum|natal)|ante-?natal|obstetric|\b(?:after|until|before) (?:delivery|birth)\b|\btrimester\b|\bgestation|\bconception\b|\blabou?r\b|intra-?partum|perinatal|breast-?feed|menopaus|eclampsia",
    re.IGNORECASE,
)


_PEOPLE = re.compile(
    r"\b(?:adults?|people|persons?|patients?|individuals?|every(?:one|body)|any(?:one|body)|those|child(?:ren)?|infants?|adolescents?|men|man)\b",
    re.IGNORECASE,
)
"""Names of people who may be others than the source's."""
_JOIN = re.compile(r";|,? (?:and|but|while|whereas) |, ", re.IGNORECASE)
_ORGANS = {
    "male": re.compile(r"prostat|testic|\bPSA\b", re.IGNORECASE),
    "female": re.compile(
        r"cervical (?:cancer|cytology|screening)|ovar(?:y|ian)|uter(?:us|ine)|vagina|hysterectom|mammogra|menstrua|endometri|intra-?uterine|\bIU[SD]\b",
        re.IGNORECASE,
    ),
}
"""Organs that only one sex has: a sentence about them need not name it."""


def people_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """People of another sex, age or state than those whom the sources are about."""
    texts = [source.text for source in basis]
    framed = read_statement(context, vocabularies) if context else None
    yield from _sex_faults(said, basis, framed)
    states = {source.pregnant for source in basis} | ({framed.pregnant} if framed else set())
    if said.pregnant is not None and states - {None} and said.pregnant not in states:
        yield "population", "the cited passages differ about pregnancy"
    if said.pregnant and states == {None} and not any(_BEARING.search(text) for text in [*texts, context]):
        yield "population", "the cited passages do not speak of pregnancy"
    groups = _groups_of(basis) | (framed.groups if framed else frozenset())
    if (said.groups and groups and not said.groups <= groups) or (_young(said) and not groups and not _aged(basis)):
        yield "population", "the cited passages speak of people of other ages"
    # A heading vouches for ages only where the sentences under it give none of their own.
    ages = [age for source in basis for age in source.ages] or list(framed.ages if framed else ())
    for age in said.ages:
        if ages and not any(_same_age(age, other) for other in ages):
            yield "population", "the cited passages give other ages"
    if _PEOPLE.search(said.text):
        yield from _left_out(said, basis, context, vocabularies)


def people_doubts(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """What narrows the people of a source, where the sentence names no people at all: they may be those of its passage."""
    if not _PEOPLE.search(said.text):
        yield from _left_out(said, basis, context, vocabularies)


def _left_out(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """The ages, the sex and the state of the people of a source that a sentence does not give."""
    head, framed = basis[0], read_statement(context, vocabularies) if context else None
    if lexicon().this_patient.search(said.text):
        return
    own = own_branches(said, head, vocabularies)
    limits = [age for age in own.ages if age not in _OF_A_GROUP]
    if limits and not said.ages and head.stance != "none":
        yield "population", "the ages that the cited passage gives were left out"
    bearing = head.sex == "female" and _BEARING.search(said.text)
    organ = head.sex in _ORGANS and _ORGANS[head.sex].search(said.text)
    # "Women", where nobody else is named, may be only what the passage calls its patients.
    if (
        head.sex
        and not said.sex
        and _PEOPLE.search(said.text)
        and head.stance != "none"
        and not ((framed and framed.sex) or bearing or organ)
    ):
        yield "population", f"the cited passage is for {head.sex} patients only"
    if head.pregnant is False and said.pregnant is None:
        yield "population", "the cited passage is for patients who are not pregnant only"
    told = said.pregnant is not None or _BEARING.search(said.text) or (framed and framed.pregnant)
    if head.pregnant and "pregnan" in head.text.lower() and not told:
        yield "population", "the cited passage is for pregnant patients only"


def _sex_faults(
    said: Statement, basis: Sequence[Statement], framed: Statement | None
) -> Iterable[tuple[FaultKind, str]]:
    """Patients of a sex of whom no source speaks, or of whom they say something else."""
    sexes = {source.sex for source in basis} | ({framed.sex} if framed else set())
    if said.sex and sexes - {None} and said.sex not in sexes:
        yield "population", f"the cited passages do not speak of {said.sex} patients"
    if said.sex and basis[0].sex not in {None, said.sex} and _say_otherwise(said, basis):
        yield "population", f"the cited passages say something else of {said.sex} patients"


def _say_otherwise(said: Statement, basis: Sequence[Statement]) -> bool:
    """Whether every source sentence on the sex of a sentence gives other advice than it does."""
    stances = {source.stance for source in basis if source.sex == said.sex}
    return said.stance != "none" and said.stance not in stances


def _groups_of(basis: Sequence[Statement]) -> frozenset[str]:
    """The ages that source sentences name in words, or mean by a number: who is 65 or more is older."""
    found = frozenset(group for source in basis for group in source.groups)
    aged = any(low is not None and low >= _OLDER for source in basis for low, _ in source.ages)
    return found | {"older"} if aged else found


def is_of_bearing(text: str) -> bool:
    """Whether a text speaks of pregnancy, birth or nursing in whatever words."""
    return bool(_BEARING.search(text))


def whose_drug_faults(
    said: Statement, every: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A drug for people of one sex or state which the sources give to those of another: men's for pregnant women."""
    for text in _JOIN.split(said.text):
        part = read_statement(text, vocabularies)
        for drug in given_drugs(part) if part.sex or part.pregnant else ():
            homes = [one for one in every if any(same_drug(drug, other) for other in given_drugs(one))]
            if homes and all(_are_others(part, one) for one in homes):
                yield "population", f"the cited passages give {drug.text!r} to other people"
                return


def _are_others(here: Statement, there: Statement) -> bool:
    sexes = here.sex is not None and there.sex is not None and here.sex != there.sex
    return sexes or (here.pregnant is not None and there.pregnant is not None and here.pregnant != there.pregnant)


def dosed_people_faults(
    said: Statement,
    own: Statement,
    head: Statement,
    every: Sequence[Statement],
    context: str,
    vocabularies: Vocabularies,
) -> Iterable[tuple[FaultKind, str]]:
    """The people of a dose left out: a child's dose is not everybody's, nor is one beside which stands that of other ages.

    `own` is what of the source sentence `head` the sentence rests on. The rows of a table are for the people of the
    sentence or the heading above it.
    """
    if not _gives_a_dose_of(said, head) or lexicon().this_patient.search(said.text):
        return
    framed = read_statement(context, vocabularies) if context and row_of(head.text) else None
    if not (said.groups or said.ages):
        drugs = {stem for one in head.named if one.drug for stem in one.stems}
        beside = any(
            one.groups and not one.groups & head.groups and _doses(one) and drugs & set(one.stems) for one in every
        )
        if _is_young(head) or (head.groups and beside) or (framed and _is_young(framed)):
            yield "population", "the cited passage gives this dose to people of some ages only"
            return
    # "Adults" and "children" say nothing of the limits that a dose has among them.
    limits = [age for age in own.ages if age not in _OF_A_GROUP]
    if limits and not said.ages and not said.groups & {"older", "newborn"} and not row_of(head.text):
        yield "population", "the ages for which the cited passage gives this dose were left out"
    if framed and framed.pregnant and said.pregnant is None and not _BEARING.search(said.text):
        yield "population", "the cited table is for pregnant patients only"


def _gives_a_dose_of(said: Statement, head: Statement) -> bool:
    return any(one.agrees(other) for one in _doses(said) for other in _doses(head))


def _doses(one: Statement) -> list[Amount]:
    return [amount for amount in one.amounts if amount.kind in {"mass", "g/kg"}]


def _is_young(one: Statement) -> bool:
    """Whether a sentence is for people who are not adults, and for nobody else."""
    if one.groups:
        return one.groups <= _YOUNG
    return bool(one.ages) and all(high is not None and high <= ADULT for _, high in one.ages)


def _young(said: Statement) -> bool:
    """Whether a sentence speaks of people who are not adults, whom no source means unless it says so."""
    return bool(said.groups & _YOUNG)


def _aged(basis: Sequence[Statement]) -> bool:
    return any(low is None or low < ADULT for source in basis for low, _ in source.ages)


def _same_age(one: tuple[float | None, float | None], other: tuple[float | None, float | None]) -> bool:
    # A range that ends with 2 years goes on to the third birthday, one that ends with 24 months does not.
    ends = ((one[1] or 0) - 1, (other[1] or 0) - _MONTH), ((one[1] or 0) - _MONTH, (other[1] or 0) - 1)
    in_other_units = one[0] == other[0] and any(abs(a - b) < 0.01 for a, b in ends)
    return in_other_units or all(
        (a or 0) == (b or 0) or abs((a or 0) - (b or 0)) < 0.1 for a, b in zip(one, other, strict=True)
    )
