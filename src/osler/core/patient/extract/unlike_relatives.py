"""What a relative has and the patient, by the same statement, has not: "his brother has asthma; he himself does not"."""

from __future__ import annotations

import re

from osler.core.evidence import Span
from osler.core.language import AnalysedText
from osler.core.patient.types import Condition, Fact, FamilyHistory, PatientRecord, Phenotype, Presence

_DOES_NOT = re.compile(
    r"[ \t]*[,;.]?[ \t]*(?:(?:but|and|while|whereas|though|although)[ \t]+)?"
    r"(?P<who>he|she|the[ \t]patient)(?:[ \t]+(?:himself|herself))?[ \t]+"
    r"(?:(?:does|did|has|have)(?:[ \t]+not|n['’]t)|has[ \t]+never|never[ \t]+(?:had|has|did))(?:[ \t]+(?:have|had)(?:[ \t]+(?:it|this|that|any))?)?"
    r"(?=[ \t]*(?:[.;,\n]|$))",
    re.IGNORECASE,
)
_SEX = {"he": "male", "she": "female"}


def add_unlike_relatives(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add as absent what a relative is said to have and the patient, right after it, not to have."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    told = analysed.about.sex
    own: tuple[list[Condition], list[Phenotype]] = (record.conditions, record.phenotypes)
    stated = {coding.id for facts in own for fact in facts for coding in fact.codings}
    for fact in record.family_history:
        if fact.presence is not Presence.PRESENT or any(coding.id in stated for coding in fact.codings):
            continue
        for place in fact.evidence:
            if not isinstance(place, Span) or place.source_id != document.id:
                continue
            denied = _DOES_NOT.match(analysed.text, place.end)
            if denied is None or (told is not None and _SEX.get(denied["who"].lower(), told.value) != told.value):
                continue
            _absent(record, fact).evidence.append(document.span(place.start, denied.end()))
            break


def _absent(record: PatientRecord, of_relative: FamilyHistory) -> Fact:
    """The same finding as one that the patient has not."""
    codings, text = list(of_relative.codings), of_relative.text
    if codings and codings[0].id.startswith("HP:"):
        number = len(record.phenotypes) + 1
        sign = Phenotype(id=f"phenotype-{number}", codings=codings, text=text, presence=Presence.ABSENT)
        record.phenotypes.append(sign)
        return sign
    number = len(record.conditions) + 1
    disease = Condition(id=f"condition-{number}", codings=codings, text=text, presence=Presence.ABSENT)
    record.conditions.append(disease)
    return disease
