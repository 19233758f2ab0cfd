"""Initials in the notes of a patient that the record has as no problem, as the libraries spell them: "CAP, low severity"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.library import Library
from osler.core.terminology import SemanticType, Vocabularies
from osler.guidelines.types import PatientFacts, QueryContext

_INITIALS = re.compile(r"(?<![\w-])[A-Z]{3,6}(?![\w-])")


def with_spelled_problems(
    context: QueryContext, libraries: Sequence[Library], vocabularies: Vocabularies
) -> tuple[QueryContext, list[tuple[str, str]]]:
    """The context with the diseases that a patient's notes write in initials, and what was read as what."""
    # What the question asks about is nothing that the patient has.
    noted = [one for one in context.patient.noted if one not in context.question_text]
    spelled = _spelled(context.patient, noted, libraries, vocabularies) if context.patient_summary else {}
    if not spelled:
        return context, []
    patient = context.patient.model_copy(update={"problems": [*context.patient.problems, *spelled.values()]})
    told = (
        f"{context.patient_summary} Also noted: {', '.join(f'{one} ({letters})' for letters, one in spelled.items())}."
    )
    return context.model_copy(update={"patient": patient, "patient_summary": told}), list(spelled.items())


def _spelled(
    patient: PatientFacts, noted: Sequence[str], libraries: Sequence[Library], vocabularies: Vocabularies
) -> dict[str, str]:
    """Initials that a note affirms, each with the disease that a library writes for them; a name that is no disease is none."""
    found: dict[str, str] = {}
    has = frozenset(one for name in patient.problems for one in _diseases(name, vocabularies))
    for text in noted:
        for match in _INITIALS.finditer(text):
            letters = match.group()
            phrases = (library.lexis(text).spelled(letters) for library in libraries)
            for phrase in filter(None, phrases if letters not in found else ()):
                known, meant = vocabularies.find(letters), _diseases(phrase, vocabularies)
                # Letters that are a name of something else are that.
                same = not known or meant & _diseases(letters, vocabularies)
                if meant and same and not meant & has:
                    found.setdefault(letters, phrase)
    return found


def _diseases(phrase: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The diseases of which the whole of a phrase is a name."""
    known = vocabularies.names
    return frozenset(
        one
        for match in vocabularies.find(phrase)
        if match.start == 0 and match.end == len(phrase)
        for one in match.concept_ids
        if (concept := known.concept(one)) and concept.semantic_type is SemanticType.CONDITION
    )
