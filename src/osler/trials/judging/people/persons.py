"""Age, stage of life and bearing children, by who the patient is."""

from __future__ import annotations

import re

from osler.core.criteria import Age, Atom, Expression, Finding, Pregnancy, Proof, TruthValue, Unparsed, atoms
from osler.trials.judging.asked.ages import age_range, any_sex
from osler.trials.judging.asked.trees import text_of
from osler.trials.judging.people.told_states import past_menopause, told_state
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import life_stages, rules
from osler.trials.judging.view import PatientView

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET


def by_age(text: str, tree: Expression, view: PatientView) -> Proof | None:
    """A criterion that states an age or both sexes in words that its tree did not keep."""
    if any(isinstance(atom, Age) for atom in atoms(tree)):
        return None
    evidence = list(view.record.demographics.evidence)
    if any_sex(text) and view.sex is not None:
        return Proof(truth=MET, statement=text, reason="both sexes are let in", evidence=evidence)
    limits, age = age_range(text), view.age
    if limits is None or age is None:
        return None
    reason = f"the patient is {age:.0f} years old"
    return Proof(truth=MET if limits.holds(age) else NOT_MET, statement=text, reason=reason, evidence=evidence)


def life_stage(atom: Atom, view: PatientView) -> Proof | None:
    """ "Adults", "children": words for ages."""
    age = view.age
    if not isinstance(atom, Finding | Unparsed) or age is None:
        return None
    text = re.sub(
        r"\b(?:male|female|human|healthy|and|or|patients?|subjects?|participants?)\b", " ", text_of(atom).casefold()
    ).strip(" .,;")
    for stage in life_stages():
        if stage.pattern.fullmatch(" ".join(text.split())):
            inside = (stage.start is None or age >= stage.start) and (stage.end is None or age < stage.end)
            reason = f"the patient is {age:.0f} years old"
            return proof_of(MET if inside else NOT_MET, atom, reason, view.record.demographics.evidence)
    return None


def reproduction(atom: Atom, view: PatientView) -> Proof | None:
    """Pregnancy and child-bearing where age or sex settle them; nobody's silence does."""
    if isinstance(atom, Finding):
        return past_menopause(atom, view)
    if not isinstance(atom, Pregnancy):
        return None
    if (told := told_state(atom, view)) is not None:
        return told
    age, limits = view.age, rules()["reproductive_age"]
    if age is not None and (age >= limits["never_from"] or age < limits["from"]):
        reason = f"the patient is {age:.0f} years old"
        return proof_of(NOT_MET, atom, reason, view.record.demographics.evidence)
    return None
