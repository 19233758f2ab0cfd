"""A conversation about one patient: triage, parallel extraction, answers from the patient's own graph."""

from osler.consult.deps import Deps
from osler.consult.factory import AGENTS, TransferRefused, composition
from osler.consult.ports import GuidelineAnswer, GuidelineTool, Passage, SearchPort, VideoInsight
from osler.consult.run import run
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
from osler.consult.writing import write

__all__ = [
    "AGENTS",
    "ConsultReply",
    "ConsultRequest",
    "ConsultSettings",
    "ConsultState",
    "Deps",
    "GuidelineAnswer",
    "GuidelineTool",
    "Passage",
    "ReplySentence",
    "Said",
    "SearchPort",
    "SourceLine",
    "TransferRefused",
    "UserLocation",
    "VideoInsight",
    "composition",
    "run",
    "write",
]
