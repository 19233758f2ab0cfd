"""Medicines that are asked for by a way in which they are given ("inhaled corticosteroids"): the class, and the words beside it."""

from __future__ import annotations

import re

from osler.core.criteria import Finding, Proof, TruthValue, evaluate, render
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.unproved import made_for_airways, words_beside
from osler.trials.judging.view import PatientView

_USE = re.compile(r"\s(?:use|usage|intake|administration)$", re.IGNORECASE)


def by_route(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by a medicine of the class, where the note says in its own words that it is given this way."""
    words = atom.name.casefold()
    if (whole := _to_the_whole_body(atom, view)) is not None:
        return whole
    for route in rules()["given_by"]:
        asked = pattern("given_by", route).match(words)
        if asked is None or not words[asked.end() :].strip():
            continue
        plain = atom.model_copy(update={"name": atom.name[asked.end() :].strip(), "codes": ()})
        proof = evaluate(plain, view.indexed, on=view.on)
        facts = [fact for fact in view.facts_told_in(proof.evidence) if fact.present]
        if proof.truth is TruthValue.NOT_MET:
            # Who takes none of the class takes none of it this way; a medicine that ended is not looked at here.
            return proof.model_copy(update={"statement": render(atom)}) if not facts else None
        given = [
            fact
            for fact in facts
            if pattern("given_by", route).search(f" {words_beside(fact, view)} ".casefold())
            or (route == "inhaled" and made_for_airways(fact, view))
        ]
        if proof.truth is TruthValue.MET and given:
            evidence = [item for fact in given for item in fact.evidence]
            reason = f"{given[0].label}: recorded, and given this way"
            return proof.model_copy(update={"statement": render(atom), "reason": reason, "evidence": evidence})
    return None


def _to_the_whole_body(atom: Finding, view: PatientView) -> Proof | None:
    """A class that is asked for as given to the whole body, by a member that the note gives by mouth, into a vein or by its weight."""
    asked = pattern("routes", "asked_systemic").match(atom.name.casefold())
    if asked is None:
        return None
    plain = atom.model_copy(update={"name": _USE.sub("", atom.name[asked.end() :]).strip(), "codes": ()})
    proof = evaluate(plain, view.indexed, on=view.on)
    facts = [fact for fact in view.facts_told_in(proof.evidence) if fact.present]
    if proof.truth is not TruthValue.MET or not facts:
        return None
    for fact in facts:
        beside = f" {words_beside(fact, view)} ".casefold()
        given = pattern("routes", "by_mouth").search(beside) or pattern("routes", "by_weight").search(beside)
        if fact.kind == "medication" and given and not pattern("routes", "local").search(beside):
            reason = f"{fact.label}: recorded, and given to the whole body"
            return proof.model_copy(
                update={"statement": render(atom), "reason": reason, "evidence": list(fact.evidence)}
            )
    return None
