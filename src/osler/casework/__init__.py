"""One case through the capabilities that apply; the one place that wires them to settings, runs and sessions."""

from osler.casework.diagnosis import changes_since, diagnose_case, replay_diagnosis
from osler.casework.wiring import Minds, Watcher

__all__ = ["Minds", "Watcher", "changes_since", "diagnose_case", "replay_diagnosis"]
