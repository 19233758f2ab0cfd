"""Medicines that are asked for by a way in which they are given ("inhaled corticosteroids"): the class, and the words beside it."""

from __future__ import annotations

from osler.core.criteria import Finding, Proof, TruthValue, evaluate, render
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.unproved import made_for_airways, words_beside
from osler.trials.judging.view import PatientView


def by_route(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by a medicine of the class, where the note says in its own words that it is given this way."""
    words = atom.name.casefold()
    for route in rules()["given_by"]:
        asked = pattern("given_by", route).match(words)
        if asked is None or not words[asked.end() :].strip():
            continue
        plain = atom.model_copy(update={"name": atom.name[asked.end() :].strip(), "codes": ()})
        proof = evaluate(plain, view.indexed, on=view.on)
        facts = [fact for fact in view.facts if fact.present and set(fact.evidence) & set(proof.evidence)]
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
