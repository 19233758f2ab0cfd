"""The types of a consultation: its state, its turns, its replies."""

from __future__ import annotations

import datetime as dt
from typing import Any, ClassVar, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field

from osler.consult.extraction import Extraction
from osler.consult.triage import Route
from osler.core.agents import Difference
from osler.core.patient import PatientRecord
from osler.core.results import Envelope

SessionTopicNodeType = Literal[
    "ConditionCaseNode",
    "ConditionTypeNode",
    "SymptomTypeNode",
    "SymptomEpisodeNode",
    "AllergyRecordNode",
    "ObservationTypeNode",
    "DocumentReferenceNode",
    "EncounterNode",
    "IntakeRegimenNode",
]
ToolStatusWord = Literal["pending", "running", "empty", "success", "error"]


class UserLocation(BaseModel):
    """Where the user is, as far as time and language need it."""

    model_config = ConfigDict(extra="forbid")

    timezone: str = "UTC"
    country: str | None = None

    def now(self, moment: dt.datetime) -> dt.datetime:
        """A moment in the user's own time."""
        try:
            return moment.astimezone(ZoneInfo(self.timezone))
        except (ZoneInfoNotFoundError, ValueError):
            return moment


class NestedResult(BaseModel):
    """Where a nested agent stands: an empty result is not a failure."""

    status: ToolStatusWord = "pending"
    result: Any = None
    error: str = ""


class GivenValue(BaseModel):
    """A measured value that an answer gave: of what, and of which day."""

    name: str
    day: str | None = None
    first: str | None = None
    """The earlier day, where the answer held two values together: what was before that was before both."""
    chosen: str = "last"
    """Which of its values was asked for: the last, the highest, the lowest, the mean."""
    since: str | None = None
    """The first day of the time that was asked about."""


class Subject(BaseModel):
    """What a turn was about: the kind of thing, what it is called, and its day; more than a few names are left out."""

    kind: str
    names: list[str] = Field(default_factory=list)
    day: str | None = None
    single: str = ""
    """The last one thing of this kind that was spoken of, where the turn was about several: what "it" is."""


class ConsultState(BaseModel):
    """What is carried through a conversation; only callbacks and the deltas that agents return change it."""

    model_config = ConfigDict(extra="forbid")

    patient_id: str
    user_id: str = "user"
    speaker: Literal["patient", "caregiver"] | None = None
    """Who writes, where it was said; a child's record is written to by somebody else anyway."""
    user_location: UserLocation | None = None
    session_topic_node_uuid: str | None = None
    session_topic_node_type: SessionTopicNodeType | None = None
    current_time: dt.datetime | None = None
    last_user_message: str = ""
    nested: dict[str, NestedResult] = Field(default_factory=dict)
    given_value: GivenValue | None = None
    """The value that the last answer gave: what a question points at that names nothing."""
    subject: Subject | None = None
    """What the last turn was about, whatever it is."""
    asked: str = ""
    """The last question that was put to the record, so that it stands alone: what the next may be asked by."""
    urgent: bool = False
    """Whether the turn before this one told somebody to call for help."""
    pending: Extraction | None = None
    """What was extracted and waits for the user's word."""
    pending_shown: bool = True
    """Whether the last reply showed what is pending; a yes confirms only what was just shown."""
    doubted: Extraction | None = None
    """What the last turn asked back, and the user may insist on."""
    unplaced: str = ""
    """A correction that may be of several of the things that were told, until the user says of which."""
    replacing: Extraction | None = None
    """The saved entries whose place what is pending will take."""
    saved: list[Extraction] = Field(default_factory=list)
    """What was saved in this conversation, the newest last: what a correction may be of."""
    just_saved: bool = False
    """Whether the turn before this one saved something."""

    def updated(self, delta: dict[str, Any]) -> ConsultState:
        """The state after a delta."""
        return ConsultState.model_validate(self.model_dump() | delta)


NOBODY = ""
"""The patient's id of a conversation in which no record is open."""


class SourceLine(BaseModel):
    """What a sentence rests on: an entry of the record, a definition, a passage, a page."""

    kind: Literal["record", "vocabulary", "library", "page", "guideline", "rule"]
    id: str
    label: str = ""


class ReplySentence(BaseModel):
    """A sentence and what it rests on; without sources it is general knowledge, and says so."""

    text: str
    sources: list[SourceLine] = Field(default_factory=list)


class Said(BaseModel):
    """One message of the conversation so far."""

    role: Literal["user", "assistant"]
    text: str = Field(repr=False)


class ConsultRequest(BaseModel):
    """A turn's input: the record as it stands, the state, what was said, and the new message."""

    record: PatientRecord
    state: ConsultState
    message: str = Field(repr=False)
    history: list[Said] = Field(default_factory=list, repr=False)
    moment: dt.datetime
    auto_accept: bool = False
    opened_as: str = ""
    """The file that commands can be given for this patient."""


class ConsultReply(Envelope):
    """A turn's output."""

    usage_is_limited: ClassVar[bool] = True
    """Its usage is what the limits of a turn let through, whichever mind used it."""
    route: Route = "consultant"
    rule: str = ""
    agent: str = ""
    sentences: list[ReplySentence] = Field(default_factory=list)
    extraction: Extraction = Field(default_factory=Extraction)
    """What this message stated."""
    accepted: Extraction | None = None
    """What was confirmed in this turn and is to be written."""
    replaced: Extraction | None = None
    """What was saved before and is taken back for it."""
    understood: list[str] = Field(default_factory=list)
    """How the questions that were put to the record were read: what was looked for, of what, when."""
    entry_question: str = ""
    """What DataEntry asks: a missing part, or the user's word."""
    state: ConsultState | None = None
    plan: list[str] = Field(default_factory=list)
    """What was done, agent by agent."""
    differences: list[Difference] = Field(default_factory=list, repr=False)
    """Where a model and the offline mind both read the message, and read it differently."""
    shown: list[ReplySentence] = Field(default_factory=list, exclude=True, repr=False)
    """What was shown while the turn went on."""
    withdrawn: list[ReplySentence] = Field(default_factory=list, repr=False)
    """What was shown of an answer that did not come to its end or did not hold, and is not said any more."""

    @property
    def text(self) -> str:
        """The reply as text."""
        parts = [*(sentence.text for sentence in self.sentences), *([self.read_as] if self.read_as else [])]
        return "\n".join([*parts, *([self.entry_question] if self.entry_question else [])])

    @property
    def read_as(self) -> str:
        """How the question was read, as a line; empty where the record was not asked."""
        return f"(Read as: {'; '.join(dict.fromkeys(self.understood))}.)" if self.understood else ""

    @property
    def sources(self) -> list[SourceLine]:
        """Everything that the reply rests on, once."""
        found = {(s.kind, s.id): s for sentence in self.sentences for s in sentence.sources}
        return list(found.values())
