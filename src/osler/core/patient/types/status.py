"""The words for whether something holds, and how far along it is."""

from __future__ import annotations

from enum import StrEnum


class Presence(StrEnum):
    """Whether the patient has it. Absent, unknown and not mentioned are three different things."""

    PRESENT = "present"
    ABSENT = "absent"
    """Looked for and not there; an excluded phenotype, a ruled-out condition, a drug that is not taken."""
    POSSIBLE = "possible"
    UNKNOWN = "unknown"
    """Asked about, and the answer is that nobody knows."""
    NOT_MENTIONED = "not_mentioned"
    """The record says nothing. Never stored: it is what a question to the record gives back."""


class Status(StrEnum):
    """How far along a fact is; the words of FHIR's status lists in one list."""

    ACTIVE = "active"
    RECURRENCE = "recurrence"
    RELAPSE = "relapse"
    INACTIVE = "inactive"
    REMISSION = "remission"
    RESOLVED = "resolved"
    PLANNED = "planned"
    IN_PROGRESS = "in-progress"
    ON_HOLD = "on-hold"
    COMPLETED = "completed"
    STOPPED = "stopped"
    NOT_DONE = "not-done"
    CANCELLED = "cancelled"
    MISSED = "missed"
    PRELIMINARY = "preliminary"
    FINAL = "final"
    AMENDED = "amended"
    ENTERED_IN_ERROR = "entered-in-error"
    UNKNOWN = "unknown"


class Progression(StrEnum):
    """How a phenotype changes with time."""

    STABLE = "stable"
    PROGRESSIVE = "progressive"
    IMPROVING = "improving"
    EPISODIC = "episodic"


class Sex(StrEnum):
    """The sex the record states, in FHIR's words."""

    FEMALE = "female"
    MALE = "male"
    OTHER = "other"
    UNKNOWN = "unknown"
