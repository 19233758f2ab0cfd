"""Screening, protocol first: one trial over many patients, with funnel and log."""

from osler.trials.screening.log import ScreeningLog
from osler.trials.screening.patients import RawPatient, patients_in
from osler.trials.screening.protocol import Protocol, read_protocol
from osler.trials.screening.run import funnel, screen
from osler.trials.screening.types import FunnelStep, ScreenedPatient, Screening

__all__ = [
    "FunnelStep",
    "Protocol",
    "RawPatient",
    "ScreenedPatient",
    "Screening",
    "ScreeningLog",
    "funnel",
    "patients_in",
    "read_protocol",
    "screen",
]
