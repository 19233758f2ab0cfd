"""An item under review and the decisions on it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

Verdict = Literal["accepted", "corrected", "rejected"]
ReviewStatus = Literal["pending", "accepted", "corrected", "rejected", "conflict"]
"""`conflict`: two reviewers decided differently, and neither has taken it back."""


class Decision(BaseModel):
    """Who decided what, when, and why."""

    verdict: Verdict
    by: str = Field(min_length=1)
    at: datetime
    reason: str = ""
    outcome: dict[str, Any] = Field(default_factory=dict, repr=False)
    """What holds from now on, in the terms of the kind."""
    undone_by: str | None = None
    undone_at: datetime | None = None
    bound_to: str | None = None
    """The source (a protocol, a patient) that it holds in; None where it holds everywhere."""

    @property
    def stands(self) -> bool:
        """Whether it was not taken back."""
        return self.undone_at is None

    def agrees_with(self, other: Decision) -> bool:
        """Whether both come to the same."""
        return (self.verdict, self.outcome) == (other.verdict, other.outcome)

    def in_words(self) -> str:
        """The decision as a reason."""
        why = f": {self.reason}" if self.reason else ""
        where = f" for {self.bound_to}" if self.bound_to else ""
        return f"decided{where} by {self.by} on {self.at.date().isoformat()}{why}"


class NewItem(BaseModel):
    """Something that needs a human."""

    id: str
    identity: str
    """Items of the same identity are the same question: deciding one decides all."""
    source: str
    """Where it comes from: a protocol, a patient, a run."""
    subject: str = Field(repr=False)
    """What is in question, in its own words."""
    context: str = Field(default="", repr=False)
    """The text around it, such as the whole criterion."""
    proposal: str = ""
    """What is proposed, in words; empty where nothing is."""
    reasons: list[str] = Field(default_factory=list)
    """Why it needs a human."""
    body: dict[str, Any] = Field(default_factory=dict, repr=False)
    """All of it, in the terms of the kind."""


class ReviewItem(NewItem):
    """An item of the queue, with the decisions on it."""

    kind: str
    created_at: datetime
    decisions: list[Decision] = Field(default_factory=list)
    """Every decision that may hold of it, oldest first; those that were taken back as well."""

    @property
    def standing(self) -> list[Decision]:
        """The decisions that were not taken back: those bound to the item's own source, or else those that hold everywhere."""
        standing = [decision for decision in self.decisions if decision.stands]
        return [decision for decision in standing if decision.bound_to] or standing

    @property
    def agreed(self) -> list[Decision]:
        """The last decision that holds everywhere and the last for the item's own source, where its reviewers agree."""
        standing = [decision for decision in self.decisions if decision.stands]
        scopes = ([one for one in standing if bool(one.bound_to) == bound] for bound in (False, True))
        return [made[-1] for made in scopes if made and _agree(made)]

    @property
    def status(self) -> ReviewStatus:
        """Where the item stands."""
        standing = self.standing
        if not standing:
            return "pending"
        return standing[-1].verdict if _agree(standing) else "conflict"


def _agree(made: Sequence[Decision]) -> bool:
    return all(decision.agrees_with(made[0]) for decision in made)
