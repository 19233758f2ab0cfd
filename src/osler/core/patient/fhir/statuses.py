"""FHIR's status words for each resource, and ours."""

from __future__ import annotations

from osler.core.patient.types import Presence, Status

Words = dict[str, Status]

CONDITION: Words = {
    "active": Status.ACTIVE,
    "recurrence": Status.RECURRENCE,
    "relapse": Status.RELAPSE,
    "inactive": Status.INACTIVE,
    "remission": Status.REMISSION,
    "resolved": Status.RESOLVED,
}
ALLERGY: Words = {"active": Status.ACTIVE, "inactive": Status.INACTIVE, "resolved": Status.RESOLVED}
OBSERVATION: Words = {
    "final": Status.FINAL,
    "preliminary": Status.PRELIMINARY,
    "registered": Status.IN_PROGRESS,
    "partial": Status.PRELIMINARY,
    "amended": Status.AMENDED,
    "corrected": Status.AMENDED,
    "appended": Status.AMENDED,
    "cancelled": Status.CANCELLED,
    "entered-in-error": Status.ENTERED_IN_ERROR,
    "unknown": Status.UNKNOWN,
}
MEDICATION: Words = {
    "active": Status.ACTIVE,
    "on-hold": Status.ON_HOLD,
    "cancelled": Status.CANCELLED,
    "completed": Status.COMPLETED,
    "stopped": Status.STOPPED,
    "draft": Status.PLANNED,
    "intended": Status.PLANNED,
    "not-taken": Status.NOT_DONE,
    "entered-in-error": Status.ENTERED_IN_ERROR,
    "unknown": Status.UNKNOWN,
}
PROCEDURE: Words = {
    "completed": Status.COMPLETED,
    "preparation": Status.PLANNED,
    "in-progress": Status.IN_PROGRESS,
    "not-done": Status.NOT_DONE,
    "on-hold": Status.ON_HOLD,
    "stopped": Status.STOPPED,
    "entered-in-error": Status.ENTERED_IN_ERROR,
    "unknown": Status.UNKNOWN,
}
IMAGING: Words = {
    "available": Status.COMPLETED,
    "registered": Status.IN_PROGRESS,
    "cancelled": Status.CANCELLED,
    "entered-in-error": Status.ENTERED_IN_ERROR,
    "unknown": Status.UNKNOWN,
}
ENCOUNTER: Words = {
    "finished": Status.COMPLETED,
    "planned": Status.PLANNED,
    "in-progress": Status.IN_PROGRESS,
    "arrived": Status.IN_PROGRESS,
    "triaged": Status.IN_PROGRESS,
    "onleave": Status.IN_PROGRESS,
    "cancelled": Status.CANCELLED,
    "entered-in-error": Status.ENTERED_IN_ERROR,
    "unknown": Status.UNKNOWN,
}
APPOINTMENT: Words = {
    "booked": Status.PLANNED,
    "proposed": Status.PLANNED,
    "pending": Status.PLANNED,
    "waitlist": Status.PLANNED,
    "arrived": Status.IN_PROGRESS,
    "checked-in": Status.IN_PROGRESS,
    "fulfilled": Status.COMPLETED,
    "cancelled": Status.CANCELLED,
    "noshow": Status.MISSED,
    "entered-in-error": Status.ENTERED_IN_ERROR,
}
IMMUNISATION: Words = {
    "completed": Status.COMPLETED,
    "not-done": Status.NOT_DONE,
    "entered-in-error": Status.ENTERED_IN_ERROR,
}

VERIFICATION: dict[str, Presence] = {
    "confirmed": Presence.PRESENT,
    "provisional": Presence.POSSIBLE,
    "differential": Presence.POSSIBLE,
    "unconfirmed": Presence.POSSIBLE,
    "refuted": Presence.ABSENT,
}


def word_for(words: Words, status: Status | None, default: str) -> str:
    """FHIR's word for a status: the first that means it, or the default."""
    return next((word for word, meaning in words.items() if meaning is status), default)
