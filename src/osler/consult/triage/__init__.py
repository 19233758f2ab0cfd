"""Triage: where a message goes, decided by rules that can be read."""

from osler.consult.triage.alarm import Alarm, alarm, imagined, tells, tells_of_once
from osler.consult.triage.evidence import health_evidence
from osler.consult.triage.listing import Section
from osler.consult.triage.rules import (
    URL,
    Route,
    Triaged,
    changes_record,
    complains,
    is_courtesy,
    is_greeting,
    states_nothing_own,
    states_something,
    tells_it_is_over,
    tells_of_the_usual,
    triage,
    troubles,
)

__all__ = [
    "URL",
    "Alarm",
    "Route",
    "Section",
    "Triaged",
    "alarm",
    "changes_record",
    "complains",
    "health_evidence",
    "imagined",
    "is_courtesy",
    "is_greeting",
    "states_nothing_own",
    "states_something",
    "tells",
    "tells_it_is_over",
    "tells_of_once",
    "tells_of_the_usual",
    "triage",
    "troubles",
]
