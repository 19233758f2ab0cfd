"""Whom a row of a table is not for: columns such as "Do not use in", held against the patient."""

from __future__ import annotations

import re

from osler.core.library import Row, row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.steps.naming import drugs_in, members_in
from osler.guidelines.steps.whose import because_of
from osler.guidelines.types import PatientFacts

_BESIDE = re.compile(r"\b(?:with|combin\w+|together|interact\w*)\b", re.IGNORECASE)
_OPENED = re.compile(r"^(?:in|with|during|if|when|people|patients|women|men|children|adults)\b", re.IGNORECASE)


def barred_by(text: str, patient: PatientFacts, vocabularies: Vocabularies) -> list[str]:
    """Why a row is not for this patient, by its own columns: "do not use in asthma; the patient has asthma"."""
    row = row_of(text)
    found = []
    for name, item in row.barred if row else ():
        because = because_of(_in_words(row, name, item, vocabularies), patient, vocabularies) if row else None
        if because:
            found.append(f"{name[:1].lower()}{name[1:]}: {item}; {because}")
    return found


def _in_words(row: Row, name: str, item: str, vocabularies: Vocabularies) -> str:
    """What a cell says, as a sentence."""
    drugs = drugs_in(item, vocabularies) | members_in(item, vocabularies)
    if drugs and (_BESIDE.search(name) or not _OPENED.match(item)):
        return f"{row.first} must not be combined with {item}."
    return f"{row.first} is contraindicated {item if _OPENED.match(item) else f'in {item}'}."


def because_barred(reasons: list[str]) -> str:
    """What of the patient a reason speaks of."""
    return reasons[0].rpartition("; ")[2]
