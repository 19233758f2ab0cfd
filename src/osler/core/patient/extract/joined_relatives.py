"""Relatives of whom one statement speaks together: "her father and sister have nosebleeds"."""

from __future__ import annotations

import re
from itertools import pairwise

from osler.core.evidence import Span
from osler.core.language import AnalysedText
from osler.core.patient.extract.findings import ROLE
from osler.core.patient.extract.lexicon import rules, words
from osler.core.patient.types import Coding, PatientRecord

_JOINT = re.compile(
    r"\s*(?:,|\band\b|&|\bas well as\b|,\s*and\b)\s*(?:(?:both|his|her|their|the|my|an?|one|two)\s+)*", re.IGNORECASE
)
_THEN = re.compile(
    r"[^,;.]{0,40}?\b(?:have|had|has|suffer|suffered|get|got|with|are|were|also|too|died|share|show|showed)\b",
    re.IGNORECASE,
)


def add_joined_relatives(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add what the last of several relatives is said to have for those who are named before it, too."""
    known = {(fact.relation, coding.id) for fact in record.family_history for coding in fact.codings}
    for fact in list(record.family_history):
        place = next(
            (one for one in fact.evidence if isinstance(one, Span) and one.source_id == analysed.source_id), None
        )
        if place is None or fact.relation is None:
            continue
        for written in _joined_to(fact.relation, place, analysed):
            name = rules()["relation_names"].get(written, written)
            if any((name, coding.id) in known for coding in fact.codings):
                continue
            known |= {(name, coding.id) for coding in fact.codings}
            coded = Coding(system=ROLE, code=rules()["relations"][written])
            number = f"family-history-{len(record.family_history) + 1}"
            record.family_history.append(
                fact.model_copy(update={"id": number, "relation": name, "relation_coding": coded})
            )


def _joined_to(relation: str, place: Span, analysed: AnalysedText) -> list[str]:
    """The relatives that a joint ties to the one of whom the words at a place are said."""
    sentence = analysed.sentence_at(place.start)
    named = list(words("relations").finditer(analysed.text, sentence.start, place.start))
    if not named or not _THEN.match(analysed.text, named[-1].end(), place.start + 1):
        return []
    last = named[-1].group().casefold()
    if rules()["relation_names"].get(last, last) != relation:
        return []
    joined: list[str] = []
    for one, other in reversed(list(pairwise(named))):
        if not _JOINT.fullmatch(analysed.text, one.end(), other.start()):
            break
        joined.append(one.group().casefold())
    return joined
