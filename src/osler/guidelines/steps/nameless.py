"""Doses that do not name their drug ("if clearance is below 30: 30 mg/kg"), and what names it for them."""

from __future__ import annotations

import itertools

from osler.core.library import Chunk, passage_sentences
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement
from osler.guidelines.steps.dosing import changes_in
from osler.guidelines.steps.naming import drugs_in
from osler.guidelines.steps.whose import taken_beside

_DOSES = {"mass", "g/kg", "ml/kg", "doses"}


def gives_dose(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a text gives an amount of a drug."""
    return any(amount.kind in _DOSES for amount in read_statement(text, vocabularies).amounts)


def is_nameless(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a text gives a dose and not the drug that it is of: one that its people take already is not that."""
    return gives_dose(text, vocabularies) and drugs_in(text, vocabularies) <= taken_beside(text, vocabularies)


def drugs_above(chunk: Chunk, vocabularies: Vocabularies) -> frozenset[str]:
    """The drugs of the nearest heading that names any, or of the title."""
    above = (drugs_in(one, vocabularies) for one in (*reversed(chunk.heading), chunk.title))
    return next(filter(None, above), frozenset())


def naming_before(chunk: Chunk, text: str, vocabularies: Vocabularies) -> str:
    """The sentence of its passage that names the drug of a dose which does not: the dose that it changes, or the last that names any.

    Under a heading that names the drug nothing more need be said.
    """
    if not is_nameless(text, vocabularies):
        return ""
    base = next((one.changes for one in changes_in(chunk, vocabularies) if one.text == text), "")
    if base or drugs_above(chunk, vocabularies):
        return base
    whole = [one.text for one in passage_sentences(chunk.text)]
    before = list(itertools.takewhile(lambda one: one != text, whole))
    named = (one for one in reversed(before) if drugs_in(one, vocabularies)) if len(before) < len(whole) else iter(())
    return next(named, "")
