"""General denials: "no previous medical history", "otherwise healthy", "PMHx: none"."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText, SectionKind
from osler.core.patient.extract.general_denials import general_denials
from osler.core.patient.extract.lexicon import rules
from osler.core.patient.types import Denial, Document, PatientRecord, Presence
from osler.core.patient.types.facts import DenialOf

_SECTIONS: dict[SectionKind, DenialOf] = {
    SectionKind.PAST_MEDICAL_HISTORY: "past_medical_history",
    SectionKind.PAST_SURGICAL_HISTORY: "surgical_history",
    SectionKind.FAMILY_HISTORY: "family_history",
    SectionKind.MEDICATIONS: "medications",
    SectionKind.ALLERGIES: "allergies",
}


_BUT_FOR = re.compile(r",?\s(?:apart\sfrom|except|other\sthan|besides|bar)\b", re.IGNORECASE)
"""What takes something out of a denial, so that it is none: "no medication apart from"."""


def add_denials(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add every general denial once; that there are no allergies is one too."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    for found in general_denials(analysed.text):
        # Of allergies the record has its own facts; what is denied but for something is not denied as a whole.
        if found.of != "allergies" and not _BUT_FOR.match(analysed.text, found.end):
            _add(record, document, found.of, found.start, found.end)
    nothing = {word.casefold() for word in rules()["nothing"]}
    for section in analysed.sections:
        kind = _SECTIONS.get(section.kind)
        body = analysed.text[section.body_start : section.end]
        first = body.strip().split("\n")[0].split(". ")[0].strip(" .:-")
        if kind and first.casefold() in nothing:
            start = section.body_start + body.find(first)
            _add(record, document, kind, start, start + len(first))
    if any(allergy.presence is Presence.PRESENT for allergy in record.allergies):
        record.denials = [denial for denial in record.denials if denial.of != "allergies"]
        return
    for allergy in record.allergies:
        if allergy.presence is Presence.ABSENT and not allergy.codings:
            _add_once(record, Denial(of="allergies", text=allergy.text, evidence=list(allergy.evidence)))


def _add(record: PatientRecord, document: Document, of: DenialOf, start: int, end: int) -> None:
    _add_once(record, Denial(of=of, text=document.text[start:end], evidence=[document.span(start, end)]))


def _add_once(record: PatientRecord, denial: Denial) -> None:
    if all(known.of != denial.of for known in record.denials):
        record.denials.append(denial)
