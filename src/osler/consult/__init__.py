"""A conversation about one patient: triage, parallel extraction, answers from the patient's own graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.consult.changes import Told, changes_between
from osler.consult.conversation import Conversation
from osler.consult.deps import Deps
from osler.consult.factory import AGENTS, TransferRefused, composition
from osler.consult.home import PatientHome
from osler.consult.ports import GuidelineAnswer, GuidelineTool, Passage, SearchPort, VideoInsight, no_passages
from osler.consult.run import run
from osler.consult.settings import ConsultSettings
from osler.consult.types import (
    NOBODY,
    ConsultReply,
    ConsultRequest,
    ConsultState,
    ReplySentence,
    Said,
    SourceLine,
    UserLocation,
)
from osler.consult.writing import write
from osler.lazy import lazily

if TYPE_CHECKING:
    from osler.consult.searching import searxng
    from osler.consult.web import PageFetcher

__all__ = [
    "AGENTS",
    "NOBODY",
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

# Whoever stays offline does not load an HTTP client.
__getattr__ = lazily(__name__, {"PageFetcher": "web", "searxng": "searching"})
