"""How a capability is given its minds, its record and its gate, the same for every surface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from osler.config import Settings
from osler.core.agents import Runner
from osler.core.patient import PatientRecord
from osler.core.privacy import Deidentifier, KnownIdentifiers
from osler.core.runs import Event

Watcher = Callable[[Event], None]
"""Called with each event of a run as it happens."""


@dataclass(frozen=True)
class Minds:
    """Which minds to ask, and whether to record what they say or to replay it."""

    settings: Settings
    record: Path | None = None
    replay: Path | None = None

    def runner(self) -> Runner:
        """A runner with these minds; close it after use."""
        return Runner(self.settings, record=self.record, replay=self.replay)


def gate_of(record: PatientRecord) -> Deidentifier:
    """The de-identification gate that knows who this patient is."""
    return Deidentifier(KnownIdentifiers.of(record.known_identifiers()))
