"""Cautions that nothing known of the patient calls for: they are on the topic, and are neither for nor against this patient."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.library import Chunk
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement, stance_of
from osler.guidelines.steps.naming import says
from osler.guidelines.steps.placed_bans import is_bare_ban
from osler.guidelines.steps.safety import Caution
from osler.guidelines.types import PatientFacts

IDLE = "nothing known of the patient calls for this caution"


def is_idle(
    chunk: Chunk,
    quoted: Sequence[str],
    cautions: Sequence[Caution],
    patient: PatientFacts,
    asked: str,
    vocabularies: Vocabularies,
) -> bool:
    """Whether all that is quoted speaks against a drug under conditions of which this patient is known to meet none."""
    if chunk.recommendation_id or not patient.is_known or not quoted:
        return False
    called = {one.sentence for one in cautions}
    return all(
        text not in called and stance_of(text) == "against" and _hangs_on_others(text, asked, vocabularies)
        for text in quoted
    )


def _hangs_on_others(text: str, asked: str, vocabularies: Vocabularies) -> bool:
    """Whether a sentence against a drug is for people with something, or with another drug, that is not asked about."""
    named = read_statement(text, vocabularies).named
    drugs = [one for one in named if one.drug]
    calling = [one for one in named if not one.drug] + drugs[1:]
    return bool((drugs or is_bare_ban(text)) and calling) and not any(says(asked, one.text) for one in calling)
