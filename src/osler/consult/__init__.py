"""A conversation about one patient: triage, parallel extraction, answers from the patient's own graph."""

from osler.consult.changes import Told, changes_between
from osler.consult.conversation import Conversation
from osler.consult.deps import Deps
from osler.consult.factory import AGENTS, TransferRefused, composition
from osler.consult.home import PatientHome
from osler.consult.ports import GuidelineAnswer, GuidelineTool, Passage, SearchPort, VideoInsight, no_passages
from osler.consult.run import run
from osler.consult.searching import searxng
from osler.consult.settings import ConsultSettings
from osler.consult.types import (
    ConsultReply,
    ConsultRequest,
    ConsultState,
    ReplySentence,
    Said,
    SourceLine,
    UserLocation,
)
from osler.consult.web import PageFetcher
from osler.consult.writing import write

__all__ = [
    "AGENTS",
    "ConsultReply",
    "ConsultRequest",
    "ConsultSettings",
    "ConsultState",
    "Conversation",
    "Deps",
    "GuidelineAnswer",
    "GuidelineTool",
    "PageFetcher",
    "Passage",
    "PatientHome",
    "ReplySentence",
    "Said",
    "SearchPort",
    "SourceLine",
    "Told",
    "TransferRefused",
    "UserLocation",
    "VideoInsight",
    "changes_between",
    "composition",
    "no_passages",
    "run",
    "searxng",
    "write",
]
