"""How a capability is given its minds, its record and its gate, the same for every surface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from osler.config import Settings
from osler.core.agents import Runner
from osler.core.patient import PatientRecord
from osler.core.privacy import Deidentifier, KnownIdentifiers
from osler.core.runs import Event, RunDetail

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


def replaying(stored: RunDetail) -> Runner:
    """A runner that answers for the minds of a stored run from what they said then; it asks nobody."""
    then = stored.settings
    models = {key: value for key, value in then.get("models", {}).items() if not key.endswith("_api_key")}
    # Nothing is sent, so a hosted model may be named; the gate that stood before it then must stand before it now.
    privacy = {"allow_hosted": True, "deidentify": then.get("privacy", {}).get("deidentify", True)}
    settings = Settings.model_validate(
        {"models": models, "privacy": privacy, "grounding": then.get("grounding", {})},
    )
    kept = {entry.data["key"]: entry.data["kept"] for entry in stored.exchanges if "kept" in entry.data}
    return Runner(settings, replay=kept)
