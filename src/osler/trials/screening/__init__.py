"""Screening, protocol first: one trial over many patients, with funnel and log."""

from osler.trials.screening.log import ScreeningLog
from osler.trials.screening.patients import patients_of
from osler.trials.screening.protocol import Protocol, read_protocol
from osler.trials.screening.run import funnel, screen
from osler.trials.screening.types import FunnelStep, ScreenedPatient, Screening, UnreadPatient

__all__ = [
    "FunnelStep",
    "Protocol",
    "ScreenedPatient",
    "Screening",
    "ScreeningLog",
    "UnreadPatient",
    "funnel",
    "patients_of",
    "read_protocol",
    "screen",
]
