"""The people whom a sentence and its sources are about: sex, age and pregnancy that were changed, added or left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement, read_statement

ADULT = 18
"""The age in years from which on people are adults."""
_BEARING = re.compile(
    r"pregnan|post-?(?:partum|natal)|ante-?natal|obstetric|\b(?:after|until|before) (?:delivery|birth)\b|\btrimester\b|\bgestation|\bconception\b|breast-?feed|menopaus",
    re.IGNORECASE,
)


def people_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """People of another sex, age or state than those whom the sources are about."""
    texts = [source.text for source in basis]
    head = basis[0]
    framed = read_statement(context, vocabularies) if context else None
    sexes = {source.sex for source in basis} | ({framed.sex} if framed else set())
    if said.sex and sexes - {None} and said.sex not in sexes:
        yield "population", f"the cited passages do not speak of {said.sex} patients"
    states = {source.pregnant for source in basis} | ({framed.pregnant} if framed else set())
    if said.pregnant is not None and states - {None} and said.pregnant not in states:
        yield "population", "the cited passages differ about pregnancy"
    if said.pregnant and states == {None} and not any(_BEARING.search(text) for text in [*texts, context]):
        yield "population", "the cited passages do not speak of pregnancy"
    groups = {group for source in basis for group in source.groups} | (framed.groups if framed else frozenset())
    if (said.groups and groups and not said.groups <= groups) or (_young(said) and not groups and not _aged(basis)):
        yield "population", "the cited passages speak of people of other ages"
    # A heading vouches for ages only where the sentences under it give none of their own.
    ages = [age for source in basis for age in source.ages] or list(framed.ages if framed else ())
    for age in said.ages:
        if ages and not any(_same_age(age, other) for other in ages):
            yield "population", "the cited passages give other ages"
    if any(word in said.text.lower() for word in lexicon().this_patient):
        return
    if head.ages and not said.ages and not said.amounts and head.stance != "none":
        yield "population", "the ages that the cited passage gives were left out"
    bearing = head.sex == "female" and _BEARING.search(said.text)
    if head.sex and not said.sex and head.stance != "none" and not (framed and framed.sex) and not bearing:
        yield "population", f"the cited passage is for {head.sex} patients only"
    if head.pregnant is False and said.pregnant is None:
        yield "population", "the cited passage is for patients who are not pregnant only"
    told = said.pregnant is not None or _BEARING.search(said.text) or (framed and framed.pregnant)
    if head.pregnant and "pregnan" in head.text.lower() and not told:
        yield "population", "the cited passage is for pregnant patients only"


def _young(said: Statement) -> bool:
    """Whether a sentence speaks of people who are not adults, whom no source means unless it says so."""
    return bool(said.groups & {"newborn", "child", "adolescent"})


def _aged(basis: Sequence[Statement]) -> bool:
    return any(low is None or low < ADULT for source in basis for low, _ in source.ages)


def _same_age(one: tuple[float | None, float | None], other: tuple[float | None, float | None]) -> bool:
    return all((a or 0) == (b or 0) or abs((a or 0) - (b or 0)) < 0.1 for a, b in zip(one, other, strict=True))
