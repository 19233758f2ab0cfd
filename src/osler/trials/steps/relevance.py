"""Whether a trial is about anything the patient has; decided before its criteria, with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from osler.core.criteria import Criterion, content_words
from osler.core.terminology import Vocabularies
from osler.trials.judging import asked_for
from osler.trials.kinship import akin, conditions_called, conditions_in, is_disease, is_general, lineage, share_a_tumour
from osler.trials.registry import Study
from osler.trials.types import KeyFact, KeyFacts
from osler.yaml_reader import packaged_yaml

_GENERAL = frozenset(["cancer", "chronic", "acute", "patient", "health", "care", "severe", "infection", "primary", "failure"])  # fmt: skip

_OF_TREATMENTS = frozenset(["disease", "disorder", "syndrome", "therapy", "treatment", "surgery", "drug", "acid", "artery", "blood", "stage"])  # fmt: skip
"""Words that names of treatments share with those of diseases which they do not treat."""


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
    ours = [*facts.conditions, *facts.likely] or facts.findings
    theirs = [concept for condition in study.conditions for concept in conditions_called(condition, vocabularies)]
    if not study.conditions or _takes_healthy(study):
        return Relevance(_healthy(facts))
    if not ours or not theirs:
        return Relevance(place=len(ours))
    for place, fact in enumerate(ours):
        if any(
            akin(one, other, vocabularies)
            for one in theirs
            for other in _concepts(fact, vocabularies)
            if not is_general(other, vocabularies)
        ):
            return Relevance(fact.name, place)
    kin = (
        _of_one_family(ours, theirs, vocabularies)
        or _kind_among(facts.findings, theirs, vocabularies)
        or _tumour_alike(ours, theirs, vocabularies)
    )
    if kin is not None:
        return Relevance(kin.name, ours.index(kin) if kin in ours else len(ours))
    words = frozenset(word for name in study.conditions for word in content_words(name)) - _GENERAL
    for place, fact in enumerate(ours):
        if words & _words(fact, vocabularies) - _GENERAL:
            return Relevance(fact.name, place)
    if not facts.conditions and not facts.likely:
        return Relevance(place=len(ours))
    if (told := _described(facts, theirs, words, vocabularies)) is not None:
        return Relevance(told.name, len(ours))
    listed = ", ".join(study.conditions[:3])
    why = f"the trial is about {listed}, which is, contains or is contained in nothing that the record states"
    return Relevance(place=len(ours), not_relevant=why)


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


def _described(
    facts: KeyFacts, theirs: Sequence[str], words: frozenset[str], vocabularies: Vocabularies
) -> KeyFact | None:
    """What the record tells that is typical of the trial's disease, or a treatment that is called after it."""
    for fact in facts.described:
        if any(akin(one, other, vocabularies) for one in theirs for other in fact.codes):
            return fact
    if (kin := _of_one_family(facts.described, theirs, vocabularies)) is not None:
        return kin
    asked = words - _GENERAL - _OF_TREATMENTS
    return next((fact for fact in facts.therapies if asked & _words(fact, vocabularies)), None)


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


def _words(fact: KeyFact, vocabularies: Vocabularies) -> frozenset[str]:
    """The words of a fact and of what it is called in full: an abbreviation is about no less than its name."""
    names = (concept.name for code in fact.codes if (concept := vocabularies.concept(code)) is not None)
    return frozenset(word for name in (fact.name, *names) for word in content_words(name))


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
