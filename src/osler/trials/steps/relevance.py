"""Whether a trial is about anything the patient has; decided before its criteria, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from osler.core.criteria import Criterion, content_words
from osler.core.terminology import Vocabularies
from osler.trials.judging import asked_for
from osler.trials.kinship import (
    akin,
    conditions_in,
    is_disease,
    is_general,
    is_in_mondo,
    is_kind_of,
    lineage,
    share_a_tumour,
)
from osler.trials.naming import Named, named_by
from osler.trials.own import Own, own_diseases
from osler.trials.registry import Study
from osler.trials.types import KeyFact, KeyFacts
from osler.yaml_reader import packaged_yaml

_GENERAL = frozenset(["cancer", "chronic", "acute", "health", "care", "severe", "infection", "primary", "failure"])
"""Words that alone name nothing."""
_LONG = 4


class Relevance(NamedTuple):
    """What of the patient's a trial is about and its place among their conditions, or why it is about nothing of theirs."""

    about: str = ""
    place: int = 0
    not_relevant: str = ""


def relevance(study: Study, facts: KeyFacts, vocabularies: Vocabularies) -> Relevance:
    """Which of the patient's conditions is, contains or is contained in one of the trial's.

    A symptom counts only where the record names no disease: a headache of pre-eclampsia is no migraine. A trial is set aside only
    where the record names a disease, and neither a finding, a procedure nor a medicine of it could be of the trial's.
    """
    ours = own_diseases([*facts.conditions, *facts.likely] or facts.findings, vocabularies)
    named = [one for condition in study.conditions for one in named_by(condition, vocabularies)]
    if not study.conditions or _takes_healthy(study):
        return Relevance(_healthy(facts))
    if not ours or not named:
        return Relevance(place=len(ours))
    for place, own in enumerate(ours):
        if any(_meet(own, one, vocabularies) for one in named):
            return Relevance(own.fact.name, place)
    theirs = [one.concept for one in named if not one.is_above]
    known = [own.fact for own in ours if own.concepts]
    kin = (
        _of_one_family(known, theirs, vocabularies)
        or _kind_among(facts.findings, theirs, vocabularies)
        or _tumour_alike(known, theirs, vocabularies)
    )
    if kin is not None:
        places = [place for place, own in enumerate(ours) if own.fact is kin]
        return Relevance(kin.name, places[0] if places else len(ours))
    for place, own in enumerate(ours):
        if _called_alike(own, study.conditions, vocabularies):
            return Relevance(own.fact.name, place)
    if not facts.conditions and not facts.likely:
        return Relevance(place=len(ours))
    if (told := _described(facts, theirs, vocabularies)) is not None:
        return Relevance(told.name, len(ours))
    listed = ", ".join(study.conditions[:3])
    why = f"the trial is about {listed}, which is, contains or is contained in nothing that the record states"
    return Relevance(place=len(ours), not_relevant=why)


def _meet(own: Own, theirs: Named, vocabularies: Vocabularies) -> bool:
    """Whether a disease of the patient is the trial's, a kind of it, or one of whose kinds the trial is about.

    A mere sign is none: of an erythema nobody says that it might be rosacea.
    """
    wanted = theirs.concept
    if any(is_kind_of(one, wanted, vocabularies) for one in own.above) and not theirs.is_above:
        return True
    vague = is_general(wanted, vocabularies)
    return any(
        (is_kind_of(one, wanted, vocabularies) and not theirs.is_above)
        or (
            is_kind_of(wanted, one, vocabularies)
            and not _is_sign(one, vocabularies)
            and (vague or not is_general(one, vocabularies))
        )
        for one in own.concepts
    )


