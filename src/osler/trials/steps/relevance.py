"""Whether a trial is about anything the patient has; decided before its criteria, with the reason."""

from __future__ import annotations

from osler.trials.judging.view import content_words
from osler.trials.kinship import akin, conditions_in
from osler.trials.registry import Study
from osler.trials.types import KeyFacts

_GENERAL = frozenset(["disease", "disorder", "syndrome", "cancer", "chronic", "acute", "patient", "health", "care", "severe", "infection", "primary"])  # fmt: skip


def not_relevant(study: Study, facts: KeyFacts) -> str:
    """Why none of the trial's conditions is, contains or is contained in one of the patient's; empty where one is."""
    ours = {code for fact in (*facts.conditions, *facts.findings, *facts.likely) for code in fact.codes}
    names = [fact.name for fact in (*facts.conditions, *facts.findings, *facts.likely)]
    ours |= {concept for name in names for concept in conditions_in(name)}
    if not ours or not study.conditions or _takes_healthy(study):
        return ""
    theirs = [concept for condition in study.conditions for concept in conditions_in(condition)]
    if not theirs:
        return ""
    if any(akin(one, other) for one in theirs for other in ours):
        return ""
    our_words = frozenset(word for name in names for word in content_words(name)) - _GENERAL
    their_words = frozenset(word for name in study.conditions for word in content_words(name)) - _GENERAL
    if our_words & their_words:
        return ""
    listed = ", ".join(study.conditions[:3])
    return f"the trial is about {listed}, which is, contains or is contained in nothing that the record states"


def _takes_healthy(study: Study) -> bool:
    module = study.record.get("protocolSection", {}).get("eligibilityModule", {})
    return isinstance(module, dict) and module.get("healthyVolunteers") is True
