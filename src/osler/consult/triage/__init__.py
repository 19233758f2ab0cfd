"""Triage: where a message goes, decided by rules that can be read."""

from osler.consult.triage.alarm import Alarm, alarm, imagined, tells
from osler.consult.triage.rules import (
    INSTANCE_TOPICS,
    TYPE_TOPICS,
    URL,
    Route,
    Section,
    Triaged,
    everyday,
    health_evidence,
    triage,
)

__all__ = [
    "INSTANCE_TOPICS",
    "TYPE_TOPICS",
    "URL",
    "Alarm",
    "Route",
    "Section",
    "Triaged",
    "alarm",
    "everyday",
    "health_evidence",
    "imagined",
    "tells",
    "triage",
]
