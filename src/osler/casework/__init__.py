"""One case through the capabilities that apply; the one place that wires them to settings, runs and sessions."""

from osler.casework.diagnosis import changes_since, diagnose_case, replay_diagnosis
from osler.casework.grounding import GroundingOutput, ground_document, replay_grounding
from osler.casework.wiring import Minds, Watcher
from osler.config import register_section
from osler.grounding.settings import GroundingSettings

register_section("grounding", GroundingSettings)

__all__ = [
    "GroundingOutput",
    "Minds",
    "Watcher",
    "changes_since",
    "diagnose_case",
    "ground_document",
    "replay_diagnosis",
    "replay_grounding",
]