def _is_sign(concept: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept is an abnormality that no vocabulary of diseases has as one."""
    same = vocabularies.hierarchy.same(concept) | {concept}
    return any(code.startswith("HP:") for code in same) and not is_in_mondo(concept, vocabularies)


def _called_alike(own: Own, conditions: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether one name holds all words of the other, where a side is not among MONDO's diseases, so that its kinships may be untold."""
    words = content_words(own.fact.name)
    told = any(is_in_mondo(code, vocabularies) for code in (*own.concepts, *own.above))
    for condition in conditions:
        theirs = content_words(condition)
        named = named_by(condition, vocabularies)
        if told and any(is_in_mondo(one.concept, vocabularies) for one in named):
            continue
        if words - _GENERAL and theirs - _GENERAL and (_holds(condition, words) or _holds(own.fact.name, theirs)):
            return True
    return False


def _holds(name: str, words: frozenset[str]) -> bool:
    """Whether a name holds all of some words, also where it writes one of them as two ("osteo arthritis")."""
    joined = "".join(filter(str.isalnum, name.casefold()))
    return words <= content_words(name) or all(len(word) >= _LONG and word in joined for word in words)


def _of_one_family(ours: Sequence[KeyFact], theirs: Sequence[str], vocabularies: Vocabularies) -> KeyFact | None:
    """A condition that is of one family with the trial's: who has had an infarction has a disease of the coronary arteries."""
    for name in packaged_yaml("osler.trials.steps", "families.yml"):
        family = frozenset(conditions_in(str(name), vocabularies))
        if not any(lineage(one, vocabularies) & family for one in theirs):
            continue
        for fact in ours:
            if any(lineage(code, vocabularies) & family for code in _concepts(fact, vocabularies)):
                return fact
    return None


def _described(facts: KeyFacts, theirs: Sequence[str], vocabularies: Vocabularies) -> KeyFact | None:
    """What the record tells that is typical of the trial's disease, or a treatment that is called after it."""
    for fact in facts.described:
        if any(akin(one, other, vocabularies) for one in theirs for other in fact.codes):
            return fact
    if (kin := _of_one_family(facts.described, theirs, vocabularies)) is not None:
        return kin
    return next((fact for fact in facts.therapies if _is_for(fact, theirs, vocabularies)), None)


def _is_for(therapy: KeyFact, theirs: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether the name of a treatment holds the trial's disease: the extraction of a cataract."""
    named = [code for code in conditions_in(therapy.name, vocabularies) if is_disease(code, vocabularies)]
    return any(
        akin(one, other, vocabularies) for one in theirs for other in named if not is_general(other, vocabularies)
    )


def _kind_among(findings: Sequence[KeyFact], theirs: Sequence[str], vocabularies: Vocabularies) -> KeyFact | None:
    """A finding that is itself a kind of the trial's disease, where the vocabularies have no disease for it."""
    wanted = {one for one in theirs if is_disease(one, vocabularies) and not is_general(one, vocabularies)}
    return next(
        (fact for fact in findings if any(wanted & lineage(code, vocabularies) for code in fact.codes)),
        None,
    )


def _tumour_alike(ours: Sequence[KeyFact], theirs: Sequence[str], vocabularies: Vocabularies) -> KeyFact | None:
    """A tumour that may be one of the trial's: its kind is told and not its place, or its place and not its kind."""
    return next(
        (
            fact
            for fact in ours
            for code in fact.codes
            if not is_general(code, vocabularies)
            and any(share_a_tumour(code, one, vocabularies) for one in theirs if not is_general(one, vocabularies))
        ),
        None,
    )


def _concepts(fact: KeyFact, vocabularies: Vocabularies) -> list[str]:
    return [*fact.codes, *(code for code in conditions_in(fact.name, vocabularies) if code not in fact.codes)]


def _healthy(facts: KeyFacts) -> str:
    return facts.healthy[0].name if facts.healthy else ""


def _takes_healthy(study: Study) -> bool:
    module = study.record.get("protocolSection", {}).get("eligibilityModule", {})
    return isinstance(module, dict) and module.get("healthyVolunteers") is True


def subject_of(study: Study, criteria: Sequence[Criterion], vocabularies: Vocabularies) -> list[str]:
    """What a text of criteria is about: the diseases of the first inclusion that asks for one; a record says it itself."""
    if study.conditions or study.record:
        return []
    for criterion in criteria:
        if criterion.kind != "inclusion":
            continue
        names = [
            atom.name
            for atom in asked_for(criterion.tree)
            if any(
                is_disease(concept, vocabularies) and not is_general(concept, vocabularies)
                for concept in conditions_in(atom.name, vocabularies)
            )
        ]
        if names:
            return names
    return []
