"""How a capability is given its minds, its record and its gate, the same for every surface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osler.config import OFFLINE, ROLES, Settings, cast_of, registered_sections
from osler.core.agents import Runner
from osler.core.outside import is_loopback
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
    # Nothing is sent, so a hosted model may be named; the gate that stood before it then must stand before it now.
    privacy = {"allow_hosted": True, "deidentify": then.get("privacy", {}).get("deidentify", True)}
    sections = {name: then[name] for name in registered_sections() if name in then}
    if not _of_0_1(then):
        # A budget that was spent has to be spent again; that of 0.1 was one for each step, which no run has today.
        sections["budget"] = then.get("budget", {})
    settings = Settings.model_validate({"models": _minds_then(then), "privacy": privacy, **sections})
    return Runner(settings, replay=kept_by(stored))


def kept_by(stored: RunDetail) -> dict[str, Any]:
    """What a stored run kept of its exchanges, by key."""
    return {entry.data["key"]: entry.data["kept"] for entry in stored.exchanges if "kept" in entry.data}


def _of_0_1(then: Mapping[str, Any]) -> bool:
    return any(isinstance(then.get("models", {}).get(role), str) for role in ROLES)


def _minds_then(then: Mapping[str, Any]) -> dict[str, Any]:
    """The mind of each role of a stored run, as it was played then."""
    models: dict[str, Any] = then.get("models", {})
    roles = {role: models[role] for role in ROLES if role in models}
    if not _of_0_1(then):
        stored = Settings.model_validate({"models": roles, "privacy": then.get("privacy", {})})
        return {role: item.mind.model_dump() for role, item in cast_of(stored.models, stored.privacy).items()}
    # In 0.1 a server was local when its address was this machine's.
    served = {"base_url": url, "local": is_loopback(url)} if (url := models.get("base_url")) else {}
    return {role: {"model": mind, **(served if mind != OFFLINE else {})} for role, mind in roles.items()}
