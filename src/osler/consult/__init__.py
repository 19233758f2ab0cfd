"""A conversation about one patient: triage, parallel extraction, answers from the patient's own graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from osler.lazy import lazily

if TYPE_CHECKING:
    from osler.consult.changes import Told, changes_between
    from osler.consult.conversation import Conversation
    from osler.consult.deps import Deps
    from osler.consult.factory import AGENTS, TransferRefused, composition
    from osler.consult.heard.need import Need, need_in
    from osler.consult.home import PatientHome, PatientLine
    from osler.consult.outside.ports import (
        GuidelineAnswer,
        GuidelineTool,
        Passage,
        SearchPort,
        VideoInsight,
        no_passages,
    )
    from osler.consult.outside.searching import searxng
    from osler.consult.outside.web import PageFetcher
    from osler.consult.run import run
    from osler.consult.settings import ConsultSettings
    from osler.consult.topics import CLOSED, Topic, find_topic
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

__all__ = [
    "AGENTS",
    "CLOSED",
    "NOBODY",
    "ConsultReply",
    "ConsultRequest",
    "ConsultSettings",
    "ConsultState",
    "Conversation",
    "Deps",
    "GuidelineAnswer",
    "GuidelineTool",
    "Need",
    "PageFetcher",
    "Passage",
    "PatientHome",
    "PatientLine",
    "ReplySentence",
    "Said",
    "SearchPort",
    "SourceLine",
    "Told",
    "Topic",
    "TransferRefused",
    "UserLocation",
    "VideoInsight",
    "changes_between",
    "composition",
    "find_topic",
    "need_in",
    "no_passages",
    "run",
    "searxng",
    "write",
]

# A capability's settings are read by every run; its door loads the rest when it is asked for.
__getattr__ = lazily(
    __name__,
    {
        "AGENTS": "factory",
        "CLOSED": "topics",
        "NOBODY": "types",
        "ConsultReply": "types",
        "ConsultRequest": "types",
        "ConsultSettings": "settings",
        "ConsultState": "types",
        "Conversation": "conversation",
        "Deps": "deps",
        "GuidelineAnswer": "outside.ports",
        "GuidelineTool": "outside.ports",
        "Need": "heard.need",
        "PageFetcher": "outside.web",
        "Passage": "outside.ports",
        "PatientHome": "home",
        "PatientLine": "home",
        "ReplySentence": "types",
        "Said": "types",
        "SearchPort": "outside.ports",
        "SourceLine": "types",
        "Told": "changes",
        "Topic": "topics",
        "TransferRefused": "factory",
        "UserLocation": "types",
        "VideoInsight": "outside.ports",
        "changes_between": "changes",
        "composition": "factory",
        "find_topic": "topics",
        "need_in": "heard.need",
        "no_passages": "outside.ports",
        "run": "run",
        "searxng": "outside.searching",
        "write": "writing",
    },
)
