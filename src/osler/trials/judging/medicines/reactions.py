"""Allergies that criteria ask for as reactions: "severe reaction to latex" by "anaphylaxis to latex gloves" or "no latex allergy"."""

from __future__ import annotations

import re

from osler.core.criteria import Atom, Finding, Proof, TruthValue
from osler.core.language import Experiencer, Polarity
from osler.core.patient import Presence, Status, reading_of
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import KnownFact, PatientView
from osler.trials.judging.words import content_words
from osler.trials.kinship import drugs_in, same_as


def by_reaction(atom: Atom, view: PatientView) -> Proof | None:
    """The proof by an allergy to the very substance, or by its denial; None where the note says nothing of either."""
    asked = pattern("reactions", "to").match(atom.name.casefold()) if isinstance(atom, Finding) else None
    if asked is None or not isinstance(atom, Finding):
        return None
    what = pattern("reactions", "dress").sub(" ", asked["what"])
    words = [word for word in re.findall(r"[^\W\d_]{3,}", what) if content_words(word)]
    if not words:
        return None
    severe = bool(pattern("reactions", "severe").search(asked["how"]))
    told = [fact for fact in view.facts if fact.kind == "allergy" and fact.present and _is_one(fact, words)]
    if told and (not severe or any(_was_severe(fact, view) for fact in told)):
        return proof_of(TruthValue.MET, atom, f"{told[0].label}: the note tells of a reaction", told[0].evidence)
    return None if told else _denied(atom, words[-1], view) or _borne(atom, asked["what"], view)


def _borne(atom: Finding, what: str, view: PatientView) -> Proof | None:
    """A medicine that is taken today without a word of a reaction is borne; of others of its class that says nothing."""
    asked = frozenset(drugs_in(what, view.vocabularies))
    if not asked or any(fact.kind == "allergy" and fact.present and fact.lineage & asked for fact in view.facts):
        return None
    for drug in view.record.medications:
        own = {coding.id for coding in drug.codings}
        alike = own | {other for code in own for other in same_as(code, view.vocabularies)}
        if drug.presence is Presence.PRESENT and drug.status is Status.ACTIVE and asked <= alike:
            return proof_of(TruthValue.NOT_MET, atom, f"{drug.label} is taken, and so it is borne", drug.evidence)
    return None


def _is_one(fact: KnownFact, words: list[str]) -> bool:
    return bool(fact.words) and fact.words <= content_words(" ".join(words))


def _was_severe(fact: KnownFact, view: PatientView) -> bool:
    said = (one.text.casefold() for one in view.sentences_of(fact.evidence))
    return any(pattern("reactions", "severe").search(words) for words in said)


def _denied(atom: Finding, word: str, view: PatientView) -> Proof | None:
    """The denial of an allergy to a substance; none where the note speaks of one anywhere without a denial."""
    stem = re.escape(word.removesuffix("s"))
    named = re.compile(rf"\b{stem}s? allerg\w+|\ballerg(?:y|ies|ic) to (?:\w+ ){{0,2}}{stem}s?\b", re.IGNORECASE)
    evidence = []
    for document in view.record.documents:
        analysed = reading_of(document, view.vocabularies)
        for found in named.finditer(analysed.text):
            said = analysed.assertion_at(*found.span())
            if said.experiencer is not Experiencer.PATIENT:
                continue
            if said.polarity is not Polarity.NEGATED:
                return None
            evidence.append(document.span(*found.span()))
    if not evidence:
        return None
    return proof_of(TruthValue.NOT_MET, atom, "the note denies an allergy to it", evidence)
