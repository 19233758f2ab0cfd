"""The port to a registry of trials: what can be asked of it, and what it answers."""

from __future__ import annotations

import re
from typing import Annotated, Literal, Protocol, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from osler.errors import UsageError
from osler.trials.registry.study import Study

MAX_PAGE_SIZE = 100
_RESERVED = re.compile(r"(?i)\b(?:AREA|RANGE|SEARCH|COVER|EXPANSION|TILT)\s*\[|[\[\]]")


def _plain_words(text: str) -> str:
    """Query words with nothing in them that a registry takes for an operator of its query language."""
    return " ".join(_RESERVED.sub(" ", text).split())


Words = Annotated[str, AfterValidator(_plain_words)]
Status = Literal[
    "ACTIVE_NOT_RECRUITING", "COMPLETED", "ENROLLING_BY_INVITATION", "NOT_YET_RECRUITING", "RECRUITING", "SUSPENDED",
    "TERMINATED", "WITHDRAWN", "AVAILABLE", "NO_LONGER_AVAILABLE", "TEMPORARILY_NOT_AVAILABLE",
    "APPROVED_FOR_MARKETING", "WITHHELD", "UNKNOWN",
]  # fmt: skip
RECRUITING: tuple[Status, ...] = ("RECRUITING",)
"""What is searched unless something else is asked for."""
Phase = Literal["EARLY_PHASE1", "PHASE1", "PHASE2", "PHASE3", "PHASE4", "NA"]


class Near(BaseModel):
    """A circle on the earth: sites inside it count."""

    model_config = ConfigDict(frozen=True)

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    km: float = Field(gt=0)


class TrialQuery(BaseModel):
    """One question to a registry. Ages are the patient's: a trial must not begin above nor end below them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    condition: Words = ""
    intervention: Words = ""
    eligibility_keywords: Words = ""
    titles: Words = ""
    location: Words = ""
    ids: tuple[Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")], ...] = ()
    """Only these trials; empty for any."""
    near: Near | None = None
    status: tuple[Status, ...] = RECRUITING
    """Empty for any status."""
    phase: tuple[Phase, ...] = ()
    sex: Literal["MALE", "FEMALE"] | None = None
    min_age: float | None = Field(default=None, ge=0, le=150)
    max_age: float | None = Field(default=None, ge=0, le=150)
    study_type: Literal["INTERVENTIONAL", "OBSERVATIONAL", "EXPANDED_ACCESS"] | None = None
    updated_since: str = Field(default="", pattern=r"^(\d{4}-\d{2}-\d{2})?$")
    page_size: int = Field(default=20, ge=1, le=MAX_PAGE_SIZE)
    page_token: str = ""
    count_total: bool = True
    whole: bool = False
    """Records with all their fields, and not with those of a list."""


class SearchPage(BaseModel):
    """One page of an answer."""

    studies: list[Study]
    total: int | None = None
    """How many there are over all pages; given with the first page where it was asked for."""
    next_page_token: str = ""
    skipped: list[str] = Field(default_factory=list)
    """Records of the page that cannot be read, and why."""


def statuses(text: str) -> tuple[Status, ...]:
    """Statuses as a person lists them, with commas; "any" and "all" are all of them."""
    words = [word.strip().upper().replace(" ", "_") for word in text.split(",") if word.strip()]
    if not words or set(words) & {"ANY", "ALL"}:
        return ()
    known: dict[str, Status] = {status: status for status in get_args(Status)}
    if unknown := [word for word in words if word not in known]:
        raise UsageError(f"{unknown[0]} is no status of a trial", mend=f"choose any, or of {', '.join(known)}")
    return tuple(known[word] for word in words)


class Registry(Protocol):
    """Somewhere that trials can be searched and read."""

    name: str

    async def search(self, query: TrialQuery) -> SearchPage:
        """The trials that fit, best first."""

    async def study(self, nct_id: str) -> Study | None:
        """The trial of that id with everything known of it, or None."""

    async def aclose(self) -> None:
        """Let go of connections and files."""
