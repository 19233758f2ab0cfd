"""Consent, capacity and conduct, by what a note states of them."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.criteria import Atom, Expression, Finding, Proof, TruthValue, Unparsed, atoms, render
from osler.trials.judging.asked.trees import text_of
from osler.trials.judging.findings import CLINICAL_KINDS, named
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET
_SIGNED = re.compile(r"\b(?:sign(?:s|ed|ing)?|written|signature)\b")


def agreed(text: str, tree: Expression, view: PatientView, wanted: bool) -> Proof | None:
    """A criterion that asks for nothing but agreement or conduct, as a whole."""
    parts = list(atoms(tree))
    if any(not isinstance(atom, Finding | Unparsed) for atom in parts):
        return None
    words = text.casefold()
    said = pattern("consent_words").sub(" ", words) if "consent" in words else text
    if not _is_conduct(words) and named(said, view.vocabularies).kinds & CLINICAL_KINDS:
        return None
    return by_agreement(Unparsed(text=text), view, wanted)


def by_agreement(atom: Atom, view: PatientView, wanted: bool) -> Proof | None:
    """Consent and conduct, by what the note states of them."""
    whole = text_of(atom).casefold()
    text = pattern("agreement", "anchor").sub(" ", whole)
    clinical = isinstance(atom, Finding) and bool(named(atom.name, view.vocabularies).kinds & CLINICAL_KINDS)
    for kind in ("capacity", "consent", "compliance", "practical"):
        statement = view.stated(kind)
        if statement is None:
            continue
        if kind == "capacity" and pattern("agreement", "capacity", "by_others").search(whole):
            continue
        if not _is_asked(kind, whole if kind == "capacity" else text):
            continue
        if kind == "compliance" and any(pattern("silent", part).search(text) for part in ("reproductive", "private")):
            # To follow a protocol is not to have said that one uses contraception.
            continue
        if kind == "compliance" and (clinical or pattern("agreement", "bodily").search(text)):
            continue
        if statement.holds and not wanted and pattern("agreement", "not_conduct").search(text):
            # An exclusion that names a danger besides is not settled by somebody's being willing.
            continue
        if kind == "compliance" and not statement.holds and pattern("agreement", "consent", "asked").search(text):
            # Who will not come to visits may still be able to consent, and willing.
            continue
        if kind == "compliance" and statement.holds and wanted and _SIGNED.search(text):
            # Who will come to visits has signed nothing.
            continue
        # An inclusion asks for agreement and an exclusion for its want, in whatever words; nobody excludes the willing.
        holds = statement.holds == wanted
        return Proof(
            truth=MET if holds else NOT_MET,
            statement=render(atom),
            reason=f"the note states {kind}" if statement.holds else f"the note denies {kind}",
            evidence=[statement.sentence.span],
        )
    return None


@lru_cache(maxsize=20_000)
def _is_asked(kind: str, text: str) -> bool:
    """Whether a demand asks for a kind of agreement."""
    asked = pattern("agreement", kind, "asked").search(text) is not None
    return asked or (kind == "compliance" and _is_conduct(text))


@lru_cache(maxsize=20_000)
def _is_conduct(words: str) -> bool:
    """Whether going through a study is asked for, or what would keep somebody from it."""
    if pattern("agreement", "prevented").search(words):
        # What a person is to judge is not settled by somebody's being willing.
        return not pattern("silent", "opinion").search(words)
    return any(pattern("agreement", kind).search(words) for kind in ("ability", "obligation"))
