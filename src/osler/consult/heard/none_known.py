"""That no allergy is known, which a message tells: the record has entries for what is there, and may hold one."""

from __future__ import annotations

from osler.consult.extraction.clauses import clauses, pattern
from osler.consult.record import asks_something
from osler.core.patient import PatientRecord, Status

NOT_KEPT = "That no allergy is known I did not note: I keep entries only for what is there."
HELD = "That no allergy is known I did not note: the record holds {names}."
_OVER = frozenset({Status.RESOLVED, Status.ENTERED_IN_ERROR})


def none_known(message: str, record: PatientRecord) -> str:
    """What is said to it; nothing where a message does not tell it of the patient."""
    told = any(
        clause.states_own and pattern("findings", "no_allergy").search(clause.lower) for clause in clauses(message)
    )
    if not told or asks_something(message):
        return ""
    held = [fact.label for fact in record.allergies if fact.status not in _OVER and fact.label]
    return HELD.format(names="; ".join(dict.fromkeys(held))) if held else NOT_KEPT
